import type { User, UserId } from '#contract/accounts.ts'
import type { Joining, StaffRole } from '#contract/people.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { refuseGuessable } from '../passwords.ts'
import { getUser, insert } from '../store.ts'
import { takenField } from '../unique-violation.ts'

interface Seat {
  role: StaffRole
  email: string
}

/**
 * Opens an account on the firm's side and signs in. `admit` says in that same transaction what seat there is to
 * take, and takes it away, so that it is taken once; it may be asked in vain, and then throws.
 */
export async function joinFirm(
  ctx: MultiStepCtx,
  joining: Pick<Joining, 'firstName' | 'lastName' | 'username' | 'password'>,
  { admit, settle, sessions, devices, findFirm }: Tools & Around,
): Promise<User> {
  const { firstName, lastName, username, password } = joining
  const firm = await findFirm(ctx.read)
  refuseGuessable(password, { field: 'password', names: [username, firm.name] })
  const passwordHash = await ctx.ports.hasher.hash(password)
  try {
    return await ctx.transaction(async (step) => {
      const { role, email } = await admit(step)
      const id = newId<UserId>()
      const acting: Ctx = { ...step, actor: { id, role, sessionId: null } }
      const person = { id, username, firstName, lastName, email, role, passwordHash }
      await insert(step.db, { ...person, isFirstLogin: false, createdAt: step.now })
      const sessionId = await sessions.begin(acting, id, 'registration')
      devices.know(acting, id)
      await settle?.(acting)
      return getUser(step.db, sessionId)
    })
  } catch (error) {
    throw takenField(error) ?? error
  }
}

interface Around {
  admit: (step: Ctx) => Promise<Seat>
  /** What else belongs to the new account, in that same transaction. */
  settle?: (acting: Ctx) => Promise<void>
}

type Tools = Pick<AccountDependencies, 'sessions' | 'devices' | 'findFirm'>
