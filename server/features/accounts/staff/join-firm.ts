import type { User, UserId } from '#contract/accounts/accounts.ts'
import type { Joining } from '#contract/firm/people.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { refuseGuessable } from '../passwords.ts'
import { getUser, insert, takenProblem } from '../store.ts'
import { columnsOf, giveInspection } from './people.ts'
import type { InspectionScope } from './schema.ts'

interface Seat {
  roles: readonly StaffRole[]
  inspection?: InspectionScope | undefined
  email: string
}

/**
 * Opens a staff account and signs in. `admit` runs in the same transaction. It claims the place, so that it is taken
 * only once, and throws if there is none. Throws `already_taken` for another's username or address, and `invalid` for a
 * password that is easily guessed.
 */
export async function joinFirm(
  ctx: MultiStepCtx,
  joining: Pick<Joining, 'firstName' | 'lastName' | 'username' | 'password'>,
  { admit, settle, sessions, devices, findFirm }: JoinDependencies & Around,
): Promise<User> {
  const { firstName, lastName, username, password } = joining
  const firm = await findFirm(ctx.read)
  refuseGuessable(password, { field: 'password', names: [username, firm.name] })
  const passwordHash = await ctx.ports.hasher.hash(password)
  try {
    return await ctx.transaction(async (step) => {
      const { roles, inspection, email } = await admit(step)
      const id = newId<UserId>()
      const held = columnsOf(roles)
      const acting: Ctx<Member> = { ...step, actor: { id, role: held.role, roles, sessionId: null } }
      const person = { id, username, firstName, lastName, email, ...held, passwordHash }
      await insert(step.db, { ...person, isFirstLogin: false, createdAt: step.now })
      await giveInspection(acting, id, inspection)
      const sessionId = await sessions.begin(acting, id, 'registration')
      devices.know(acting, id)
      await settle?.(acting)
      return getUser(step.db, sessionId)
    })
  } catch (error) {
    throw takenProblem(error) ?? error
  }
}

interface Around {
  admit: (step: Ctx) => Promise<Seat>
  /** Does what else belongs to the new account, in the same transaction. */
  settle?: (acting: Ctx<Member>) => Promise<void>
}

type JoinDependencies = Pick<AccountDependencies, 'sessions' | 'devices' | 'findFirm'>
