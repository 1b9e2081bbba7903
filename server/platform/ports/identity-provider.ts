import type { UserId } from '#contract/accounts.ts'
import type { DocumentId } from '#contract/documents.ts'
import type { ClientVerdict } from '#contract/verdict.ts'
import type {
  CaptureSession,
  SessionDocument,
  StepResult,
  StepType,
  VerificationStatus,
} from '#contract/verification-session.ts'
import type { Db } from '../db/database.ts'

/** Checks who somebody is, in a session on a page of its own. Built in; a partner stands behind the same port. */
export interface IdentityProvider {
  name: string
  /** Who checks, as the consent names it: "GBG plc"; null where the firm does it itself, on its own machine. */
  checker: string | null
  /** How long an answer is waited for, in milliseconds. */
  timeout: number
  /**
   * Opens a session once for a key: asked again with the same one it answers as before. Throws when none was
   * opened or nobody knows.
   */
  createSession: (order: SessionOrder, signal: AbortSignal) => Promise<OpenedSession>
  /** How a session stands. Throws when it cannot tell. */
  status: (sessionId: string, asked: { now: Date; signal: AbortSignal }) => Promise<VerificationStatus>
  /** Where the capture page is our own: what it needs. Null for a partner, whose page is its own. */
  captures: CaptureDesk | null
}

export interface SessionOrder {
  key: string
  clientId: UserId
  customerName: string
  organisationName: string
  /** The client agreed to have face and portrait compared. */
  comparesFaces: boolean
  now: Date
}

export interface OpenedSession {
  sessionId: string
  sessionUrl: string
  expiresAt: Date | null
}

/** A session of the built-in capture page. */
export interface Capture {
  id: string
  clientId: UserId
  comparesFaces: boolean
  document: SessionDocument | null
  state: CaptureSession['state']
  prompt: string
  expiresAt: Date
  steps: CapturedStep[]
}

export interface CapturedStep {
  type: StepType
  /** Null where the step was left out. */
  documentId: DocumentId | null
  /** Null while its picture is being read. */
  result: StepResult | null
  issues: string[]
  verdict: ClientVerdict | null
  read: ReadFacts
}

/** What a picture was found to say. Days as YYYY-MM-DD. */
export interface ReadFacts {
  fullName: string | null
  dateOfBirth: string | null
  documentNumber: string | null
  expiryDate: string | null
  address: string | null
}

/** The sessions of our own capture page, each call in the transaction that it is given. */
export interface CaptureDesk {
  find: (db: Db, token: string, now: Date) => Promise<Capture | null>
  /** By its id, and held for the rest of the transaction. */
  claim: (db: Db, id: string, now: Date) => Promise<Capture | null>
  /** Another document asks for other pictures: those of the one before are forgotten. */
  chooseDocument: (db: Db, id: string, document: SessionDocument) => Promise<void>
  saveStep: (db: Db, id: string, step: CapturedStep) => Promise<void>
  submit: (db: Db, id: string, now: Date) => Promise<void>
  statusOf: (capture: Capture) => VerificationStatus
  removeAllOf: (db: Db, clientId: UserId) => Promise<void>
}
