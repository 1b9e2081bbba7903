import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Mail } from '#contract/kit/domain-events.ts'
import type { MailId, MailState } from '#contract/mail.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { NoticeTopic } from '#contract/notifications/notifications.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import type { KeptAction } from './service/link-keys.ts'

/** A mail to be sent, written in the transaction of the event that it reports. */
export const mails = pgTable(
  'mails',
  {
    id: uuid().primaryKey().$type<MailId>(),
    /** Null for someone without an account. */
    userId: uuid().$type<UserId>(),
    /** The person's id or, without an account, the address. With the event it prevents that a mail is queued twice. */
    recipient: text().notNull(),
    event: text().notNull(),
    /** What was decided on, if it tells of a decision that may be taken back before it is sent. */
    aboutDecision: text(),
    address: text().notNull(),
    firstName: text().notNull(),
    subject: text().notNull(),
    paragraphs: jsonb().$type<string[]>().notNull(),
    action: jsonb().$type<KeptAction>(),
    attachments: jsonb().$type<NonNullable<Mail['attachments']>>().notNull(),
    /**
     * The matters that the mail mentions. If one is restricted, the outbox hides the mail from staff who may not know
     * of it.
     */
    matterIds: uuid().array().$type<MatterId[]>().notNull().default([]),
    /** Whether the person could have turned this mail off. It then says where. */
    isChosen: boolean().notNull(),
    /** Whether it goes to the address of the account by the time it is sent, not to the one it was written for. */
    followsAccount: boolean().notNull().default(false),
    state: text().$type<MailState>().notNull(),
    attempts: integer().notNull().default(0),
    failure: text(),
    /** Sealed settings of another mail server than the one in use. Null once the mail is sent or given up. */
    via: text(),
    /** Set at the first attempt, and reused for all others. */
    messageId: text(),
    createdAt: instant().notNull(),
    dueAt: instant().notNull(),
    /** When the last attempt began. Null before the first. */
    triedAt: instant(),
    /** Until then, another process is sending it. */
    claimedUntil: instant(),
    settledAt: instant(),
  },
  (t) => [
    uniqueIndex('mails_once').on(t.recipient, t.event),
    index().on(t.state, t.dueAt),
    index().on(t.userId),
  ],
)

/** News that waits for the daily mail of people who chose one. */
export const digestEntries = pgTable(
  'mail_digest_entries',
  {
    id: uuid().primaryKey(),
    userId: uuid().notNull().$type<UserId>(),
    topic: text().$type<NoticeTopic>().notNull(),
    /** Null if the mail only says that there is news. */
    sentence: text(),
    /** As of an email. */
    aboutDecision: text(),
    matterId: uuid().$type<MatterId>(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.userId, t.createdAt)],
)

/** Reminders of a task that a client has had or that came too late, in days after it was opened. */
export const reminders = pgTable(
  'mail_reminders',
  {
    clientId: uuid().notNull().$type<UserId>(),
    taskId: uuid().notNull().$type<TaskId>(),
    /** A task that is opened again is reminded of from day one. */
    openedAt: instant().notNull(),
    day: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.openedAt, t.day] }), index().on(t.clientId)],
)

export const personalData = [
  registerPersonalData(mails, {
    title: 'Emails we sent you',
    whose: mails.userId,
    columns: {
      id: true,
      userId: 'Your own reference number.',
      recipient: 'Your own reference number.',
      event: 'How the portal avoids sending the same email twice.',
      aboutDecision:
        'Which decision it tells of, so that it is not sent if the decision is taken back first.',
      address: true,
      firstName: true,
      subject: true,
      paragraphs: 'An email may contain a key to the account; what it tells you is in the portal.',
      action: 'An email may contain a key to the account; what it tells you is in the portal.',
      attachments: 'Calendar entries for appointments that are given elsewhere.',
      matterIds: true,
      isChosen: true,
      followsAccount: 'Whether the portal sends it to your present address.',
      state: true,
      attempts: true,
      failure: "The mail server's reply.",
      messageId: true,
      via: 'The settings of a mail server, sealed.',
      createdAt: true,
      dueAt: true,
      triedAt: true,
      claimedUntil: 'Until when another part of the portal is sending it.',
      settledAt: true,
    },
  }),
]
