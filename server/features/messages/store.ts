import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  type SQLWrapper,
} from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import type { Message, MessageId } from '#contract/messages.ts'
import type { Db } from '#server/platform/db/database.ts'
import { isUnhidden } from '#server/platform/db/file-scope.ts'
import { isLikeliest, likeness } from '#server/platform/db/word-search.ts'
import { messageAttachments, messages, messageThreads, wordsOfMessage } from './schema.ts'

/** The two people of a conversation. */
export interface Pair {
  clientId: UserId
  memberId: UserId
}
export type MessageRow = typeof messages.$inferSelect
/** Ids of clients, or a subquery of them. */
export type Clients = UserId[] | SQLWrapper

export const isOfAny = (
  column: typeof messages.clientId | typeof messageThreads.clientId,
  clients: Clients,
) => (Array.isArray(clients) ? inArray(column, clients) : inArray(column, clients))

const inPair = ({ clientId, memberId }: Pair) =>
  and(eq(messages.clientId, clientId), eq(messages.memberId, memberId))
const isThread = ({ clientId, memberId }: Pair) =>
  and(eq(messageThreads.clientId, clientId), eq(messageThreads.memberId, memberId))
export const isUnread = isNull(messages.readAt)
const olderThan = (before?: MessageId) => (before === undefined ? undefined : lt(messages.id, before))

interface Viewer {
  id: UserId
  /**
   * Tasks that are hidden from the reader. Documents sent for them are only shown to the two people of the
   * conversation.
   */
  hidden: SQLWrapper | undefined
}

const isShown = ({ id, hidden }: Viewer) =>
  hidden &&
  or(eq(messages.clientId, id), eq(messages.memberId, id), isUnhidden(hidden, messageAttachments.taskId))

const oneOfTwo = (id: UserId): Viewer => ({ id, hidden: undefined })

const listWhere = async (db: Db, viewer: Viewer, where: SQL | undefined): Promise<Message[]> => {
  const rows = await db.select().from(messages).where(where).orderBy(desc(messages.id)).limit(pageSize)
  return shownTo(db, viewer, rows)
}

/** Returns the messages of one conversation, newest first, as this person sees them. */
export const listOf = (
  db: Db,
  viewer: Viewer,
  { pair, before }: { pair: Pair; before?: MessageId | undefined },
) => listWhere(db, viewer, and(inPair(pair), olderThan(before)))

/**
 * Returns messages that this member wrote or received and that are most like these words, with clients they may see.
 */
export const search = (
  db: Db,
  { memberId, clients }: { memberId: UserId; clients: SQLWrapper },
  { words, limit }: { words: string; limit: number },
) => {
  const text = wordsOfMessage(messages)
  const { id, clientId, content, createdAt } = messages
  const isTheirs = and(eq(messages.memberId, memberId), inArray(messages.clientId, clients))
  return db
    .select({ id, clientId, content, createdAt, likeness: likeness(text, words) })
    .from(messages)
    .where(isLikeliest({ id, text, words, among: isTheirs }))
    .orderBy(desc(likeness(text, words)), desc(messages.id))
    .limit(limit)
}

/** All that a client has written or received. */
export const listOfClient = (db: Db, clientId: UserId, before?: MessageId) =>
  listWhere(db, oneOfTwo(clientId), and(eq(messages.clientId, clientId), olderThan(before)))

/** All that a person of the firm has written or received, with these clients. */
export const listOfMember = (
  db: Db,
  memberId: UserId,
  { clients, before }: { clients: Clients; before?: MessageId | undefined },
) =>
  listWhere(
    db,
    oneOfTwo(memberId),
    and(eq(messages.memberId, memberId), isOfAny(messages.clientId, clients), olderThan(before)),
  )

/** Returns rows as someone sees them, with their attachments. */
export const shownTo = async (
  db: Db,
  { id: viewerId, hidden }: Viewer,
  rows: MessageRow[],
): Promise<Message[]> => {
  const ids = rows.map(({ id }) => id)
  const sentAlong =
    ids.length === 0
      ? []
      : await db
          .select(getTableColumns(messageAttachments))
          .from(messageAttachments)
          .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
          .where(and(inArray(messageAttachments.messageId, ids), isShown({ id: viewerId, hidden })))
          .orderBy(asc(messageAttachments.position))
  return rows.map((row) => ({
    id: row.id,
    senderId: row.senderId,
    receiverId: receiverOf(row),
    content: row.content,
    isRead: row.readAt !== null,
    createdAt: row.createdAt,
    key: row.senderId === viewerId ? row.idempotencyKey : null,
    attachments: sentAlong
      .filter(({ messageId }) => messageId === row.id)
      .map(({ documentId, filename, fileType, fileSize, isRemoved }) => ({
        documentId,
        filename,
        fileType,
        fileSize,
        isRemoved,
      })),
  }))
}

