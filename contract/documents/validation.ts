import { z } from 'zod'
import { day } from '../kit/endpoint.ts'
import { ExtractedData } from './extracted.ts'

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

/** The title of the rule of names where a document is in the name of the other client of the matter. */
export const jointClientTitle = 'The name is your joint client’s'

/** Each is raised by evidence and decides nothing by itself but that a person looks. */
export const VerificationFlags = z.strictObject({
  /** Signs that the file was edited after it was made: an editor's marks, two text layers, mixed fonts. */
  isTampered: z.boolean(),
  /** The document's own end of validity, or its age limit, has passed. */
  isExpired: z.boolean(),
  /** Parts that must agree contradict each other: printed zone, machine readable zone, number. Or a specimen. */
  isFraudulent: z.boolean(),
  /** Something a document of this kind always carries was not found. */
  hasMissingElements: z.boolean(),
  /**
   * A person of the firm decides. False for a document that is verified by itself, and for one that the client
   * has to replace because it has clearly run out or is of another kind.
   */
  requiresManualReview: z.boolean(),
})
export type VerificationFlags = z.infer<typeof VerificationFlags>
export type Flag = keyof VerificationFlags

/** A part of a page that was read; lengths are fractions of the page, its origin top left. */
export const Region = z.strictObject({
  /** 1-based. */
  page: z.number().int(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** What was read there, in words: "Surname", "Machine readable zone". */
  what: z.string(),
})
export type Region = z.infer<typeof Region>

/** An amount of money as it is printed. */
export const Total = z.strictObject({
  /** Hundredths: 117.48 is 11748. */
  amount: z.number().int(),
  /** ISO 4217; null where the document names none, or a sign that several share. */
  currency: z.string().nullable(),
})
export type Total = z.infer<typeof Total>

export const Metadata = z.strictObject({
  /** What the inspector thinks the document is. */
  documentType: DocumentType.nullable(),
  /** As printed when that was read with confidence, else as in the machine readable zone. */
  fullName: z.string().nullable(),
  /** As in the machine readable zone, whenever there is one. */
  fullNameMrz: z.string().nullable(),
  dateOfBirth: day.nullable(),
  sex: z.enum(['M', 'F', 'X']).nullable(),
  /** ICAO 9303 letters, such as GBR. */
  nationality: z.string().nullable(),
  issuingState: z.string().nullable(),
  documentNumber: z.string().nullable(),
  expiryDate: day.nullable(),
  /** The date the document itself carries: of a bill, of a statement. */
  documentDate: day.nullable(),
  /** What a bill or receipt asks for in all; null where that is not sure. */
  total: Total.nullable(),
  issuer: z.string().nullable(),
  address: z.string().nullable(),
  pages: z.number().int().nullable(),
  /** Milliseconds the reading took. */
  readIn: z.number().int().nullable(),
  hasActiveContent: z.boolean(),
  verificationFlags: VerificationFlags,
  /** Why a flag is up, in sentences for the firm; empty in what a client is sent. */
  flagEvidence: z.partialRecord(VerificationFlags.keyof(), z.array(z.string())),
  extractedData: ExtractedData,
  /** Where it was read. */
  regions: z.array(Region),
  /** Fields of which a letter was guessed from a check digit. */
  repaired: z.array(z.string()),
})
export type Metadata = z.infer<typeof Metadata>

export const Validation = z.strictObject({
  valid: z.boolean(),
  /** From 0 to 1; 0 when nothing could be read. */
  confidence: z.number().min(0).max(1),
  /** Sentences for the client: what is wrong and what to do. */
  issues: z.array(z.string()),
  checks: z.array(Check),
  metadata: Metadata,
})
export type Validation = z.infer<typeof Validation>

/** Pictures of a person. No machine says whose face it is: a person compares them. */
export const faceTypes = ['selfie', 'photo'] as const satisfies DocumentType[]
export const isFaceType = (type: string | null) => (faceTypes as readonly (string | null)[]).includes(type)

/** Below this, a document is looked at by a person even when no rule failed. */
export const confidentEnough = 0.9
/** Whether the check alone settles a document; a picture of a face never. */
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

/** What the sender is told while the reading takes longer than an answer should. */
export const stillReading: Validation = {
  valid: false,
  confidence: 0,
  issues: ['We are still reading this document.'],
  checks: [],
  metadata: nothingRead,
}

/** The same while the virus scanner has not seen it. */
export const waitsForScan =
  "It's waiting for a virus scan, and nobody can open it until then. You don't need to do anything."

/** All that a client is told where the reason for a doubt is for the firm alone. */
export const weWillCheck = "We'll check this."

/** Rules whose failure is a suspicion. What they compared is for the firm alone. */
export const suspicionRules: readonly string[] = [
  'zones_agree',
  'check_digits',
  'number_fits',
  'not_edited',
  'portrait_unchanged',
  'not_specimen',
  'sums_follow',
]

/** Whether another client sent the same picture: for the firm alone, to its very name. */
export const otherClientRule = 'not_of_another_client'
export const sharedWords = 'Another client has sent the same picture.'

/** A verdict as it may be shown to the client: the facts stay, what a suspicion rests on does not. */
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

/** A verdict that was kept by an older version, with what such a verdict did not have yet. */
export const broughtUpToDate = (kept: Validation): Validation => ({
  ...kept,
  metadata: { ...nothingRead, ...kept.metadata },
})
