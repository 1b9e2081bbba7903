import { createHash } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { type signOn as contract, signOnMinutes } from '#contract/sign-on.ts'
import { issueToken, rates, spendToken } from '#server/features/accounts/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { SignOnBinding, SignOnFailure } from '#server/platform/ports/providers.ts'
import { minutes } from '#server/platform/time/durations.ts'
import * as store from '../store.ts'
import { type Dependencies, enter, idTokenPlace } from './enter.ts'
import { noteFailure } from './health.ts'
import { failureRefusals, refusals } from './refusals.ts'
import { findSettings } from './settings.ts'

const purpose = 'provider_sign_in'
const lifetime = minutes(signOnMinutes)
// A browser only sends a __Host- cookie to this very host, over TLS, for all paths.
const cookieName = (isSecure: boolean) => (isSecure ? '__Host-portico_provider' : 'portico_provider')

/** Starts a sign-in and binds it to this browser: everything else is derived from a single-use token in its cookie. */
export async function beginSignIn(
  ctx: MultiStepCtx,
  { next }: Input<typeof contract.begin>,
): Promise<Output<typeof contract.begin>> {
  const { limits, signOn, isSecure } = ctx.ports
  await limits.count(rates.signInAddress, ctx.caller.address)
  const { isOn, connection, scopes, acrValues } = await findSettings(ctx.read, ctx.ports)
  if (!isOn) throw refusals.off()
  const token = await ctx.transaction((step) =>
    issueToken(step, { purpose, subjectId: newId(), facts: next === undefined ? {} : { next }, lifetime }),
  )
  const begun = await signOn.begin(connection, { ...bindingOf(ctx, token), scopes, acrValues })
  if ('failure' in begun) throw refusalOf(ctx, begun.failure)
  ctx.setCookie({ name: cookieName(isSecure), value: token, maxAge: lifetime / 1000 })
  return begun
}

/** Signs in with the query that the provider sent this browser back with. */
export async function finishSignIn(
  ctx: MultiStepCtx,
  { query }: Input<typeof contract.enter>,
  dependencies: Dependencies,
): Promise<Output<typeof contract.enter>> {
  const { limits, signOn, isSecure } = ctx.ports
  await limits.count(rates.signInAddress, ctx.caller.address)
  const name = cookieName(isSecure)
  const token = ctx.caller.cookies[name] ?? ''
  const begun = await ctx.transaction((step) => spendToken(step, { purpose, token }))
  if (!begun) throw refusals.tooLate()
  const settings = await findSettings(ctx.read, ctx.ports)
  if (!settings.isOn) throw refusals.off()
  const wants = ['email', ...(settings.groupRoles.length > 0 ? [settings.groupsClaim] : [])]
  const came = await signOn.finish(settings.connection, { ...bindingOf(ctx, token), query, wants })
  ctx.refuseAs({ event: 'sign_on.refused' })
  if ('failure' in came) throw refusalOf(ctx, came.failure)
  ctx.ports.connections.signOn.answered()
  const entry = await ctx.transaction((step) => enter(step, { ...came, settings }, dependencies))
  if ('refusal' in entry) throw entry.refusal
  ctx.setCookie({ name, value: null })
  return { answer: entry.answer, next: begun.facts['next'] ?? null }
}

const refusalOf = ({ ports }: Pick<MultiStepCtx, 'ports'>, failure: SignOnFailure) => {
  noteFailure(ports, failure)
  return failureRefusals[failure]()
}

/** Returns the URL to which the provider sends people back. */
export const redirectUrlOf = ({ origin }: Pick<Ctx['ports'], 'origin'>) => `${origin}${pages.signOn}`

/** Returns the URL to which it sends them after a sign-out. */
export const signOutUrlOf = ({ origin }: Pick<Ctx['ports'], 'origin'>) => `${origin}${pages.auth}`

const bindingOf = ({ ports }: Pick<MultiStepCtx, 'ports'>, token: string): SignOnBinding => {
  const from = (use: string) => createHash('sha256').update(`${use}:${token}`).digest('base64url')
  return {
    redirectUrl: redirectUrlOf(ports),
    state: from('state'),
    nonce: from('nonce'),
    verifier: from('verifier'),
  }
}

/**
 * Returns the URL to sign out at the provider too (OpenID Connect RP-Initiated Logout 1.0 §2). Null if there is none.
 */
export async function findProviderSignOut({ db, ports }: Ctx, userId: UserId) {
  const link = await store.findLinkOf(db, userId)
  if (!link?.signOutUrl) return null
  const { connection } = await findSettings(db, ports)
  if (link.issuer !== connection.issuer) return null
  const url = new URL(link.signOutUrl)
  const idToken = link.sealedIdToken && ports.secrets.open(link.sealedIdToken, idTokenPlace(userId))
  if (idToken) url.searchParams.set('id_token_hint', idToken)
  url.searchParams.set('client_id', connection.clientId)
  url.searchParams.set('post_logout_redirect_uri', signOutUrlOf(ports))
  return url.href
}
