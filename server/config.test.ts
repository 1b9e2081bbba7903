import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('without any setting there is a portal for one machine, with the demo', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataFolder: `${process.cwd()}/data`,
    databaseUrl: null,
    isDemo: true,
    isRateLimited: true,
    origin: null,
    isSecure: false,
    proxies: 0,
    isDevelopment: false,
  })
})

test('in production and on an address that others reach, the demo must be asked for', () => {
  expect(readConfig({ NODE_ENV: 'production' }).isDemo).toBe(false)
  expect(readConfig({ HOST: '0.0.0.0' }).isDemo).toBe(false)
  expect(readConfig({ HOST: '0.0.0.0', PORTICO_DEMO: '1' }).isDemo).toBe(true)
  expect(readConfig({ PORTICO_DEMO: '0' }).isDemo).toBe(false)
  expect(readConfig({ PORTICO_URL: 'https://portal.example.co.uk' }).isDemo).toBe(false)
  for (const own of ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(readConfig({ PORTICO_URL: own }).isDemo).toBe(true)
})

test('an empty setting counts as none', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', PORTICO_URL: '' })).toEqual(readConfig({}))
})

test('the public address decides whether answers are for TLS', () => {
  const secure = readConfig({ PORTICO_URL: 'https://portal.example.co.uk/' })
  expect(secure).toMatchObject({ origin: 'https://portal.example.co.uk', isSecure: true })
  expect(readConfig({ PORTICO_URL: 'http://localhost:8080' })).toMatchObject({ isSecure: false })
})

test('every setting that cannot be used is named, and no value is repeated', () => {
  const settings = {
    PORT: '70000',
    DATABASE_URL: 'mysql://somebody:secret@host/x',
    PORTICO_DEMO: 'yes',
    PORTICO_URL: 'ftp://portal.example',
    PORTICO_RATE_LIMIT: 'a little',
    PORTICO_PROXIES: '-1',
    PORTICO_SMTP_URL: 'https://mail:secret@mail.example',
    PORTICO_MAIL_FROM: 'nobody',
  }
  let complaint = ''
  try {
    readConfig(settings)
  } catch (error) {
    complaint = String(error)
  }
  for (const name of Object.keys(settings)) expect(complaint).toContain(`${name} (`)
  expect(complaint).not.toContain('secret')
})

test('the limits cannot be switched off in production', () => {
  const settings = { NODE_ENV: 'production', PORTICO_RATE_LIMIT: 'off' }
  expect(() => readConfig(settings)).toThrow('PORTICO_RATE_LIMIT=off is refused in production.')
})

test('a standby is one of a database that is named', () => {
  const standby = { DATABASE_READ_URL: 'postgresql://standby/portico' }
  expect(readConfig({}).databaseReadUrl).toBeNull()
  expect(readConfig({ ...standby, DATABASE_URL: 'postgresql://primary/portico' }).databaseReadUrl).toBe(
    standby.DATABASE_READ_URL,
  )
  expect(() => readConfig(standby)).toThrow('needs DATABASE_URL')
})

test('where a direct address is named, the other one is that of a pooler, and never the only one', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgresql://database/portico' }
  const both = { ...direct, DATABASE_URL: 'postgresql://pooler/portico' }
  expect(readConfig(both)).toMatchObject({
    databaseUrl: both.DATABASE_DIRECT_URL,
    poolerUrl: both.DATABASE_URL,
  })
  expect(readConfig({ DATABASE_URL: both.DATABASE_URL })).toMatchObject({
    databaseUrl: both.DATABASE_URL,
    poolerUrl: null,
  })
  expect(() => readConfig(direct)).toThrow('needs DATABASE_URL')
})

test('the ways of development cannot be taken in production', () => {
  expect(readConfig({ PORTICO_DEV: '1' }).isDevelopment).toBe(true)
  const settings = { NODE_ENV: 'production', PORTICO_DEV: '1' }
  expect(() => readConfig(settings)).toThrow('PORTICO_DEV=1 is refused in production.')
})

