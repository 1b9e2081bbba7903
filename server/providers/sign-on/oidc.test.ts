import { expect, test } from 'vitest'
import type { SignOnBinding } from '#server/platform/ports/providers.ts'
import { openSignOnClient } from './oidc.ts'
import { type Forgery, openForger } from './testing/forger.ts'

const binding: SignOnBinding = {
  redirectUrl: 'https://portal.example/auth/provider',
  state: 'a state',
  nonce: 'a nonce',
  verifier: 'v'.repeat(43),
}

const finish = async (forgery: Forgery, query = `code=one&state=${encodeURIComponent(binding.state)}`) => {
  const provider = await openForger(forgery)
  provider.expect(binding)
  const connection = { issuer: provider.issuer, clientId: 'portal', clientSecret: 'secret' }
  const client = openSignOnClient({ fixed: null })
  return client.finish(connection, { ...binding, query, wants: ['email'] })
}
const now = () => Math.floor(Date.now() / 1000)

test('an honest answer names who it is', async () => {
  expect(await finish({})).toMatchObject({ claims: { sub: 'one', email: 'a@firm.example' } })
})

test.each<[string, Forgery, string]>([
  ['another issuer in the token', { claims: { iss: 'https://elsewhere.example' } }, 'untrusted'],
  ['another name of the provider itself', { issuer: 'https://elsewhere.example' }, 'untrusted'],
  ['another audience', { claims: { aud: 'another-portal' } }, 'untrusted'],
  ['another nonce', { claims: { nonce: 'of another sign-in' } }, 'untrusted'],
  ['no nonce', { claims: { nonce: undefined } }, 'untrusted'],
  ['no subject', { claims: { sub: undefined } }, 'untrusted'],
  ['a token that is over', { claims: { exp: now() - 3600, iat: now() - 7200 } }, 'clock'],
  ['a token that is not true yet', { claims: { nbf: now() + 3600 } }, 'clock'],
  ['the signature of another key', { isOtherKey: true }, 'untrusted'],
  ['no signature', { alg: 'none' }, 'untrusted'],
  ['a code that was used', { refuses: { status: 400, error: 'invalid_grant' } }, 'over'],
  ['a client that it does not know', { refuses: { status: 401, error: 'invalid_client' } }, 'unknown_client'],
  ['a provider that is not well', { refuses: { status: 503, error: 'server_error' } }, 'unreachable'],
])('%s signs nobody in', async (_, forgery, failure) => {
  expect(await finish(forgery)).toEqual({ failure })
})

test.each([
  ['a state of another sign-in', 'code=one&state=another', 'untrusted'],
  ['no state', 'code=one', 'untrusted'],
  ['a no of the provider', `error=access_denied&state=${encodeURIComponent(binding.state)}`, 'refused'],
])('%s signs nobody in', async (_, query, failure) => {
  expect(await finish({}, query)).toEqual({ failure })
})

test('the secret is shown as it is written, for providers that decode nothing', async () => {
  const provider = await openForger()
  provider.expect(binding)
  const connection = { issuer: provider.issuer, clientId: 'portal', clientSecret: 'a-b_c.d~e %' }
  const query = `code=one&state=${encodeURIComponent(binding.state)}`
  await openSignOnClient({ fixed: null }).finish(connection, { ...binding, query, wants: [] })
  expect(provider.shown()).toBe(`Basic ${Buffer.from('portal:a-b_c.d~e+%25').toString('base64')}`)
})

test('a provider that is away is told from one that says no', async () => {
  const provider = await openForger()
  await provider.close()
  const connection = { issuer: provider.issuer, clientId: 'portal', clientSecret: null }
  const client = openSignOnClient({ fixed: null })
  const query = 'code=one'
  expect(await client.finish(connection, { ...binding, query, wants: [] })).toEqual({
    failure: 'unreachable',
  })
  expect(await client.begin(connection, { ...binding, scopes: '', acrValues: '' })).toEqual({
    failure: 'unreachable',
  })
})

test('a browser is sent with PKCE, and with what the firm asks for beside', async () => {
  const { issuer } = await openForger()
  const connection = { issuer, clientId: 'portal', clientSecret: null }
  const begun = await openSignOnClient({ fixed: null }).begin(connection, {
    ...binding,
    scopes: 'groups openid',
    acrValues: 'phr',
  })
  const { searchParams } = new URL('url' in begun ? begun.url : '')
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'portal',
    redirect_uri: binding.redirectUrl,
    scope: 'openid profile email groups',
    code_challenge_method: 'S256',
    state: binding.state,
    nonce: binding.nonce,
    acr_values: 'phr',
  })
  expect(searchParams.get('code_challenge')).not.toBe(binding.verifier)
})
