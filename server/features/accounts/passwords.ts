import { dictionary } from '@zxcvbn-ts/language-common'
import { guessable, isGuessable, spellingsOf } from '#contract/accounts/passwords.ts'
import { Problem, reauthenticate } from '#contract/kit/problem.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { rates } from './rates.ts'
import { claimTimedCode } from './second-factor/codes.ts'
import * as store from './store.ts'

/** The 49,000 passwords most often seen in leaks, which attackers try first. */
const common = new Set<string>(dictionary['passwords-common'])

/** Refuses a password that an attacker would try first. `names` are what they would know about this person. */
export const refuseGuessable = (password: string, { field, names }: { field: string; names: string[] }) => {
  if (isTriedFirst(password, names))
    throw new Problem('invalid', guessable, { fields: { [field]: guessable } })
}

export const isTriedFirst = (password: string, names: string[]) =>
  isCommon(password) || isGuessable(password, names)

/**
 * Checks the password as typed and with symbols read as letters, as in P@ssw0rd12, with and without what is added at
 * the end.
 */
const isCommon = (password: string) => {
  const stem = password.replace(/[^\p{L}]{1,4}$/u, '')
  return [password, unmasked(password), unmasked(stem)].flatMap(spellingsOf).some((text) => common.has(text))
}

/** Reads symbols as the letters that people write them for, as attackers do. */
const unmasked = (text: string) => text.replace(/[@$0134579]/g, (sign) => letters[sign] ?? sign)
const letters: Record<string, string> = {
  '@': 'a',
  $: 's',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  9: 'g',
}

/** Proof that a password was entered: its hash at the time. */
export interface ShownPassword {
  passwordHash: string
  /** The input that it was typed into. */
  field: string
}

/**
 * Asks for the password again, even in a signed-in session. Somebody who has none, because they sign in by the firm's
 * provider, types a code of their authenticator app instead. Throws `invalid` for a wrong one, and `no_second_factor`
 * for somebody who has neither.
 */
export async function confirmPassword(
  ctx: MultiStepCtx<Member>,
  password: string,
  field = 'currentPassword',
): Promise<ShownPassword> {
  const { limits, hasher } = ctx.ports
  await limits.count(rates.password, ctx.actor.id)
  const { passwordHash, isTwoFactorEnabled } = await store.get(ctx.read, ctx.actor.id)
  if (passwordHash === '') {
    if (!isTwoFactorEnabled) throw noSecondFactor(field)
    await confirmCode(ctx, password, field)
    return { passwordHash, field }
  }
  if (!(await hasher.verify(passwordHash || null, password))) {
    ctx.refuseAs({ event: 'password.refused', subjectId: ctx.actor.id })
    throw wrong(field)
  }
  await limits.forget(rates.password, ctx.actor.id)
  return { passwordHash, field }
}

async function confirmCode(ctx: MultiStepCtx<Member>, code: string, field: string) {
  const { limits } = ctx.ports
  const { id } = ctx.actor
  await limits.count(rates.secondFactor, id)
  await limits.count(rates.secondFactorDay, id)
  if (!(await ctx.transaction((step) => claimTimedCode(step, code)))) {
    ctx.refuseAs({ event: 'password.refused', subjectId: id })
    throw new Problem('invalid', codeWords, { fields: { [field]: codeWords }, reason: 'wrong_code' })
  }
  for (const rate of [rates.password, rates.secondFactor, rates.secondFactorDay])
    await limits.forget(rate, id)
}

/**
 * Refuses somebody without a password before another way in is opened for them: it would outlive their account at the
 * provider.
 */
export const refuseWithoutPassword = ({ passwordHash }: { passwordHash: string }) => {
  if (passwordHash === '')
    throw new Problem(
      'conflict',
      'You sign in with your work account, so you have no password or passkey here.',
      { reason: 'no_password' },
    )
}

/** Refuses a change without the password or with a wrong one, so that a window left open is not enough. */
export function confirmChange(ctx: MultiStepCtx<Member>, password: string | undefined, purpose: string) {
  if (password) return confirmPassword(ctx, password)
  throw reauthenticate(`Please enter your current password to ${purpose}.`, {
    currentPassword: 'Current password is required',
  })
}

/**
 * Locks the actor's account until the end of this transaction. Refuses if the password has changed by now: hashing
 * takes a while, and a request that began with the old password must not outlive it.
 */
export async function claimByPassword(ctx: Ctx<Member>, { passwordHash, field }: ShownPassword) {
  const user = await store.claim(ctx.db, ctx.actor.id)
  if (user.passwordHash !== passwordHash) throw wrong(field)
  return user
}

const codeWords =
  'That code is incorrect or has already been used. Please enter the next one your authenticator app shows.'

const noSecondFactor = (field: string) => {
  const how =
    'You sign in with your work account, so you have no password here. Turn on two-factor authentication in your account settings, within ten minutes of signing in. A code from your app then confirms changes like this one.'
  return new Problem('invalid', how, { fields: { [field]: how }, reason: 'no_second_factor' })
}

const words = 'Your current password is incorrect.'
const wrong = (field: string) => new Problem('invalid', words, { fields: { [field]: words } })