test('webhooks cannot be let lead to this machine in production', () => {
  expect(readConfig({ PORTICO_WEBHOOKS_LOOPBACK: '1' }).allowsLoopbackWebhooks).toBe(true)
  expect(readConfig({}).allowsLoopbackWebhooks).toBe(false)
  const settings = { NODE_ENV: 'production', PORTICO_WEBHOOKS_LOOPBACK: '1' }
  expect(() => readConfig(settings)).toThrow('PORTICO_WEBHOOKS_LOOPBACK=1 is refused in production.')
})

test('mail leaves by a mail server once there is one, and needs somebody it is from', () => {
  const server = { PORTICO_SMTP_URL: 'smtps://portal:secret@mail.example.co.uk' }
  expect(readConfig({}).smtp).toBeNull()
  expect(readConfig({ ...server, PORTICO_MAIL_FROM: 'portal@example.co.uk' }).smtp).toEqual({
    url: server.PORTICO_SMTP_URL,
    from: 'portal@example.co.uk',
  })
  expect(() => readConfig(server)).toThrow('PORTICO_SMTP_URL needs PORTICO_MAIL_FROM')
})

test.each([
  [{}, 'http://127.0.0.1:3000'],
  [{ HOST: '0.0.0.0', PORT: '8080' }, 'http://localhost:8080'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ PORTICO_URL: 'https://portal.example.co.uk/' }, 'https://portal.example.co.uk'],
])('with %j a link in a mail leads to %s', (settings, origin) =>
  expect(readConfig(settings).linkOrigin).toBe(origin),
)

test('figures and traces are kept for nobody unless a setting asks for them', () => {
  expect(readConfig({})).toMatchObject({ metrics: null, traces: null, logLevel: 'warn' })
  expect(readConfig({ PORTICO_METRICS: '127.0.0.1:9464' }).metrics).toEqual({
    address: { host: '127.0.0.1', port: 9464 },
    key: null,
  })
  expect(
    readConfig({ PORTICO_METRICS: '[::1]:80', PORTICO_METRICS_KEY: 'sixteen letters!' }).metrics,
  ).toEqual({
    address: { host: '::1', port: 80 },
    key: 'sixteen letters!',
  })
  for (const address of ['9464', '127.0.0.1:99999'])
    expect(() => readConfig({ PORTICO_METRICS: address })).toThrow('PORTICO_METRICS (such as 127.0.0.1:9464)')
  expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=100%' })).toThrow(
    'OTEL_EXPORTER_OTLP_HEADERS (such',
  )
  const { traces } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, other=c=d',
  })
  expect(traces).toEqual({
    endpoint: 'http://127.0.0.1:4318',
    headers: { 'x-key': 'a b', other: 'c=d' },
    service: 'portico',
  })
})

test('a sign-in provider is named with how it knows the portal, and is not asked where others could answer for it', () => {
  const provider = { PORTICO_OIDC_ISSUER: 'https://provider.example' }
  expect(() => readConfig(provider)).toThrow('PORTICO_OIDC_ISSUER needs PORTICO_OIDC_CLIENT_ID')
  expect(readConfig({ ...provider, PORTICO_OIDC_CLIENT_ID: 'portal' }).signOn).toEqual({
    issuer: 'https://provider.example',
    clientId: 'portal',
    clientSecret: null,
    name: 'your work account',
  })
  const open = { PORTICO_OIDC_ISSUER: 'http://provider.example', PORTICO_OIDC_CLIENT_ID: 'portal' }
  expect(() => readConfig(open)).toThrow('PORTICO_OIDC_ISSUER has to start with https://')
})

