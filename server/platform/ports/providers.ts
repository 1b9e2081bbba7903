import type { UserId } from '#contract/accounts/accounts.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import type { ClientVerdict } from '#contract/documents/verdict.ts'
import type {
  CaptureSession,
  SessionDocument,
  StepResult,
  StepType,
  VerificationStatus,
} from '#contract/identity/session.ts'
import type { CardMethod } from '#contract/payments/payments.ts'
import type { Db } from '../db/database.ts'

/** Notes the outcome of each call to an external service. */
export interface OutcomeRecorder {
  answered: () => void
  failed: (fault: unknown) => void
}

/** Scans an upload for viruses before anyone can open it. */
export interface VirusScanner {
  /**
   * Returns the name of what was found, or null if nothing was. `within` is in milliseconds, 5 s by default.
   * @throws Error if there is no complete answer in time. Nothing is then known about the file.
   */
  scan: (bytes: Uint8Array, options?: { within?: number }) => Promise<string | null>
  /** Returns engine and signature versions, in its own words. */
  version: () => Promise<string>
}

/** A complete email, the same each time it is sent. */
export interface Email {
  /** With its angle brackets (RFC 5322 §3.6.4). Identifies an email that arrives twice. */
  messageId: string
  to: string
  /** The sender's name, as email apps show it. */
  fromName: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  attachments: EmailAttachment[]
}

export interface EmailAttachment {
  filename: string
  /** A media type. An invitation adds its method: `text/calendar; method=REQUEST`. */
  type: string
  content: string
}

/** The outcome of an email. A refusal is data, not an exception. */
export type Delivery =
  /** The mail server has accepted it. */
  | { status: 'sent' }
  /** There is no mail server. Administrators can read the email in the portal. */
  | { status: 'kept' }
  /** It will never be accepted, because the address does not exist. */
  | { status: 'refused'; reason: string }
  /** It may be accepted later. */
  | { status: 'unreached'; reason: string }

/** The port to the mail server. */
export interface MailSender {
  kind: 'smtp' | 'outbox'
  /** The address that emails come from. Null if none are sent. */
  from: string | null
  /** Returns within a minute, and may be called twice with the same email. */
  send: (letter: Email) => Promise<Delivery>
}

/** Keeps emails in the portal if there is no mail server. Administrators read them there. */
export const openOutbox = (): MailSender => ({
  kind: 'outbox',
  from: null,
  send: async () => ({ status: 'kept' }),
})

/** A message to another system of the firm. */
export interface WebhookPost {
  url: string
  headers: Record<string, string>
  body: string
}

/** A failure is data, not an exception. */
export type WebhookAnswer = { status: number } | { failure: string }

/** The port to other systems of the firm. */
export interface WebhookSender {
  /** Returns a sentence why nothing can be sent to this address, or null if it can. */
  refusalOf: (url: string) => Promise<string | null>
  /** Returns within 15 seconds. */
  send: (post: WebhookPost) => Promise<WebhookAnswer>
}

/** Charges money. The sandbox is built in. A real processor implements the same port. */
export interface PaymentProcessor {
  name: string
  isSandbox: boolean
  /** The token to charge if the page names none. Null if there is no such token. */
  defaultToken: string | null
  /** How long to wait for a response, in milliseconds, eight seconds at most. */
  timeout: number
  /**
   * Charges once per key. A repeated call with the same key gives the same result.
   * Throws if the outcome is not known (time-out, malformed, 5xx). `find` then tells it later.
   * Once the signal fires nobody is waiting, and nothing more may be sent.
   */
  charge: (charge: Charge, signal: AbortSignal) => Promise<ChargeOutcome>
  /** Returns the outcome of a charge, or null if the processor never saw the key. Throws if it cannot tell. */
  find: (key: string, signal: AbortSignal) => Promise<ChargeOutcome | null>
}

export interface Charge {
  key: string
  /** In pence. */
  amount: number
  currency: 'GBP'
  token: string
  method: CardMethod
}

export type ChargeOutcome =
  | { status: 'paid'; reference: string }
  | { status: 'declined'; reason: string }
  | { status: 'unknown' }

/** A language model that a firm may add to the built-in assistant. */
export interface LanguageModel {
  /** Model and host, as the firm sees them. */
  name: string
  host: string
  /** Time limit of a whole answer, in milliseconds. */
  timeout: number
  /** Yields the answer as it arrives. Throws if there is no answer or it breaks off. */
  answer: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<string>
}

export interface ModelRequest {
  instructions: string
  /** The conversation so far, oldest first, then the question. */
  messages: { isUser: boolean; content: string }[]
  /** What the model may look up while it answers: read-only, and already limited to one client. */
  tools: ModelTool[]
}

