import type { UserId } from '../accounts/accounts.ts'
import type { ConnectionName } from '../connections.ts'
import type { ClientDocument, DocumentId } from '../documents/documents.ts'
import type { DocumentType, Validation } from '../documents/validation.ts'
import type { ClientQuestionnaire, RiskAssessment } from '../forms/forms.ts'
import type { IdentityDocument } from '../identity/identity.ts'
import type { MatterId } from '../matters/matters.ts'
import type { PartyId, PersonId } from '../matters/party.ts'
import type { NoticeTopic, NotificationId } from '../notifications/notifications.ts'
import type { PaymentId } from '../payments/payments.ts'
import type { Task, TaskId, TaskKind } from '../tasks.ts'
import type { TextMessageId } from '../text-messages.ts'
import type { StaffRole } from './rights.ts'

/**
 * The events by which features react to each other without importing each other. An event is published inside a
 * transaction, and all its handlers run in that transaction: all of them take effect, or none does.
 */
export interface DomainEvents {
  accountOpened: { clientId: UserId }
  /** The firm has imported clients from another system. */
  clientsImported: { clientIds: UserId[] }
  /** The firm has imported matters from another system. None of them is restricted. */
  mattersImported: { matters: MatterNamed[] }
  /** A client changed their name or email address, or the firm corrected the address of an invitation. */
  contactChanged: { userId: UserId; before: { name: string; email: string } }
  /** The firm corrected the name, email address or telephone number of a guest. */
  guestCorrected: { guestId: UserId; name: string; email: string; phone: string }
  /** A client entered or changed the personal details that documents are compared with. */
  detailsDeclared: { clientId: UserId }
  /** A document was read, with any verdict. */
  documentRead: {
    clientId: UserId
    documentId: DocumentId
    /** The type of document that its sender named, as free text. */
    saidToBe: string
    fileKey: string
    sha256: string
    validation: Validation
  }
  /** A client submits their identity for checking. The documents feature refuses if there is no identity document. */
  identitySubmitted: { clientId: UserId }
  /**
   * A person of the firm is about to accept a client's identity. The documents feature refuses while a picture of the
   * client's face is undecided, or was rejected and has not been left out.
   */
  identityAccepted: { clientId: UserId; isWithoutRejected: boolean }
  /**
   * A picture of a client's face has to be compared or sent again. An identity that was accepted with it is pending
   * again.
   */
  faceUndecided: { clientId: UserId }
  documentVerified: {
    clientId: UserId
    documentId: DocumentId
    /** The type of document that its sender named, as free text. */
    documentType: string
    taskKind: TaskKind | null
    matterId: OfMatter
  }
  /** A document is no longer verified: a person of the firm rejected it or withdrew their decision. */
  verificationWithdrawn: { clientId: UserId; documentId: DocumentId }
  /** A person of the firm refused a document. */
  documentRejected: { clientId: UserId; documentId: DocumentId; matterId: OfMatter }
  /** The client has sent another document in place of this one. */
  documentSuperseded: { clientId: UserId; documentId: DocumentId }
  /** The client withdraws what they had sent for this step. */
  attemptWithdrawn: { clientId: UserId; attemptFor: AttemptFor }
  documentRemoved: { clientId: UserId; documentId: DocumentId }
  /** A file was refused because of a virus. The sender is this client, or the actor if it is null. */
  infectedFileRefused: { clientId: UserId | null; filename: string }
  /** The conversation accepted and stored a file, which becomes a document to be read. */
  documentCaptured: { clientId: UserId; documentId: DocumentId } & Captured
  /** The firm sent a document to be signed. It is kept with the client's documents, and no checks are run on it. */
  documentSent: {
    clientId: UserId
    documentId: DocumentId
    taskId: TaskId | null
    documentType: string
  } & Sent
  /** The firm sent a letter. It is kept with the client's documents, and there is nothing to decide about it. */
  letterSent: { clientId: UserId; documentId: DocumentId; documentType: string } & Sent
  /** A document that the firm sent has been signed, which also accepts it. */
  documentSigned: { clientId: UserId; documentId: DocumentId; matterId: OfMatter }
  /** A document written on a matter changed. Everyone who may see the matter is notified. */
  matterDocumentChanged: {
    matterId: MatterId
    /** The person of the firm who sent the document. */
    senderId: UserId | null
    /** Null if pages only refetch and nobody is notified. */
    news: { title: string; body: string; inMail: string; link: string } | null
  }
  /** The firm withdraws a document that it had sent, before anybody signed it. */
  documentWithdrawn: { clientId: UserId; documentId: DocumentId }
  /** A client sent a message to the firm. */
  clientWrote: { clientId: UserId }
  /** The client's own description of their matter. */
  matterDescribed: { clientId: UserId } & Pick<ClientQuestionnaire, 'legalMatter' | 'description'>
  /** A client sent their risk assessment, or corrected it. */
  riskAssessmentSubmitted: { clientId: UserId; answers: RiskAssessment }
  /** A client in one matter may be on the other side of another. */
  conflictFound: { clientId: UserId; matterId: MatterId; words: string }
  /** A person is no longer a party of a matter. */
  partyRemoved: {
    matterId: MatterId
    partyId: PartyId
    personId: PersonId
    name: string
    clientId: UserId | null
    /** They are not on the matter in another role. */
    hasLeft: boolean
  }
  /** Data of a matter that only the firm sees has changed, so only the firm's pages refetch. */
  matterTouched: { matterId: MatterId }
  /** A client's task is done, for the first time or after it was opened again. */
  taskCompleted: { clientId: UserId; taskId: TaskId; matterId: OfMatter } & Pick<Task, 'kind' | 'outcome'>
  /** A client's money was taken, in pence. */
  paymentMade: { clientId: UserId; taskId: TaskId; matterId: OfMatter } & PaidAmount
  /** The firm has sent money back, in pence. */
  paymentRefunded: { clientId: UserId; matterId: OfMatter } & PaidAmount
  /** A matter that is not restricted has been opened, or opened again. */
  matterOpened: MatterNamed
  /** A matter that is not restricted reached a stage, and the stage was not undone. */
  matterStaged: MatterNamed & { stage: string }
  /** A matter that is not restricted was closed. */
  matterClosed: MatterNamed
  /** The state of a task changed: started, done or open again. */
  taskChanged: { clientId: UserId; taskId: TaskId }
  /**
   * What a client has left to do may have changed, though they changed no task: its matters were closed or reopened, or
   * somebody who shares it did it.
   */
  tasksDueChanged: { clientId: UserId }
  /** A matter was opened or changed its type. The template of its type applies from now on. */
  matterStarted: { matterId: MatterId }
  /**
   * Somebody joined or left a matter, or one of its dates changed. `informedId` is a person who gets an email of their
   * own about it.
   */
  matterChanged: { matterId: MatterId; informedId?: UserId }
  /** Matters were deleted with all their data. */
  mattersRemoved: { matterIds: MatterId[] }
  /** A form refers to these files. The documents feature refuses any that is not this client's. */
  filesNamed: { clientId: UserId; documentIds: DocumentId[] }
  /** A client is about to correct answers that they submitted. Refused if they have left every case the form was for. */
  answersCorrected: { clientId: UserId; taskId: TaskId }
  /** A client is about to delete what they sent for a task. Refused if others share it, and they have left its cases. */
  documentDeleting: { clientId: UserId; taskId: TaskId }
  /** The firm no longer needs what it had asked a client for. */
  taskWithdrawn: { clientId: UserId; taskId: TaskId }
  /** The client agreed to, or refused, having their face compared with the portrait in their document. */
  faceComparisonAnswered: { clientId: UserId; isGiven: boolean; textVersion: string }
  /** The conversation has ended. What it collected settles these tasks, so that the client isn't asked twice. */
  evidenceCollected: { clientId: UserId } & Collected
  /** A person was notified. */
  personNotified: {
    /** Set even if the person has switched off in-app notifications for this topic. */
    notificationId: NotificationId
    userId: UserId
    topic: NoticeTopic
    title: string
    body: string
    /** A path of this portal. */
    link: string | null
    /** The sentence that an email may quote. Null if the email may only say that there is news. */
    inMail: string | null
    /** The matters that the notification is about. */
    matterIds: readonly MatterId[]
    /** The decision that it tells of, or that was taken back. */
    decision?: { on: string; isTakenBack: boolean }
  }
  /** An email that doesn't repeat a notification. It is sent regardless of the person's notification settings. */
  mailDue: Mail
  /** A connection answers again, or for the first time since its settings changed. */
  connectionAnswered: { name: ConnectionName }
  /**
   * A code has to be sent by text message. The handler throws, and so rolls back, if no text can be sent or not to this
   * number.
   */
  textDue: TextToSend
  /** A client asks for a person while talking to the assistant. */
  supportAsked: {
    clientId: UserId
    /** The message that is sent to the client's team on their behalf. It also says where the client is. */
    words: string
  }
  /**
   * Groups of the sign-in provider took roles from a person of the firm. `roles` are those left. `couldCover` if they
   * could stand in for colleagues until now.
   */
  rolesLost: { personId: UserId; roles: readonly StaffRole[]; couldCover: boolean }
  /** Another client of a matter is its first client from now on. A handler may refuse it. */
  firstClientChanged: { matterId: MatterId }
  /**
   * A person of the firm was deactivated, or no longer has a role that looks after clients. Who covers for whom has
   * already been settled without them.
   */
  staffDeparted: { personId: UserId }
  /** A demo account starts over: each feature deletes its data of this client. */
  clientReset: { clientId: UserId }
}
export type DomainEvent = keyof DomainEvents

