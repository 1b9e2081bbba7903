import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import type { SessionDocument, StepType } from '#contract/identity/session.ts'
import type { ActionType, AttachmentType, Badge, Fact, FormId, MessageId } from '#contract/onboarding/chat.ts'
import type { Flow, Requirement, Stage } from '#contract/onboarding/conversation.ts'
import type { Consent } from '#contract/onboarding/onboarding.ts'
import type { BankingDetails, UserData } from '#contract/onboarding/user-data.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'

/** One conversation per client, from the first greeting until it is erased. */
export const conversations = pgTable('conversations', {
  clientId: uuid().primaryKey().$type<UserId>(),
  stage: text().$type<Stage>().notNull(),
  flow: text().$type<Flow>().notNull(),
  state: jsonb().$type<ConversationState>().notNull(),
  /** The current verification session. */
  sessionId: uuid(),
  startedAt: instant().notNull(),
  updatedAt: instant().notNull(),
  /** When its end was processed: tasks resolved and the firm notified. */
  completedAt: instant(),
})

export const messages = pgTable(
  'conversation_messages',
  {
    id: uuid().primaryKey().$type<MessageId>(),
    clientId: uuid().notNull().$type<UserId>(),
    position: integer().notNull(),
    stage: text().$type<Stage>().notNull(),
    isUser: boolean().notNull(),
    content: text().notNull(),
    options: jsonb().$type<string[]>().notNull(),
    actionType: text().$type<ActionType>(),
    attachmentType: text().$type<AttachmentType>(),
    formId: text().$type<FormId>(),
    sessionId: text(),
    facts: jsonb().$type<Fact[]>().notNull(),
    badge: jsonb().$type<Badge>(),
    /** For a client's message, the message that it answers. */
    answers: uuid().$type<MessageId>(),
    at: instant().notNull(),
  },
  (t) => [
    uniqueIndex('conversation_order').on(t.clientId, t.position),
    uniqueIndex('answered_once').on(t.answers),
  ],
)

/** Every consent that was given or refused, with the version of its text. Rows are only added. */
export const consents = pgTable(
  'consents',
  {
    id: uuid().primaryKey(),
    clientId: uuid().notNull().$type<UserId>(),
    kind: text().$type<Consent['kind']>().notNull(),
    isGiven: boolean().notNull(),
    textVersion: text().notNull(),
    at: instant().notNull(),
  },
  (t) => [index().on(t.clientId, t.at)],
)

/** Verification sessions. The row is written before the provider is called, so that no session is opened twice. */
export const verificationSessions = pgTable(
  'verification_sessions',
  {
    id: uuid().primaryKey(),
    clientId: uuid().notNull().$type<UserId>(),
    provider: text().notNull(),
    state: text().$type<'requested' | 'open' | 'failed' | 'decided'>().notNull(),
    /** The provider's id of the session. */
    providerId: text(),
    /** The address of the session, encrypted for this row, so that the table alone opens no session. */
    encryptedUrl: text(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.clientId)],
)

export const personalData = [
  registerPersonalData(conversations, {
    title: 'Your conversation with the assistant',
    whose: conversations.clientId,
    columns: {
      clientId: 'Your own reference number.',
      stage: true,
      flow: true,
      state:
        'How the conversation keeps its place; what you said and sent is given with its messages and documents.',
      sessionId: true,
      startedAt: true,
      updatedAt: true,
      completedAt: true,
    },
  }),
  registerPersonalData(messages, {
    title: 'What was said in it',
    whose: messages.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      position: true,
      stage: true,
      isUser: true,
      content: true,
      options: true,
      actionType: true,
      attachmentType: true,
      formId: true,
      sessionId: true,
      facts: true,
      badge: true,
      answers: true,
      at: true,
    },
  }),
  registerPersonalData(consents, {
    title: 'Your consents',
    whose: consents.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      kind: true,
      isGiven: true,
      textVersion: true,
      at: true,
    },
  }),
  registerPersonalData(verificationSessions, {
    title: 'Verification sessions',
    whose: verificationSessions.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      provider: true,
      state: true,
      providerId: "The provider's number for the session, which opens it there.",
      encryptedUrl: 'A key: anyone who has the address can open the session.',
      expiresAt: true,
      createdAt: true,
    },
  }),
]

/** A file that was sent in the conversation. */
export interface CollectedDocument {
  documentId: DocumentId
  documentType: DocumentType
  attachmentType: AttachmentType
  /** The stage of the chat or the step of a session that asked for it. The other one is null. */
  stage: Stage | null
  step: { sessionId: string; type: StepType } | null
  outcome: DocumentOutcome | 'reading'
}

export type DocumentOutcome = 'verified' | 'review' | 'failed'

/** What a conversation knows, besides its stage. */
export interface ConversationState {
  wantsSelfie: boolean
  resolved: Requirement[]
  idType: SessionDocument | null
  documents: CollectedDocument[]
  /** What was read from documents or by an identity partner. */
  read: ReadFacts
  bank: BankingDetails | null
  /** What the client corrected in the update form. */
  submitted: UserData | null
  fundsSource: string | null
  /** How it ended, or null while it goes on. */
  ending: 'confirmed' | 'data_rejected' | 'left' | null
  /** Whether the last decided session verified everything it asked for. */
  hasVerifiedSession?: boolean
  /** Whether the identity could not be verified. */
  hasFailed: boolean
}

export type Conversation = typeof conversations.$inferSelect

export type MessageRow = typeof messages.$inferSelect

export type SessionRow = typeof verificationSessions.$inferSelect
