import { z } from 'zod'
import { command, file, id, instant, list, newInOutput, read } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    mails: true
  }
}

export const MailId = id('mail')
export type MailId = z.infer<typeof MailId>

/** `kept`: there is no mail server, so the email stays in the portal's outbox. */
export const MailState = z.enum(['waiting', 'sent', 'kept', 'failed'])
export type MailState = z.infer<typeof MailState>

export const MailSummary = z.strictObject({
  id: MailId,
  to: z.string(),
  subject: z.string(),
  state: MailState,
  createdAt: instant,
  /**
   * It is not sent before this time: after quiet hours, or after a delay because the mail server could not be reached.
   */
  dueAt: instant,
  /** When it was sent, kept or given up. */
  settledAt: instant.nullable(),
  attempts: z.number().int(),
  /** When the last attempt began. */
  triedAt: newInOutput(instant.nullable(), null),
  /** Why the last attempt failed, in technical terms. */
  failure: z.string().nullable(),
  /** The same in a sentence, with what to do about it. */
  failureWords: newInOutput(z.string().nullable(), null),
})
export type MailSummary = z.infer<typeof MailSummary>

export const ShownMail = MailSummary.extend({
  text: z.string(),
  attachments: z.array(z.strictObject({ filename: z.string(), type: z.string() })),
})
export type ShownMail = z.infer<typeof ShownMail>

/** How emails leave this portal: through a mail server, or not at all. */
export const MailTransport = z.strictObject({
  kind: z.enum(['smtp', 'outbox']),
  from: z.string().nullable(),
  /** Why the mail server can't be used; null while nothing is known to be wrong with it. */
  failure: newInOutput(
    z
      .strictObject({ words: z.string(), detail: z.string().nullable(), since: instant.nullable() })
      .nullable(),
    null,
  ),
  /** How many emails are due, or are to be tried again. */
  waiting: newInOutput(z.number().int(), 0),
  /** When the first of them is tried, or within a minute if this has passed. Null if that isn't known. */
  nextAttemptAt: newInOutput(instant.nullable(), null),
})
export type MailTransport = z.infer<typeof MailTransport>

const byId = z.strictObject({ id: MailId })

export const mail = {
  list: list('/api/firm/mails', {
    item: MailSummary,
    audience: 'firm',
    action: 'mails.manage',
    summary: "The portal's emails and the state of each, newest first",
  }),
  transport: read('/api/firm/mail-road', {
    output: MailTransport,
    audience: 'firm',
    action: 'mails.manage',
    summary: 'Whether emails are sent by a mail server or kept in the outbox, and why any of them wait',
  }),
  one: read('/api/firm/mails/:id', {
    input: byId,
    output: ShownMail,
    audience: 'firm',
    action: 'mails.manage',
    summary: 'One email, with its text',
  }),
  html: file('/api/firm/mails/:id/html', {
    input: byId,
    audience: 'firm',
    action: 'mails.manage',
    summary: 'The HTML part of an email, to be shown in a frame that runs nothing',
  }),
  sendAgain: command('/api/firm/mails/:id/send-again', {
    input: byId,
    output: MailSummary,
    audience: 'firm',
    action: 'mails.manage',
    summary: 'Sends an email that failed again',
  }),
  tryNow: command('/api/firm/mails/:id/try-now', {
    input: byId,
    output: MailSummary,
    audience: 'firm',
    action: 'mails.manage',
    summary: 'Tries an email now that would be tried later',
  }),
  tryAllNow: command('/api/firm/mails/try-now', {
    output: z.strictObject({ count: z.number().int() }),
    audience: 'firm',
    action: 'mails.manage',
    summary: 'Tries all emails now that would be tried later, and says how many these are',
  }),
}

/** An email as the client of a demo sees it. */
export const InboxMail = z.strictObject({
  id: MailId,
  subject: z.string(),
  createdAt: instant,
  /** When it will be sent, after quiet hours. Null once that time has come. */
  waitsUntil: instant.nullable(),
  /** Empty if the email addresses nobody by name. */
  firstName: z.string(),
  paragraphs: z.array(z.string()),
  action: z.strictObject({ label: z.string(), path: z.string() }).nullable(),
  /** The link in it has been used or has expired. */
  isLinkOver: z.boolean(),
})
export type InboxMail = z.infer<typeof InboxMail>

/** A demo sends no email, so clients read here what was written to their own address. */
export const demoInbox = {
  list: list('/api/demo-inbox', {
    item: InboxMail,
    audience: 'client',
    summary: 'Demo only: the emails to your own address, newest first, with working links',
  }),
}

/**
 * Only an email that was given up can be sent again: one that is waiting goes by itself, and one that was sent has
 * arrived.
 */
export const canSendAgain = ({ state }: Pick<MailSummary, 'state'>) => state === 'failed'

/** One that has not been tried yet is on its way, or waits for the morning, as most emails do. */
export const canTryNow = ({ state, failure }: Pick<MailSummary, 'state' | 'failure'>) =>
  state === 'waiting' && failure !== null

export const bankDetailsPromise = 'We never send bank details by email.'

// Separators that people and banks print.
const gap = '[ \\-.\\u00a0\\u2010-\\u2015]?'
const bankDetails = [
  // A sort code: three pairs of digits. An account number never appears without one.
  `(?<![\\d.])\\d{2}${gap.replace('?', '')}\\d{2}${gap.replace('?', '')}\\d{2}(?![\\d.])`,
  // An account number of eight digits, or a longer one in a row or in groups, as on a card.
  `(?<![\\w-])\\d{8,}(?![\\w-])`,
  `(?<![\\w-])(?:\\d{4}${gap}){2,}\\d{1,4}(?![\\w-])`,
  // An IBAN (ISO 13616).
  `\\b[A-Z]{2}\\d{2}${gap}(?:[A-Z0-9]{4}${gap}){2,7}[A-Z0-9]{1,4}\\b`,
  'sort code:? ?\\d',
  'account number:? ?\\d',
].map((pattern) => new RegExp(pattern, 'i'))

/** Whether a text contains what looks like a sort code, an account or card number, or an IBAN. */
export const holdsBankDetails = (text: string) => bankDetails.some((pattern) => pattern.test(text))
