import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentId } from '../documents/documents.ts'
import { command, instant, line, newInOutput, prose, read } from '../kit/endpoint.ts'
import { ClosedRoles } from '../kit/rights.ts'
import { QueueFacts, undone } from '../queue.ts'
import { Task, TaskId } from '../tasks.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    identity: true
  }
}

const digits = (text: string) => text.replace(/\D/g, '')

export const sortCodeWords = 'Please enter a valid sort code (e.g., 12-34-56 or 123456)'
export const accountNumberWords = 'Please enter a valid 8-digit account number'

/** Six digits, with or without hyphens, stored as `nn-nn-nn`. */
export const SortCode = z
  .string()
  .regex(/^(\d{6}|\d\d-\d\d-\d\d)$/, sortCodeWords)
  .overwrite((text) => digits(text).replace(/(\d\d)(?=\d)/g, '$1-'))

export const AccountNumber = z.string().regex(/^\d{8}$/, accountNumberWords)

export const BankAccount = z.strictObject({
  accountName: line(120, 'Account name is required'),
  accountNumber: AccountNumber,
  sortCode: SortCode,
  bankName: line(120, 'Bank name is required'),
})
export type BankAccount = z.infer<typeof BankAccount>

export const IdentityDocument = z.enum(['passport', 'driving_license'])
export type IdentityDocument = z.infer<typeof IdentityDocument>

export const VerificationType = z.enum(['id', 'bank'])
export type VerificationType = z.infer<typeof VerificationType>

/** Returns the ways in which a task can be verified. Empty if it asks for something else. */
export const methodsFor = ({ kind, category }: Pick<Task, 'kind' | 'category'>): VerificationType[] => {
  if (kind === 'identity_check') return ['id']
  if (kind === 'bank_check') return ['bank']
  return category === 'verification' ? ['id', 'bank'] : []
}

export const Verification = z.strictObject({
  taskId: TaskId,
  verificationType: VerificationType,
  /** `verified` only if there is evidence. Otherwise a person of the firm reviews it. */
  outcome: z.enum(['verified', 'review']),
  document: IdentityDocument.nullable(),
  /** The account as it may be shown: only the last four digits of its number. */
  account: z.string().nullable(),
  /** The result of the modulus check. `not_checkable` if no published rule covers the sort code. */
  modulus: z.enum(['possible', 'not_checkable']).nullable(),
  completedAt: instant,
})
export type Verification = z.infer<typeof Verification>

/**
 * Whether a person of the firm may accept a check: one that was submitted and is in review, or an identity that was
 * never submitted, because it can be verified in the office. A bank account that nobody entered cannot be accepted.
 */
export const canAcceptCheck = (
  { status, outcome }: Pick<Task, 'status' | 'outcome'>,
  type: VerificationType,
) => outcome !== 'verified' && (status === 'completed' || type === 'id')

/** Whether a submission can be requested again: until a person has accepted it or the evidence has settled it. */
export const canAskCheckAgain = ({ status, outcome }: Pick<Task, 'status' | 'outcome'>) =>
  status === 'completed' && outcome !== 'verified'

/** How many days an acceptance can be withdrawn. Later, other decisions depend on it. */
export const withdrawableDays = 30
export const canWithdrawCheck = (
  { outcome, acceptedAt }: { outcome: 'verified' | 'review'; acceptedAt: Date | null },
  now: Date,
) =>
  outcome === 'verified' &&
  acceptedAt !== null &&
  now.getTime() - acceptedAt.getTime() < withdrawableDays * 86_400_000

/**
 * Whether a task is unchanged since the deciding person saw it. Without `seen`, assumes that they saw a submission that
 * had not been sent back.
 */
export const isUnchangedSince = (
  { status, reason, completedAt }: Pick<Task, 'status' | 'reason' | 'completedAt'>,
  seen: Date | null | undefined,
) => {
  if (seen === undefined) return status === 'completed' || reason === null
  return seen?.getTime() === completedAt?.getTime()
}

/** When the submission to decide on was made, as the page showed it. Null if nothing was submitted. */
const submittedAt = instant.nullable().optional()

/** A verification as the firm sees it, with the account's details. */
export const ReviewedVerification = Verification.omit({ account: true }).extend({
  client: z.strictObject({ id: UserId, firstName: z.string(), lastName: z.string() }),
  accountName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  sortCode: z.string().nullable(),
  bankName: z.string().nullable(),
  /** The person of the firm who accepted it. The next two fields say when, and how they checked it. */
  acceptedBy: z.string().nullable(),
  acceptedAt: instant.nullable(),
  note: z.string().nullable(),
  closedRoles: newInOutput(ClosedRoles, []),
  ...QueueFacts.shape,
})
export type ReviewedVerification = z.infer<typeof ReviewedVerification>

