import { z } from 'zod'
import { ExtractedData } from './documents/extracted.ts'
import { DocumentType, Region, VerificationFlags } from './documents/validation.ts'
import { command, read } from './kit/endpoint.ts'

/** Whether a key of the validation provider is configured. Without one, the local inspector checks the documents. */
export const KeyStatus = z.strictObject({
  valid: z.boolean(),
  message: z.string(),
  usingSimulation: z.boolean(),
})
export type KeyStatus = z.infer<typeof KeyStatus>

/**
 * PASS: verified automatically. FAIL: a rule failed, the document has expired, or parts of it contradict each other.
 * PENDING_REVIEW: nothing could be read. CAUTION: everything else, for a person to review.
 */
export const TrialStatus = z.enum(['PASS', 'CAUTION', 'FAIL', 'PENDING_REVIEW'])
export type TrialStatus = z.infer<typeof TrialStatus>

/** A verdict in the terms of the validation provider. */
export const TrialResult = z.strictObject({
  status: TrialStatus,
  /** The confidence in percent, 0 to 100. At most 80 for CAUTION, and at most 60 for FAIL and PENDING_REVIEW. */
  score: z.number().int().min(0).max(100),
  /** The audit trail records it too. */
  referenceId: z.string(),
  extractedData: ExtractedData.required(),
  flags: VerificationFlags,
  /** Rules that could not be applied, and the reasons for the flags. */
  warnings: z.array(z.string()),
  /** Rules that failed, with the expected and the actual value. */
  errors: z.array(z.string()),
  /** What a client would be asked to do. */
  issues: z.array(z.string()),
  regions: z.array(Region),
})
export type TrialResult = z.infer<typeof TrialResult>

/** A page as the inspector sees it: turned upright, as a data URL. */
export const TrialPicture = z.strictObject({ page: z.number().int(), image: z.string() })

const noImage = 'No image selected'

export const documentSandbox = {
  checkKey: read('/api/check-gbg-key', {
    output: KeyStatus,
    audience: 'member',
    summary:
      'Whether a validation provider is configured; in demo mode for everyone, otherwise administrators',
  }),
  run: command('/api/test-gbg-validation', {
    input: z.strictObject({
      documentType: DocumentType,
      /** A data URL of a JPEG, PNG or PDF of at most 5 MB. The content decides which of these it is. */
      imageData: z.string(noImage).min(1, noImage),
      /** Older pages send it, and it is ignored: the session says who the user is. */
      metadata: z
        .strictObject({ testRequest: z.boolean().optional(), userId: z.string().max(100).optional() })
        .optional(),
    }),
    output: z.strictObject({
      documentType: DocumentType,
      result: TrialResult,
      usingSimulation: z.boolean(),
      pictures: z.array(TrialPicture),
    }),
    audience: 'member',
    summary: 'Tries the document check on a file of which nothing is kept',
  }),
}