export const receiverOf = ({ senderId, clientId, memberId }: Pair & Pick<MessageRow, 'senderId'>) =>
  senderId === clientId ? memberId : clientId

/** Locks a conversation until the transaction ends. Creates it if necessary. */
export const holdThread = async (db: Db, pair: Pair) => {
  await db.insert(messageThreads).values(pair).onConflictDoNothing()
  await db.select().from(messageThreads).where(isThread(pair)).for('update')
}

export const hasThread = async (db: Db, pair: Pair) =>
  (await db.select().from(messageThreads).where(isThread(pair))).length > 0

/** Returns what this sender sent under a key before. Other senders' keys do not matter. */
export const findByKey = async (db: Db, senderId: UserId, key: string) => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.senderId, senderId), eq(messages.idempotencyKey, key)))
  return row ?? null
}

/** Returns a message to one of its two people. Throws `not_found` for anyone else. */
export const get = async (db: Db, personId: UserId, id: MessageId) => {
  const person = personId
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), or(eq(messages.clientId, person), eq(messages.memberId, person))))
  return row ?? notFound('message')
}

export const find = async (db: Db, id: MessageId) => {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  return row ?? notFound('message')
}

/** Returns the last message of a conversation. */
export const findLast = async (db: Db, pair: Pair) => {
  const [row] = await db.select().from(messages).where(inPair(pair)).orderBy(desc(messages.id)).limit(1)
  return row ?? null
}

export const findUnread = async (db: Db, id: MessageId) => {
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.id, id), isUnread))
  return row ?? null
}

export const insert = async (db: Db, row: typeof messages.$inferInsert): Promise<MessageRow> => {
  const [inserted] = await db.insert(messages).values(row).returning()
  const { clientId, memberId, id } = inserted ?? notFound('message')
  await db.update(messageThreads).set({ lastId: id }).where(isThread({ clientId, memberId }))
  return inserted ?? notFound('message')
}

export const updateTimes = async (db: Db, id: MessageId, at: Date) => {
  await db.update(messages).set({ createdAt: at, readAt: at }).where(eq(messages.id, id))
}

/** Counts the messages of a conversation that one of the two has not read. */
export const countUnread = async (db: Db, pair: Pair, readerId: UserId) => {
  const [row] = await db
    .select({ unread: count() })
    .from(messages)
    .where(and(inPair(pair), ne(messages.senderId, readerId), isUnread))
  return row?.unread ?? 0
}

/** Marks what one of the two received, up to this message, as read. Returns how many were unread. */
export const updateRead = async (
  db: Db,
  readerId: UserId,
  { pair, upTo, readAt }: { pair: Pair; upTo: MessageId; readAt: Date },
) => {
  const isReceived = ne(messages.senderId, readerId)
  const read = await db
    .update(messages)
    .set({ readAt })
    .where(and(inPair(pair), isReceived, isUnread, lte(messages.id, upTo)))
    .returning({ id: messages.id })
  return read.length
}

export type NewAttachment = typeof messageAttachments.$inferInsert

export const insertAttachments = (db: Db, rows: NewAttachment[]) => db.insert(messageAttachments).values(rows)

export const getAttachment = async (
  db: Db,
  viewer: Viewer,
  { messageId, documentId }: { messageId: MessageId; documentId: DocumentId },
) => {
  const [row] = await db
    .select(getTableColumns(messageAttachments))
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageAttachments.messageId))
    .where(
      and(
        isShown(viewer),
        eq(messageAttachments.messageId, messageId),
        eq(messageAttachments.documentId, documentId),
        eq(messageAttachments.isRemoved, false),
      ),
    )
  return row ?? notFound('document')
}

/** Marks a deleted document in all messages. Returns the members who see it in a conversation. */
export const updateRemoved = async (db: Db, documentId: DocumentId) => {
  const gone = await db
    .update(messageAttachments)
    .set({ isRemoved: true })
    .where(eq(messageAttachments.documentId, documentId))
    .returning({ messageId: messageAttachments.messageId })
  if (gone.length === 0) return []
  const ids = gone.map(({ messageId }) => messageId)
  const rows = await db
    .selectDistinct({ memberId: messages.memberId })
    .from(messages)
    .where(inArray(messages.id, ids))
  return rows.map(({ memberId }) => memberId)
}

export const removeAllOf = async (db: Db, clientId: UserId) => {
  const theirs = db.select({ id: messages.id }).from(messages).where(eq(messages.clientId, clientId))
  await db.delete(messageAttachments).where(inArray(messageAttachments.messageId, theirs))
  await db.delete(messages).where(eq(messages.clientId, clientId))
  await db.delete(messageThreads).where(eq(messageThreads.clientId, clientId))
}
