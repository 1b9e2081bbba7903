import type { UserId } from '#contract/accounts/accounts.ts'
import {
  type Enrolment,
  freshSignInMinutes,
  type RecoveryCodes,
  type secondFactor,
  type TwoFactor,
} from '#contract/accounts/second-factor.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { notFound, Problem, reauthenticate } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { before, minutes } from '#server/platform/time/durations.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { notices } from '../notices.ts'
import { claimByPassword, confirmPassword, type ShownPassword } from '../passwords.ts'
import { rates } from '../rates.ts'
import { findStart } from '../sessions/store.ts'
import { withdrawToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import { update } from '../store.ts'
import { hashOfCode, newRecoveryCodes, newTimedKey, openKey, otpauthUrlOf, placeOf, stepOf } from './codes.ts'
import * as store from './store.ts'

export async function showTwoFactor({ db, actor }: Ctx<Member>): Promise<TwoFactor> {
  const { isTwoFactorEnabled } = await accounts.get(db, actor.id)
  const codesLeft = isTwoFactorEnabled ? await store.countRecoveryCodes(db, actor.id) : 0
  return { isEnabled: isTwoFactorEnabled, codesLeft }
}

/**
 * Without a password, starts turning two-factor authentication on. With the password, turns it off, or starts turning
 * it on if `enable` is true.
 */
export async function switchTwoFactor(
  ctx: MultiStepCtx<Member>,
  { enable, password }: Input<typeof secondFactor.enable>,
  dependencies: AccountDependencies,
): Promise<Output<typeof secondFactor.enable>> {
  if (password === undefined) {
    await refuseStaleSignIn(ctx)
    return beginTwoFactor(ctx, null, dependencies)
  }
  if (password === '') throw passwordFirst()
  const shown = await confirmPassword(ctx, password, 'password')
  return enable ? beginTwoFactor(ctx, shown, dependencies) : endTwoFactor(ctx, shown, dependencies)
}

/**
 * Refuses if the sign-in is not recent. Otherwise a passer-by at an open window could lock its owner out with an app of
 * their own.
 */
async function refuseStaleSignIn({ read, actor, now }: MultiStepCtx<Member>) {
  const startedAt = await findStart(read, actor.sessionId)
  if (startedAt && startedAt > before(now, minutes(freshSignInMinutes))) return
  const { passwordHash, isTwoFactorEnabled } = await accounts.get(read, actor.id)
  throw passwordHash === '' && !isTwoFactorEnabled ? signInAgain() : passwordFirst()
}

/** Makes a key for the authenticator app. It has no effect until a first code confirms it. */
async function beginTwoFactor(
  ctx: MultiStepCtx<Member>,
  shown: ShownPassword | null,
  { findFirm }: AccountDependencies,
): Promise<Enrolment> {
  const [user, firm] = [await accounts.get(ctx.read, ctx.actor.id), await findFirm(ctx.read)]
  const key = newTimedKey()
  const encryptedKey = ctx.ports.secrets.seal(key, placeOf(user.id))
  await ctx.transaction(async (step) => {
    if (shown) await claimByPassword(step, shown)
    const isNew = await store.insertPending(step.db, { userId: user.id, encryptedKey })
    if (!isNew) throw shown ? alreadyOn() : passwordFirst()
    await audit(step, 'two_factor.begun', { details: { by: shown ? 'password' : 'sign-in' } })
  })
  const otpauthUrl = otpauthUrlOf(key, { issuer: firm.name, label: user.username })
  return { enable: true, pending: true, otpauthUrl, key }
}

/**
 * Turns it on by a first code of the app, ends every other session, and returns the recovery codes. Throws `not_begun`
 * without a key that waits, and `wrong_code`.
 */
export async function confirmTwoFactor(
  ctx: MultiStepCtx<Member>,
  { code }: Input<typeof secondFactor.confirm>,
  { sessions, notify }: AccountDependencies,
): Promise<RecoveryCodes> {
  const userId = ctx.actor.id
  await ctx.ports.limits.count(rates.secondFactor, userId)
  const waiting = await store.find(ctx.read, userId)
  if (!waiting || waiting.confirmedAt) throw notBegun()
  const { encryptedKey } = waiting
  const lastStep = stepOf(code, { key: openKey(ctx, waiting), now: ctx.now })
  if (lastStep === null) throw wrongCode()
  const recoveryCodes = await ctx.transaction(async (step) => {
    const confirmed = { userId, encryptedKey, lastStep, confirmedAt: step.now }
    if (!(await store.claimPending(step.db, confirmed))) throw notBegun()
    const codes = await makeCodes(step, userId)
    await accounts.update(step.db, userId, { isTwoFactorEnabled: true })
    await sessions.endOthers(step)
    await audit(step, 'two_factor.enabled')
    await notify(step, userId, notices.twoFactorOn(await accounts.get(step.db, userId)))
    await step.invalidate(userId, 'user')
    return codes
  })
  await ctx.ports.limits.forget(rates.secondFactor, userId)
  return { recoveryCodes }
}

async function endTwoFactor(
  ctx: MultiStepCtx<Member>,
  shown: ShownPassword,
  { sessions, notify }: AccountDependencies,
) {
  const userId = ctx.actor.id
  await ctx.transaction(async (step) => {
    const user = await claimByPassword(step, shown)
    await store.remove(step.db, userId)
    if (!user.isTwoFactorEnabled) return
    await accounts.update(step.db, userId, { isTwoFactorEnabled: false })
    await withdrawToken(step, { purpose: 'second_step', subjectId: userId })
    await sessions.endOthers(step)
    await audit(step, 'two_factor.disabled')
    await notify(step, userId, notices.twoFactorOff(user))
    await step.invalidate(userId, 'user')
  })
  return { enable: false as const }
}

/** Replaces the recovery codes. Throws `conflict` while it is off. */
export async function renewCodes(
  ctx: MultiStepCtx<Member>,
  { password }: Input<typeof secondFactor.renewCodes>,
  { notify }: AccountDependencies,
): Promise<RecoveryCodes> {
  const shown = await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    const user = await claimByPassword(step, shown)
    const { id } = user
    if (!user.isTwoFactorEnabled) throw new Problem('conflict', 'Two-factor authentication is off.')
    const recoveryCodes = await makeCodes(step, id)
    await audit(step, 'recovery_codes.renewed')
    await notify(step, id, notices.codesRenewed(user))
    return { recoveryCodes }
  })
}

