import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { SecretRemoval } from '#contract/secret-removal.ts'
import type { signOn as contract, SignOn, SignOnCheck, SignOnSettings } from '#contract/sign-on.ts'
import {
  type AccountDependencies,
  claimByPassword,
  confirmChange,
  confirmPassword,
  listHoldersOf,
  nameOfActor,
  namesOf,
} from '#server/features/accounts/service.ts'
import { notifyOthers } from '#server/features/notifications/service.ts'
import { saveFact, signOnName } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { forgetNotes } from '#server/platform/connections/store.ts'
import type { Ctx, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { everyone } from '#server/platform/events/bus.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { SignOnCheckResult } from '#server/platform/ports/providers.ts'
import { findSettings, placeOf } from './service/settings.ts'
import { redirectUrlOf, signOutUrlOf } from './service/sign-in.ts'
import * as store from './store.ts'

export { findProviderSignOut } from './service/sign-in.ts'

const testRate: Limit = { name: 'signOnTest', points: 30, duration: 300 }

export async function showSignOn({ db, ports }: Pick<Ctx<Staff>, 'db' | 'ports'>): Promise<SignOn> {
  const { connection, ...settings } = await findSettings(db, ports)
  const { issuer, clientId, clientSecret } = connection
  return {
    ...settings,
    issuer,
    clientId,
    hasSecret: clientSecret !== null,
    redirectUrl: redirectUrlOf(ports),
    signOutUrl: signOutUrlOf(ports),
    links: await listLinks(db),
  }
}

async function listLinks(db: Db) {
  const rows = await store.listLinks(db)
  const people = await namesOf(
    db,
    rows.map(({ userId }) => userId),
  )
  return rows.map(({ id, userId, linkedAt, lastUsedAt }) => {
    const person = people.get(userId)
    return { id, userId, name: person ? fullName(person) : '', linkedAt, lastUsedAt }
  })
}

/**
 * Needs the password: another provider could sign anybody in as an administrator. Throws `conflict` if whoever changes
 * it comes in by this provider alone and could not do so afterwards.
 */
export async function saveSignOn(
  ctx: MultiStepCtx<Staff>,
  { currentPassword, ...wanted }: Input<typeof contract.save>,
) {
  const shown = await confirmChange(ctx, currentPassword, 'change how people sign in')
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    if (shown.passwordHash === '' && (await wouldEnd(step, wanted))) throw wouldLockOut()
    return keepSignOn(step, wanted)
  })
}

/** Whether nobody could come in any more by the provider that people come in by now. */
async function wouldEnd({ db, ports }: Ctx<Staff>, { isOn, issuer }: SignOnSettings) {
  const before = await findSettings(db, ports)
  return before.isOn && (!isOn || (!before.isFixed && issuer !== before.connection.issuer))
}

async function keepSignOn(ctx: Ctx<Staff>, wanted: SignOnSettings) {
  const before = await findSettings(ctx.db, ctx.ports)
  const { clientSecret, ...rest } = wanted
  const { issuer, clientId } = before.isFixed ? before.connection : wanted
  const kept = before.connection
  const isSame = kept.issuer === issuer && kept.clientId === clientId
  if (!isSame && kept.clientSecret !== null && !clientSecret) throw secretAgain()
  const secret = clientSecret || kept.clientSecret
  const { name } = before.isFixed ? before : wanted
  const sealedSecret =
    secret === null || before.isFixed ? null : ctx.ports.secrets.seal(secret, placeOf({ issuer, clientId }))
  await store.save(ctx.db, { ...rest, name, issuer, clientId, sealedSecret })
  if (!isSame || clientSecret) await forgetNotes(ctx.db, 'sign_on')
  await saveFact(ctx.db, signOnName, wanted.isOn ? name : '')
  await audit(ctx, 'sign_on.changed', {
    subjectId: null,
    details: {
      host: new URL(issuer).host,
      isOn: String(wanted.isOn),
      joining: wanted.joining,
      groupRoles: wanted.groupRoles.map(({ group, role }) => `${group}: ${role}`).join(', '),
    },
  })
  await ctx.invalidate(everyone, 'settings')
  const change = { name, isOn: wanted.isOn, wasOn: before.isOn, host: new URL(issuer).host }
  await notifyOfChange(ctx, changeWords(await nameOfActor(ctx), change))
  return showSignOn(ctx)
}

/**
 * Forgets the secret, and takes the provider off the sign-in page. Who is signed in stays so, and everybody stays
 * connected for when a secret is entered again. Throws `fixed` where it was set at the start, and `own_way_in` for
 * somebody who would be locked out.
 */
export async function removeSecret(ctx: MultiStepCtx<Staff>, { password }: SecretRemoval) {
  if ((await findSettings(ctx.read, ctx.ports)).isFixed) throw isFixedElsewhere()
  const shown = await confirmPassword(ctx, password, 'password')
  if (shown.passwordHash === '') throw wouldLockOut()
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    const { connection, isFixed: _, ...kept } = await findSettings(step.db, step.ports)
    const { issuer, clientId, clientSecret } = connection
    if (clientSecret === null) return showSignOn(step)
    await store.save(step.db, { ...kept, issuer, clientId, isOn: false, sealedSecret: null })
    await forgetNotes(step.db, 'sign_on')
    await saveFact(step.db, signOnName, '')
    const { host } = new URL(issuer)
    await audit(step, 'sign_on.secret_removed', { subjectId: null, details: { host } })
    await step.invalidate(everyone, 'settings')
    await notifyOfChange(
      step,
      `${await nameOfActor(step)} removed the secret for signing in with ${kept.name} (${host}). The sign-in page doesn’t offer it. Passwords and passkeys still work.`,
    )
    return showSignOn(step)
  })
}

