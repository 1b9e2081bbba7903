import { z } from 'zod'
import { day } from './kit.ts'

/** What a document can be said to be. `drivers_license` keeps the wire's spelling. */
export const DocumentType = z.enum([
  'passport',
  'drivers_license',
  'identity',
  'address_proof',
  'utility_bill',
  'bank_statement',
  'funds_proof',
  'selfie',
  'photo',
  'legal',
])
export type DocumentType = z.infer<typeof DocumentType>

/** One rule that was applied to a document, or could not be. */
export const Check = z.strictObject({
  /** Stable name, such as `name_matches`. */
  rule: z.string(),
  /** The rule in the client's words: "Name matches yours". */
  title: z.string(),
  outcome: z.enum(['passed', 'failed', 'not_checked']),
  /** What was read from the document, as printed. */
  read: z.string().nullable(),
  /** What it was compared with. */
  expected: z.string().nullable(),
  /** Where the rule comes from, such as "MLR 2017 reg 28". */
  source: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

export const VerificationFlags = z.strictObject({
  /** Signs that the file was edited after it was made. */
  isTampered: z.boolean(),
  /** The document's own end of validity, or its age limit, has passed. */
  isExpired: z.boolean(),
  /** Parts that must agree contradict each other. */
  isFraudulent: z.boolean(),
  /** Something a document of this kind always carries was not found. */
  hasMissingElements: z.boolean(),
  /** A person of the firm decides. */
  requiresManualReview: z.boolean(),
})
export type VerificationFlags = z.infer<typeof VerificationFlags>

export const Validation = z.strictObject({
  valid: z.boolean(),
  /** From 0 to 1; 0 when nothing could be read. */
  confidence: z.number().min(0).max(1),
  /** Sentences for the client: what is wrong and what to do. */
  issues: z.array(z.string()),
  checks: z.array(Check),
  metadata: z.strictObject({
    /** What the inspector thinks the document is. */
    documentType: DocumentType.nullable(),
    fullName: z.string().nullable(),
    dateOfBirth: day.nullable(),
    documentNumber: z.string().nullable(),
    expiryDate: day.nullable(),
    /** The date the document itself carries: of a bill, of a statement. */
    documentDate: day.nullable(),
    issuer: z.string().nullable(),
    address: z.string().nullable(),
    pages: z.number().int().nullable(),
    /** Milliseconds the reading took. */
    readIn: z.number().int().nullable(),
    hasActiveContent: z.boolean(),
    verificationFlags: VerificationFlags,
  }),
})
export type Validation = z.infer<typeof Validation>

/** Below this, a document is looked at by a person even when no rule failed. */
export const confidentEnough = 0.9
export const isVerified = ({ valid, confidence }: Validation) => valid && confidence >= confidentEnough

/** What the sender is told while the reading takes longer than an answer should. */
export const stillReading: Validation = {
  valid: false,
  confidence: 0,
  issues: ['We are still reading this document.'],
  checks: [],
  metadata: {
    documentType: null,
    fullName: null,
    dateOfBirth: null,
    documentNumber: null,
    expiryDate: null,
    documentDate: null,
    issuer: null,
    address: null,
    pages: null,
    readIn: null,
    hasActiveContent: false,
    verificationFlags: {
      isTampered: false,
      isExpired: false,
      isFraudulent: false,
      hasMissingElements: false,
      requiresManualReview: false,
    },
  },
}
