import type { UserId } from '../accounts/accounts.ts'
import type { ClientDocument, DocumentId } from '../documents/documents.ts'
import type { DocumentType, Validation } from '../documents/validation.ts'
import type { ClientQuestionnaire, RiskAssessment } from '../forms/forms.ts'
import type { IdentityDocument } from '../identity/identity.ts'
import type { MatterId } from '../matters/matters.ts'
import type { PartyId, PersonId } from '../matters/party.ts'
import type { NotificationId } from '../notifications/notifications.ts'
import type { NoticeTopic } from '../notifications/topic.ts'
import type { PaymentId } from '../payments/payments.ts'
import type { Task, TaskId, TaskKind } from '../tasks.ts'
import type { TextMessageId } from '../text-messages.ts'

/**
 * What features tell each other without knowing each other. An event is published inside a transaction, and
 * all its handlers run in that same transaction: together or not at all.
 */
export interface DomainEvents {
  accountOpened: { clientId: UserId }
  /** The firm has brought clients along from another system. */
  clientsImported: { clientIds: UserId[] }
  /** The same of their matters; none of them is restricted. */
  mattersImported: { matters: MatterNamed[] }
  /** A client told of themselves what documents are compared with. */
  detailsDeclared: { clientId: UserId }
  /** A document was read, whatever the verdict. */
  documentRead: {
    clientId: UserId
    documentId: DocumentId
    /** What its sender says it is, in any words. */
    saidToBe: string
    fileKey: string
    sha256: string
    validation: Validation
  }
  /** A client says that their identity can be checked now: whoever keeps documents refuses where there is none. */
  identitySubmitted: { clientId: UserId }
  /**
   * A person is about to accept a client's identity: whoever keeps the pictures of their face refuses while one is
   * undecided, or was rejected and is not left out.
   */
  identityAccepted: { clientId: UserId; isWithoutRejected: boolean }
  /** A picture of a client's face is to be compared or sent again: an identity that was accepted with it waits again. */
  faceUndecided: { clientId: UserId }
  documentVerified: {
    clientId: UserId
    documentId: DocumentId
    /** What its sender says it is, in any words. */
    documentType: string
    taskKind: TaskKind | null
    matterId: OfMatter
  }
  /** A verified document is verified no more: a person of the firm refused it, or took their word back. */
  verificationWithdrawn: { clientId: UserId; documentId: DocumentId }
  /** A person of the firm refused a document. */
  documentRejected: { clientId: UserId; documentId: DocumentId; matterId: OfMatter }
  /** The client has sent another in its place. */
  documentSuperseded: { clientId: UserId; documentId: DocumentId }
  /** The client leaves out what they had sent for this. */
  attemptWithdrawn: { clientId: UserId; attemptFor: AttemptFor }
  documentRemoved: { clientId: UserId; documentId: DocumentId }
  /** The conversation took a file in: it was accepted and kept, and becomes a document that is read. */
  documentCaptured: { clientId: UserId; documentId: DocumentId } & Captured
  /** The firm sent a document to be signed: it is kept with the client's documents, and read by nobody. */
  documentSent: {
    clientId: UserId
    documentId: DocumentId
    taskId: TaskId | null
    documentType: string
  } & Sent
  /** The firm sent a document to be read: it is kept with the client's documents, and decided by nobody. */
  letterSent: { clientId: UserId; documentId: DocumentId; documentType: string } & Sent
  /** A document that was sent is signed, and so accepted as it stands. */
  documentSigned: { clientId: UserId; documentId: DocumentId; matterId: OfMatter }
  /** Something happened to a document that was written on a case: whoever may know of the case hears of it. */
  matterDocumentChanged: {
    matterId: MatterId
    /** Of the firm. */
    senderId: UserId | null
    /** Null where the pages ask again, and nobody is notified. */
    news: { title: string; body: string; inMail: string; link: string } | null
  }
  /** A document that was sent is taken back before anybody signed it. */
  documentWithdrawn: { clientId: UserId; documentId: DocumentId }
  /** A client sent a message to the firm. */
  clientWrote: { clientId: UserId }
  /** What the client says their matter is about. */
  matterDescribed: { clientId: UserId } & Pick<ClientQuestionnaire, 'legalMatter' | 'description'>
  /** A client sent their risk assessment, or corrected it. */
  riskAssessmentSubmitted: { clientId: UserId; answers: RiskAssessment }
  /** Who is a client in one matter may be on the other side of another. */
  conflictFound: { clientId: UserId; matterId: MatterId; name: string; references: string[] }
  /** Somebody is no party of a matter any more. */
  partyRemoved: {
    matterId: MatterId
    partyId: PartyId
    personId: PersonId
    name: string
    clientId: UserId | null
  }
  /** Something that only the firm knows of a matter has changed: its own pages ask again. */
  matterTouched: { matterId: MatterId }
  /** A client's task is done, for the first time or after it was opened again. */
  taskCompleted: { clientId: UserId; taskId: TaskId; matterId: OfMatter } & Pick<Task, 'kind' | 'outcome'>
  /** A client's money was taken, in pence. */
  paymentMade: { clientId: UserId; taskId: TaskId; matterId: OfMatter } & PaidAmount
  /** The firm has sent money back, in pence. */
  paymentRefunded: { clientId: UserId; matterId: OfMatter } & PaidAmount
  /** A matter that is not restricted has been opened, or opened again. */
  matterOpened: MatterNamed
  /** A matter that is not restricted came to a stage, and nobody has taken that back. */
  matterStaged: MatterNamed & { stage: string }
  /** A matter that is not restricted was closed. */
  matterClosed: MatterNamed
  /** A task stands otherwise than before: begun, done, or open again. */
  taskChanged: { clientId: UserId; taskId: TaskId }
  /** A matter was opened, or is one of another type from now on: it is run by the template of that type. */
  matterStarted: { matterId: MatterId }
  /** Somebody joined or left a matter, or one of its dates moved. */
  matterChanged: { matterId: MatterId }
  /** A matter is gone with all that belongs to it. */
  mattersRemoved: { matterIds: MatterId[] }
  /** A form names these files: whoever keeps documents refuses those that are not this client's. */
  filesNamed: { clientId: UserId; documentIds: DocumentId[] }
  /** What the firm had asked a client for is not needed any more. */
  taskWithdrawn: { clientId: UserId; taskId: TaskId }
  /** The client said yes or no to having face and portrait compared. */
  faceComparisonAnswered: { clientId: UserId; isGiven: boolean; textVersion: string }
  /** The conversation is over: what it collected belongs to these tasks, so that nothing is asked twice. */
  evidenceCollected: { clientId: UserId } & Collected
  /** Something was put under a person's bell. */
  personNotified: {
    /** Also where the person has silenced the bell for this topic. */
    notificationId: NotificationId
    userId: UserId
    topic: NoticeTopic
    title: string
    body: string
    /** A path of this portal. */
    link: string | null
    /** What a mail may say of it; null: no more than that there is news. */
    inMail: string | null
    /** The matters that it tells of. */
    matterIds: readonly MatterId[]
  }
  /** A mail is due that is not the echo of a notification: it goes out whatever the person chose to be told. */
  mailDue: Mail
  /** A code is due by text. Where no text can be sent, or not to this number, the transaction is refused. */
  textDue: TextDue
  /** A client asks for a person, from the conversation with the assistant. */
  supportAsked: {
    clientId: UserId
    /** What the client would write, and where they are. */
    words: string
  }
  /** A person of the firm was deactivated; their clients are somebody else's already. */
  staffDeparted: { personId: UserId }
  /** A demo account starts over: each feature forgets what it keeps of this client. */
  clientReset: { clientId: UserId }
}
export type DomainEvent = keyof DomainEvents

