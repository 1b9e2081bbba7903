import { openPicture, pictureOfPage } from '../ocr/picture.ts'
import { kindOf } from '../read/kind.ts'
import { isFault, openPdf } from '../read/pdf.ts'
import { findFaces, likeness, portraitOf } from './faces.ts'

/** The model a score comes from. Scores of different models cannot be compared. */
const faceModel = 'face-api 1.7.15 face_recognition_model'

export interface Comparison {
  /** See `likeness`. Null if there was nothing to compare. */
  score: number | null
  outcome: 'compared' | 'no_portrait' | 'no_single_face'
  model: string
}

/**
 * Compares the portrait of an identity document (a picture, or the first page of a PDF) with the face of a selfie. The
 * descriptors never leave this function: biometric data is not stored.
 */
export const compareFaces = async (document: Uint8Array, selfie: Uint8Array): Promise<Comparison> => {
  const portrait = portraitOf(await facesOf(document))
  if (!portrait) return { score: null, outcome: 'no_portrait', model: faceModel }
  const [face, ...others] = await facesOf(selfie)
  if (!face || others.length > 0) return { score: null, outcome: 'no_single_face', model: faceModel }
  const score = Math.round(likeness(portrait.descriptor, face.descriptor) * 100) / 100
  return { score, outcome: 'compared', model: faceModel }
}

const facesOf = async (bytes: Uint8Array) => {
  const { kind } = kindOf(bytes)
  if (kind === 'jpeg' || kind === 'png') return findFaces(await openPicture(bytes))
  const pdf = kind === 'pdf' ? await openPdf(bytes) : 'damaged'
  if (isFault(pdf)) return []
  try {
    return await findFaces(await pictureOfPage(await pdf.page(1)))
  } finally {
    await pdf.close()
  }
}
