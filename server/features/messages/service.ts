import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { type messages as contract, type Message, type MessageId, typingEvery } from '#contract/messages.ts'
import { clientsOf, listTeam } from '#server/features/accounts/service.ts'
import { readNoticesOf } from '#server/features/notifications/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import { keyOf, keyReused } from '#server/platform/http/idempotency.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { linkForCover, linkOf, pairToRead, pairToWrite, viewerOf } from './contacts.ts'
import { clearAnswered, clearCoverNotices, ringCover, ringFor } from './jobs.ts'
import { settleAnswered } from './leavers.ts'
import { answeredFor } from './stand-ins.ts'
import type { MessageRow, Pair } from './store.ts'
import * as store from './store.ts'
import * as threads from './threads/store.ts'

export { listContacts, listContactsAmong, listWaitingMessages } from './contacts.ts'
export { countUnansweredOf } from './leavers.ts'
export { answerTimes, countUnanswered, unreadBySender } from './threads/store.ts'

export const messageRate: Limit = { name: 'message', points: 120, duration: 600 }

type SendInput = Input<typeof contract.send>

/** A document of the client's file that is attached. */
type AttachedDocument = Omit<store.NewAttachment, 'messageId' | 'position' | 'isRemoved'>

/** Returns these documents of a client, in this order. Throws `not_found` for one that is not theirs. */
export type FindDocuments = (
  ctx: Ctx,
  input: { clientId: UserId; documentIds: readonly DocumentId[] },
) => Promise<AttachedDocument[]>

/** Sends a message once, however often the same request arrives. */
export async function send(
  ctx: MultiStepCtx<Member>,
  input: SendInput,
  findDocuments: FindDocuments,
): Promise<Message> {
  await ctx.ports.limits.count(messageRate, ctx.actor.id)
  const key = keyOf(ctx.caller.idempotencyKey)
  return ctx.transaction((step) => deliver(step, input, { key, findDocuments })).catch(refuseOtherUse)
}

async function deliver(
  ctx: Ctx<Member>,
  { receiverId, content, attachments = [] }: SendInput,
  { key, findDocuments }: { key: string | null; findDocuments: FindDocuments },
) {
  const pair = await pairToWrite(ctx, receiverId)
  await store.holdThread(ctx.db, pair)
  const known = key === null ? null : await store.findByKey(ctx.db, ctx.actor.id, key)
  if (known && !(await isSame(ctx, known, { receiverId, content, attachments }))) throw reused()
  const message = known ?? (await post(ctx, pair, { senderId: ctx.actor.id, content, key }))
  if (ctx.actor.role !== 'client') await settleAnswered(ctx, pair.clientId)
  if (!known && attachments.length > 0) {
    const documentIds = [...new Set(attachments)]
    await attach(ctx, message, await findDocuments(ctx, { clientId: pair.clientId, documentIds }))
  }
  return shown(ctx, message)
}

/** Returns whether an earlier message has the same receiver, text and documents, in any order. */
async function isSame(
  ctx: Ctx<Member>,
  known: MessageRow,
  { receiverId, content, attachments = [] }: SendInput,
) {
  if (known.content !== content || store.receiverOf(known) !== receiverId) return false
  const sentAlong = new Set<string>((await shown(ctx, known)).attachments.map(({ documentId }) => documentId))
  const wanted = new Set(attachments.map((documentId) => documentId.toLowerCase()))
  return wanted.size === sentAlong.size && [...wanted].every((documentId) => sentAlong.has(documentId))
}

interface Letter {
  senderId: UserId
  content: string
  key: string | null
}

/**
 * Inserts a message into a locked conversation. Notifies the receiver only if they have read everything before it, and
 * whoever covers for them in any case.
 */
async function post(ctx: Ctx, pair: Pair, { key, ...letter }: Letter): Promise<MessageRow> {
  const before = await store.findLast(ctx.db, pair)
  const receiverId = store.receiverOf({ ...pair, ...letter })
  const isFirstUnread = (await store.countUnread(ctx.db, pair, receiverId)) === 0
  const message = await store.insert(ctx.db, {
    ...pair,
    ...letter,
    id: newId<MessageId>(),
    idempotencyKey: key,
    createdAt: ctx.now,
  })
  await ctx.invalidate(pair.clientId, 'messages')
  await ctx.invalidate(pair.memberId, 'messages')
  if (isFirstUnread) await ringFor(ctx, message, before)
  if (letter.senderId === pair.clientId) {
    await ringCover(ctx, pair)
    await ctx.publish('clientWrote', { clientId: pair.clientId })
  } else await clearAnswered(ctx, pair)
  return message
}

const attach = ({ db }: Ctx, { id: messageId }: MessageRow, documents: AttachedDocument[]) =>
  store.insertAttachments(
    db,
    documents.map((document, position) => ({ ...document, messageId, position })),
  )

/** Handles a deleted document: the conversation keeps its name, but no longer links to it. */
export async function dropAttachment(
  { db, invalidate }: Ctx,
  { clientId, documentId }: DomainEvents['documentRemoved'],
) {
  const members = await store.updateRemoved(db, documentId)
  for (const id of [...(members.length > 0 ? [clientId] : []), ...members]) await invalidate(id, 'messages')
}

