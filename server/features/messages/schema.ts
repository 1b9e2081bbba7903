import { type SQLWrapper, sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { Attachment, MessageId } from '#contract/messages.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

/** One conversation between a client and one person of the firm. Writers and readers lock its row. */
export const messageThreads = pgTable(
  'message_threads',
  {
    clientId: uuid().notNull().$type<UserId>(),
    memberId: uuid().notNull().$type<UserId>(),
    /** Null until there is a message. */
    lastId: uuid().$type<MessageId>(),
    /**
     * The first message that the member had not answered when they left the firm. Null for all others, and once one of
     * those who answer in their place has written to the client, or has said that it needs no reply.
     */
    leftFromId: uuid().$type<MessageId>(),
  },
  (t) => [
    primaryKey({ columns: [t.clientId, t.memberId] }),
    index().on(t.memberId, t.lastId),
    index('message_threads_left').on(t.memberId).where(sql`left_from_id is not null`),
  ],
)

/** The text by which a message is searched. */
export const wordsOfMessage = (t: Record<'content', SQLWrapper>) => sql`lower(${t.content})`

export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey().$type<MessageId>(),
    clientId: uuid().notNull().$type<UserId>(),
    memberId: uuid().notNull().$type<UserId>(),
    /** Either the client or the member. */
    senderId: uuid().notNull().$type<UserId>(),
    content: text().notNull(),
    /** Sent by the sender's page, to recognise a repeated request. */
    idempotencyKey: text(),
    readAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index().on(t.clientId, t.memberId, t.id),
    index().on(t.memberId, t.id),
    uniqueIndex('messages_idempotency').on(t.senderId, t.idempotencyKey),
    // Only few of all messages are unread.
    index('messages_unread').on(t.clientId, t.memberId, t.senderId).where(sql`read_at is null`),
    index('messages_words').using('gin', sql`${wordsOfMessage(t)} gin_trgm_ops`),
    index('messages_unread_of_member').on(t.memberId, t.senderId).where(sql`read_at is null`),
  ],
)

/** Documents of the client's file that were attached, as they were then. */
export const messageAttachments = pgTable(
  'message_attachments',
  {
    messageId: uuid().notNull().$type<MessageId>(),
    documentId: uuid().notNull().$type<DocumentId>(),
    /**
     * The task for which it was sent. If the task is hidden from a reader outside the conversation, so is the
     * attachment.
     */
    taskId: uuid().$type<TaskId>(),
    /** Its place among the message's attachments, from 0. */
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
  registerPersonalData(messages, {
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
  registerPersonalData(messageAttachments, {
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
