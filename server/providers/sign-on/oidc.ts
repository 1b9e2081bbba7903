import type { Configuration, CustomFetch } from 'openid-client'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import { boundedText } from '#server/platform/http/bounded-text.ts'
import type {
  SignedOn,
  SignOnCheckResult,
  SignOnClient,
  SignOnConnection,
  SignOnFailure,
} from '#server/platform/ports/providers.ts'
import { minutes } from '#server/platform/time/durations.ts'

/** Loaded at the first sign-in by a provider, because most portals have none. */
const library = () => import('openid-client')
type Library = Awaited<ReturnType<typeof library>>

/** In seconds, for each request. */
const timeout = 5
/** In seconds: how far two clocks may differ. */
const clockTolerance = 60
/** How long a provider's metadata is cached. */
const believedFor = minutes(10)
const answerAtMost = 1024 * 1024

interface Wanted extends Pick<SignOnClient, 'fixed'> {
  /** For an address that is typed on a page, and those that the provider there names. */
  guard?: AddressGuard | null
}

/** OpenID Connect: the code flow with PKCE, and ID tokens whose signature is always verified. */
export function openSignOnClient({ fixed, guard = null }: Wanted): SignOnClient {
  const fetchFrom = guard?.fetch ?? fetch
  let known: { key: string; until: number; config: Configuration } | null = null

  const configure = async (oidc: Library, connection: SignOnConnection) => {
    const key = JSON.stringify(connection)
    if (known?.key === key && known.until > Date.now()) return known.config
    const config = await discover(oidc, connection, fetchFrom)
    known = { key, config, until: Date.now() + believedFor }
    return config
  }

  /** Returns the failure instead of throwing it. */
  const attempt = async <T>(
    connection: SignOnConnection,
    work: (oidc: Library, config: Configuration) => T | Promise<T>,
  ) => {
    const oidc = await library()
    try {
      return await work(oidc, await configure(oidc, connection))
    } catch (error) {
      return { failure: failureOf(oidc, error) }
    }
  }

  return {
    fixed,
    begin: (connection, request) =>
      attempt(connection, async (oidc, config) => ({ url: await addressOf(oidc, config, request) })),
    finish: (connection, answered) =>
      attempt(connection, (oidc, config) => redeemCode(oidc, config, answered)),
    test: async (connection, redirectUrl) => {
      const oidc = await library()
      known = null
      const checks: SignOnCheckResult[] = []
      for (const [step, check] of stepsOf(oidc, { connection, redirectUrl, fetchFrom })) {
        const result = await check().catch((error: unknown) => ({
          state: 'bad' as const,
          failure: failureOf(oidc, error),
        }))
        checks.push({ step, failure: null, ...result })
        if (result.state === 'bad') break
      }
      return checks
    },
  }
}

type SignOnRequest = Parameters<SignOnClient['begin']>[1]

/** Returns where a browser signs in at the provider. */
async function addressOf(oidc: Library, config: Configuration, request: SignOnRequest) {
  const { redirectUrl, state, nonce, verifier, scopes, acrValues } = request
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUrl,
    scope: [...new Set(['openid', 'profile', 'email', ...wordsIn(scopes)])].join(' '),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(acrValues !== '' && { acr_values: acrValues }),
  })
  return url.href
}

type SignOnAnswer = Parameters<SignOnClient['finish']>[1]

/** Exchanges the code that a browser came back with for the claims of who signed in. */
async function redeemCode(
  oidc: Library,
  config: Configuration,
  { redirectUrl, state, nonce, verifier, query, wants }: SignOnAnswer,
): Promise<SignedOn | { failure: SignOnFailure }> {
  const callback = new URL(redirectUrl)
  callback.search = query
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || tokens.id_token === undefined) return { failure: 'untrusted' }
  const { userinfo_endpoint: more, end_session_endpoint: signOutUrl } = config.serverMetadata()
  const lacks = wants.some((name) => claims[name] === undefined)
  const userInfo =
    lacks && more ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub) : undefined
  return {
    claims: { ...userInfo, ...claims },
    idToken: tokens.id_token,
    signOutUrl: signOutUrl ?? null,
  }
}

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const discover = (
  oidc: Library,
  { issuer, clientId, clientSecret }: SignOnConnection,
  fetchFrom: typeof fetch,
) =>
  oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: clockTolerance },
    clientSecret === null ? oidc.None() : secretAuth(oidc, clientSecret),
    {
      timeout,
      [oidc.customFetch]: boundedFetch(fetchFrom),
      execute: [
        oidc.enableNonRepudiationChecks,
        // The contract allows a connection without TLS only to this machine.
        ...(new URL(issuer).protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    },
  )

/** Shows the secret in the way the provider supports. RFC 8414 §2 gives the default. */
const secretAuth =
  (oidc: Library, secret: string): ReturnType<Library['ClientSecretBasic']> =>
  (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: ways = ['client_secret_basic'] } = server
    const show = ways.includes('client_secret_basic') ? basicAuth(secret) : oidc.ClientSecretPost(secret)
    show(server, ...rest)
  }

