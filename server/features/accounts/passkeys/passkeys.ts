import { isIP } from 'node:net'
import type { User } from '#contract/accounts/accounts.ts'
import {
  type passkeys as contract,
  type Passkey,
  type PasskeyCreation,
  type PasskeyId,
  type PasskeyRequest,
  passkeyMinutes,
  passkeysAtMost,
} from '#contract/accounts/passkeys.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type AccountDependencies, notices } from '../dependencies.ts'
import { claimByPassword, confirmPassword, refuseWithoutPassword } from '../passwords.ts'
import { rates } from '../rates.ts'
import { issueToken, spendToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import * as store from './store.ts'

/** Loaded with the first passkey: the library reads certificates of all kinds, and most processes never need it. */
const webauthn = () => import('@simplewebauthn/server')

const lifetime = minutes(passkeyMinutes)
/** EdDSA, ES256 and RS256 (IANA's COSE algorithms). Every device supports one of them. */
const algorithms = [-8, -7, -257]

/**
 * Returns the domain and origin that passkeys belong to. The domain has to be a name and not an IP address, so a portal
 * that is started without PORTICO_URL uses `localhost`.
 */
export function relyingPartyOf(origin: string) {
  const url = new URL(origin)
  if (isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) url.hostname = 'localhost'
  return { id: url.hostname, origin: url.origin }
}

export const listPasskeys = async ({ db, actor }: Ctx<Member>) =>
  (await store.listOf(db, actor.id)).map(asShown)

export async function beginPasskey(
  ctx: MultiStepCtx<Member>,
  { password }: Input<typeof contract.begin>,
  { findFirm }: AccountDependencies,
): Promise<PasskeyCreation> {
  refuseWithoutPassword(await accounts.get(ctx.read, ctx.actor.id))
  const shown = await confirmPassword(ctx, password, 'password')
  const [{ name }, known] = [await findFirm(ctx.read), await store.listOf(ctx.read, ctx.actor.id)]
  if (known.length >= passkeysAtMost)
    throw new Problem('conflict', `You can have ${passkeysAtMost} passkeys. Please remove one first.`)
  return ctx.transaction(async (step) => {
    const user = await claimByPassword(step, shown)
    const challenge = await issueToken(step, {
      purpose: 'passkey_registration',
      subjectId: user.id,
      lifetime,
    })
    return {
      challenge,
      rp: { id: relyingPartyOf(step.ports.origin).id, name },
      user: {
        id: Buffer.from(user.id).toString('base64url'),
        name: user.username,
        displayName: fullName(user),
      },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: lifetime,
      attestation: 'none',
      excludeCredentials: known.map(({ credentialId: id, transports }) => ({
        id,
        type: 'public-key' as const,
        transports,
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
    }
  })
}

export async function addPasskey(
  ctx: MultiStepCtx<Member>,
  { name, made }: Input<typeof contract.add>,
  { notify }: AccountDependencies,
): Promise<Passkey> {
  const challenge = challengeIn(made.response.clientDataJSON)
  const begun = await ctx.transaction((step) =>
    spendToken(step, { purpose: 'passkey_registration', token: challenge }),
  )
  if (begun?.subjectId !== ctx.actor.id) throw tooLate()
  const { verifyRegistrationResponse } = await webauthn()
  const { id: rpId, origin } = relyingPartyOf(ctx.ports.origin)
  const { id, rawId, type, response } = made
  const { clientDataJSON, attestationObject } = response
  const checked = await verifyRegistrationResponse({
    response: {
      id,
      rawId,
      type,
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!checked?.verified) throw notUsable()
  const { credential, credentialBackedUp: isSynced } = checked.registrationInfo
  return ctx.transaction(async (step) => {
    const row = await store.insert(step.db, {
      id: newId<PasskeyId>(),
      userId: step.actor.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: made.response.transports ?? [],
      name,
      isSynced,
      createdAt: step.now,
    })
    if (!row) throw notUsable()
    await audit(step, 'passkey.added', { details: { passkeyId: row.id } })
    await notify(step, step.actor.id, notices.passkeyAdded)
    await step.invalidate(step.actor.id, 'user')
    return asShown(row)
  })
}

export async function removePasskey(
  ctx: Ctx<Member>,
  { id }: Input<typeof contract.remove>,
  { notify }: AccountDependencies,
) {
  await store.remove(ctx.db, ctx.actor.id, id)
  await audit(ctx, 'passkey.removed', { details: { passkeyId: id } })
  await notify(ctx, ctx.actor.id, notices.passkeyRemoved)
  await ctx.invalidate(ctx.actor.id, 'user')
  return undefined
}

export async function askForPasskey(ctx: MultiStepCtx): Promise<PasskeyRequest> {
  await ctx.ports.limits.count(rates.signInAddress, ctx.caller.address)
  const challenge = await ctx.transaction((step) =>
    // It is not known yet who signs in, so the token gets a random subject.
    issueToken(step, { purpose: 'passkey_sign_in', subjectId: newId(), lifetime }),
  )
  return {
    challenge,
    rpId: relyingPartyOf(ctx.ports.origin).id,
    timeout: lifetime,
    userVerification: 'required',
  }
}

/**
 * Signs in by a passkey. The device proves possession and has verified its owner, which is two factors in one. Throws
 * `passkey_expired` after a few minutes, and `passkey_unknown` for one that no account has.
 */
export async function signInByPasskey(
  ctx: MultiStepCtx,
  { shown }: Input<typeof contract.signIn>,
  { sessions, devices }: AccountDependencies,
): Promise<User> {
  await ctx.ports.limits.count(rates.signInAddress, ctx.caller.address)
  const challenge = challengeIn(shown.response.clientDataJSON)
  const isKnown = await ctx.transaction((step) =>
    spendToken(step, { purpose: 'passkey_sign_in', token: challenge }),
  )
  if (!isKnown) throw tooLate()
  const passkey = await store.findByCredential(ctx.read, shown.id)
  const use = passkey && (await checkUse(ctx, { shown, challenge, passkey }))
  if (!use) {
    ctx.refuseAs({ event: 'passkey.refused', subjectId: passkey?.userId ?? null })
    throw notYours()
  }
  return ctx.transaction(async (step) => {
    const user = await accounts.claim(step.db, passkey.userId)
    const lastUsedAt = step.now
    if (user.deactivatedAt || !(await store.claimUse(step.db, passkey.id, { ...use, lastUsedAt })))
      throw notYours()
    const actor = { id: user.id, role: user.role, roles: [], sessionId: null }
    const acting: Ctx<Member> = { ...step, actor }
    const sessionId = await sessions.begin(acting, user.id, 'passkey')
    devices.know(acting, user.id)
    return accounts.getUser(step.db, sessionId)
  })
}

interface Attempt {
  shown: Input<typeof contract.signIn>['shown']
  challenge: string
  passkey: store.PasskeyRow
}

/** Returns null if the signature is not from this passkey, for this portal and this challenge. */
async function checkUse({ ports }: MultiStepCtx, { shown, challenge, passkey }: Attempt) {
  const { verifyAuthenticationResponse } = await webauthn()
  const { id: rpId, origin } = relyingPartyOf(ports.origin)
  const { credentialId: id, publicKey, counter, userId } = passkey
  const { userHandle, clientDataJSON, authenticatorData, signature } = shown.response
  if (userHandle && Buffer.from(userHandle, 'base64url').toString('utf8') !== userId) return null
  const checked = await verifyAuthenticationResponse({
    response: {
      id: shown.id,
      rawId: shown.rawId,
      type: shown.type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter },
  }).catch(() => null)
  if (!checked?.verified) return null
  const { newCounter, credentialBackedUp: isSynced } = checked.authenticationInfo
  return { counter: newCounter, isSynced }
}

/** Returns the challenge that a device answered. Malformed data gives an empty string, which matches no token. */
const challengeIn = (clientData: string): string => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

const asShown = ({ id, name, isSynced, createdAt, lastUsedAt }: store.PasskeyRow): Passkey => ({
  id,
  name,
  isSynced,
  createdAt,
  lastUsedAt,
})

const tooLate = () =>
  new Problem('unprocessable', 'This took too long. Please try again.', { reason: 'passkey_expired' })

const notUsable = () =>
  new Problem('unprocessable', "This passkey can't be used here. Please try another device.", {
    reason: 'passkey_unusable',
  })

const notYours = () =>
  new Problem('unauthenticated', "We don't recognise this passkey. Please sign in with your password.", {
    reason: 'passkey_unknown',
  })
