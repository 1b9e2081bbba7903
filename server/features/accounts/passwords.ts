import { guessable, isGuessable } from '#contract/passwords.ts'
import { Problem } from '#contract/problem.ts'
import { audit } from '#server/platform/audit.ts'
import type { StagedCtx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** Refuses a password that a stranger would try first; `names` are what they would know of this person. */
export const refuseGuessable = (password: string, { field, names }: { field: string; names: string[] }) => {
  if (isGuessable(password, names))
    throw new Problem('invalid', guessable, { fields: { [field]: guessable } })
}

/** Asks for the password once more, however well the session is known. */
export async function confirmPassword(ctx: StagedCtx, password: string) {
  const { limits, hasher } = ctx.ports
  await limits.count('password', ctx.actor.id)
  const user = await store.get(ctx.read, ctx.actor.id)
  if (await hasher.verify(user.passwordHash, password)) return limits.forget('password', ctx.actor.id)
  await ctx.transaction((step) => audit(step, 'password.refused'))
  const words = 'Your current password is not right.'
  throw new Problem('invalid', words, { fields: { currentPassword: words } })
}