/** The version of the text by which a client agrees to having their face compared with their document. */
export const biometricVersion = '2026-11-23'

/** How similar the face in a selfie and the portrait in an identity document are. */
export const FaceComparison = z.strictObject({
  clientId: UserId,
  documentId: DocumentId,
  selfieId: DocumentId,
  /**
   * From 0 to 1, where 0.5 is the model's threshold for the same person. It helps the reviewer and is never a verdict.
   */
  score: z.number().min(0).max(1),
  comparedAt: instant,
  /** The model that gave the score. Scores of different models are not comparable. */
  model: z.string(),
})
export type FaceComparison = z.infer<typeof FaceComparison>

/** The client's last answer about comparing faces, and when they gave it. Null until they were asked. */
export const FaceConsent = z.strictObject({ isGiven: z.boolean(), at: instant })
export type FaceConsent = z.infer<typeof FaceConsent>

export const identity = {
  complete: command('/api/verification/complete', {
    input: z
      .strictObject({
        taskId: TaskId,
        verificationType: VerificationType,
        document: IdentityDocument.optional(),
        bank: BankAccount.optional(),
      })
      .refine(({ verificationType, document }) => verificationType !== 'id' || document !== undefined, {
        message: 'Please choose a document',
        path: ['document'],
      })
      .refine(({ verificationType, bank }) => verificationType !== 'bank' || bank !== undefined, {
        message: 'Please enter your bank details',
        path: ['bank'],
      }),
    output: z.strictObject({ task: Task, outcome: z.enum(['verified', 'review']) }),
    audience: 'client',
    summary: 'Submits an identity or bank verification',
  }),
  verifications: read('/api/verifications', {
    output: z.array(Verification),
    audience: 'client',
    summary: 'The state of the submitted verifications',
  }),
  faceConsent: read('/api/face-consent', {
    output: FaceConsent.nullable(),
    audience: 'client',
    summary: 'The latest answer about comparing faces',
  }),
  withdrawFaceConsent: command('/api/face-consent/withdraw', {
    output: FaceConsent.nullable(),
    audience: 'client',
    summary: 'Withdraws the consent to compare faces; what was compared is forgotten',
  }),
  comparisons: read('/api/firm/face-comparisons', {
    input: z.strictObject({ clientId: UserId }),
    output: z.array(FaceComparison),
    audience: 'firm',
    action: 'identity.read',
    summary: "How alike a client's selfie and document are, for the person responsible for this client",
  }),
  waiting: read('/api/firm/verifications', {
    output: z.array(ReviewedVerification),
    audience: 'firm',
    action: 'identity.read',
    summary: 'Verifications awaiting a decision, oldest first',
  }),
  check: read('/api/firm/verifications/:id', {
    input: z.strictObject({ id: TaskId }),
    /** Null if the task is waiting for the client, because nothing was submitted or it was sent back. */
    output: ReviewedVerification.nullable(),
    audience: 'firm',
    action: 'identity.read',
    summary: 'One verification, by the task that asked for it',
  }),
  ofClient: read('/api/firm/clients/:id/verifications', {
    input: z.strictObject({ id: UserId }),
    output: z.array(ReviewedVerification),
    audience: 'firm',
    action: 'identity.read',
    summary: "One client's verifications",
  }),
  accept: command('/api/firm/clients/:id/verifications/accept', {
    input: z.strictObject({
      id: UserId,
      taskId: TaskId,
      submittedAt,
      note: prose(500, 'Please say how you checked it'),
      /** For an identity: rejected pictures of the face are left out, and no longer requested. */
      isWithoutRejected: z.boolean().optional(),
    }),
    output: z.array(ReviewedVerification),
    audience: 'firm',
    action: 'identity.decide',
    summary: "Accepts a client's identity or bank account, submitted or not; how it was checked is kept",
  }),
  reopen: command('/api/firm/verifications/:id/reopen', {
    input: z.strictObject({ id: TaskId, decidedAt: undone }),
    output: ReviewedVerification.nullable(),
    audience: 'firm',
    action: 'identity.decide',
    summary: 'Withdraws the acceptance of a verification; it awaits a decision again',
  }),
  askAgain: command('/api/firm/clients/:id/verifications/again', {
    input: z.strictObject({
      id: UserId,
      taskId: TaskId,
      submittedAt,
      reason: prose(500, 'Please give the client a reason'),
    }),
    output: z.array(ReviewedVerification),
    audience: 'firm',
    action: 'identity.decide',
    summary: 'Asks the client to verify again; they can read the reason',
  }),
}
