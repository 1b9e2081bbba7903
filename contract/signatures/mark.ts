import { z } from 'zod'
import { line } from '../kit/endpoint.ts'

/** The size of the drawing pad, in pixels. On a high-resolution screen its picture may be several times larger. */
export const padSize = { width: 400, height: 200 } as const
/** The longest picture as a data URL, in characters: far more than a pad of that size needs. */
export const pictureLimit = 600_000

export const noSignature = 'Please draw your signature before saving.'

/** The most pages that a document to sign can have. */
export const signablePages = 200

/** The longest first and last name of an account, with a space between them. */
export const typedNameLimit = 161

/** How somebody signs, and what they agreed to. */
export const mark = z.strictObject({
  /** A PNG as a data URL. Absent if the name was typed. */
  signatureData: z.string(noSignature).max(pictureLimit, 'This picture is too large').optional(),
  /** An equally valid alternative to drawing. */
  typedName: line(typedNameLimit).optional(),
  /** The signer was asked about a typed name that is not their own, and confirmed it. */
  nameConfirmed: z.boolean().optional(),
  signaturePosition: z.literal('bottom_right'),
  /** The version of the consent text that was agreed to. The page always sends it. */
  consentVersion: z.string().max(40).optional(),
  /** How many of the pages were displayed. */
  pagesSeen: z.number().int().min(0).max(signablePages).optional(),
})
export type SignatureMark = z.infer<typeof mark>

/** Whether exactly one of drawing and typing was used. */
export const isMarked = ({ signatureData, typedName }: Pick<SignatureMark, 'signatureData' | 'typedName'>) =>
  Boolean(signatureData) !== Boolean(typedName)
