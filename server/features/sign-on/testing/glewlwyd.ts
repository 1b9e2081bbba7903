import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll } from 'vitest'
import { freePort } from '#server/testing/loopback.ts'

/** What a provider knows of a person. */
export interface Account {
  email: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  groups?: string[]
  amr?: string[]
}

interface Wanted {
  /** For its database and its log. */
  folder: string
  redirectUrl: string
  client: { clientId: string; clientSecret: string }
}

const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const password = 'a password of the tests'
const scopes = ['profile', 'email', 'groups']

/**
 * Opens Glewlwyd (Debian), a provider by other authors, with the same accounts. `npm run test:providers` installs it.
 */
export async function openGlewlwyd({ folder: parent, redirectUrl, client }: Wanted) {
  const folder = mkdtempSync(join(parent, 'provider-'))
  const [port, database] = [await freePort(), join(folder, 'glewlwyd.db')]
  const address = `http://127.0.0.1:${port}`
  const accounts = new Map<string, Account>()
  execFileSync('/usr/bin/sqlite3', [database], { input: readFileSync(tables) })
  const settings = join(folder, 'glewlwyd.conf')
  writeFileSync(settings, settingsOf({ address, port, database }))
  const child = spawn('/usr/bin/glewlwyd', ['--config-file', settings], { stdio: ['ignore', 'pipe', 'pipe'] })
  const log = createWriteStream(join(folder, 'log'))
  for (const output of [child.stdout, child.stderr]) output.pipe(log)
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill()
    await ended
  }
  afterAll(close)
  while (child.exitCode === null && !(await answersAt(address))) await sleep(50)

  const boss = browserOf(address)
  await boss('POST', '/api/auth/', { username: 'admin', password: 'password' })
  await boss('POST', '/api/mod/plugin', pluginOf(`${address}/api/oidc`))
  for (const name of scopes)
    await boss('POST', '/api/scope', { name, display_name: name, password_required: false, scheme: {} })
  await boss('PUT', '/api/mod/user/database', people)
  await boss('PUT', '/api/mod/user/database/reset')
  await boss('POST', '/api/client', {
    client_id: client.clientId,
    name: 'Portal',
    confidential: true,
    password: client.clientSecret,
    enabled: true,
    scope: [],
    authorization_type: ['code'],
    redirect_uri: [redirectUrl],
    token_endpoint_auth_method: ['client_secret_basic'],
  })

  return {
    issuer: `${address}/api/oidc`,
    ...client,
    accounts,
    close,
    /**
     * Follows a browser that signs in there as `subject`, or declines if that is null. Returns the query it comes back
     * with.
     */
    signIn: async (url: string, subject: string | null) => {
      if (subject === null) throw new Error('Its page says no by a script, which nobody runs here.')
      const known = await boss('GET', `/api/user/${subject}`)
      const user = userOf(subject, accounts.get(subject))
      await (known.ok ? boss('PUT', `/api/user/${subject}`, user) : boss('POST', '/api/user', user))
      const person = browserOf(address)
      await person('POST', '/api/auth/', { username: subject, password })
      await person('PUT', `/api/auth/grant/${client.clientId}`, { scope: ['openid', ...scopes].join(' ') })
      // The request of its own page after someone has signed in there.
      const reply = await person('GET', `${new URL(url).pathname}${new URL(url).search}&g_continue`)
      const place = reply.headers.get('location') ?? ''
      if (!place.startsWith(redirectUrl)) throw new Error(`${reply.status}: ${place}`)
      return new URL(place).search.slice(1)
    },
  }
}

const answersAt = (address: string) =>
  fetch(`${address}/config`).then(
    ({ ok }) => ok,
    () => false,
  )

const browserOf = (address: string) => {
  const jar = new Map<string, string>()
  return async (method: string, path: string, body?: unknown) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value.join('='))
    }
    return reply
  }
}

const userOf = (username: string, account: Account = { email: '' }) => ({
  username,
  password,
  enabled: true,
  scope: ['openid', ...scopes],
  email: account.email,
  given_name: account.given_name ?? '',
  family_name: account.family_name ?? '',
  email_verified: { true: 'yes', false: 'no', undefined: '' }[`${account.email_verified}` as const],
  groups: account.groups ?? [],
})

const own = { multiple: false, read: true, write: true, 'profile-read': true, 'profile-write': false }
const people = {
  module: 'database',
  name: 'database',
  display_name: 'People',
  readonly: false,
  multiple_passwords: false,
  parameters: {
    'use-glewlwyd-connection': true,
    'data-format': {
      given_name: own,
      family_name: own,
      email_verified: own,
      groups: { ...own, multiple: true },
    },
  },
}

const claim = (name: string, facts: Record<string, unknown> = { type: 'string' }) => ({
  name,
  'user-property': name,
  mandatory: true,
  'on-demand': false,
  ...facts,
})

const pluginOf = (issuer: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return {
    module: 'oidc',
    name: 'oidc',
    display_name: 'OpenID Connect',
    parameters: {
      iss: issuer,
      'jwt-type': 'rsa',
      'jwt-key-size': '256',
      key: privateKey,
      cert: publicKey,
      'access-token-duration': 3600,
      'refresh-token-duration': 3600,
      'code-duration': 600,
      'refresh-token-rolling': true,
      'allow-non-oidc': false,
      'auth-type-code-enabled': true,
      'auth-type-token-enabled': false,
      'auth-type-id-token-enabled': true,
      'auth-type-none-enabled': false,
      'auth-type-password-enabled': false,
      'auth-type-client-enabled': false,
      'auth-type-refresh-enabled': false,
      'pkce-allowed': true,
      'pkce-method-plain-allowed': false,
      'pkce-required': true,
      'subject-type': 'public',
      'session-management-allowed': false,
      'email-claim': 'mandatory',
      claims: [
        claim('given_name'),
        claim('family_name'),
        claim('groups'),
        claim('email_verified', {
          type: 'boolean',
          'boolean-value-true': 'yes',
          'boolean-value-false': 'no',
        }),
      ],
    },
  }
}

const settingsOf = ({ address, port, database }: { address: string; port: number; database: string }) => `
port = ${port}
bind_address = "127.0.0.1"
external_url = "${address}"
login_url = "login.html"
api_prefix = "api"
cookie_secure = 0
log_mode = "console"
log_level = "INFO"
session_expiration = 3600
session_key = "GLEWLWYD2_SESSION_ID"
admin_session_authentication = "cookie"
profile_session_authentication = "cookie"
login_api_enabled = true
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${database}" }
`
