import { z } from 'zod'
import { id, instant } from '../kit/endpoint.ts'
import { type Signal, Stage } from './conversation.ts'

export const MessageId = id('message')
export type MessageId = z.infer<typeof MessageId>

/** What a message asks for besides text. `typing` means that the response is still being prepared. */
export const ActionType = z.enum(['info', 'upload', 'reminder', 'form', 'complete', 'typing'])
export type ActionType = z.infer<typeof ActionType>

/** The file that a message asks for, or that the client sent with it. */
export const AttachmentType = z.enum([
  'id',
  'selfie',
  'proof_of_address',
  'funds_proof',
  'gift_letter',
  'address_proof',
])
export type AttachmentType = z.infer<typeof AttachmentType>

/** The form that a message shows. `user-data.ts` defines their fields. */
export const FormId = z.enum(['banking_details', 'update_information', 'modify_details'])
export type FormId = z.infer<typeof FormId>

/** A line of a summary: "Date of birth", "14 March 1991". */
export const Fact = z.strictObject({ label: z.string(), value: z.string() })
export type Fact = z.infer<typeof Fact>

export const Badge = z.strictObject({ tone: z.enum(['good', 'wait', 'bad']), words: z.string() })
export type Badge = z.infer<typeof Badge>

export const ChatMessage = z.strictObject({
  id: MessageId,
  content: z.string(),
  isUser: z.boolean(),
  timestamp: instant,
  /** The labels of the buttons. Pressing one sends its label. */
  options: z.array(z.string()),
  actionType: ActionType.nullable(),
  attachmentType: AttachmentType.nullable(),
  /** A newer message has replaced it, so its options and form no longer work. */
  isDisabled: z.boolean(),
  /** The capture page of the verification session that this message offers. */
  sessionUrl: z.string().nullable(),
  sessionId: z.string().nullable(),
  formId: FormId.nullable(),
  /** The stage in which it was sent. */
  stage: Stage,
  facts: z.array(Fact),
  badge: Badge.nullable(),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Every button of the chat by its label, and the signal it sends. */
export const optionSignals = {
  "Let's begin": 'begin',
  Agree: 'agree',
  'I do not agree': 'decline',
  'Yes, compare them': 'accept_comparison',
  'No, a person can do it': 'refuse_comparison',
  'Upload documents instead': 'upload_instead',
  'Use my camera': 'use_camera',
  Passport: 'choose_document',
  'Driving licence': 'choose_document',
  'National ID card': 'choose_document',
  'Try again': 'again',
  'Send it as it is': 'send_as_is',
  'Skip this step': 'skip',
  Savings: 'choose_funds',
  Mortgage: 'choose_funds',
  'Gifted deposit': 'choose_funds',
  Inheritance: 'choose_funds',
  Other: 'choose_funds',
  'Yes, there are changes': 'changes',
  'No, everything is correct': 'check_data',
  'Yes, this is correct': 'confirm',
  'Something is wrong': 'changes',
  'Contact support': 'support',
  'Go to Dashboard': 'leave',
} as const satisfies Record<string, Signal | 'check_data'>
export type Option = keyof typeof optionSignals

/**
 * Opens the session of its message in a dialog. It sends nothing to the server. The page shows it beside the options of
 * a message that has a `sessionUrl`.
 */
export const startVerification = 'Start Verification'

/** The buttons of each stage. */
export const stageOptions: Record<Stage, readonly Option[]> = {
  welcome: ["Let's begin"],
  consent: ['Agree', 'I do not agree'],
  face_consent: ['Yes, compare them', 'No, a person can do it'],
  upload_document: ['Upload documents instead'],
  verification_progress: ['Upload documents instead', 'Go to Dashboard'],
  verification_success: [],
  verification_manual_review: [],
  verification_failed: ['Try again', 'Upload documents instead', 'Contact support', 'Go to Dashboard'],
  select_id_type: ['Passport', 'Driving licence', 'National ID card', 'Use my camera'],
  id_verification: ['Contact support', 'Go to Dashboard'],
  id_verification_selfie: ['Skip this step'],
  take_selfie: ['Skip this step'],
  proof_of_address: ['Skip this step'],
  source_of_funds: ['Savings', 'Mortgage', 'Gifted deposit', 'Inheritance', 'Other'],
  source_of_funds_details: ['Skip this step'],
  proof_of_funds: ['Skip this step'],
  change_check: ['Yes, there are changes', 'No, everything is correct'],
  additional_data: ['Contact support', 'Go to Dashboard'],
  modify_details: ['Contact support', 'Go to Dashboard'],
  review_details: ['Yes, this is correct', 'Something is wrong'],
  complete: [],
}

const keywords: [RegExp, readonly Option[]][] = [
  [
    /\b(no|nope|not|don'?t|disagree)\b/i,
    ['No, everything is correct', 'No, a person can do it', 'I do not agree'],
  ],
  [/\bagree\b/i, ['Agree']],
  [/\bchanges?\b|\bwrong\b/i, ['Yes, there are changes', 'Something is wrong']],
  [/\b(yes|yeah|yep|ok|okay)\b/i, ["Let's begin", 'Agree', 'Yes, compare them', 'Yes, this is correct']],
]
// A longer text is a question, in which a word such as "yes" says nothing.
const shortReply = 40

/** Returns the offered option that typed text means (yes, agree, change or no), or null if it means none. */
export const optionMeant = (words: string, offered: readonly string[]): Option | null => {
  const text = words.trim()
  const exact = offered.find((option) => option.toLowerCase() === text.toLowerCase())
  if (exact !== undefined && exact in optionSignals) return exact as Option
  if (text.length > shortReply || text.includes('?')) return null
  for (const [pattern, options] of keywords) {
    if (!pattern.test(text)) continue
    return options.find((option) => offered.includes(option)) ?? null
  }
  return null
}

/** Suggested questions below the chat. The guided flow shows the first three. */
export const topics = [
  'What documents do I need?',
  'Is my data secure?',
  'How long does verification take?',
  'Do I need a selfie?',
  'I need help',
] as const

/** The chat page's timers, in milliseconds. */
export const delays = {
  welcomeAdvance: 2_000,
  idleReminder: 5 * 60_000,
  idleCheck: 60_000,
  modifyForm: 1_000,
  afterDataFailure: 2_000,
  afterDataCheck: 2_000,
  afterConfirmation: 1_000,
} as const
