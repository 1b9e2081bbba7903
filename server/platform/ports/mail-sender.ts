/** A mail as it leaves: complete, and the same whenever it is sent again. */
export interface Letter {
  /** With its angle brackets (RFC 5322 §3.6.4): whoever gets a mail twice can tell by it. */
  messageId: string
  to: string
  /** Who it is from, as mail programs show it. */
  fromName: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  attachments: Enclosure[]
}

export interface Enclosure {
  filename: string
  /** A media type; an invitation names its method: `text/calendar; method=REQUEST`. */
  type: string
  content: string
}

/** What became of a mail; that it was not taken is data, not an exception. */
export type Delivery =
  /** The mail server has taken it. */
  | { status: 'sent' }
  /** There is no mail server: it stays where administrators can read it. */
  | { status: 'kept' }
  /** It will never be taken: this address does not exist. */
  | { status: 'refused'; reason: string }
  /** It may be taken later. */
  | { status: 'unreached'; reason: string }

/** The door to the mail server. */
export interface MailSender {
  kind: 'smtp' | 'outbox'
  /** The address that mails are from; null where none leave. */
  from: string | null
  /** Answers within a minute, and may be asked twice for the same mail. */
  send: (letter: Letter) => Promise<Delivery>
}

/** Without a mail server mails stay in the portal, where its administrators read them. */
export const openOutbox = (): MailSender => ({
  kind: 'outbox',
  from: null,
  send: async () => ({ status: 'kept' }),
})
