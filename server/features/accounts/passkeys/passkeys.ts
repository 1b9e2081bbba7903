import { isIP } from 'node:net'
import {
  type passkeys as contract,
  type Passkey,
  type PasskeyCreation,
  type PasskeyId,
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
import type { AccountDependencies } from '../dependencies.ts'
import { notices } from '../notices.ts'
import { claimByPassword, confirmPassword, refuseWithoutPassword } from '../passwords.ts'
import { issueToken, spendToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import * as store from './store.ts'

/** Loaded with the first passkey: the library reads certificates of all kinds, and most processes never need it. */
export const webauthn = () => import('@simplewebauthn/server')

export const lifetime = minutes(passkeyMinutes)
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

/**
 * Begins to add a passkey, after the password was confirmed. Returns what the device needs to make one. Throws
 * `conflict` if the account has as many as it can have, and `no_password` if it signs in by the firm's provider.
 */
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

/**
 * Adds the passkey that a device made. Throws `passkey_expired` after a few minutes, and `passkey_unusable` if the
 * portal cannot verify it or knows it already.
 */
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

/**
 * Removes a passkey of the user, after the password was confirmed: whoever finds a window open must not make its owner
 * fall back to a password that they may have seen typed. Throws `not_found` for any other.
 */
export async function removePasskey(
  ctx: MultiStepCtx<Member>,
  { id, password }: Input<typeof contract.remove>,
  { notify }: AccountDependencies,
): Promise<Passkey[]> {
  const shown = await confirmPassword(ctx, password, 'password')
  return ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    await store.remove(step.db, step.actor.id, id)
    await audit(step, 'passkey.removed', { details: { passkeyId: id } })
    await notify(step, step.actor.id, notices.passkeyRemoved)
    await step.invalidate(step.actor.id, 'user')
    return listPasskeys(step)
  })
}

/** Returns the challenge that a device answered. Malformed data gives an empty string, which matches no token. */
export const challengeIn = (clientData: string): string => {
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

export const tooLate = () =>
  new Problem('unprocessable', 'This took too long. Please try again.', { reason: 'passkey_expired' })

const notUsable = () =>
  new Problem('unprocessable', "This passkey can't be used here. Please try another device.", {
    reason: 'passkey_unusable',
  })