/**
 * Authenticates by RFC 6749 §2.3.1. Leaves characters unencoded if it can, because some providers do not decode them.
 */
const basicAuth =
  (secret: string): ReturnType<Library['ClientSecretBasic']> =>
  (_, { client_id: id }, __, headers) => {
    const pair = [id, secret].map((text) => encodeURIComponent(text).replaceAll('%20', '+')).join(':')
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

/** Limits the size of a response, and refuses redirects. */
const boundedFetch =
  (fetchFrom: typeof fetch): CustomFetch =>
  async (url, options) => {
    const answer = await fetchFrom(url, options as RequestInit)
    if (answer.body === null) return answer
    let size = 0
    const bounded = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (part, stream) => {
          size += part.byteLength
          if (size > answerAtMost) stream.error(new TypeError('The answer is too long.'))
          else stream.enqueue(part)
        },
      }),
    )
    const { status, statusText, headers } = answer
    const copy = new Response(bounded, { status, statusText, headers })
    Object.defineProperty(copy, 'url', { value: answer.url })
    return copy
  }

type CheckResult = Pick<SignOnCheckResult, 'state'> & Partial<Pick<SignOnCheckResult, 'failure'>>

interface Tested {
  connection: SignOnConnection
  redirectUrl: string
  fetchFrom: typeof fetch
}

const stepsOf = (
  oidc: Library,
  { connection, redirectUrl, fetchFrom }: Tested,
): [SignOnCheckResult['step'], () => Promise<CheckResult>][] => {
  let config: Configuration | undefined
  const found = () => {
    if (!config) throw new Error('The address is looked at first.')
    return config
  }
  return [
    [
      'address',
      async () => {
        config = await discover(oidc, connection, fetchFrom)
        return { state: 'good' }
      },
    ],
    ['flow', async () => checkFlow(found())],
    ['keys', () => checkKeys(found(), fetchFrom)],
    ['secret', () => checkSecret(oidc, found(), redirectUrl)],
  ]
}

const checkFlow = (config: Configuration): CheckResult => {
  const server = config.serverMetadata()
  const isWhole = server.authorization_endpoint && server.token_endpoint
  const hasCode = server.response_types_supported?.includes('code') ?? true
  if (!isWhole || !hasCode) return { state: 'bad', failure: 'untrusted' }
  const ways = server.code_challenge_methods_supported
  return { state: ways?.includes('S256') ? 'good' : 'unknown' }
}

async function checkKeys(config: Configuration, fetchFrom: typeof fetch): Promise<CheckResult> {
  const { jwks_uri: address } = config.serverMetadata()
  if (address === undefined) return { state: 'bad', failure: 'untrusted' }
  const answer = await fetchFrom(address, { signal: AbortSignal.timeout(timeout * 1000), redirect: 'error' })
  const text = answer.ok ? await boundedText(answer, answerAtMost) : '{}'
  const { keys = [] } = JSON.parse(text) as { keys?: unknown[] }
  return keys.length > 0 ? { state: 'good' } : { state: 'bad', failure: 'untrusted' }
}

/** Sends an invalid code. A provider that accepts the client refuses the code, others refuse the client. */
async function checkSecret(oidc: Library, config: Configuration, redirectUrl: string): Promise<CheckResult> {
  const callback = new URL(redirectUrl)
  callback.search = new URLSearchParams({
    code: 'portico-connection-test',
    iss: config.serverMetadata().issuer,
  }).toString()
  try {
    await oidc.authorizationCodeGrant(config, callback, { pkceCodeVerifier: 'x'.repeat(43) })
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && isCodeRefused(error)) return { state: 'good' }
    const failure = failureOf(oidc, error)
    return failure === 'unknown_client' ? { state: 'bad', failure } : { state: 'unknown' }
  }
  return { state: 'unknown' }
}

const failures: Record<string, SignOnFailure> = {
  OAUTH_TIMEOUT: 'unreachable',
  OAUTH_ABORT: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unreachable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'unreachable',
  OAUTH_PARSE_ERROR: 'unreachable',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
}

const failureOf = (oidc: Library, error: unknown): SignOnFailure => {
  if (error instanceof oidc.AuthorizationResponseError) return 'refused'
  if (error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError)
    return ofBody(error)
  if (error instanceof oidc.ClientError) return failures[error.code ?? ''] ?? 'untrusted'
  return error instanceof TypeError || isTimeout(error) ? 'unreachable' : 'untrusted'
}

const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The standard has one error code for it, and Glewlwyd another. */
const isCodeRefused = ({ error }: { error?: string }) => error === 'invalid_grant' || error === 'invalid_code'

/** Maps the errors of RFC 6749 §5.2. */
const ofBody = (error: Error & { status: number; error?: string }): SignOnFailure => {
  if (isCodeRefused(error)) return 'over'
  if (error.status >= 500) return 'unreachable'
  return error.error === 'invalid_client' || error.error === 'unauthorized_client' || error.status === 401
    ? 'unknown_client'
    : 'untrusted'
}
