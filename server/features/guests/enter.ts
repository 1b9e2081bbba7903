import { digitsOf } from '#contract/accounts/second-factor.ts'
import { codeTries, type guests as contract } from '#contract/guests.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import {
  type AccountDependencies,
  beginGuestSession,
  findToken,
  getAccount,
  namesOf,
  rates,
  guestAccess as store,
} from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { actorIdOf, type MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { linkLocked, linkOver, nothingDue, wrongCode } from './refusals.ts'
import { purpose, stateOf } from './service.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type Sessions = Pick<AccountDependencies, 'sessions'>

/** Returns whom a link is for, before the code is entered. */
export async function look(ctx: MultiStepCtx, { token }: Requested<'look'>) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  const row = await findOpen(ctx.read, { token, now: ctx.now })
  const { firstName } = await getAccount(ctx.read, row.userId)
  const inviter = (await namesOf(ctx.read, [row.invitedById])).get(row.invitedById)
  const firm = await findFirm(ctx.read)
  return {
    firstName,
    invitedBy: inviter ? `${fullName(inviter)} at ${firm.name}` : firm.name,
    isOwn: actorIdOf(ctx.actor) === row.userId,
  }
}

export async function enter(ctx: MultiStepCtx, { token, code }: Requested<'enter'>, dependencies: Sessions) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  const row = await findOpen(ctx.read, { token, now: ctx.now })
  const tries = await ctx.transaction(({ db }) => store.countTry(db, row.id))
  if (tries > codeTries) throw linkLocked()
  if (!(await ctx.ports.hasher.verify(row.codeHash, digitsOf(code)))) {
    ctx.refuseAs({ event: 'guest.refused', subjectId: row.userId })
    throw tries === codeTries ? linkLocked() : wrongCode(codeTries - tries)
  }
  return ctx.transaction(async (step) => {
    // Hashing takes a while, so the link may have been withdrawn or renewed in the meantime.
    const now = await findOpen(step.db, { token, now: step.now, isBeingTried: true })
    if (now.codeHash !== row.codeHash) throw linkOver()
    await store.update(step.db, row.id, { wrongCodes: 0 })
    await audit(step, 'guest.entered', { subjectId: row.userId })
    return beginGuestSession(step, row.userId, dependencies)
  })
}

interface Given {
  token: string
  now: Date
  /** The current attempt, which may be the last one allowed, has been counted already. */
  isBeingTried?: boolean
}

async function findOpen(db: Db, { token, now, isBeingTried = false }: Given) {
  const found = await findToken(db, { purpose, token, now })
  const row = found && (await store.find(db, found.subjectId))
  if (!row) throw linkOver()
  const wrongCodes = isBeingTried ? 0 : row.wrongCodes
  const state = await stateOf({ db, now }, { ...row, wrongCodes })
  if (state === 'locked') throw linkLocked()
  if (state === 'done') throw nothingDue()
  if (state === 'expired') throw linkOver()
  return row
}
