import { oneLine } from '../diagnostics/log.ts'
import { type PortalRefusal, portalRefusal } from './mail-refusals.ts'

/** What an error of Node, of the SDKs or of the mail library may have besides its message. */
interface ErrorCause {
  code?: unknown
  name?: string
  message?: string
  statusCode?: number
}

/** Returns an error and its causes, at most six. */
function causesOf(fault: unknown): ErrorCause[] {
  const found: object[] = []
  for (let current = fault; typeof current === 'object' && current !== null && found.length < 6; ) {
    found.push(current)
    current = (current as { cause?: unknown }).cause ?? (current as { errors?: unknown[] }).errors?.[0]
  }
  return found
}

/** Explains a fault to the administrator who typed the address, quoting at most a short part of the server's answer. */
export function faultWords(fault: unknown): string {
  const causes = causesOf(fault)
  for (const cause of causes) {
    const { message = '' } = cause
    const text = detailOf(cause)
    if (isOfTls(text)) return `Its TLS certificate isn’t trusted (${oneLine(message, 100)}). ${ownAuthority}`
    const words = wordsIn(text)
    if (words !== null) return words
  }
  return `It didn’t work: ${oneLine(causes.at(-1)?.message ?? 'no reason was given', 160)}`
}

/**
 * Returns what is kept of a fault, in one line: the messages of the error and of its causes, with their codes.
 * `faultDetailWords` makes a sentence of it.
 */
export function faultDetail(fault: unknown): string {
  const details = causesOf(fault).map(detailOf)
  return oneLine(details.length === 0 ? String(fault) : [...new Set(details)].join(' / '), 200)
}

/** Says what is wrong, and what to do, if only the detail of the fault is left. Null if it has no known code. */
export const faultDetailWords = (detail: string) =>
  isOfTls(detail) ? `Its TLS certificate isn’t trusted. ${ownAuthority}` : wordsIn(detail)

/** What kind of fault it is, for a sentence that names no address. */
export type FaultKind =
  | 'unreachable'
  | 'login'
  | 'no_login'
  | 'sender'
  | 'everything'
  | 'certificate'
  | 'other'

/** Returns the kind of a fault of which only the detail is left. */
export function faultKind(detail: string): FaultKind {
  if (isOfTls(detail)) return 'certificate'
  const refusal = refusalIn(detail)
  if (refusal !== null) return refusalKinds[refusal]
  const code = codeIn(detail)
  if (code !== undefined && loginCodes.has(code)) return 'login'
  if (code !== undefined) return silentWords.has(byCode[code] ?? '') ? 'unreachable' : 'other'
  return [401, 403].includes(statusIn(detail)) ? 'login' : 'other'
}

/** The mail library gives the system's error code only in the message, others beside it. */
function detailOf({ code, name = '', message = '', statusCode }: ErrorCause) {
  const mark = typeof code === 'string' ? code : name
  const marks = [
    mark === 'Error' || message.includes(mark) ? '' : mark,
    statusCode === undefined ? '' : `status ${statusCode}`,
  ].filter((text) => text !== '')
  return marks.length === 0 ? message : `${message} (${marks.join(', ')})`
}

/** Returns whether a mail server can be reached and still takes no email, which only an email finds out. */
export const needsEmailToTell = (detail: string) => refusalIn(detail) !== null

/**
 * As `portalRefusal`, but for a user name and password that were tried and refused: they have words of their own, and
 * signing in finds out whether that is over.
 */
const refusalIn = (detail: string) =>
  /\bEAUTH\b/.test(detail) && !/: 530[ -]/.test(detail) ? null : portalRefusal(detail)

const wordsIn = (text: string) => {
  if (isWithoutTls(text)) return noTls
  const refusal = refusalIn(text)
  if (refusal !== null) return refusalWords[refusal]
  const code = codeIn(text)
  return (code === undefined ? undefined : byCode[code]) ?? byStatus[statusIn(text)] ?? null
}

