import { z } from 'zod'
import { CurrentPassword } from './accounts/accounts.ts'
import { atMost, command, id, instant, line, list, read, replace } from './kit/endpoint.ts'
import { removesSecret } from './secret-removal.ts'

declare module './kit/portal.ts' {
  interface Topics {
    texts: true
  }
}

export const TextMessageId = id('textMessage')
export type TextMessageId = z.infer<typeof TextMessageId>

/**
 * `sent`: the provider accepted it and has not yet reported delivery. `kept`: no provider is set up, so it stays in the
 * portal.
 */
export const TextState = z.enum(['waiting', 'sent', 'delivered', 'kept', 'failed'])
export type TextState = z.infer<typeof TextState>

/** The delivery state of a text, for the person who had it sent. */
export const TextStanding = z.strictObject({
  id: TextMessageId,
  /** In E.164 format: `+447700900123`. */
  number: z.string(),
  state: TextState,
  /** A sentence that says why it has not arrived, or not been sent yet. */
  failure: z.string().nullable(),
})
export type TextStanding = z.infer<typeof TextStanding>

/** A text in the outbox list, with its code hidden. */
export const TextSummary = TextStanding.extend({
  words: z.string(),
  createdAt: instant,
  /** When it arrived, was kept or given up. */
  settledAt: instant.nullable(),
  attempts: z.number().int(),
  /** In a demo, administrators can see the codes here, because no text is sent. */
  hasCode: z.boolean(),
})
export type TextSummary = z.infer<typeof TextSummary>

const byId = z.strictObject({ id: TextMessageId })

export const textMessages = {
  offer: read('/api/text-messages/offer', {
    output: z.strictObject({
      /** Whether codes can be sent by text. */
      isOffered: z.boolean(),
      /** Texts are not sent but stay in the portal, because this is a demo. */
      isKept: z.boolean(),
    }),
    audience: 'member',
    summary: 'Whether a code can be sent by text',
  }),
  standing: read('/api/text-messages/:id/standing', {
    input: byId,
    output: TextStanding,
    audience: 'member',
    summary: 'Whether a text that you had sent has arrived',
  }),
  list: list('/api/firm/text-messages', {
    item: TextSummary,
    audience: 'firm',
    action: 'mails.manage',
    summary: "The portal's text messages and the state of each, newest first, with their codes hidden",
  }),
  code: command('/api/firm/text-messages/:id/code', {
    input: byId,
    output: z.strictObject({ code: z.string() }),
    audience: 'firm',
    action: 'mails.manage',
    summary: 'Demo only: the code of a text that stays in the outbox',
  }),
}

const sid = (prefix: string, words: string) =>
  z
    .string()
    .trim()
    .regex(new RegExp(`^(?:${prefix}[0-9a-f]{32})?$`, 'i'), words)

const AccountSid = sid('AC', 'Please enter the account SID (AC and 32 characters)')
const KeySid = sid('SK', 'Please enter the SID of an API key (SK and 32 characters)')
const Secret = z.string().trim().max(200, atMost('Please use at most 200 characters'))

const senderWords =
  'Please enter a number such as +447700900123, a name of up to 11 letters and digits, or a messaging service (MG…)'
const longestName = 11

/** A number, a name of at most eleven characters, or the SID of a messaging service. */
const Sender = z
  .string()
  .trim()
  .max(34, atMost(senderWords))
  .regex(/^(?:\+[1-9]\d{7,14}|[0-9 ]*[a-z][a-z0-9 ]*|MG[0-9a-f]{32})?$/i, senderWords)
  .refine((sender) => sender.length <= longestName || /^(?:\+|MG[0-9a-f]{32}$)/i.test(sender), senderWords)

/** The settings of the text provider as stored, without the secret. */
export const TextSettings = z.strictObject({
  /** "Twilio". */
  provider: z.string(),
  isOn: z.boolean(),
  /** It was configured at start-up and cannot be changed here. */
  isFixed: z.boolean(),
  /** A demo sends no texts, because everybody knows its passwords. */
  isDemo: z.boolean(),
  accountSid: z.string(),
  keySid: z.string(),
  sender: z.string(),
  hasSecret: z.boolean(),
})
export type TextSettings = z.infer<typeof TextSettings>

const managing = { audience: 'firm', action: 'settings.manage' } as const
/** Leave `secret` out to keep the stored one. */
const connection = { accountSid: AccountSid, keySid: KeySid, secret: Secret.optional(), sender: Sender }

export const textProvider = {
  show: read('/api/firm/text-provider', {
    output: TextSettings,
    ...managing,
    summary: 'How the firm sends text messages: not at all, or by a provider',
  }),
  save: replace('/api/firm/text-provider', {
    /** `currentPassword` is needed for every change. */
    input: z.strictObject({ isOn: z.boolean(), ...connection, currentPassword: CurrentPassword }),
    output: TextSettings,
    ...managing,
    summary: 'Saves the connection to the text provider; its secret is kept encrypted and never shown again',
  }),
  test: command('/api/firm/text-provider/test', {
    input: z.strictObject({ ...connection, mobile: line(40, 'Please enter a mobile number') }),
    output: z.strictObject({ state: z.enum(['good', 'bad', 'unknown']), words: z.string() }),
    ...managing,
    summary: 'Sends a test text with these settings, without saving them',
  }),
  removeSecret: removesSecret('/api/firm/text-provider', TextSettings, 'the text provider'),
}

/**
 * Returns a mobile number in E.164 format, or null if the text is not one. A number without a country code is taken as
 * British, and has to be in one of Ofcom's mobile ranges (071 to 075, 077 to 079 and the Isle of Man's 07624). For
 * other countries only the length is checked.
 */
export function mobileIn(text: string): string | null {
  const digits = text.replace(/[\s().\-\u2010-\u2015]/g, '').replace(/^00/, '+')
  const national = /^(?:\+?44)?0?(7\d{9})$/.exec(digits)?.[1]
  if (national) return /^7(?:[1-57-9]|624)/.test(national) ? `+44${national}` : null
  return /^\+(?!44)[1-9]\d{7,14}$/.test(digits) ? digits : null
}

export const isBritish = (number: string) => number.startsWith('+44')

/** Writes a British number as people there read it: `07700 900123`. Leaves numbers of other countries as they are. */
export const mobileText = (number: string) =>
  isBritish(number) ? `0${number.slice(3, 7)} ${number.slice(7)}` : number

/** Returns the sentence about a text's delivery state for the person who had it sent. */
export function textStandingWords({ number, state, failure }: TextStanding): string {
  const to = mobileText(number)
  switch (state) {
    case 'waiting':
      return failure === null
        ? `The text to ${to} is on its way.`
        : `The text to ${to} hasn't been sent yet. ${failure} We'll try again.`
    case 'sent':
      return `The text to ${to} has been sent. We don't know yet whether it arrived.`
    case 'delivered':
      return `The text to ${to} has arrived.`
    case 'kept':
      return `This is a demo, so the text to ${to} is in the outbox and hasn't been sent.`
    case 'failed':
      return `The text to ${to} didn't arrive. ${failure ?? ''}`.trim()
  }
}
