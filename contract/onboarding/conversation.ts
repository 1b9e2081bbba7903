import { z } from 'zod'

/** The stages of a conversation. The first sixteen belong to the camera flow, the last four to the guided one. */
export const Stage = z.enum([
  'welcome',
  'consent',
  'select_id_type',
  'upload_document',
  'take_selfie',
  'proof_of_address',
  'proof_of_funds',
  'verification_progress',
  'verification_success',
  'verification_manual_review',
  'verification_failed',
  'change_check',
  'additional_data',
  'review_details',
  'complete',
  'modify_details',
  'face_consent',
  'id_verification',
  'id_verification_selfie',
  'source_of_funds',
  'source_of_funds_details',
])
export type Stage = z.infer<typeof Stage>

/** `camera` uses a verification session, `guided` uses uploads in the chat. */
export const Flow = z.enum(['camera', 'guided'])
export type Flow = z.infer<typeof Flow>

/** What can happen in a conversation. Whatever a client types, sends or is told becomes one of these signals. */
export const signals = [
  'begin',
  'agree',
  'decline',
  'accept_comparison',
  'refuse_comparison',
  'upload_instead',
  'use_camera',
  'choose_document',
  'again',
  'session_submitted',
  'session_verified',
  'session_review',
  'session_failed',
  'session_expired',
  'document_verified',
  'document_review',
  'document_failed',
  'send_as_is',
  'skip',
  'choose_funds',
  'bank_given',
  'changes',
  'data_verified',
  'data_unchecked',
  'data_rejected',
  'confirm',
  'support',
  'leave',
] as const
export type Signal = (typeof signals)[number]

/** What one step collects. It is not asked for twice. */
export type Requirement = 'selfie' | 'address' | 'funds'

/** The facts that decide which stage `onwards` means. */
export interface FlowState {
  flow: Flow
  /** The client agreed to having their face compared with the portrait. */
  wantsSelfie: boolean
  /** Requirements that the client has met, or chose to leave out. */
  resolved: readonly Requirement[]
}

type Target = Stage | 'onwards' | 'stay'
type Answers = Partial<Record<Signal, Target>>

// A client may stop or ask for a person at every stage.
const always: Answers = { support: 'stay', leave: 'complete' }

const sent: Answers = {
  document_verified: 'onwards',
  document_review: 'onwards',
  document_failed: 'stay',
  send_as_is: 'onwards',
  again: 'stay',
}
const judged: Answers = {
  session_verified: 'verification_success',
  session_review: 'verification_manual_review',
  session_failed: 'verification_failed',
  session_expired: 'upload_document',
}
const instead: Answers = { upload_instead: 'select_id_type' }

/** The state machine of the conversation: the target of each signal at each stage. Any other signal changes nothing. */
export const transitions: Record<Stage, Answers> = {
  welcome: { ...always, begin: 'consent' },
  consent: { ...always, agree: 'face_consent', decline: 'stay' },
  face_consent: { ...always, accept_comparison: 'upload_document', refuse_comparison: 'upload_document' },
  upload_document: {
    ...always,
    ...judged,
    ...instead,
    session_submitted: 'verification_progress',
    again: 'stay',
  },
  verification_progress: { ...always, ...judged, ...instead },
  verification_success: {},
  verification_manual_review: {},
  verification_failed: { ...always, ...instead, again: 'upload_document' },
  select_id_type: { ...always, choose_document: 'id_verification', use_camera: 'upload_document' },
  id_verification: { ...always, ...sent },
  id_verification_selfie: { ...always, ...sent, skip: 'onwards' },
  take_selfie: { ...always, ...sent, skip: 'onwards' },
  proof_of_address: { ...always, ...sent, skip: 'onwards' },
  source_of_funds: { ...always, choose_funds: 'source_of_funds_details', skip: 'onwards' },
  source_of_funds_details: { ...always, ...sent, skip: 'onwards' },
  proof_of_funds: { ...always, bank_given: 'change_check', skip: 'change_check' },
  change_check: {
    ...always,
    changes: 'additional_data',
    data_verified: 'review_details',
    data_unchecked: 'review_details',
    data_rejected: 'complete',
  },
  additional_data: {
    ...always,
    data_verified: 'review_details',
    data_unchecked: 'review_details',
    data_rejected: 'modify_details',
  },
  modify_details: {
    ...always,
    data_verified: 'review_details',
    data_unchecked: 'review_details',
    data_rejected: 'stay',
  },
  review_details: { ...always, confirm: 'complete', changes: 'additional_data' },
  complete: {},
}

