import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { DocumentId } from '../documents/documents.ts'
import { command, instant, line, prose, read } from '../kit/endpoint.ts'
import { QueueFacts } from '../queue.ts'
import { Task, TaskId } from '../tasks.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    identity: true
  }
}

const digits = (text: string) => text.replace(/\D/g, '')

export const sortCodeWords = 'Please enter a valid sort code (e.g., 12-34-56 or 123456)'
export const accountNumberWords = 'Please enter a valid 8-digit account number'

/** Six digits, with or without hyphens, kept as `nn-nn-nn`. */
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

/** The ways in which a task can be verified; none where it asks for something else. */
export const methodsFor = ({ kind, category }: Pick<Task, 'kind' | 'category'>): VerificationType[] => {
  if (kind === 'identity_check') return ['id']
  if (kind === 'bank_check') return ['bank']
  return category === 'verification' ? ['id', 'bank'] : []
}

export const Verification = z.strictObject({
  taskId: TaskId,
  verificationType: VerificationType,
  /** `verified` only where the evidence is there; otherwise a person of the firm looks at it. */
  outcome: z.enum(['verified', 'review']),
  document: IdentityDocument.nullable(),
  /** The account as it may be shown: only the last four digits of its number. */
  account: z.string().nullable(),
  /** What the modulus check found: `not_checkable` where no published rule covers the sort code. */
  modulus: z.enum(['possible', 'not_checkable']).nullable(),
  completedAt: instant,
})
export type Verification = z.infer<typeof Verification>

/**
 * What a person of the firm may accept: what was submitted and waits, and an identity that the client could not
 * submit, for it can be seen in the office. An account that nobody named cannot be accepted.
 */
export const canAcceptCheck = (
  { status, outcome }: Pick<Task, 'status' | 'outcome'>,
  type: VerificationType,
) => outcome !== 'verified' && (status === 'completed' || type === 'id')

/** What was submitted can be asked for once more, until a person has accepted it or the evidence has settled it. */
export const canAskCheckAgain = ({ status, outcome }: Pick<Task, 'status' | 'outcome'>) =>
  status === 'completed' && outcome !== 'verified'

/** An acceptance can be withdrawn for so many days: later, others have built on it. */
export const withdrawableDays = 30
export const canWithdrawCheck = (
  { outcome, acceptedAt }: { outcome: 'verified' | 'review'; acceptedAt: Date | null },
  now: Date,
) =>
  outcome === 'verified' &&
  acceptedAt !== null &&
  now.getTime() - acceptedAt.getTime() < withdrawableDays * 86_400_000

/**
 * Whether a task still stands as the person saw it who decides now. Who does not say what they saw is taken to
 * have seen a submission that nobody has sent back.
 */
export const standsAsSeen = (
  { status, reason, completedAt }: Pick<Task, 'status' | 'reason' | 'completedAt'>,
  seen: Date | null | undefined,
) => {
  if (seen === undefined) return status === 'completed' || reason === null
  return seen?.getTime() === completedAt?.getTime()
}

/** When what is decided upon was submitted, as the page showed it; null where it was not. */
const submittedAt = instant.nullable().optional()

/** A verification as the firm sees it: with the account it is about. */
export const ReviewedVerification = Verification.omit({ account: true }).extend({
  client: z.strictObject({ id: UserId, firstName: z.string(), lastName: z.string() }),
  accountName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  sortCode: z.string().nullable(),
  bankName: z.string().nullable(),
  /** Who of the firm accepted it, when, and how it was checked. */
  acceptedBy: z.string().nullable(),
  acceptedAt: instant.nullable(),
  note: z.string().nullable(),
  ...QueueFacts.shape,
})
export type ReviewedVerification = z.infer<typeof ReviewedVerification>

/** The version of the words by which a client agrees that their face is compared with their document. */
export const biometricVersion = '2026-11-23'

/** How alike the face of a selfie and the portrait of an identity document are. */
export const FaceComparison = z.strictObject({
  clientId: UserId,
  documentId: DocumentId,
  selfieId: DocumentId,
  /** 0 to 1, a half where the model tells two people apart: for a person who looks at both, never a verdict. */
  score: z.number().min(0).max(1),
  comparedAt: instant,
  /** Scores of different models do not compare. */
  model: z.string(),
})
export type FaceComparison = z.infer<typeof FaceComparison>

/** What a client said last to the comparison of faces, and when; null before they were asked. */
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
    /** Null where the task waits for its client: nothing was submitted, or it was sent back. */
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
      /** Of an identity: pictures of the face that were rejected are left out, and asked for no more. */
      isWithoutRejected: z.boolean().optional(),
    }),
    output: z.array(ReviewedVerification),
    audience: 'firm',
    action: 'identity.decide',
    summary: "Accepts a client's identity or bank account, submitted or not; how it was checked is kept",
  }),
  reopen: command('/api/firm/verifications/:id/reopen', {
    input: z.strictObject({ id: TaskId }),
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