test('a virus scanner is named by its address or by its socket', () => {
  expect(readConfig({ PORTICO_CLAMD: '127.0.0.1:3310' }).clamd).toEqual({ host: '127.0.0.1', port: 3310 })
  expect(readConfig({ PORTICO_CLAMD: '[::1]:3310' }).clamd).toEqual({ host: '::1', port: 3310 })
  expect(readConfig({ PORTICO_CLAMD: '/run/clamd.ctl' }).clamd).toEqual({ path: '/run/clamd.ctl' })
  for (const address of ['clamd', '127.0.0.1:99999'])
    expect(() => readConfig({ PORTICO_CLAMD: address })).toThrow('such as 127.0.0.1:3310')
})

test('a bucket is taken with both parts of its key or with none, and files go there unless they are told not to', () => {
  const named = { PORTICO_S3_BUCKET: 'files', PORTICO_S3_ENDPOINT: 'https://s3.example' }
  const key = { PORTICO_S3_ACCESS_KEY: 'us', PORTICO_S3_SECRET_KEY: 'secret' }
  expect(readConfig(named).storage).toMatchObject({ newFilesGoTo: 's3', prefix: '', credentials: null })
  expect(readConfig({ ...named, ...key, PORTICO_FILES: 'disk' }).storage).toMatchObject({
    newFilesGoTo: 'disk',
    credentials: { accessKeyId: 'us', secretAccessKey: 'secret' },
  })
  expect(() => readConfig({ ...named, PORTICO_S3_ACCESS_KEY: 'us' })).toThrow('needed together')
  expect(() => readConfig({ PORTICO_FILES: 's3' })).toThrow('PORTICO_FILES=s3 needs PORTICO_S3_BUCKET')
})

