import { z } from 'zod'
import { day } from '../kit/endpoint.ts'
import { ExtractedData } from './extracted.ts'

/** The types that a sender can choose. `drivers_license` keeps the spelling of the wire format. */
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

/** The result of one rule for a document. */
export const Check = z.strictObject({
  /** A stable name, such as `name_matches`. */
  rule: z.string(),
  /** The rule as the client reads it: "Name matches yours". */
  title: z.string(),
  outcome: z.enum(['passed', 'failed', 'not_checked']),
  /** The value in the document, as printed. */
  read: z.string().nullable(),
  /** The value it was compared with. */
  expected: z.string().nullable(),
  /** The source of the rule, such as "MLR 2017 reg 28". */
  source: z.string().nullable(),
})
export type Check = z.infer<typeof Check>

/** The title of the name rule if the document is in the name of the matter's other client. */
export const jointClientTitle = 'The name is your joint client’s'

/** Each flag is raised by evidence, and its only effect is that a person reviews the document. */
export const VerificationFlags = z.strictObject({
  /** Signs that the file was edited after it was made: an editor's marks, two text layers, mixed fonts. */
  isTampered: z.boolean(),
  /** The document has expired, or is older than its age limit. */
  isExpired: z.boolean(),
  /** Parts that must agree contradict each other (printed zone, machine readable zone, number), or it is a specimen. */
  isFraudulent: z.boolean(),
  /** Something that every document of this type contains was not found. */
  hasMissingElements: z.boolean(),
  /**
   * A person of the firm has to decide. False for a document that is verified automatically, and for one that the
   * client has to replace because it has clearly expired or is of another type.
   */
  requiresManualReview: z.boolean(),
})
export type VerificationFlags = z.infer<typeof VerificationFlags>
export type Flag = keyof VerificationFlags

/** A part of a page that was read. Lengths are fractions of the page, with the origin at the top left. */
export const Region = z.strictObject({
  /** 1-based. */
  page: z.number().int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** A label for what was read there: "Surname", "Machine-readable lines". */
  what: z.string(),
})
export type Region = z.infer<typeof Region>

/** An amount of money as printed. */
export const Total = z.strictObject({
  /** In hundredths: 117.48 is 11748. */
  amount: z.number().int(),
  /** An ISO 4217 code. Null if the document names no currency, or uses a sign that several currencies share. */
  currency: z.string().nullable(),
})
export type Total = z.infer<typeof Total>

export const Metadata = z.strictObject({
  /** The type that the inspector recognised. */
  documentType: DocumentType.nullable(),
  /** As printed if that was read with confidence, otherwise as in the machine readable zone. */
  fullName: z.string().nullable(),
  /** The name in the machine readable zone, if there is one. */
  fullNameMrz: z.string().nullable(),
  dateOfBirth: day.nullable(),
  sex: z.enum(['M', 'F', 'X']).nullable(),
  /** A code from ICAO 9303, such as GBR. */
  nationality: z.string().nullable(),
  issuingState: z.string().nullable(),
  documentNumber: z.string().nullable(),
  expiryDate: day.nullable(),
  /** The date of a bill or statement. */
  documentDate: day.nullable(),
  /** The total of a bill or receipt. Null if uncertain. */
  total: Total.nullable(),
  issuer: z.string().nullable(),
  address: z.string().nullable(),
  pages: z.number().int().nullable(),
  /** The time that the reading took, in milliseconds. */
  readIn: z.number().int().nullable(),
  hasActiveContent: z.boolean(),
  verificationFlags: VerificationFlags,
  /** The reasons for each flag, in sentences for the firm. Empty in responses to a client. */
  flagEvidence: z.partialRecord(VerificationFlags.keyof(), z.array(z.string())),
  extractedData: ExtractedData,
  /** Where on the page the values were read. */
  regions: z.array(Region),
  /** Fields in which a letter was inferred from a check digit. */
  repaired: z.array(z.string()),
})
export type Metadata = z.infer<typeof Metadata>

