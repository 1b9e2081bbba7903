import { Socket } from 'node:net'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { AddressGuard } from '#server/platform/connections/address-guard.ts'
import { faultDetail } from '#server/platform/connections/fault-words.ts'
import { portalRefusal } from '#server/platform/connections/mail-refusals.ts'
import type { Delivery, Email, MailSender, OutcomeRecorder } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'

export interface SmtpSettings {
  /** `smtps://` uses TLS from the start, `smtp://` upgrades to it (STARTTLS). */
  url: string
  from: string
  /** Certificates to trust besides the well-known ones, for tests. */
  ca?: string
  /** How long to wait for a silent server, in milliseconds. */
  timeout?: number
  /** Notes whether the server could be reached, whatever it answered about an email. */
  note?: OutcomeRecorder
  guard?: AddressGuard | null
}

export type Smtp = MailSender & {
  /** False if emails are also sent to a server without TLS. */
  isTlsRequired: boolean
  verify: () => Promise<void>
}

/**
 * Sends by SMTP (RFC 5321), only over TLS. Refuses a server that does not offer it, except one on this machine or with
 * `?tls=optional`.
 */
export function openSmtp(settings: SmtpSettings): Smtp {
  const { url, from, ca, timeout = seconds(10), note, guard } = settings
  const { isTlsOptional, ...server } = serverOf(url)
  const open = () =>
    createTransport({
      ...server,
      tls: {
        minVersion: 'TLSv1.2',
        rejectUnauthorized: !isTlsOptional,
        ...(ca !== undefined && { ca }),
      },
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      dnsTimeout: timeout,
      socketTimeout: timeout,
      // The library connects this socket itself, and begins TLS on it.
      ...(guard && { socket: new Socket({ blockList: guard.blockList }) }),
      // Sends only the given content: the library must not read paths or addresses.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    kind: 'smtp',
    from,
    isTlsRequired: !isTlsOptional,
    send: async (letter) => {
      try {
        await using(open(), timeout, (transport) => transport.sendMail(messageOf(letter, from)))
        note?.answered()
        return { status: 'sent' }
      } catch (error) {
        if (isAnswer(error as SmtpError)) note?.answered()
        else note?.failed(error)
        return refusalOf(error)
      }
    },
    verify: () => using(open(), timeout, async (transport) => void (await transport.verify())),
  }
}

type Transport = ReturnType<typeof createTransport>

/** Uses a connection once, with a time limit, because a server that trickles bytes never times out by silence. */
async function using<T>(transport: Transport, timeout: number, work: (transport: Transport) => Promise<T>) {
  const late = setTimeout(() => transport.close(), 4 * timeout)
  try {
    return await Promise.race([work(transport), tooLong(5 * timeout)])
  } finally {
    clearTimeout(late)
    transport.close()
  }
}

interface SmtpError {
  code?: string
  responseCode?: number
}

/** Returns whether the error is the server's answer about one email, which shows that the settings are right. */
const isAnswer = (error: SmtpError) => {
  const { code, responseCode = 0 } = error
  const isOfEmail = code === 'EENVELOPE' || code === 'EMESSAGE'
  return responseCode > 0 && isOfEmail && portalRefusal(faultDetail(error)) === null
}

const tooLong = (milliseconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(
      () => reject(Object.assign(new Error('The mail server took too long.'), { code: 'ETIMEDOUT' })),
      milliseconds,
    ).unref()
  })

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

const serverOf = (address: string) => {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address)
  const secure = protocol === 'smtps:'
  const isTlsOptional = loopback.has(hostname) || searchParams.get('tls') === 'optional'
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && !isTlsOptional,
    // If TLS is optional, an unverified certificate is no worse than no TLS (RFC 7435).
    isTlsOptional: !secure && isTlsOptional,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

const messageOf = (letter: Email, from: string): SendMailOptions => {
  const { messageId, to, fromName, replyTo, subject, text, html } = letter
  const [invitation] = letter.attachments.flatMap(({ filename, type, content }) => {
    const method = methodOf(type)
    return method === null ? [] : [{ filename, method, content }]
  })
  return {
    messageId,
    from: { name: fromName, address: from },
    to: { name: '', address: to },
    ...(replyTo !== null && { replyTo }),
    subject,
    text,
    html,
    // Prevents out-of-office replies (RFC 3834 §5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Calendars look for an invitation among the readable parts (RFC 6047 §2.4), people among the attachments.
    ...(invitation && { icalEvent: invitation }),
    attachments: letter.attachments
      .filter(({ type }) => methodOf(type) === null)
      .map(({ filename, type, content }) => ({ filename, contentType: type, content })),
  }
}

const methodOf = (type: string) => /^text\/calendar\b.*\bmethod=([A-Z]+)/i.exec(type)?.[1] ?? null

/** A permanent error (5xx) about a recipient or email is final. Everything else is tried again. */
const refusalOf = (error: unknown): Delivery => {
  const reason = faultDetail(error)
  const { responseCode = 0 } = error as SmtpError
  const isForGood = responseCode >= 500 && isAnswer(error as SmtpError)
  return { status: isForGood ? 'refused' : 'unreached', reason }
}
