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

/** Told how it went, whenever something outside was needed. */
export interface Note {
  answered: () => void
  failed: (fault: unknown) => void
}

/** What looks for viruses in an upload before anybody can open it. */
export interface VirusScanner {
  /**
   * The name of what was found, or null where nothing was. `within` is in milliseconds; 5 s when missing.
   * @throws Error when there is no whole answer in time: then nothing is known of the file.
   */
  scan: (bytes: Uint8Array, options?: { within?: number }) => Promise<string | null>
  /** Engine and signatures, in its own words. */
  version: () => Promise<string>
}

/** A mail as it leaves: complete, and the same whenever it is sent again. */
export interface Letter {
  /** With its angle brackets (RFC 5322 §3.6.4): whoever gets a mail twice can tell by it. */
  messageId: string
  to: string
  /** Who it is from, as mail programs show it. */
  fromName: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  attachments: Enclosure[]
}

export interface Enclosure {
  filename: string
  /** A media type; an invitation names its method: `text/calendar; method=REQUEST`. */
  type: string
  content: string
}

/** What became of a mail; that it was not taken is data, not an exception. */
export type Delivery =
  /** The mail server has taken it. */
  | { status: 'sent' }
  /** There is no mail server: it stays where administrators can read it. */
  | { status: 'kept' }
  /** It will never be taken: this address does not exist. */
  | { status: 'refused'; reason: string }
  /** It may be taken later. */
  | { status: 'unreached'; reason: string }

/** The door to the mail server. */
export interface MailSender {
  kind: 'smtp' | 'outbox'
  /** The address that mails are from; null where none leave. */
  from: string | null
  /** Answers within a minute, and may be asked twice for the same mail. */
  send: (letter: Letter) => Promise<Delivery>
}

/** Without a mail server mails stay in the portal, where its administrators read them. */
export const openOutbox = (): MailSender => ({
  kind: 'outbox',
  from: null,
  send: async () => ({ status: 'kept' }),
})

/** What is sent to another system of the firm. */
export interface WebhookPost {
  url: string
  headers: Record<string, string>
  body: string
}

/** That it was not taken is data, not an exception. */
export type WebhookAnswer = { status: number } | { failure: string }

/** The door to other systems of the firm. */
export interface WebhookSender {
  /** In a sentence, why nothing can be sent to this address; null where it can. */
  refusalOf: (url: string) => Promise<string | null>
  /** Answers within a quarter of a minute. */
  send: (post: WebhookPost) => Promise<WebhookAnswer>
}

/** Charges money. The sandbox is built in; a real processor stands behind the same port. */
export interface PaymentProcessor {
  name: string
  isSandbox: boolean
  /** The token that pays when the page names none; null where there is no such thing. */
  defaultToken: string | null
  /** How long an answer is waited for, in milliseconds; eight seconds at most. */
  timeout: number
  /**
   * Charges once for a key, whatever is sent twice: the same key answers as before.
   * Throws when the answer is not known (time-out, malformed, 5xx): then `find` tells later.
   * When the signal fires nobody listens any more, and nothing more may be sent.
   */
  charge: (charge: Charge, signal: AbortSignal) => Promise<ChargeOutcome>
  /** What became of a charge; null when the processor never saw the key. Throws when it cannot tell. */
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

/** A language model that a firm may set up beside the built-in assistant. */
export interface LanguageModel {
  /** Which model, and whose machine it runs on: what the firm is shown. */
  name: string
  host: string
  /** For a whole answer, in milliseconds. */
  timeout: number
  /** The words as they come. Throws when there is no answer, or no more of it. */
  answer: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<string>
}

export interface ModelRequest {
  instructions: string
  /** What was said before, oldest first, then the question. */
  messages: { isUser: boolean; content: string }[]
  /** What the model may look up while it answers: reading only, and already bound to one client. */
  lookups: Lookup[]
}

export interface Lookup {
  name: string
  description: string
  run: () => Promise<string>
}

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
  status: (sessionId: string, options: { now: Date; signal: AbortSignal }) => Promise<VerificationStatus>
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
interface CaptureDesk {
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

/** How the portal is known at the firm's own sign-in provider (OpenID Connect). */
export interface SignOnConnection {
  issuer: string
  clientId: string
  /** Null of a public client. */
  clientSecret: string | null
}

/** What one sign-in is bound to, so that its answer fits no other. */
export interface SignOnBinding {
  redirectUrl: string
  state: string
  nonce: string
  /** PKCE's (RFC 7636). */
  verifier: string
}

/** Why nobody was signed in: data, not an exception. */
export type SignOnFailure =
  /** The provider cannot be reached, or is not well. */
  | 'unreachable'
  /** The provider, or the person there, said no. */
  | 'refused'
  /** It took too long, or was used already. */
  | 'over'
  /** By its clock and ours the answer is over or not yet true. */
  | 'clock'
  /** The provider does not know the portal by this client ID and secret. */
  | 'unknown_client'
  /** The answer is not what was asked for, or not by whom. */
  | 'untrusted'

export interface SignedOn {
  /** Who it is, by the ID token that was checked and what the provider tells besides. */
  claims: Readonly<Record<string, unknown>> & { sub: string }
  idToken: string
  /** Where a person signs out at the provider; null where it has no such place. */
  signOutUrl: string | null
}

export interface SignOnCheckResult {
  step: 'address' | 'flow' | 'keys' | 'secret'
  state: 'good' | 'bad' | 'unknown'
  failure: SignOnFailure | null
}

/** The door to the firm's own sign-in. Each answers within a quarter of a minute. */
export interface SignOnClient {
  /** What whoever runs the portal has set; then no page changes it. */
  fixed: (SignOnConnection & { name: string }) | null
  /** Where a browser is sent to sign in. */
  begin: (
    connection: SignOnConnection,
    asked: SignOnBinding & { scopes: string; acrValues: string },
  ) => Promise<{ url: string } | { failure: SignOnFailure }>
  /** Who came back with this query. */
  finish: (
    connection: SignOnConnection,
    answered: SignOnBinding & { query: string; wants: readonly string[] },
  ) => Promise<SignedOn | { failure: SignOnFailure }>
  /** Whether it would work, step by step; ends with the first that is bad. */
  test: (connection: SignOnConnection, redirectUrl: string) => Promise<SignOnCheckResult[]>
}