/** Stages that only show a message, after which the conversation continues by itself. */
export const transientStages: readonly Stage[] = ['verification_success', 'verification_manual_review']

/** The requirement that a stage collects. Moving on from the stage resolves it. */
export const requirementOf: Partial<Record<Stage, Requirement>> = {
  take_selfie: 'selfie',
  id_verification_selfie: 'selfie',
  proof_of_address: 'address',
  source_of_funds: 'funds',
  source_of_funds_details: 'funds',
}

/** Returns the first step that is still open once the identity document has been sent. */
export const firstOpenStage = ({ flow, wantsSelfie, resolved }: FlowState): Stage => {
  const isOpen = (requirement: Requirement) => !resolved.includes(requirement)
  if (wantsSelfie && isOpen('selfie')) return flow === 'guided' ? 'id_verification_selfie' : 'take_selfie'
  if (isOpen('address')) return 'proof_of_address'
  return flow === 'guided' && isOpen('funds') ? 'source_of_funds' : 'proof_of_funds'
}

/**
 * Returns the stages that a signal leads through. The last one is where the conversation is afterwards, which is the
 * same stage if its message is only repeated. Null if the signal means nothing at this stage.
 */
export const nextStages = (stage: Stage, signal: Signal, known: FlowState): [Stage, ...Stage[]] | null => {
  const target = transitions[stage][signal]
  if (target === undefined) return null
  if (target === 'stay') return [stage]
  const next = target === 'onwards' ? firstOpenStage(withResolved(known, stage)) : target
  return transientStages.includes(next) ? [next, firstOpenStage(known)] : [next]
}

/** Returns the state after moving on from a stage. */
export const withResolved = (known: FlowState, stage: Stage): FlowState => {
  const requirement = requirementOf[stage]
  if (requirement === undefined || known.resolved.includes(requirement)) return known
  return { ...known, resolved: [...known.resolved, requirement] }
}

/** The stages in which a file is uploaded in the chat itself. */
export const uploadStages = [
  'id_verification',
  'id_verification_selfie',
  'take_selfie',
  'proof_of_address',
  'source_of_funds_details',
] as const satisfies readonly Stage[]
export const takesUpload = (stage: Stage): stage is (typeof uploadStages)[number] =>
  (uploadStages as readonly Stage[]).includes(stage)

const stepOf: Record<Stage, number> = {
  welcome: 1,
  consent: 1,
  face_consent: 1,
  select_id_type: 2,
  upload_document: 2,
  id_verification: 2,
  verification_progress: 2,
  verification_failed: 2,
  verification_success: 2,
  verification_manual_review: 2,
  take_selfie: 3,
  id_verification_selfie: 3,
  proof_of_address: 3,
  source_of_funds: 4,
  source_of_funds_details: 4,
  proof_of_funds: 4,
  change_check: 5,
  additional_data: 5,
  modify_details: 5,
  review_details: 5,
  complete: 5,
}
const minutesLeftAt = [0, 5, 4, 3, 2, 1]

/** Returns the progress: "Step 2 of 5 · about 4 minutes left". */
export const stepsOf = (stage: Stage) => {
  const step = stepOf[stage]
  return { step, of: 5, minutesLeft: stage === 'complete' ? 0 : (minutesLeftAt[step] ?? 1) }
}
