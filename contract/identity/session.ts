import { z } from 'zod'
import { email } from '../accounts/accounts.ts'
import { megabytes } from '../documents/documents.ts'
import { DocumentType } from '../documents/validation.ts'
import { ClientVerdict } from '../documents/verdict.ts'
import { instant, line, prose } from '../kit/endpoint.ts'
import { capturePage, sessionToken } from '../kit/pages.ts'

/** Files of the chat and of a capture session; elsewhere the portal takes 10 MB. */
export const captureLimit = megabytes(5)
/** Minutes in which a session has to be finished. */
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

/** `Review` leaves it to a person of the firm; `Skipped` was left out by the client. */
export const StepResult = z.enum(['Passed', 'Review', 'Failed', 'Skipped'])
export type StepResult = z.infer<typeof StepResult>

export const SessionDocument = z.enum(['passport', 'drivers_license', 'identity'])
export type SessionDocument = z.infer<typeof SessionDocument>
export const isCard = (document: SessionDocument | null) => document !== null && document !== 'passport'

const text = z.string().optional()

/** How a verification stands, in the shape of the partner's interface. */
export const VerificationStatus = z.strictObject({
  /** Whether the status could be told; otherwise `message` says so and it may be asked again. */
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

/** Whether anything more can come of a session by itself. */
export const isDecided = ({ verificationStatus }: Pick<VerificationStatus, 'verificationStatus'>) =>
  ['verified', 'manual_review', 'failed', 'expired'].includes(verificationStatus)

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Please give a colour such as #0F4C3A')

/** What the page may propose for a session. All of it is checked, and overruled by what the portal knows. */
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

/** The words of part 2, section 8, exactly. */
export const sessionWords = {
  notCreated: 'Unable to create verification session. Please try again.',
  notCreatedTitle: 'Session Generation Failed',
  notTold: "We're having trouble checking your verification status. Please try again.",
} as const

/** The address of the built-in capture page. */
export const capturePath = (token: string) => capturePage.replace(':token', token)

export const SessionToken = z.string().regex(sessionToken)

export const CaptureStep = z.strictObject({
  type: StepType,
  /** `reading` until its picture was judged; `done` then, whatever the result. */
  state: z.enum(['waiting', 'reading', 'done']),
  result: StepResult.nullable(),
  /** Sentences for the client: what is wrong with this picture and what to do. */
  issues: z.array(z.string()),
  /** The same in the words of the page; null until the picture was judged. */
  verdict: ClientVerdict.nullable(),
  /** The client may leave it out: a person then looks. */
  isOptional: z.boolean(),
})
export type CaptureStep = z.infer<typeof CaptureStep>

/** A verification session as its capture page sees it. Nothing of what was read is told: the token may be on another device. */
export const CaptureSession = z.strictObject({
  state: z.enum(['open', 'submitted', 'expired', 'replaced']),
  firstName: z.string(),
  document: SessionDocument.nullable(),
  /** In the order in which they are asked for; without a document there is none yet. */
  steps: z.array(CaptureStep),
  /** To be held up, as fingers or written on paper, for the liveness picture. */
  prompt: z.string(),
  expiresAt: instant,
})
export type CaptureSession = z.infer<typeof CaptureSession>

/** The steps that a session asks a picture for. `PASSIVE_LIVENESS` is looked at in the selfie itself. */
export const stepsFor = (document: SessionDocument | null, comparesFaces: boolean): StepType[] => {
  if (document === null) return []
  const front: StepType[] = isCard(document) ? ['FRONTSIDE', 'BACKSIDE'] : ['FRONTSIDE']
  const faces: StepType[] = comparesFaces ? ['SELFIE', 'LIVENESS'] : []
  return [...front, 'ADDRESSDOCUMENT', ...faces]
}

/** Who cannot take the picture goes on without it; only the document itself has to be there. */
export const canSkip = (step: StepType) => step !== 'FRONTSIDE'

/** A session can be submitted once each of its steps has a picture or was left out. */
export const canSubmit = ({ state, steps }: Pick<CaptureSession, 'state' | 'steps'>) =>
  state === 'open' && steps.length > 0 && steps.every((step) => step.state !== 'waiting')