test('the keys of Stripe and GoCardless come together, move no money in the demo, and are asked nowhere else in production', () => {
  const keys = { PORTICO_STRIPE_KEY: 'sk_live_abc', PORTICO_STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
  const live = { ...keys, PORTICO_DEMO: '0' }
  expect(readConfig(live).stripe).toEqual({
    connection: { secretKey: 'sk_live_abc', webhookSecret: 'whsec_abc' },
    apiBase: null,
  })
  expect(() => readConfig({ PORTICO_STRIPE_KEY: 'sk_test_abc' })).toThrow(
    'needs PORTICO_STRIPE_WEBHOOK_SECRET',
  )
  expect(() => readConfig({ ...keys, PORTICO_DEMO: '1' })).toThrow('has to be a test key')
  const form = { ...live, PORTICO_STRIPE_PUBLISHABLE_KEY: 'pk_live_abc' }
  expect(readConfig(form).stripe.connection).toMatchObject({
    form: { publishableKey: 'pk_live_abc', isUsed: true },
  })
  expect(() => readConfig({ ...form, PORTICO_STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' })).toThrow('same mode')
  expect(() => readConfig({ PORTICO_STRIPE_PUBLISHABLE_KEY: 'pk_test_abc' })).toThrow(
    'needs PORTICO_STRIPE_KEY',
  )
  const elsewhere = { ...live, NODE_ENV: 'production', PORTICO_STRIPE_URL: 'http://127.0.0.1:1' }
  expect(() => readConfig(elsewhere)).toThrow('PORTICO_STRIPE_URL is refused')
  const token = { PORTICO_GOCARDLESS_TOKEN: 'live_abc', PORTICO_GOCARDLESS_WEBHOOK_SECRET: 'a-secret' }
  expect(readConfig({ ...token, PORTICO_DEMO: '0' }).gocardless.connection).toEqual({
    secretKey: 'live_abc',
    webhookSecret: 'a-secret',
  })
  expect(() => readConfig({ ...token, PORTICO_DEMO: '1' })).toThrow('has to be a sandbox token')
  expect(() => readConfig({ PORTICO_GOCARDLESS_TOKEN: 'pk_1' })).toThrow('an access token of GoCardless')
})

test('texts need all of their settings, and the demo takes none', () => {
  const account = { PORTICO_TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}` }
  const all = {
    ...account,
    PORTICO_TWILIO_KEY_SID: `SK${'2'.repeat(32)}`,
    PORTICO_TWILIO_KEY_SECRET: 'quiet',
    PORTICO_TEXT_SENDER: 'HartleyRowe',
  }
  const real = { PORTICO_DEMO: '0' }
  expect(readConfig({ ...all, ...real }).texts.connection).toMatchObject({ sender: 'HartleyRowe' })
  expect(readConfig(real).texts.connection).toBeNull()
  expect(() => readConfig({ ...account, ...real })).toThrow('needs PORTICO_TWILIO_KEY_SID')
  expect(() => readConfig(all)).toThrow(/refused in the demo.* set PORTICO_DEMO=0/)
  expect(() => readConfig({ ...all, ...real, PORTICO_TEXT_SENDER: '***' })).toThrow('PORTICO_TEXT_SENDER')
})

test('a time-stamp authority is sent its password by TLS alone, and the firm’s own certificate is a file', () => {
  const url = 'https://tsa.example.co.uk/stamp'
  expect(readConfig({ PORTICO_TSA_URL: url }).timeStamps).toEqual({ url, login: null, certificates: null })
  const login = { PORTICO_TSA_USER: 'hartley', PORTICO_TSA_PASSWORD: 'secret' }
  expect(readConfig({ PORTICO_TSA_URL: url, ...login }).timeStamps?.login).toEqual({
    user: 'hartley',
    password: 'secret',
  })
  expect(() => readConfig({ PORTICO_TSA_URL: url, PORTICO_TSA_USER: 'hartley' })).toThrow('needed together')
  const plain = { PORTICO_TSA_URL: 'http://tsa.example.co.uk/stamp' }
  expect(() => readConfig(plain)).toThrow('name the certificates of the authority')
  expect(readConfig({ ...plain, PORTICO_TSA_CERTIFICATES: '/keys/tsa.pem' }).timeStamps?.login).toBeNull()
  expect(() => readConfig({ PORTICO_TSA_URL: 'https://hartley:secret@tsa.example.co.uk' })).toThrow(
    'PORTICO_TSA_URL holds a login',
  )
  expect(() => readConfig({ ...plain, ...login })).toThrow(
    'PORTICO_TSA_URL: Please use an address that starts with https://: it is sent the password.',
  )
  expect(
    readConfig({ PORTICO_SEAL_PKCS12: '/keys/firm.p12', PORTICO_SEAL_PASSWORD: 'secret' }),
  ).toMatchObject({
    ownCertificate: { path: '/keys/firm.p12', password: 'secret' },
  })
})

test.each([
  ['PORTICO_TSA_CERTIFICATES', 'PORTICO_TSA_URL'],
  ['PORTICO_TSA_USER', 'PORTICO_TSA_URL'],
  ['PORTICO_SEAL_PASSWORD', 'PORTICO_SEAL_PKCS12'],
])('%s without %s is refused rather than ignored', (alone, needed) => {
  expect(() => readConfig({ [alone]: 'a-value' })).toThrow(`${alone} has no effect without ${needed}`)
})

test('a language model’s key is sent by https, or to this machine, as the page of the settings wants it', () => {
  const model = { PORTICO_MODEL: 'llama3', PORTICO_MODEL_URL: 'http://10.0.0.7:11434/v1' }
  const withKey = { ...model, PORTICO_MODEL_KEY: 'sk-secret' }
  expect(() => readConfig(withKey)).toThrow(
    'PORTICO_MODEL_URL: Please use an address that starts with https://: it is sent the key.',
  )
  expect(readConfig(model).model).toMatchObject({ key: null })
  for (const url of ['https://models.example/v1', 'http://127.0.0.1:11434/v1', 'http://[::1]:11434/v1'])
    expect(readConfig({ ...withKey, PORTICO_MODEL_URL: url }).model).toMatchObject({ url, key: 'sk-secret' })
})
