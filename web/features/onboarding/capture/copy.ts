import { faultOfKind } from '#contract/documents/documents.ts'
import {
  type CaptureSession,
  type CaptureStep,
  captureLimit,
  isCard,
  type SessionDocument,
  type StepType,
} from '#contract/identity/session.ts'
import type { Problem, ProblemCode } from '#contract/kit/problem.ts'
import type { Tone } from '#web/ui/tone.ts'
import type { Facing } from './camera.ts'
import type { Hint, Subject } from './hints.ts'

export interface StepWords {
  /** The name in lists and sentences. */
  name: string
  title: string
  lead: string
  /** Whether a PDF is allowed too. */
  takesPdf: boolean
  facing: Facing
  subject: Subject
  /** Ratio of width to height of what is held into the frame. */
  ratio: number
  /** Beginning of the file's name. */
  file: string
}

export const documentNames: Record<SessionDocument, string> = {
  passport: 'passport',
  drivers_license: 'driving licence',
  identity: 'national ID card',
}

// ISO/IEC 7810: an open passport is ID-3 (125 × 88 mm), a card ID-1 (85.60 × 53.98 mm). A letter is A4.
const passportRatio = 125 / 88
const cardRatio = 85.6 / 53.98
const letterRatio = 210 / 297
const faceRatio = 3 / 4

const paper = { takesPdf: true, facing: 'environment', subject: 'paper' } as const
const face = { takesPdf: false, facing: 'user', subject: 'face', ratio: faceRatio } as const

/** Returns a step's texts and the kind of picture it expects. */
export const wordsOf = (
  type: StepType,
  { document, prompt }: { document: SessionDocument | null; prompt: string },
): StepWords => {
  const card = documentNames[document ?? 'identity']
  if (type === 'FRONTSIDE') return isCard(document) ? front(card) : passport
  if (type === 'BACKSIDE') return back(card)
  if (type === 'ADDRESSDOCUMENT') return address
  return type === 'SELFIE' ? selfie : liveness(prompt)
}

const passport: StepWords = {
  ...paper,
  name: 'Passport',
  title: 'Photograph your passport',
  lead: 'Open it at the photo page and lay it flat. All four corners and the two lines of letters at the bottom should be in the frame.',
  ratio: passportRatio,
  file: 'passport',
}

const front = (card: string): StepWords => ({
  ...paper,
  name: `Front of your ${card}`,
  title: `Photograph the front of your ${card}`,
  lead: 'Lay it flat on a dark table, with all four corners in the frame.',
  ratio: cardRatio,
  file: 'card-front',
})

const back = (card: string): StepWords => ({
  ...paper,
  name: `Back of your ${card}`,
  title: `Now the back of your ${card}`,
  lead: 'Turn it over, and keep all four corners in the frame.',
  ratio: cardRatio,
  file: 'card-back',
})

const address: StepWords = {
  ...paper,
  name: 'Proof of address',
  title: 'Photograph a proof of address',
  lead: 'A bank statement, utility bill or council tax bill with your name and address, dated within the last 3 months. A PDF is just as good as a photo.',
  ratio: letterRatio,
  file: 'proof-of-address',
}

const selfie: StepWords = {
  ...face,
  name: 'Selfie',
  title: 'Take a selfie',
  lead: 'Look straight at the camera in good light, without a hat or sunglasses. We compare it with the photo in your document, as you agreed.',
  file: 'selfie',
}

const liveness = (prompt: string): StepWords => ({
  ...face,
  name: `Photo with the number ${prompt}`,
  title: `Show the number ${prompt}`,
  lead: `Hold up ${prompt} fingers beside your face, or a piece of paper with a ${prompt} on it. It helps us see that the photo was taken for this check.`,
  file: 'selfie-number',
})

