import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TextMessageId, TextState } from '#contract/text-messages.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** A text to be sent, written in the transaction of the event that it reports. */
export const messages = pgTable(
  'text_messages',
  {
    id: uuid().primaryKey().$type<TextMessageId>(),
    userId: uuid().notNull().$type<UserId>(),
    sentById: uuid().notNull().$type<UserId>(),
    /** What its code opens. Only the newest code for a subject is sent. */
    subject: text().notNull(),
    /** In E.164 format. */
    number: text().notNull(),
    /** With a mark in place of the code. */
    words: text().notNull(),
    /** Until the text has left. In the demo, which sends none, for as long as the text is kept. */
    sealedCode: text(),
    link: text().notNull(),
    /** The matter that it is about. */
    matterId: uuid().$type<MatterId>(),
    state: text().$type<TextState>().notNull(),
    attempts: integer().notNull().default(0),
    failure: text(),
    /** The provider's id of the text. */
    reference: text(),
    createdAt: instant().notNull(),
    /** When to send it, or once it is sent, when to ask the provider whether it arrived. */
    dueAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Until then, another process is sending it, or asking about it. */
    claimedUntil: instant(),
    settledAt: instant(),
  },
  (t) => [
    index().on(t.state, t.dueAt),
    index().on(t.userId),
    index().on(t.subject),
    index().on(t.settledAt),
    index().on(t.createdAt),
  ],
)

/** The firm's connection to its provider of texts: one row at most. */
export const providers = pgTable('text_providers', {
  isOnly: boolean().primaryKey().default(true),
  isOn: boolean().notNull(),
  accountSid: text().notNull(),
  keySid: text().notNull(),
  sender: text().notNull(),
  sealedSecret: text(),
})

export const personalData = [
  registerPersonalData(messages, {
    title: 'Text messages about your case',
    whose: messages.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      sentById: 'Who had it sent.',
      subject: 'How the portal avoids sending an old code.',
      number: true,
      words: true,
      sealedCode: 'A key that is encrypted.',
      matterId: true,
      link: 'A page of the portal.',
      state: true,
      attempts: true,
      failure: true,
      reference: 'By which the text message provider knows it.',
      createdAt: true,
      dueAt: true,
      expiresAt: true,
      claimedUntil: 'When the portal last tried to send it.',
      settledAt: true,
    },
  }),
]