/** The matter to which it belongs: where that is restricted, others than those named on it hear nothing. */
type OfMatter = MatterId | null

/**
 * What a mail says. It holds no personal detail but a first name, and never bank details: mail is read by
 * others on its way. What it is about stands behind the link.
 */
export interface Mail {
  /** A person of the portal; or an address, with whose account it is about: null where there is none yet. */
  to: UserId | { address: string; firstName: string; userId: UserId | null }
  subject: string
  paragraphs: string[]
  /** What to do: a path of this portal. */
  action: { label: string; path: string } | null
  attachments?: { filename: string; type: string; content: string }[]
  /** The event behind it: of one event, one mail goes out to one person. */
  event: string
  /** The matters that it tells of; none where it is about the person. */
  matterIds?: readonly MatterId[]
}

/** Of one subject, such as an invitation, only the newest code is sent. */
export interface TextDue {
  /** By which whoever has it sent learns how it stands. */
  id: TextMessageId
  subject: `guest:${string}` | `witness:${string}`
  /** As somebody typed it into a field called `mobile`. */
  mobile: string
  /** Whom it is about; in a client's export it is theirs. */
  userId: UserId
  sentById: UserId
  /** Six digits. */
  code: string
  /** When it opens nothing any more. */
  expiresAt: Date
  /** Where it is told that it did not arrive: a path of this portal. */
  link: string
  matterId: OfMatter
}

interface PaidAmount {
  paymentId: PaymentId
  amount: number
  currency: 'GBP'
}

interface MatterNamed {
  clientId: UserId
  matterId: MatterId
  reference: string
}

/** What the conversation and its sessions ask for, each once. */
export type AttemptFor = 'id_front' | 'id_back' | 'address' | 'selfie' | 'number' | 'funds'

interface Captured {
  documentType: DocumentType
  /** What it was asked for as: a newer one for the same takes its place. */
  attemptFor: AttemptFor
  /** The number that the picture was to show. */
  numberAsked?: string
  filename: string
  fileType: ClientDocument['fileType']
  /** Null of a PDF that was not opened yet. */
  pages: number | null
  hasActiveContent: boolean
  /** What a picture looks like; null for a PDF, where nothing is seen, and until it is opened. */
  fingerprint: string | null
  /** False where too many waited: whoever reads it opens it first. */
  isOpened: boolean
  file: { key: string; size: number; sha256: string }
}

type Sent = Pick<Captured, 'filename' | 'fileType' | 'pages' | 'file'>

interface Collected {
  documents: { documentId: DocumentId; taskKind: TaskKind }[]
  /** The identity document that was shown, where there was one. */
  identityDocument: IdentityDocument | null
  bank: { accountName: string; accountNumber: string; sortCode: string } | null
}
