import type { Input } from '#contract/kit.ts'
import { notFound, Problem } from '#contract/problem.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { confirmPassword } from '../passwords.ts'
import { notices } from '../security-notices.ts'
import * as accounts from '../store.ts'
import { withdrawToken } from '../tokens/tokens.ts'
import * as store from './store.ts'

export async function showTwoFactorOf({ db }: Ctx, { id }: Input<typeof secondFactor.showOf>) {
  const person = (await accounts.find(db, id)) ?? notFound('account')
  return { isEnabled: person.isTwoFactorEnabled }
}

/** For whoever has lost app and codes, once the firm has made sure of who they are. */
export async function endTwoFactorFor(
  ctx: MultiStepCtx,
  { id, password }: Input<typeof secondFactor.endFor>,
  { sessions, notify }: AccountDependencies,
) {
  await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const person = await accounts.claim(step.db, id)
    if (!person.isTwoFactorEnabled || id === step.actor.id) throw nothingToEnd()
    await store.remove(step.db, id)
    await accounts.update(step.db, id, { isTwoFactorEnabled: false })
    await withdrawToken(step, { purpose: 'second_step', subjectId: id })
    await sessions.endOthers({ ...step, actor: { id, role: person.role, sessionId: null } })
    await audit(step, 'two_factor.ended_for', { subjectId: id })
    await notify(step, id, notices.twoFactorEnded)
    return { isEnabled: false as const }
  })
}

const nothingToEnd = () =>
  new Problem('conflict', 'Two-factor authentication is off for this person, or this is your own account.')