export const hintWords: Record<Subject, Record<Hint, string>> = {
  paper: {
    dark: 'Too dark. Find more light.',
    bright: 'Too bright. Move away from the lamp.',
    empty: 'Hold the document in the frame.',
    glare: 'There is a reflection. Tilt it a little.',
    blurred: 'Not in focus yet. Hold still, or move back a little.',
    good: 'Good light and focus. Are all corners inside?',
  },
  face: {
    dark: 'Too dark. Turn towards a window.',
    bright: 'Too bright. Turn away from the lamp.',
    empty: 'Bring your face into the frame.',
    glare: 'A light is shining into the camera. Turn a little.',
    blurred: 'Not in focus yet. Hold still.',
    good: "Good light and focus. Take it when you're ready.",
  },
}

/** Exact sentences of part 2, section 8. */
export const cameraFault = {
  title: 'Camera Access Error',
  text: "Could not access your camera. Please ensure you've granted camera permission.",
}

export interface Fault {
  title: string
  text: string
}

/** Returns what is wrong with a chosen file before it is sent. The portal then checks its content. */
export const faultOf = (
  { name, type, size }: Pick<File, 'name' | 'type' | 'size'>,
  takesPdf: boolean,
): Fault | null => {
  const wrong = faultOfKind({ name, type }, { takesPdf })
  if (wrong !== null) return { title: 'Invalid file type', text: wrong }
  if (size > captureLimit)
    return { title: 'File too large', text: 'Maximum file size is 5MB. Please choose a smaller file.' }
  return null
}

export const fileHint = (takesPdf: boolean) =>
  takesPdf ? 'JPG, PNG or PDF up to 5MB' : 'JPG or PNG up to 5MB'
export const fileAccept = (takesPdf: boolean) => (takesPdf ? '.pdf,.jpg,.jpeg,.png' : '.jpg,.jpeg,.png')

/** Returns a step's status in a few words, for lists. */
export const standingOf = (
  { type, state, result, verdict }: Pick<CaptureStep, 'type' | 'state' | 'result' | 'verdict'>,
  session: Pick<CaptureSession, 'document' | 'prompt'>,
): [Tone, string] => {
  const isFace = wordsOf(type, session).subject === 'face'
  if (state === 'waiting') return ['neutral', 'To do']
  if (state === 'reading' || result === null) return ['neutral', 'Reading']
  const standings: Record<typeof result, [Tone, string]> = {
    // Whether a bill's address is the client's is not known yet: the client confirms it afterwards.
    Passed: type === 'ADDRESSDOCUMENT' ? ['info', 'Read'] : ['ok', 'Verified'],
    Review: ['info', isFace ? "Received, we'll compare it" : "Received, we'll check it"],
    Failed: ['warn', verdict?.label ?? "Couldn't be read"],
    Skipped: ['over', 'Skipped'],
  }
  return standings[result]
}

export const heldWords: Fault = {
  title: 'Not sent yet',
  text: "We can't reach the portal at the moment. Your photo stays here and we'll send it again automatically.",
}

/**
 * Returns the sentence for a failed upload (part 2, section 8). Uses the portal's own sentence if it is more precise.
 */
export const sendingFault = ({ code, message, reason }: Pick<Problem, 'code' | 'message' | 'reason'>) => {
  const sentences: Partial<Record<ProblemCode, string>> = {
    invalid: "The file couldn't be uploaded. Please make sure it's a valid image file and try again.",
    too_large: 'The file is too large. Please use a smaller file (max 5MB).',
    internal: 'The server encountered an error. Please try again or use a different file.',
  }
  return (reason === undefined && sentences[code]) || message || 'Failed to upload document'
}

export const tipsFor: Record<Subject, readonly string[]> = {
  paper: [
    'Daylight, and no lamp or flash on the document',
    'All four corners in the frame, on a dark table',
    'Wait until the letters are sharp',
  ],
  face: ['Daylight on your face, not behind you', 'No hat, no sunglasses', 'Your whole face in the frame'],
}
