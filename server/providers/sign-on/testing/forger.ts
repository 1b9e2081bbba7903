import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [known, stranger] = [newKey(), newKey()]

/** What is wrong with the provider's tokens. Empty for nothing. */
export interface Forgery {
  claims?: Record<string, unknown>
  /** Algorithm of the token. `none` leaves it unsigned. */
  alg?: 'RS256' | 'none'
  isOtherKey?: boolean
  /** The provider's name for itself. */
  issuer?: string
  /** The token endpoint's response instead of tokens. */
  refuses?: { status: number; error: string }
}

/** A provider that accepts every code, and whose tokens may be forged. */
export async function openForger(forgery: Forgery = {}) {
  let nonce = ''
  let shown: string | undefined
  const server = createServer()
  const { address, close } = await openOnLoopback(server)
  const { issuer = address, refuses } = forgery
  const answers: Record<string, () => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/keys`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/keys': () => ({
      keys: [{ ...known.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
    }),
    '/token': () =>
      refuses
        ? { error: refuses.error }
        : {
            access_token: 'access',
            token_type: 'Bearer',
            expires_in: 60,
            id_token: tokenOf(forgery, { issuer: address, nonce }),
          },
  }
  server.on('request', (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    if (path === '/token') shown = request.headers.authorization
    response.statusCode = path === '/token' && refuses ? refuses.status : 200
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[path]?.() ?? {}))
  })
  onTestFinished(close)
  return {
    issuer: address,
    close,
    /** Returns how the portal authenticated itself. */
    shown: () => shown,
    expect: (binding: { nonce: string }) => {
      nonce = binding.nonce
    },
  }
}

const tokenOf = (
  { claims, alg = 'RS256', isOtherKey }: Forgery,
  honest: { issuer: string; nonce: string },
) => {
  const now = Math.floor(Date.now() / 1000)
  const { issuer: iss, nonce } = honest
  const payload = { iss, nonce, aud: 'portal', sub: 'one', iat: now, exp: now + 300, email: 'a@firm.example' }
  const content = `${base64url({ alg, kid: 'one' })}.${base64url({ ...payload, ...claims })}`
  return `${content}.${alg === 'none' ? '' : signed(content, (isOtherKey ? stranger : known).privateKey)}`
}

const signed = (content: string, key: KeyObject) =>
  sign('sha256', Buffer.from(content), key).toString('base64url')
