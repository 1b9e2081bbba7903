import { z } from 'zod'
import { User } from '../accounts/accounts.ts'
import { DocumentType } from '../documents/validation.ts'
import {
  CaptureSession,
  GeneratedSession,
  SessionDocument,
  SessionRequest,
  SessionToken,
  StepType,
  VerificationStatus,
} from '../identity/session.ts'
import { command, instant, line, prose, read, upload } from '../kit/endpoint.ts'
import { AttachmentType, ChatMessage, MessageId } from './chat.ts'
import { Flow, Stage } from './conversation.ts'
import { BankingDetails, DataCheck, KnownData, VerifyUserData } from './user-data.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    onboarding: true
  }
}

const ofSession = z.strictObject({ token: SessionToken })

/** A consent that was given or refused, with the version of the text that was shown. */
export const Consent = z.strictObject({
  kind: z.enum(['processing', 'face_comparison']),
  isGiven: z.boolean(),
  textVersion: z.string(),
  at: instant,
})
export type Consent = z.infer<typeof Consent>

export const Onboarding = z.strictObject({
  stage: Stage,
  road: Flow,
  /** Oldest first. */
  messages: z.array(ChatMessage),
  /** "Step 2 of 5 · about 4 minutes left". */
  progress: z.strictObject({ step: z.number().int(), of: z.number().int(), minutesLeft: z.number().int() }),
  /** Prefills the update form: data read from documents, entered by the client, or known from the account. */
  collected: KnownData,
  consents: z.array(Consent),
  /** The verification session that is currently open. */
  session: z
    .strictObject({ sessionUrl: z.string(), sessionId: z.string(), expiresAt: instant.nullable() })
    .nullable(),
  /** How an upload at this stage is classified. Null if the chat asks for no file. */
  upload: z.strictObject({ documentType: DocumentType, attachmentType: AttachmentType }).nullable(),
  /** A document that was sent is still being read. A live event announces its verdict. */
  isReading: z.boolean(),
  suggestedTopics: z.array(z.string()),
  /** At the end: how many milliseconds the page waits before it completes onboarding and opens the dashboard. */
  redirectAfter: z.number().int().nullable(),
})
export type Onboarding = z.infer<typeof Onboarding>

/** Whether the page has to request a session, because the camera flow needs one and none is open. */
export const wantsSession = ({ stage, session, messages }: Onboarding) =>
  stage === 'upload_document' && session === null && !messages.at(-1)?.options.includes('Try again')

export const Answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('option'), option: line(80) }),
  z.strictObject({ kind: z.literal('banking_details'), ...BankingDetails.shape }),
])
export type Answer = z.infer<typeof Answer>

export const onboarding = {
  show: read('/api/onboarding', {
    output: Onboarding,
    audience: 'client',
    summary: 'The conversation so far, so that the page continues where the client stopped',
  }),
  answer: command('/api/onboarding/answers', {
    input: z.strictObject({ messageId: MessageId, answer: Answer }),
    output: Onboarding,
    audience: 'client',
    summary: 'Answers the newest message, once; 409 for one that another has taken the place of',
  }),
  upload: upload('/api/onboarding/documents', {
    input: z.strictObject({ messageId: MessageId, timestamp: z.string().max(40).optional() }),
    output: Onboarding,
    audience: 'client',
    summary: 'Takes the file (part `file`, 5 MB) that the newest message asks for; its verdict follows',
  }),
  chat: command('/api/onboarding/chat', {
    input: z.strictObject({
      message: prose(2000, 'Please type a message'),
      currentStage: Stage.optional(),
      context: z
        .strictObject({
          selectedIDType: line(80).nullable().optional(),
          hasGeneratedSession: z.boolean().optional(),
          hasStartedVerification: z.boolean().optional(),
          verificationCompleted: z.boolean().optional(),
          usingIDScanVerification: z.boolean().optional(),
        })
        .optional(),
      /**
       * The message id that the page chose. A message that is sent again after a lost connection is stored only once.
       */
      id: MessageId.optional(),
    }),
    output: z.strictObject({
      success: z.literal(true),
      response: z.string(),
      /** The text answered the last message, and the conversation has moved on. */
      shouldContinueFlow: z.boolean(),
    }),
    audience: 'client',
    summary: 'Typed words: an answer to the last message, or a question to the assistant',
  }),
  remind: command('/api/onboarding/reminder', {
    output: Onboarding,
    audience: 'client',
    summary: 'Adds a reminder after five idle minutes, unless the last message is one',
  }),
  generateSession: command('/api/generate-idscan-session', {
    input: SessionRequest,
    output: GeneratedSession,
    audience: 'client',
    summary: 'Opens a verification session, or answers the one that is open',
  }),
  status: read('/api/verification-status', {
    output: VerificationStatus,
    audience: 'client',
    summary: 'The state of the verification session, which moves the conversation on',
  }),
  verifyData: command('/api/verify-user-data', {
    input: VerifyUserData,
    output: DataCheck,
    audience: 'client',
    summary: 'Compares what the client says with what was read and with the account',
  }),
  complete: command('/api/onboarding/complete', {
    output: z.strictObject({ success: z.literal(true), user: User }),
    audience: 'client',
    summary: 'Ends the first login: the dashboard and payments unlock',
  }),
  capture: read('/api/verification-sessions/:token', {
    input: ofSession,
    output: CaptureSession,
    audience: 'anyone',
    summary: 'The verification session of a capture page: whoever has its address, on any device',
  }),
  chooseDocument: command('/api/verification-sessions/:token/document', {
    input: ofSession.extend({ document: SessionDocument }),
    output: CaptureSession,
    audience: 'anyone',
    summary: 'Chooses the identity document that will be shown',
  }),
  takePicture: upload('/api/verification-sessions/:token/pictures', {
    input: ofSession.extend({ step: StepType }),
    output: CaptureSession,
    audience: 'anyone',
    summary: 'Takes the picture of one step (part `file`, 5 MB); again, it takes the place of the one before',
  }),
  skipStep: command('/api/verification-sessions/:token/skip', {
    input: ofSession.extend({ step: StepType }),
    output: CaptureSession,
    audience: 'anyone',
    summary: 'Leaves a step out',
  }),
  submitSession: command('/api/verification-sessions/:token/submit', {
    input: ofSession,
    output: CaptureSession,
    audience: 'anyone',
    summary: 'Ends the session, once: the conversation goes on when its pictures are read',
  }),
}
