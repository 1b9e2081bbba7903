import { z } from 'zod'
import { email } from '../accounts/accounts.ts'
import { megabytes } from '../documents/documents.ts'
import { DocumentType } from '../documents/validation.ts'
import { ClientVerdict } from '../documents/verdict.ts'
import { instant, line, prose } from '../kit/endpoint.ts'
import { capturePage } from '../kit/pages.ts'
import { sessionToken } from '../kit/session-token.ts'

/** The limit for files in the chat and in a capture session. Elsewhere the portal accepts 10 MB. */
export const captureLimit = megabytes(5)
/** The time in which a session has to be finished, in minutes. */
export const sessionMinutes = 30

export const StepType = z.enum([
  'FRONTSIDE',
  'BACKSIDE',
  'ADDRESSDOCUMENT',
  'SELFIE',
  'LIVENESS',
  'PASSIVE_LIVENESS',
])
export type StepType = z.infer<typeof StepType>

/** `Review`: a person of the firm has to check it. `Skipped`: the client left it out. */
export const StepResult = z.enum(['Passed', 'Review', 'Failed', 'Skipped'])
export type StepResult = z.infer<typeof StepResult>

export const SessionDocument = z.enum(['passport', 'drivers_license', 'identity'])
export type SessionDocument = z.infer<typeof SessionDocument>
export const isCard = (document: SessionDocument | null) => document !== null && document !== 'passport'

const text = z.string().optional()

/** The state of a verification, in the format of the partner's interface. */
export const VerificationStatus = z.strictObject({
  /** Whether the status could be determined. If not, `message` says so, and the page may ask again. */
  success: z.boolean(),
  verificationStatus: z.enum([
    'not_started',
    'in_progress',
    'processing',
    'verified',
    'manual_review',
    'failed',
    'expired',
    'unknown',
  ]),
  message: z.string(),
  issues: z.array(z.strictObject({ document: z.string(), issue: z.string() })),
  recommendations: z.array(z.string()),
  extractedData: z.strictObject({
    personalInfo: z.strictObject({ FirstName: text, LastName: text, BirthDate: text, Sex: text }),
    addressInfo: z.strictObject({
      AddressFull: text,
      AddressCity: text,
      AddressPostCode: text,
      AddressCountry: text,
    }),
    documentInfo: z.strictObject({ DocumentNumber: text, ExpiryDate: text }),
  }),
  verifiedDocuments: z.array(z.strictObject({ type: DocumentType })),
  completedSteps: z.array(z.strictObject({ type: StepType, result: StepResult })),
  verificationDetails: z.strictObject({ referenceNumber: z.string() }),
})
export type VerificationStatus = z.infer<typeof VerificationStatus>

/** Whether the status of a session is final. */
export const isDecided = ({ verificationStatus }: Pick<VerificationStatus, 'verificationStatus'>) =>
  ['verified', 'manual_review', 'failed', 'expired'].includes(verificationStatus)

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Please give a colour such as #0F4C3A')

/** What the page may propose for a session. All of it is checked, and what the portal knows takes precedence. */
export const SessionRequest = z.strictObject({
  customerName: line(160).optional(),
  customerReference: line(80).optional(),
  customText: prose(400).optional(),
  organisationName: line(160).optional(),
  enableEmail: z.boolean().optional(),
  emailAddress: email('Please enter a valid email address').optional(),
  emailSubject: line(160).optional(),
  emailCustomText: prose(1000).optional(),
  brandingOptions: z
    .strictObject({
      enableCustomBranding: z.boolean().optional(),
      mainTitle: line(80).optional(),
      buttonText: line(40).optional(),
      finalButtonText: line(40).optional(),
      enableCustomColors: z.boolean().optional(),
      primaryColor: colour.optional(),
      backgroundColor: colour.optional(),
    })
    .optional(),
})

export const GeneratedSession = z.strictObject({
  success: z.boolean(),
  data: z.strictObject({ sessionUrl: z.string(), sessionId: z.string() }).nullable(),
  error: z.string().nullable(),
})
export type GeneratedSession = z.infer<typeof GeneratedSession>

/** The exact messages of part 2, section 8. */
export const sessionWords = {
  notCreated: 'Unable to create verification session. Please try again.',
  notCreatedTitle: 'Session Generation Failed',
  notTold: "We're having trouble checking your verification status. Please try again.",
} as const

/** Returns the path of the built-in capture page. */
export const capturePath = (token: string) => capturePage.replace(':token', token)

export const SessionToken = z.string().regex(sessionToken)

export const CaptureStep = z.strictObject({
  type: StepType,
  /** `reading` until its picture has been checked, then `done` regardless of the result. */
  state: z.enum(['waiting', 'reading', 'done']),
  result: StepResult.nullable(),
  /** Sentences for the client: what is wrong with this picture and what to do. */
  issues: z.array(z.string()),
  /** The same as a verdict for the page. Null until the picture has been checked. */
  verdict: ClientVerdict.nullable(),
  /** The client may leave it out, in which case a person checks. */
  isOptional: z.boolean(),
})
export type CaptureStep = z.infer<typeof CaptureStep>

/**
 * A verification session as its capture page sees it. It contains nothing that was read from documents, because the
 * token may be on another device.
 */
export const CaptureSession = z.strictObject({
  state: z.enum(['open', 'submitted', 'expired', 'replaced']),
  firstName: z.string(),
  document: SessionDocument.nullable(),
  /** In the order in which they are asked for. Empty until a document is chosen. */
  steps: z.array(CaptureStep),
  /** The number to show in the liveness picture, with fingers or written on paper. */
  prompt: z.string(),
  expiresAt: instant,
})
export type CaptureSession = z.infer<typeof CaptureSession>

/** Returns the steps that need a picture. `PASSIVE_LIVENESS` is checked in the selfie itself. */
export const stepsFor = (document: SessionDocument | null, comparesFaces: boolean): StepType[] => {
  if (document === null) return []
  const front: StepType[] = isCard(document) ? ['FRONTSIDE', 'BACKSIDE'] : ['FRONTSIDE']
  const faces: StepType[] = comparesFaces ? ['SELFIE', 'LIVENESS'] : []
  return [...front, 'ADDRESSDOCUMENT', ...faces]
}

/** Whether a step can be left out. Only the document itself is required. */
export const canSkip = (step: StepType) => step !== 'FRONTSIDE'

/** Whether a session can be submitted: each step has a picture or was left out. */
export const canSubmit = ({ state, steps }: Pick<CaptureSession, 'state' | 'steps'>) =>
  state === 'open' && steps.length > 0 && steps.every((step) => step.state !== 'waiting')
