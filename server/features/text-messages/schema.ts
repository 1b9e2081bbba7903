import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TextMessageId, TextState } from '#contract/text-messages.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** Each text that is to leave, written in the transaction of what it tells about. */
export const messages = pgTable(
  'text_messages',
  {
    id: uuid().primaryKey().$type<TextMessageId>(),
    userId: uuid().notNull().$type<UserId>(),
    sentById: uuid().notNull().$type<UserId>(),
    /** What its code opens: of one subject the newest code alone is sent. */
    subject: text().notNull(),
    /** In the form of E.164. */
    number: text().notNull(),
    /** With a mark where the code stands. */
    words: text().notNull(),
    /** Until it has left; in the demo, where none does, as long as the text is kept. */
    sealedCode: text(),
    link: text().notNull(),
    /** The matter that it is about. */
    matterId: uuid().$type<MatterId>(),
    state: text().$type<TextState>().notNull(),
    attempts: integer().notNull().default(0),
    failure: text(),
    /** By which the provider knows it. */
    reference: text(),
    createdAt: instant().notNull(),
    /** When it is sent; once it is, when the provider is asked whether it arrived. */
    dueAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Until then somebody is sending it, or asking. */
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
  registerTable(messages, {
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