export async function markRead(ctx: Ctx<Member>, { id }: Input<typeof contract.markRead>): Promise<Message> {
  const message = await store.find(ctx.db, id)
  const { clientId, memberId, senderId } = message
  if (ctx.actor.id !== clientId && ctx.actor.id !== memberId) return readForColleague(ctx, message)
  if (senderId === ctx.actor.id) return notFound('message')
  const pair = await pairToRead(ctx, { contactId: message.senderId })
  await store.holdThread(ctx.db, pair)
  const reader = ctx.actor.id
  if ((await store.updateRead(ctx.db, reader, { pair, upTo: id, readAt: ctx.now })) > 0) {
    await readNoticesOf(ctx, reader, linkOf(pair, reader))
    if (reader === pair.memberId) await clearCoverNotices(ctx, pair)
    await ctx.invalidate(pair.clientId, 'messages')
    await ctx.invalidate(pair.memberId, 'messages')
  }
  return shown(ctx, await store.find(ctx.db, id))
}

/** Clears what somebody who answers for a colleague was told. It stays unread, because the colleague hasn't read it. */
async function readForColleague(ctx: Ctx<Member>, message: MessageRow) {
  const { clientId, memberId } = message
  const reader = ctx.actor.id
  if ((await answeredFor(ctx, clientId, [memberId])).length === 0) return notFound('message')
  await readNoticesOf(ctx, reader, linkForCover(await pairToRead(ctx, { contactId: clientId, memberId })))
  return shown(ctx, message)
}

/** Sends a client's request for a person, made to the assistant, as a message to the first person of their team. */
export async function writeForSupport(ctx: Ctx, { clientId, words }: DomainEvents['supportAsked']) {
  const [first] = await listTeam(ctx.db, clientId)
  if (!first) return
  const pair = { clientId, memberId: first.id }
  await store.holdThread(ctx.db, pair)
  await post(ctx, pair, { senderId: clientId, content: words, key: null })
}

export async function eraseMessages({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  const members = await threads.listMembers(db, clientId)
  await store.removeAllOf(db, clientId)
  for (const id of [clientId, ...members]) await invalidate(id, 'messages')
}

interface Said extends Pair {
  senderId: UserId
  content: string
  at: Date
  isUnread?: boolean
}

/** For the demo: makes a message look as if it was written, and read, at that time. */
export const moveMessage = (db: Db, id: MessageId, at: Date) => store.updateTimes(db, id, at)

/** For the demo: adds an earlier message. */
export async function addMessage(db: Db, { at, isUnread = false, ...said }: Said) {
  await store.holdThread(db, said)
  const id = newId<MessageId>()
  await store.insert(db, { ...said, id, readAt: isUnread ? null : at, createdAt: at })
}

const shown = async ({ db, actor }: Ctx<Member>, row: MessageRow) => {
  const [message] = await store.shownTo(db, viewerOf({ db, actor }), [row])
  return message ?? notFound('message')
}

// The database refuses a key that is used for two conversations at the same time.
const refuseOtherUse = (error: unknown): never => {
  throw brokenConstraint(error) === 'messages_idempotency' ? reused() : error
}

const reused = () => keyReused('This request was already used for another message. Please send it again.')

/**
 * Returns an attached document to people who may read the message. A document that could run something is only
 * downloaded.
 */
export async function showAttachment(
  ctx: Ctx<Member>,
  { id, documentId }: Input<typeof contract.attachment>,
): Promise<FileAnswer> {
  const message = await store.find(ctx.db, id)
  const { clientId, memberId } = message
  if (ctx.actor.role === 'client') await store.get(ctx.db, ctx.actor.id, id)
  else await pairToRead(ctx, { contactId: clientId, memberId }, 'message')
  const file = await store.getAttachment(ctx.db, viewerOf(ctx), { messageId: id, documentId })
  const { fileKey, sha256, fileSize: size, fileType: type, filename, hasActiveContent } = file
  return {
    open: (range) => ctx.ports.files.read(fileKey, { range, sha256 }),
    size,
    type,
    filename,
    isAttachment: hasActiveContent,
    tag: sha256,
  }
}

// Of this process only. At worst, two nodes show the same thing twice.
const shownAt = new Map<string, number>()
const mostShown = 10_000

/** Shows the receiver that someone is typing to them, no more often than a page can use it. */
export async function broadcastTyping(ctx: Ctx<Member>, { receiverId }: Input<typeof contract.typing>) {
  const whose = `${ctx.actor.id} ${receiverId}`
  const isNew = ctx.now.getTime() - (shownAt.get(whose) ?? 0) >= typingEvery / 2
  if (isNew) {
    await pairToWrite(ctx, receiverId)
    if (shownAt.size >= mostShown) shownAt.clear()
    shownAt.set(whose, ctx.now.getTime())
    await ctx.broadcastTyping(receiverId)
  }
  return { success: true as const }
}

/** Searches the messages between this person and their clients, despite typing errors. The best come first. */
export const searchMessages = async ({ db, actor }: Ctx<Staff>, wanted: { words: string; limit: number }) => {
  const memberId = actor.id
  const found = await store.search(db, { memberId, clients: clientsOf(db, actor) }, wanted)
  return found.map((message) => ({ ...message, path: linkOf({ ...message, memberId }, memberId) }))
}
