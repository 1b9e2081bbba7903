import { oneLine } from '../diagnostics/log.ts'

export function modelFaultWords(fault: unknown) {
  const status = causesOf(fault).map((one) => (one as { statusCode?: number }).statusCode)
  if (status.some((code) => code === 401 || code === 403)) return 'It doesn’t accept the key.'
  if (status.includes(404)) return 'It has no model of this name, or the address isn’t quite right.'
  return faultWords(fault)
}

/** Returns an error and its causes, at most six. */
function causesOf(fault: unknown): object[] {
  const found: object[] = []
  for (let one = fault; typeof one === 'object' && one !== null && found.length < 6; ) {
    found.push(one)
    one = (one as { cause?: unknown }).cause ?? (one as { errors?: unknown[] }).errors?.[0]
  }
  return found
}

/** Explains a fault to the administrator who typed the address, quoting at most a short part of the server's answer. */
export function faultWords(fault: unknown): string {
  const causes = causesOf(fault)
  for (const one of causes) {
    const { code = '', name = '', message = '' } = one as { code?: string; name?: string; message?: string }
    if (isOfTls(code) || /certificate|altnames/i.test(message)) return tlsWords(message)
    // The mail library gives the system's error code only in its message.
    const ofSystem = /\bE[A-Z]{4,}\b/.exec(message)?.[0] ?? ''
    const words = byCode[code] ?? byCode[name] ?? byCode[ofSystem]
    if (words !== undefined) return words
  }
  const last = causes.at(-1)
  const words = oneLine(last instanceof Error ? last.message : 'no reason was given', 160)
  return `It didn’t work: ${words}`
}

const isOfTls = (code: string) => /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)
const tlsWords = (message: string) =>
  `Its TLS certificate isn’t trusted (${oneLine(message, 100)}). A certificate of your own authority is trusted with NODE_EXTRA_CA_CERTS.`

const noName = 'No machine of this name was found.'
const noTime = 'Nothing answered in time. A firewall may be in the way.'
const noWay = 'There is no way to this machine from the portal.'
const noKey = 'It doesn’t accept this access key and secret key.'

const byCode: Record<string, string> = {
  ENOTFOUND: noName,
  EAI_AGAIN: noName,
  EDNS: noName,
  ECONNREFUSED: 'The machine is there, but nothing answers on this port.',
  ECONNRESET: 'The connection was cut off.',
  ETIMEDOUT: noTime,
  TimeoutError: noTime,
  UND_ERR_CONNECT_TIMEOUT: noTime,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  EACCES: 'The portal’s user isn’t allowed to use it.',
  ENOENT: 'There is nothing at this path on the portal’s machine.',
  EAUTH: 'The server doesn’t accept this user name and password.',
  ETLS: 'The server doesn’t offer encryption (STARTTLS). Nothing was sent.',
  NoSuchBucket: 'There is no bucket of this name.',
  InvalidAccessKeyId: noKey,
  SignatureDoesNotMatch: noKey,
  AccessDenied:
    'The key isn’t allowed to do this. It needs to get, put, delete and list objects in this bucket.',
  PermanentRedirect: 'The bucket is in another region. Please check the region.',
  AuthorizationHeaderMalformed: 'The bucket is in another region. Please check the region.',
}