const isFixedElsewhere = () =>
  new Problem('conflict', 'The secret was set where the portal was started, and can only be changed there.', {
    reason: 'fixed',
  })

/** Otherwise nobody could be left who can change it back. */
const wouldLockOut = () =>
  new Problem(
    'conflict',
    'You sign in by this provider yourself, so you would lock yourself out. Please ask an administrator who has a password.',
    { reason: 'own_way_in' },
  )

interface Change {
  name: string
  host: string
  isOn: boolean
  wasOn: boolean
}

/** Notifies everyone else who may change this, in case somebody wants to sign in as one of them. */
async function notifyOfChange(ctx: Ctx<Staff>, sentence: string) {
  const body = `${sentence} If you didn’t expect this, ask them at once.`
  await notifyOthers(ctx, await listHoldersOf(ctx.db, 'settings.manage'), {
    topic: 'account',
    title: 'How people sign in has changed',
    body,
    inMail:
      'How people at the firm sign in to the portal has changed. If you didn’t expect this, ask your other administrators at once.',
    link: `${pages.integrations}?tab=sign-on`,
  })
}

const changeWords = (who: string, { name, host, isOn, wasOn }: Change) => {
  if (isOn) return `${who} changed how people at the firm sign in: the sign-in page offers ${name} (${host}).`
  return wasOn
    ? `${who} switched off signing in with ${name} (${host}). Passwords and passkeys still work.`
    : `${who} changed the settings for signing in with ${name} (${host}). The sign-in page doesn’t offer it.`
}

const secretAgain = () => {
  const words = 'Please enter the secret again: it belongs to another address or client ID'
  return new Problem('invalid', words, { fields: { clientSecret: words }, reason: 'secret_missing' })
}

/**
 * Tests the provider with the settings to be saved. A kept secret is only sent to the issuer and client ID that it was
 * kept for.
 */
export async function testSignOn(
  ctx: MultiStepCtx<Staff>,
  { issuer, clientId, clientSecret }: Input<typeof contract.test>,
): Promise<SignOnCheck[]> {
  await ctx.ports.limits.count(testRate, ctx.actor.id)
  const { connection, isFixed } = await findSettings(ctx.read, ctx.ports)
  const isKept = connection.issuer === issuer && connection.clientId === clientId
  const secret = clientSecret || (isKept ? connection.clientSecret : null)
  const tested = isFixed ? connection : { issuer, clientId, clientSecret: secret }
  const checks = await ctx.ports.signOn.test(tested, redirectUrlOf(ctx.ports))
  if (isKept && checks.every(({ state }) => state === 'good')) ctx.ports.connections.signOn.answered()
  return checks.map((check) => ({ step: check.step, state: check.state, words: wordsOf(check) }))
}

const goodWords: Record<SignOnCheckResult['step'], string> = {
  address: 'The provider answers at this address.',
  flow: 'It offers what the portal needs (authorisation code with PKCE).',
  keys: 'Its signing keys can be read.',
  secret: 'It accepts the client ID and secret.',
}
const unknownWords: Record<SignOnCheckResult['step'], string> = {
  ...goodWords,
  flow: "It doesn't say whether it uses PKCE. Most providers do.",
  secret: "It doesn't say whether the client ID and secret are right. Signing in will show it.",
}
const badWords: Record<SignOnCheckResult['step'], string> = {
  address:
    'No provider answers at this address. Please check how it is spelt, and that the portal can reach it.',
  flow: "It doesn't offer what the portal needs (authorisation code with PKCE).",
  keys: "Its signing keys can't be read.",
  secret: "It doesn't accept the client ID or secret.",
}

const wordsOf = ({ step, state, failure }: SignOnCheckResult) => {
  if (state === 'good') return goodWords[step]
  if (state === 'unknown') return unknownWords[step]
  return step === 'address' && failure === 'untrusted'
    ? 'Something answers at this address, but it names itself differently. Please copy the issuer exactly as the provider shows it.'
    : badWords[step]
}

export async function unlink(
  ctx: Ctx<Staff>,
  { id }: Input<typeof contract.unlink>,
  { sessions }: Pick<AccountDependencies, 'sessions'>,
) {
  const { userId, issuer } = await store.removeLink(ctx.db, id)
  await endSessions(ctx, userId, sessions)
  await audit(ctx, 'sign_on.unlinked', { subjectId: userId, details: { issuer } })
  return undefined
}

const endSessions = (ctx: Ctx<Staff>, userId: UserId, sessions: AccountDependencies['sessions']) =>
  sessions.endOthers({ ...ctx, actor: { ...ctx.actor, id: userId, sessionId: null } })
