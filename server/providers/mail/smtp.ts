import { createTransport, type SendMailOptions } from 'nodemailer'
import { faultOf } from '#server/platform/diagnostics/log.ts'
import type { Delivery, Letter, MailSender, Note } from '#server/platform/ports/providers.ts'
import { seconds } from '#server/platform/time/durations.ts'

export interface SmtpSettings {
  /** `smtps://` is TLS from the start, `smtp://` becomes it (STARTTLS). */
  url: string
  from: string
  /** Certificates to trust besides the well-known ones, for tests. */
  ca?: string
  /** How long a silent server is waited for, in milliseconds. */
  timeout?: number
  /** Told whether the server could be reached, whatever it then said of a mail. */
  note?: Note
}

/**
 * Sends by SMTP (RFC 5321). Mail leaves over TLS only: a server that does not offer it is refused, but for
 * one on this machine, and for `?tls=optional`.
 */
export function openSmtp(settings: SmtpSettings): MailSender & { verify: () => Promise<void> } {
  const { url, from, ca, timeout = seconds(10), note } = settings
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
      // What a mail holds is what it was given: no path or address in it is ever followed.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  return {
    kind: 'smtp',
    from,
    send: async (letter) => {
      try {
        await using(open(), timeout, (transport) => transport.sendMail(messageOf(letter, from)))
        note?.answered()
        return { status: 'sent' }
      } catch (error) {
        if (isAnswer(error)) note?.answered()
        else note?.failed(error)
        return refusalOf(error)
      }
    },
    verify: () => using(open(), timeout, async (transport) => void (await transport.verify())),
  }
}

type Transport = ReturnType<typeof createTransport>

/** Uses a connection once, and not for ever: a server that trickles never times out by silence. */
async function using<T>(transport: Transport, timeout: number, work: (transport: Transport) => Promise<T>) {
  const late = setTimeout(() => transport.close(), 4 * timeout)
  try {
    return await Promise.race([work(transport), tooLong(5 * timeout)])
  } finally {
    clearTimeout(late)
    transport.close()
  }
}

/** What it says of a mail shows that it is there. */
const isAnswer = (error: unknown) => {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode > 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

const tooLong = (milliseconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The mail server took too long.')), milliseconds).unref()
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
    // Where TLS may be missing, one that proves nothing is no worse (RFC 7435).
    isTlsOptional: !secure && isTlsOptional,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
  }
}

const messageOf = (letter: Letter, from: string): SendMailOptions => {
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
    // RFC 3834 §5: no out-of-office answer comes back.
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Calendars look for an invitation among the readable parts (RFC 6047 §2.4), people among the attached.
    ...(invitation && { icalEvent: invitation }),
    attachments: letter.attachments
      .filter(({ type }) => methodOf(type) === null)
      .map(({ filename, type, content }) => ({ filename, contentType: type, content })),
  }
}

const methodOf = (type: string) => /^text\/calendar\b.*\bmethod=([A-Z]+)/i.exec(type)?.[1] ?? null

/** What a server answers for good (5xx) to an address or a mail stays so; all else is tried again. */
const refusalOf = (error: unknown): Delivery => {
  const reason = faultOf(error)
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  const isForGood = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  return { status: isForGood ? 'refused' : 'unreached', reason }
}
