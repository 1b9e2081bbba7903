import type { User } from '#contract/accounts/accounts.ts'
import { type passkeys as contract, type PasskeyRequest } from '#contract/accounts/passkeys.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { rates } from '../rates.ts'
import { issueToken, spendToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import { challengeIn, lifetime, relyingPartyOf, tooLate, webauthn } from './passkeys.ts'
import * as store from './store.ts'

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

const notYours = () =>
  new Problem('unauthenticated', "We don't recognise this passkey. Please sign in with your password.", {
    reason: 'passkey_unknown',
  })
