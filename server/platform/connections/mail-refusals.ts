/**
 * What a mail server refuses where no other email would fare better: whoever has not signed in, the portal's sender
 * address, or all that the portal sends.
 */
export type PortalRefusal = 'login' | 'sender' | 'everything'

/**
 * Reads a refusal for good (5xx) in the words of the mail library. Null if it is about the one email or its recipient,
 * or is none. The enhanced code (RFC 3463, and the register that RFC 5248 opened) counts before the reply code (RFC
 * 5321 §4.2.3). Without one, the answer to MAIL FROM is about the sender, as it names nobody else.
 */
export function portalRefusal(detail: string): PortalRefusal | null {
  const [, command = '', reply = '', enhanced] = answer.exec(detail) ?? []
  if (reply === '') return null
  // Wanted before anything else is looked at (RFC 4954 §6), also for the lack of TLS (RFC 3207 §4).
  if (loginReplies.has(reply)) return 'login'
  const said = enhanced === undefined ? undefined : anywhere[enhanced]
  if (said !== undefined) return said
  return command === 'Mail' ? senderRefusal(reply, enhanced) : null
}

const answer =
  /^(?:(\w+) command failed|Message failed|Invalid [^:]*|Can't send mail[^:]*): (5\d\d)[ -](?:(5\.\d{1,3}\.\d{1,3})\b)?/

/** 530 authentication required, 534 mechanism too weak, 535 credentials invalid, 538 encryption required. */
const loginReplies = new Set(['530', '534', '535', '538'])

/** These name the portal, wherever a server says them: many give their reasons only once the recipient is known. */
const anywhere: Record<string, PortalRefusal> = {
  // The sender's address is malformed, or its domain takes no mail (null MX, RFC 7505).
  '5.1.7': 'sender',
  '5.1.8': 'sender',
  '5.7.27': 'sender',
  // SPF, reverse DNS or several checks of the sender's domain failed (RFC 7372).
  '5.7.23': 'sender',
  '5.7.25': 'sender',
  '5.7.26': 'sender',
  '5.7.8': 'login',
  '5.7.9': 'login',
  '5.7.11': 'login',
  // The system takes no mail from the network.
  '5.3.2': 'everything',
}

/** What the answer to MAIL FROM refuses. Its parameters are the size and the alphabet of the one email. */
function senderRefusal(reply: string, enhanced: string | undefined): PortalRefusal | null {
  if (enhanced === undefined) return ofOneEmail.has(reply) ? null : (byReply[reply] ?? 'sender')
  if (ofOneEmail.has(enhanced)) return null
  const subject = enhanced.split('.')[1] ?? ''
  // 5.6.x: the content or its alphabet.
  if (subject === '6') return null
  // 5.3.x, 5.4.x, 5.5.x: the server, its network, its protocol. The others: the address, its mailbox, what it may do.
  return ['3', '4', '5'].includes(subject) ? 'everything' : 'sender'
}

/** Too large, a parameter that is not known, and their enhanced codes: too long, too big, invalid arguments. */
const ofOneEmail = new Set(['552', '555', '5.2.3', '5.3.4', '5.5.4'])

/** 521 takes no mail at all (RFC 7504), 554 has no SMTP service here (RFC 5321 §3.1). */
const byReply: Record<string, PortalRefusal> = { 521: 'everything', 554: 'everything' }
