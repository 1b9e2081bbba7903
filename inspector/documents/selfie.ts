import type { Validation } from '#contract/documents/validation.ts'
import type { Face } from '../faces/faces.ts'
import type { Size } from '../read/picture-size.ts'
import type { Expectation } from './expectation.ts'
import { doubtful, type Finding, failed, passed } from './finding.ts'
import { verdictOf, type Weighed } from './verdict.ts'

/** What was found in a photo of a person. */
export interface SelfieSeen {
  faces: Face[]
  /** Size of the picture in which the faces were found. */
  seen: Size
  /** Size of the original photo. A small one may have been enlarged for reading. */
  taken: Size
  /** Whether it shows the print of a document. Also false if text recognition was not run. */
  isDocument: boolean
}

/** Below this confidence the detector also takes drawings and patterns for faces. */
const sureFace = 0.6
/** Pixels across the face. An identity card's portrait photographed from afar has fewer. */
const neededWidth = 120
/** Brightness of a face: see `FaceMeasures`. */
const [neededLight, allowedLight] = [50, 235]
const neededSharpness = 5

/**
 * Judges whether a photo shows one person well enough to be compared with a document. Does not judge who it is, or
 * whether it was taken of a living person: no such score is ever part of a verdict.
 */
export const judgeSelfie = (selfie: SelfieSeen, expectation: Expectation): Validation => {
  const [face, ...others] = selfie.faces
  const alone = face && others.length === 0 && !selfie.isDocument ? face : null
  return verdictOf(
    [[isPhoto(selfie), 0], [oneFace(selfie), 0.3], ...(alone ? rulesFor(alone, selfie) : [])],
    {
      documentType: typeOf(selfie, expectation),
      pages: 1,
      hasActiveContent: false,
      fields: { regions: selfie.faces.map((item) => regionOf(item, selfie.seen)) },
      factor: 1,
    },
  )
}

const rulesFor = (face: Face, selfie: SelfieSeen): Weighed[] => [
  [largeEnough(face, selfie), 0.2],
  [inFocus(face), 0.2],
  [lit(face), 0.15],
  [eyesSeen(face), 0.15],
]

const typeOf = ({ faces, isDocument }: SelfieSeen, { expectedTypes }: Expectation) => {
  if (isDocument || faces.length === 0) return null
  return expectedTypes.includes('photo') && !expectedTypes.includes('selfie') ? 'photo' : 'selfie'
}

const isPhoto = ({ isDocument }: SelfieSeen): Finding => {
  const words = { rule: 'is_photo', title: 'A photo of a person' }
  return isDocument
    ? failed(
        { ...words, read: 'print of a document' },
        'This looks like a photo of a document. Please take a photo of your own face.',
      )
    : passed(words)
}

const oneFace = ({ faces }: SelfieSeen): Finding => {
  const words = {
    rule: 'one_face',
    title: 'Exactly one face',
    read: facesInWords(faces.length),
    expected: '1 face',
  }
  const [face, ...others] = faces
  if (!face)
    return failed(
      words,
      "We couldn't find a face in this photo. Please take a photo of your face, looking at the camera.",
      { isMissing: true },
    )
  if (others.length > 0)
    return failed(words, 'More than one face is in the photo. Please take one of yourself alone.')
  if (face.confidence < sureFace)
    return doubtful(
      words,
      "We couldn't see your face clearly. Please take the photo again in good light, looking at the camera.",
    )
  return passed(words)
}

const facesInWords = (count: number) => (count === 0 ? 'no face' : count === 1 ? '1 face' : `${count} faces`)

const largeEnough = ({ box }: Face, { seen, taken }: SelfieSeen): Finding => {
  const width = Math.round((box.width * longest(taken)) / longest(seen))
  const words = {
    rule: 'face_size',
    title: 'Your face is large enough',
    read: `${width} pixels wide`,
    expected: `at least ${neededWidth}`,
  }
  return width >= neededWidth
    ? passed(words)
    : failed(words, 'Your face is small in this photo. Please hold the camera nearer and take it again.')
}

const longest = ({ width, height }: Size) => Math.max(width, height)

const inFocus = ({ sharpness }: Face): Finding => {
  const words = {
    rule: 'sharpness',
    title: 'In focus',
    read: String(Math.round(sharpness)),
    expected: `at least ${neededSharpness}`,
  }
  return sharpness >= neededSharpness
    ? passed(words)
    : failed(words, 'Your face is blurred. Please hold the camera still and take the photo again.')
}

const lit = ({ light }: Face): Finding => {
  const words = {
    rule: 'brightness',
    title: 'Well lit',
    read: `${Math.round(light)} of 255`,
    expected: `${neededLight} to ${allowedLight}`,
  }
  if (light < neededLight)
    return failed(words, 'Your face is too dark. Please face a window or a lamp and take the photo again.')
  if (light > allowedLight)
    return failed(words, 'Your face is too bright. Please turn away from the light and take the photo again.')
  return passed(words)
}

// The measure is a weak one, so it never counts in full.
const eyesSeen = ({ areEyesSeen }: Face): Finding => {
  const words = { rule: 'eyes_visible', title: 'Your eyes are visible' }
  return areEyesSeen
    ? passed(words, 0.8)
    : failed(
        words,
        "We couldn't see your eyes. Please take off dark glasses, keep your eyes open and look at the camera.",
      )
}

const regionOf = ({ box: { x, y, width, height } }: Face, seen: Size) => ({
  page: 1,
  x: x / seen.width,
  y: y / seen.height,
  width: width / seen.width,
  height: height / seen.height,
  what: 'Face',
})