/** Replaces all recovery codes with ten new ones. */
async function makeCodes(ctx: Ctx, userId: UserId) {
  const codes = newRecoveryCodes()
  const hashes = codes.map((code) => hashOfCode(userId, code))
  await store.replaceRecoveryCodes(ctx.db, userId, hashes)
  return codes
}

const passwordFirst = () =>
  reauthenticate('Please enter your password to change two-factor authentication.', {
    password: 'Password is required',
  })

const signInAgain = () =>
  new Problem(
    'forbidden',
    `You signed in more than ${freshSignInMinutes} minutes ago. Please sign out and in again, then turn two-factor authentication on.`,
    { reason: 'sign_in_again' },
  )

const alreadyOn = () =>
  new Problem('conflict', 'Two-factor authentication is already on.', { reason: 'already_on' })

const notBegun = () =>
  new Problem('conflict', 'This set-up has expired. Please start again.', { reason: 'not_begun' })

const words = 'That code is incorrect. Please enter the one your app shows now.'
export const wrongCode = () =>
  new Problem('invalid', words, { fields: { code: words }, reason: 'wrong_code' })

interface Factor {
  key: string
  code: string
}

/** Returns a key that belongs to nobody yet, for an account that is about to be opened. */
export function newEnrolment(whose: { issuer: string; label: string }) {
  const key = newTimedKey()
  return { key, otpauthUrl: otpauthUrlOf(key, whose) }
}

/** Throws `invalid` if the code is not of this key and time. Returns the code's time step. */
export const refuseWrongCode = ({ key, code }: Factor, now: Date) => {
  const step = stepOf(code, { key, now })
  if (step === null) throw wrongCode()
  return step
}

/** Turns the second factor of the acting person on in this transaction. Returns their recovery codes. */
export async function enrolAtOnce(ctx: Ctx<Member>, { key, code }: Factor) {
  const userId = ctx.actor.id
  const lastStep = refuseWrongCode({ key, code }, ctx.now)
  const encryptedKey = ctx.ports.secrets.seal(key, placeOf(userId))
  await store.insertPending(ctx.db, { userId, encryptedKey })
  await store.claimPending(ctx.db, { userId, encryptedKey, lastStep, confirmedAt: ctx.now })
  await update(ctx.db, userId, { isTwoFactorEnabled: true })
  return makeCodes(ctx, userId)
}

export async function showTwoFactorOf({ db }: Ctx<Staff>, { id }: Input<typeof secondFactor.showOf>) {
  const person = (await accounts.find(db, id)) ?? notFound('account')
  return { isEnabled: person.isTwoFactorEnabled }
}

/**
 * Turns it off for someone who has lost their app and codes, after the firm has checked who they are. Throws `conflict`
 * if it is off already, or is their own.
 */
export async function endTwoFactorFor(
  ctx: MultiStepCtx<Staff>,
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
    await sessions.endOthers({ ...step, actor: { id, role: person.role, roles: [], sessionId: null } })
    await audit(step, 'two_factor.ended_for', { subjectId: id })
    await notify(step, id, notices.twoFactorEnded(person))
    return { isEnabled: false as const }
  })
}

const nothingToEnd = () =>
  new Problem('conflict', 'Two-factor authentication is off for this person, or this is your own account.')