/** The matter that something belongs to. If it is restricted, only the people named on it are notified. */
type OfMatter = MatterId | null

/**
 * The content of an email. It holds no personal detail except a first name, and never bank details, because others can
 * read emails in transit. The details are behind the link.
 */
export interface Mail {
  /** The mail server to send it by, sealed, where that is another than the one in use. */
  via?: string
  /**
   * A user of the portal, whose present address it goes to, or an address that the email is about, such as to confirm
   * it, with its account (null if there is none yet).
   */
  to: UserId | { address: string; firstName: string; userId: UserId | null }
  subject: string
  paragraphs: string[]
  /** The button of the email. `path` is a path of this portal. */
  action: { label: string; path: string } | null
  attachments?: { filename: string; type: string; content: string }[]
  /** The event that caused the email: one person gets one email per event. */
  event: string
  /** The matters that the email is about. None if it is about the person. */
  matterIds?: readonly MatterId[]
}

/** A code to send by text message. Only the newest code of a subject, such as one invitation, is sent. */
export interface TextToSend {
  /** The sender looks up the delivery state by this id. */
  id: TextMessageId
  subject: `guest:${string}` | `witness:${string}`
  /** As typed into a field called `mobile`. */
  mobile: string
  /** The user that the text is about. It is part of that client's data export. */
  userId: UserId
  sentById: UserId
  /** Six digits. */
  code: string
  /** When the code stops working. */
  expiresAt: Date
  /** A path of this portal where the sender can see that the text did not arrive. */
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

/** The items that the conversation and its capture sessions ask for. */
export type AttemptFor =
  | 'id_front'
  | 'id_back'
  | 'address'
  | 'selfie'
  | 'number'
  | 'funds'
  | 'gift_letter'
  | 'other_funds'

interface Captured {
  documentType: DocumentType
  /** The item that was asked for. A newer file for the same item replaces this one. */
  attemptFor: AttemptFor
  /** The number that the picture had to show. */
  numberAsked?: string
  filename: string
  fileType: ClientDocument['fileType']
  /** Null for a PDF that has not been opened yet. */
  pages: number | null
  hasActiveContent: boolean
  /** A perceptual hash of the picture. Null for a PDF, and for a picture that has not been opened yet. */
  fingerprint: string | null
  /** False if too many files were waiting to be opened. The job that reads the file then opens it first. */
  isOpened: boolean
  file: { key: string; size: number; sha256: string }
}

type Sent = Pick<Captured, 'filename' | 'fileType' | 'pages' | 'file'>

interface Collected {
  /** The task kind is null for a picture of a face, which no task asks for. */
  documents: { documentId: DocumentId; taskKind: TaskKind | null }[]
  /** The identity document that the client showed, if any. */
  identityDocument: IdentityDocument | null
  bank: { accountName: string; accountNumber: string; sortCode: string } | null
}
