import { z } from 'zod'
import { type User, UserId } from './accounts/accounts.ts'
import { PhotographId } from './accounts/photographs.ts'
import { ClientDocument, DocumentId } from './documents/documents.ts'
import {
  command,
  create,
  day,
  file,
  id,
  instant,
  line,
  list,
  newInOutput,
  pageOf,
  prose,
  read,
  replace,
} from './kit/endpoint.ts'
import { pages } from './kit/pages.ts'
import { takesKey } from './kit/takes-key.ts'

declare module './kit/portal.ts' {
  interface Topics {
    messages: true
  }
}

export const MessageId = id('message')
export type MessageId = z.infer<typeof MessageId>

/** A document of the client that was sent with a message, with the name that it had then. */
export const Attachment = z.strictObject({
  documentId: DocumentId,
  filename: z.string(),
  fileType: ClientDocument.shape.fileType,
  /** In bytes. */
  fileSize: z.number().int(),
  /** The document has been deleted since. Its name stays in the conversation. */
  isRemoved: z.boolean(),
})
export type Attachment = z.infer<typeof Attachment>

export const Message = z.strictObject({
  id: MessageId,
  senderId: UserId,
  receiverId: UserId,
  content: z.string(),
  isRead: z.boolean(),
  attachments: z.array(Attachment),
  /** The Idempotency-Key of the request that sent it, by which the sender's page recognises it. Null for others. */
  key: z.string().nullable(),
  createdAt: instant,
})
export type Message = z.infer<typeof Message>

const Colleague = z.strictObject({ id: UserId, name: z.string() })

/** Until when a person of the firm is away, as their clients see it: the first day back, and who answers meanwhile. */
const Away = z.strictObject({ until: day, cover: Colleague })

/** Someone to write to. A client sees the people who work for them, a person of the firm sees their clients. */
export const Contact = z.strictObject({
  id: UserId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** False if the two do not, or no longer, work together. Past messages can still be read. */
  canWrite: z.boolean(),
  /** The photograph of a person of the firm. Null if they have none. */
  photographId: PhotographId.nullable(),
  /** Null for clients, and for people of the firm who are not away. */
  away: newInOutput(Away.nullable(), null),
  /** Who answers a client for a person who has left the firm, and can read what was written. Null for all others. */
  successor: newInOutput(Colleague.nullable(), null),
  /** A person who has left the firm, and whose messages everyone who looks after the client now can read. */
  isReadByTeam: newInOutput(z.boolean(), false),
  unreadCount: z.number().int(),
  lastMessage: z
    .strictObject({
      senderId: UserId,
      content: z.string(),
      createdAt: instant,
      /** The colleague whom the client wrote it with, if the user answers in their place. */
      answeredForId: newInOutput(UserId.nullable(), null),
      /** The person of the firm whose conversation with the client it is. */
      memberId: newInOutput(UserId.nullable(), null),
    })
    .nullable(),
})
export type Contact = z.infer<typeof Contact>

export const messageLength = 10_000
export const attachmentsPerMessage = 10
/** How long a page shows that somebody is typing after the last signal, in milliseconds. */
export const typingLasts = 6_000
/** The shortest time between two signals of a page that somebody is typing, in milliseconds. */
export const typingEvery = 3_000

const written = prose(messageLength, 'Please write a message')

export const messages = {
  contacts: read('/api/contacts', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(Contact),
    audience: 'member',
    action: 'messages.read',
    summary: "A client's team; for someone at the firm their clients, unread first, at most 200",
  }),
  colleagues: read('/api/contacts/:id/colleagues', {
    input: z.strictObject({ id: UserId }),
    output: z.array(
      z.strictObject({
        id: UserId,
        firstName: z.string(),
        lastName: z.string(),
        /** The user answers for them now: they are away, or have left the firm at some time. */
        isCovered: newInOutput(z.boolean(), false),
        hasLeft: newInOutput(z.boolean(), false),
        /** Works with the client. Someone who has left the firm doesn't, and need not once they are back. */
        isOnTeam: newInOutput(z.boolean(), true),
        /** They have left the firm, and something that the client wrote to them waits on the user's start page. */
        isWaiting: newInOutput(z.boolean(), false),
      }),
    ),
    audience: 'firm',
    action: 'messages.read',
    summary: 'Colleagues whose messages with this client the user may read: all, or those they answer for',
  }),
  settle: command('/api/contacts/:id/settled', {
    input: z.strictObject({ id: UserId, memberId: UserId }),
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'firm',
    action: 'messages.write',
    summary:
      'Says that what a client wrote to a colleague who has left the firm needs no reply, by whoever answers for them',
  }),
  list: list('/api/messages', {
    item: Message,
    input: pageOf(Message).extend({
      contactId: UserId.optional(),
      /** The colleague whose conversation with the client to read, by those who oversee messages or answer for them. */
      memberId: UserId.optional(),
    }),
    audience: 'member',
    action: 'messages.read',
    summary: 'The messages with one contact, or with all, newest first',
  }),
  send: create('/api/messages', {
    input: z.strictObject({
      receiverId: UserId,
      content: written,
      attachments: z
        .array(DocumentId)
        .max(attachmentsPerMessage, 'Please attach at most 10 documents')
        .optional(),
    }),
    output: Message,
    audience: 'member',
    action: 'messages.write',
    summary: `Sends a message; ${takesKey}`,
  }),
  markRead: replace('/api/messages/:id/read', {
    input: z.strictObject({ id: MessageId }),
    output: Message,
    audience: 'member',
    action: 'messages.write',
    summary:
      'Marks a received message, and all before it in its conversation, as read; of a colleague they answer for, only clears the notice of it',
  }),
  typing: command('/api/messages/typing', {
    input: z.strictObject({ receiverId: UserId }),
    output: z.strictObject({ success: z.literal(true) }),
    audience: 'member',
    action: 'messages.write',
    summary: "Shows on the receiver's open pages that the sender is typing; kept nowhere",
  }),
  attachment: file('/api/messages/:id/attachments/:documentId', {
    input: z.strictObject({ id: MessageId, documentId: DocumentId }),
    audience: 'member',
    action: 'messages.read',
    summary: 'A document that was sent along, for the two who write to each other',
  }),
}

/** The query parameter that opens a client's messages with a draft about a topic. */
export const aboutParameter = 'about'
export const messageAbout = (title: string) =>
  `${pages.messages}?${aboutParameter}=${encodeURIComponent(`About “${title}”:\n\n`)}`

/** The query parameter that opens a colleague's conversation with a client. */
export const memberParameter = 'of'

/** Returns the path of a person's messages page, opened at one contact. */
export const messagesPathOf = ({ role }: Pick<User, 'role'>, contactId: UserId) =>
  `${role === 'client' ? pages.messages : pages.firmMessages}?with=${contactId}`
