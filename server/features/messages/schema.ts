import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Attachment, MessageId } from '#contract/messages.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** One conversation: a client and one person of the firm. Its row is what writers and readers take turns by. */
export const messageThreads = pgTable(
  'message_threads',
  {
    clientId: uuid().notNull().$type<UserId>(),
    memberId: uuid().notNull().$type<UserId>(),
    /** Null until something was said. */
    lastId: uuid().$type<MessageId>(),
  },
  (t) => [primaryKey({ columns: [t.clientId, t.memberId] }), index().on(t.memberId, t.lastId)],
)

/** What a message is searched by. */
export const wordsOfMessage = (t: Record<'content', SQLWrapper>) => sql`lower(${t.content})`

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().$type<MessageId>(),
    clientId: uuid().notNull().$type<UserId>(),
    memberId: uuid().notNull().$type<UserId>(),
    /** One of the two. */
    senderId: uuid().notNull().$type<UserId>(),
    content: text().notNull(),
    /** What the sender's page sent, so that a repeat is known. */
    idempotencyKey: text(),
    readAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index().on(t.clientId, t.memberId, t.id),
    index().on(t.memberId, t.id),
    uniqueIndex('messages_idempotency').on(t.senderId, t.idempotencyKey),
    // What is unread is a few rows among all that were ever written.
    index('messages_unread').on(t.clientId, t.memberId, t.senderId).where(sql`read_at is null`),
    index('messages_words').using('gin', sql`${wordsOfMessage(t)} gin_trgm_ops`),
    index('messages_unread_of_member').on(t.memberId, t.senderId).where(sql`read_at is null`),
  ],
)

/** Documents of the client's file that went along, as they were then. */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    messageId: uuid().notNull().$type<MessageId>(),
    documentId: uuid().notNull().$type<DocumentId>(),
    /** For which it was sent: where that is hidden from a reader who is not one of the two, so is the attachment. */
    taskId: uuid().$type<TaskId>(),
    /** Which of a message's attachments it is, from 0. */
    position: integer().notNull(),
    filename: text().notNull(),
    fileType: text().$type<Attachment['fileType']>().notNull(),
    fileSize: integer().notNull(),
    hasActiveContent: boolean().notNull(),
    fileKey: text().notNull(),
    sha256: text().notNull(),
    isRemoved: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.documentId] }), index().on(t.documentId)],
)

export const personalData = [
  registerTable(messages, {
    title: 'Messages between you and us',
    whose: messages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      memberId: true,
      senderId: true,
      content: true,
      idempotencyKey: 'How the portal recognises the same message sent twice.',
      readAt: true,
      createdAt: true,
    },
  }),
  registerTable(messageAttachments, {
    title: 'Documents attached to messages',
    whose: { column: messageAttachments.messageId, to: messages.id, whose: messages.clientId },
    columns: {
      messageId: true,
      documentId: true,
      taskId: true,
      position: true,
      filename: true,
      fileType: true,
      fileSize: true,
      hasActiveContent: true,
      fileKey: 'Where the file is stored; the file itself is given with your documents.',
      sha256: true,
      isRemoved: true,
    },
  }),
]
