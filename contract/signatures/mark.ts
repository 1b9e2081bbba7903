import { z } from 'zod'
import { line } from '../kit/endpoint.ts'

/** Pixels of the pad on which a signature is drawn; its picture may be as many times larger as a screen is. */
export const padSize = { width: 400, height: 200 } as const
/** Letters of a picture as a data URL: far more than a pad of that size can hold. */
export const pictureLimit = 600_000

export const noSignature = 'Please draw your signature before saving.'

/** Pages that can be looked through before signing. */
export const signablePages = 200

/** The longest first and last name that an account may have, with a space between them. */
export const typedNameLimit = 161

/** How somebody signs, and what they agreed to by it. */
export const mark = z.strictObject({
  /** A PNG as a data URL. Missing where the name was typed. */
  signatureData: z.string(noSignature).max(pictureLimit, 'This picture is too large').optional(),
  /** The equal alternative to drawing. */
  typedName: line(typedNameLimit).optional(),
  /** The signer was asked about a typed name that is not their own, and keeps it. */
  nameConfirmed: z.boolean().optional(),
  signaturePosition: z.literal('bottom_right'),
  /** Which words were agreed to; the page always sends it. */
  consentVersion: z.string().max(40).optional(),
  /** How many of the pages had been on the screen. */
  pagesSeen: z.number().int().min(0).max(signablePages).optional(),
})
export type SignatureMark = z.infer<typeof mark>

/** Whether exactly one way was chosen. */
export const isMarked = ({ signatureData, typedName }: Pick<SignatureMark, 'signatureData' | 'typedName'>) =>
  Boolean(signatureData) !== Boolean(typedName)