const statusIn = (text: string) => Number(/\bstatus (\d{3})\b/.exec(text)?.[1])
const codeIn = (text: string) => (text.match(/\w+/g) ?? []).find((word) => Object.hasOwn(byCode, word))

/** What answers there does not begin with TLS, which OpenSSL takes for a version that it does not know. */
const isWithoutTls = (text: string) => /wrong version number|packet length too long/i.test(text)
const noTls = 'It doesn’t speak TLS on this port. Please check the port and the encryption.'

const isOfTls = (text: string) =>
  !isWithoutTls(text) &&
  /\b(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)|altnames|(?:self-signed|issuer|first) certificate|certificate (?:has expired|is not yet valid)/i.test(
    text,
  )
const ownAuthority = 'A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.'

const noLogin =
  'The mail server only takes emails from whoever signs in over an encrypted connection. Please check the encryption, and enter a user name and password.'
const noSender =
  'The mail server doesn’t let the portal send from this address. Please check the sender’s address, and ask whoever runs the mail server.'
const noMail =
  'The mail server takes no email from the portal, whoever it is for. Please check its name and port, and ask whoever runs it.'
const refusalWords: Record<PortalRefusal, string> = { login: noLogin, sender: noSender, everything: noMail }
const refusalKinds: Record<PortalRefusal, FaultKind> = {
  login: 'no_login',
  sender: 'sender',
  everything: 'everything',
}
const noName = 'No machine of this name was found. Please check the name.'
const noTime = 'Nothing answered in time. Please check the address, and that no firewall is in the way.'
const noWay = 'There is no way to this machine from the portal. Please check the address and the network.'
const blocked =
  'This leads to an address that the portal doesn’t connect to, such as those at which a cloud gives out a machine’s keys. Please check the name.'
/** Node's own code for an address that a `BlockList` holds. */
export const blockedCode = 'ERR_IP_BLOCKED'
const noKey = 'It doesn’t accept this access key and secret key. Please check both.'
const noService =
  'The machine is there, but nothing answers on this port. Please check the port, and that the service is running.'
const cutOff = 'The connection was cut off. Please check the port and the encryption.'
/** What is said where nothing has answered at all. */
const silentWords = new Set([noName, noTime, noWay, noService, cutOff, blocked])
const loginCodes = new Set(['EAUTH', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied'])
const elsewhere = 'The bucket is in another region. Please check the region.'

const byCode: Record<string, string> = {
  [blockedCode]: blocked,
  // The mail library gives Node's message without its code.
  BlockList: blocked,
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  EDNS: noName,
  ECONNREFUSED: noService,
  ECONNRESET: cutOff,
  ETIMEDOUT: noTime,
  TimeoutError: noTime,
  UND_ERR_CONNECT_TIMEOUT: noTime,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  EACCES: 'The portal’s user isn’t allowed to use it. Please allow that on the portal’s machine.',
  ENOENT:
    'There is nothing at this path on the portal’s machine. Please check the path, and that the service is running.',
  EAUTH: 'The server doesn’t accept this user name and password. Please check both.',
  ETLS: 'The server doesn’t offer encryption (STARTTLS), so nothing was sent. Please check the port and the encryption.',
  NoSuchBucket: 'There is no bucket of this name. Please check the name.',
  InvalidAccessKeyId: noKey,
  SignatureDoesNotMatch: noKey,
  AccessDenied:
    'The key isn’t allowed to do this. It needs to get, put, delete and list objects in this bucket.',
  PermanentRedirect: elsewhere,
  AuthorizationHeaderMalformed: elsewhere,
}

/** Only the language model's errors have a status. */
const byStatus: Record<number, string> = {
  401: 'It doesn’t accept the key. Please enter it again.',
  403: 'It doesn’t accept the key. Please enter it again.',
  404: 'It has no model of this name, or the address isn’t quite right. Please check both.',
}