export interface ModelTool {
  name: string
  description: string
  run: () => Promise<string>
}

/** Checks a person's identity, in a session on its own page. Built in. A partner implements the same port. */
export interface IdentityProvider {
  name: string
  /** The checker's name in the consent: "GBG plc". Null if the firm checks on its own machine. */
  checker: string | null
  /** How long to wait for a response, in milliseconds. */
  timeout: number
  /**
   * Opens one session per key. A repeated call with the same key gives the same session. Throws if none was opened or
   * the outcome is not known.
   */
  createSession: (order: SessionOrder, signal: AbortSignal) => Promise<OpenedSession>
  /** Returns the status of a session. Throws if it cannot tell. */
  status: (sessionId: string, options: { now: Date; signal: AbortSignal }) => Promise<VerificationStatus>
  /** The sessions of our own capture page. Null for a partner, which has its own page. */
  captures: CaptureDesk | null
}

export interface SessionOrder {
  key: string
  clientId: UserId
  customerName: string
  organisationName: string
  /** Whether the client agreed to have face and portrait compared. */
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
  /** Null if the step was skipped. */
  documentId: DocumentId | null
  /** Null while its picture is being read. */
  result: StepResult | null
  issues: string[]
  verdict: ClientVerdict | null
  read: ReadFacts
}

/** What was read from a picture. Dates as YYYY-MM-DD. */
export interface ReadFacts {
  fullName: string | null
  dateOfBirth: string | null
  documentNumber: string | null
  expiryDate: string | null
  address: string | null
}

/** The sessions of our own capture page. Each call uses the given transaction. */
interface CaptureDesk {
  find: (db: Db, token: string, now: Date) => Promise<Capture | null>
  /** Returns the session with this id, locked for the rest of the transaction. */
  claim: (db: Db, id: string, now: Date) => Promise<Capture | null>
  /** Sets the document. Another document needs other pictures, so earlier steps are removed. */
  chooseDocument: (db: Db, id: string, document: SessionDocument) => Promise<void>
  saveStep: (db: Db, id: string, step: CapturedStep) => Promise<void>
  submit: (db: Db, id: string, now: Date) => Promise<void>
  statusOf: (capture: Capture) => VerificationStatus
  removeAllOf: (db: Db, clientId: UserId) => Promise<void>
}

/** The portal's registration at the firm's own sign-in provider (OpenID Connect). */
export interface SignOnConnection {
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
}

/** Ties a response to one sign-in, so that it is valid for no other. */
export interface SignOnBinding {
  redirectUrl: string
  state: string
  nonce: string
  /** The code verifier of PKCE (RFC 7636). */
  verifier: string
}

/** Why nobody was signed in: data, not an exception. */
export type SignOnFailure =
  /** The provider cannot be reached, or has a fault. */
  | 'unreachable'
  /** The provider or the person refused. */
  | 'refused'
  /** It took too long, or was used already. */
  | 'over'
  /** The response is expired or not yet valid, by its clock or ours. */
  | 'clock'
  /** The provider does not accept the portal's client ID and secret. */
  | 'unknown_client'
  /** The response is not the one requested, or is from someone else. */
  | 'untrusted'

export interface SignedOn {
  /** The person, from the checked ID token and the provider's other claims. */
  claims: Readonly<Record<string, unknown>> & { sub: string }
  idToken: string
  /** Where a person signs out at the provider. Null if it offers no such page. */
  signOutUrl: string | null
}

export interface SignOnCheckResult {
  step: 'address' | 'flow' | 'keys' | 'secret'
  state: 'good' | 'bad' | 'unknown'
  failure: SignOnFailure | null
}

/** The port to the firm's own sign-in provider. Each call returns within 15 seconds. */
export interface SignOnClient {
  /** The connection that the operator has set, which no page can change. */
  fixed: (SignOnConnection & { name: string }) | null
  /** Returns the address that a browser is sent to for signing in. */
  begin: (
    connection: SignOnConnection,
    request: SignOnBinding & { scopes: string; acrValues: string },
  ) => Promise<{ url: string } | { failure: SignOnFailure }>
  /** Returns who signed in, from the query that the browser came back with. */
  finish: (
    connection: SignOnConnection,
    answered: SignOnBinding & { query: string; wants: readonly string[] },
  ) => Promise<SignedOn | { failure: SignOnFailure }>
  /** Tests the connection step by step, up to the first step that is bad. */
  test: (connection: SignOnConnection, redirectUrl: string) => Promise<SignOnCheckResult[]>
}