export const Validation = z.strictObject({
  valid: z.boolean(),
  /** From 0 to 1. 0 if nothing could be read. */
  confidence: z.number().min(0).max(1),
  /** Sentences for the client: what is wrong and what to do. */
  issues: z.array(z.string()),
  checks: z.array(Check),
  metadata: Metadata,
})
export type Validation = z.infer<typeof Validation>

/** Pictures of a person. The check never says whose face it is: a person compares them. */
export const faceTypes = ['selfie', 'photo'] as const satisfies DocumentType[]
export const isFaceType = (type: string | null) => (faceTypes as readonly (string | null)[]).includes(type)

/** Below this confidence, a person reviews a document even if no rule failed. */
export const confidentEnough = 0.9
/** Whether the check alone settles a document. It never settles a picture of a face. */
export const isVerified = ({ valid, confidence, metadata }: Validation) =>
  valid && confidence >= confidentEnough && !isFaceType(metadata.documentType)

export const noFlags: VerificationFlags = {
  isTampered: false,
  isExpired: false,
  isFraudulent: false,
  hasMissingElements: false,
  requiresManualReview: false,
}

export const nothingRead: Metadata = {
  documentType: null,
  fullName: null,
  fullNameMrz: null,
  dateOfBirth: null,
  sex: null,
  nationality: null,
  issuingState: null,
  documentNumber: null,
  expiryDate: null,
  documentDate: null,
  total: null,
  issuer: null,
  address: null,
  pages: null,
  readIn: null,
  hasActiveContent: false,
  verificationFlags: noFlags,
  flagEvidence: {},
  extractedData: {},
  regions: [],
  repaired: [],
}

/** The validation that the sender gets if reading takes longer than a response should. */
export const stillReading: Validation = {
  valid: false,
  confidence: 0,
  issues: ['We are still reading this document.'],
  checks: [],
  metadata: nothingRead,
}

/** The message while the virus scanner has not scanned the file. */
export const waitsForScan =
  "It's waiting for a virus scan, and nobody can open it until then. You don't need to do anything."

/** The advice to a client whose PDF has a damaged index. */
export const damagedPdf =
  'Part of this PDF was damaged. We could open it, but please check that all its pages are there.'

/** All that a client reads if the reason for a doubt is only for the firm. */
export const weWillCheck = "We'll check this."

/** Rules whose failure is a suspicion. Only the firm sees what they compared. */
export const suspicionRules: readonly string[] = [
  'zones_agree',
  'check_digits',
  'number_fits',
  'not_edited',
  'portrait_unchanged',
  'not_specimen',
  'sums_follow',
]

/** The rule that another client sent the same picture. Only the firm may see it, even its name. */
export const otherClientRule = 'not_of_another_client'
export const sharedWords = 'Another client has sent the same picture.'

/** Returns a validation as the client may see it: facts stay, the evidence of suspicions is removed. */
export const shownToClient = (validation: Validation): Validation => ({
  ...validation,
  checks: validation.checks.flatMap((check) =>
    check.rule === otherClientRule
      ? []
      : suspicionRules.includes(check.rule) && check.outcome !== 'passed'
        ? { ...check, outcome: 'not_checked', read: null, expected: null }
        : check,
  ),
  metadata: { ...validation.metadata, flagEvidence: {} },
})

/** Whether no kind of document was asked for, so that nothing was required of it. */
export const isUnasked = ({ checks }: Validation) =>
  checks.some(
    ({ rule, outcome, expected }) =>
      rule === 'document_kind' && outcome === 'not_checked' && expected === null,
  )

/** Fills in the fields that a validation stored by an older version lacks. */
export const upgradeValidation = (kept: Validation): Validation => ({
  ...kept,
  metadata: { ...nothingRead, ...kept.metadata },
})
