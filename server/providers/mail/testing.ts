import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterAll, expect, onTestFinished } from 'vitest'
import { freePort } from '#server/testing/loopback.ts'

/** A received email, parsed without any library that the sender uses. */
export interface Received {
  from: string
  to: string[]
  raw: string
  headers: Map<string, string>
  parts: Part[]
}
export interface Part {
  type: string
  headers: Map<string, string>
  content: string
}

interface Rules extends SMTPServerOptions {
  /** Called with each email before it is acknowledged. Throwing refuses the email. */
  take?: (mail: Received) => void | Promise<void>
  host?: string
}

/** A mail server on its own port, which keeps the emails it has acknowledged. */
export async function openMailServer({ take = () => {}, host = '127.0.0.1', ...options }: Rules = {}) {
  const mails: Received[] = []
  const receive = async (stream: Readable, { envelope: { mailFrom, rcptTo } }: SMTPServerSession) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    const from = mailFrom === false ? '' : mailFrom.address
    const mail = { from, to: rcptTo.map(({ address }) => address), ...read(Buffer.concat(chunks)) }
    await take(mail)
    mails.push(mail)
  }
  const server = new SMTPServer({
    authOptional: true,
    // TLS only with a certificate of its own, since everyone has the library's key.
    ...(options.key === undefined && { disabledCommands: ['STARTTLS'] }),
    ...options,
    onData: (stream, session, done) => {
      receive(stream, session).then(
        () => done(),
        (error: Error) => done(error),
      )
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  afterAll(close)
  return { mails, port, address: `${host}:${port}` }
}

/** The folder where `npm run test:providers` lets a real mail server keep its queue and log. */
const real = process.env['PORTICO_TRY_EXIM']

/**
 * Returns where to send email for this server: its own address, or a real server (Exim) that queues and forwards it.
 */
export async function openRelay({ port, address }: { port: number; address: string }) {
  if (real === undefined) return address
  const folder = mkdtempSync(join(real, 'relay-'))
  const [own, kept, settings] = [await freePort(), join(folder, 'kept'), join(folder, 'exim.conf')]
  writeFileSync(settings, eximSettings({ kept, own, next: port }))
  mkdirSync(kept)
  // Exim requires that root owns its settings, and its own user its queue.
  execFileSync('chown', ['Debian-exim', kept])
  chmodSync(folder, 0o711)
  const exim = spawn('/usr/sbin/exim4', ['-bdf', '-q1m', '-C', settings], { stdio: 'ignore' })
  const ended = once(exim, 'exit')
  onTestFinished(async () => {
    if (exim.kill()) await ended
  })
  await expect.poll(() => greets(own)).toBe(true)
  return `127.0.0.1:${own}`
}

const eximSettings = ({ kept, own, next }: { kept: string; own: number; next: number }) => `
primary_hostname = relay.test
spool_directory = ${kept}/spool
log_file_path = ${kept}/%slog
daemon_smtp_ports = ${own}
local_interfaces = 127.0.0.1
deliver_drop_privilege = true
keep_environment =
tls_advertise_hosts =
acl_smtp_rcpt = take
acl_smtp_data = take
begin acl
take:
  accept
begin routers
next:
  driver = manualroute
  transport = next
  route_list = * 127.0.0.1::${next}
  self = send
begin transports
next:
  driver = smtp
`

const greets = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true)).once('error', () => resolve(false))
    socket.once('data', () => socket.destroy())
  })

const read = (bytes: Buffer) => {
  const raw = bytes.toString('latin1')
  const { headers, body } = split(raw)
  return { raw, headers, parts: partsOf(headers, body) }
}

const split = (text: string) => {
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
    }),
  )
  return { headers, body: text.slice(end + 4) }
}

/** Returns the leaves of the MIME tree (RFC 2046 §5.1), decoded. */
const partsOf = (headers: Map<string, string>, body: string): Part[] => {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1]
  if (boundary === undefined) return [{ type, headers, content: decoded(headers, body) }]
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => {
      const inner = split(part.replace(/^\r\n|\r\n$/g, ''))
      return partsOf(inner.headers, inner.body)
    })
}

const decoded = (headers: Map<string, string>, body: string) => {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
