import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Provider, { type Context } from 'oidc-provider'
import { afterAll } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { type Account, openGlewlwyd } from './glewlwyd.ts'

const client = { clientId: 'portal', clientSecret: randomBytes(24).toString('base64url') }

/**
 * A folder in which `npm run test:providers` lets a real provider keep its data. If it is set, the tests use that
 * provider.
 */
const real = process.env['PORTICO_TRY_GLEWLWYD']

/** Opens a provider by other authors (`oidc-provider`), on a port of its own, with the accounts it is given. */
export async function openProvider(redirectUrl: string, signOutUrl: string) {
  if (real !== undefined) return openGlewlwyd({ folder: real, redirectUrl, client })
  const accounts = new Map<string, Account>()
  let next: string | null = null
  const server = createServer()
  const { address: issuer, close } = await openOnLoopback(server)
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUrl],
        post_logout_redirect_uris: [signOutUrl],
      },
    ],
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    interactions: { url: () => '/sign-in' },
    // The firm's own portal needs no consent.
    loadExistingGrant: async ({ oidc }: Context) => {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile groups')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/sign-in')) return answer(request, response)
    const result =
      next === null
        ? { error: 'access_denied', error_description: 'They said no.' }
        : { login: { accountId: next } }
    void provider.interactionFinished(request, response, result)
  })
  afterAll(close)

  return {
    issuer,
    ...client,
    accounts,
    close,
    /**
     * Follows a browser that signs in there as `subject`, or declines if that is null. Returns the query it comes back
     * with.
     */
    signIn: async (url: string, subject: string | null) => {
      next = subject
      const jar = new Map<string, string>()
      let address = url
      while (!address.startsWith(redirectUrl)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const reply = await fetch(address, { redirect: 'manual', headers: { cookie } })
        for (const line of reply.headers.getSetCookie()) {
          const [pair = ''] = line.split(';')
          const [name = '', ...value] = pair.split('=')
          jar.set(name, value.join('='))
        }
        const place = reply.headers.get('location')
        if (place === null) throw new Error(`${reply.status}: ${await reply.text()}`)
        address = new URL(place, issuer).href
      }
      return new URL(address).search.slice(1)
    },
  }
}
