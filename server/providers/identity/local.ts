import { randomInt } from 'node:crypto'
import {
  capturePath,
  type SessionDocument,
  type StepResult,
  type StepType,
  sessionMinutes,
  stepsFor,
  type VerificationStatus,
} from '#contract/identity/session.ts'
import { postcodeOf } from '#contract/kit/address.ts'
import type { Secrets } from '#server/platform/crypto/secrets.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Capture, IdentityProvider, ReadFacts } from '#server/platform/ports/providers.ts'
import { after, minutes, seconds } from '#server/platform/time/durations.ts'
import * as store from './store.ts'

/** Checks on the firm's own machine, with our capture page and our document inspector. */
export const openLocalIdentity = (db: Db, secrets: Secrets): IdentityProvider => ({
  name: 'local',
  checker: null,
  timeout: seconds(8),
  createSession: async ({ key, clientId, comparesFaces, now }) => {
    // Derived from the session's key, so that two simultaneous requests get the same address, and no token is stored.
    const token = secrets.derive(`capture_session:${key}`)
    const tokenHash = store.hashOf(token)
    const row = await store.open(db, {
      id: key,
      tokenHash,
      clientId,
      comparesFaces,
      // A number of fingers that two hands can show.
      prompt: String(randomInt(2, 10)),
      createdAt: now,
      expiresAt: after(now, minutes(sessionMinutes)),
    })
    if (row?.clientId !== clientId || row.tokenHash !== tokenHash)
      throw new Error("The session couldn't be opened.")
    return { sessionId: row.id, sessionUrl: capturePath(token), expiresAt: row.expiresAt }
  },
  status: async (sessionId, { now }) => {
    const capture = await store.findById(db, sessionId, now)
    if (capture === null) throw new Error('There is no such session.')
    return statusOf(capture)
  },
  captures: {
    find: store.findByToken,
    claim: store.claim,
    chooseDocument: store.updateDocument,
    saveStep: store.saveStep,
    submit: store.updateSubmitted,
    statusOf,
    removeAllOf: store.removeAllOf,
  },
})

type Verdict = VerificationStatus['verificationStatus']

/** Returns the status of our session in the shape of a partner's status. */
const statusOf = (capture: Capture): VerificationStatus => {
  const verificationStatus = verdictOf(capture)
  const passed = capture.steps.filter(({ result }) => result === 'Passed').map(({ type }) => type)
  return {
    success: true,
    verificationStatus,
    message: words[verificationStatus],
    issues: issuesOf(capture),
    recommendations: verificationStatus === 'failed' ? tips : [],
    extractedData: extractedOf(capture),
    verifiedDocuments: passed.flatMap((type) => documentOf(type, capture.document) ?? []),
    completedSteps: completedOf(capture),
    verificationDetails: { referenceNumber: `LOC-${capture.id.slice(-12).toUpperCase()}` },
  }
}

const words: Record<Verdict, string> = {
  not_started: 'The verification has not been started yet.',
  in_progress: 'The verification has been started and is not finished yet.',
  processing: "We're reading your documents.",
  // Only what was sent was read: no face was compared, and a proof of address may have been skipped.
  verified: "We've checked your documents.",
  manual_review: "We've received your documents, and we'll check them.",
  failed: "We couldn't verify your documents.",
  expired: 'This session is over.',
  unknown: "We don't know how this session is going.",
}

const tips = [
  'Lay the document on a plain, dark surface.',
  'Let all four corners be in the picture.',
  'Avoid reflections: turn away from lamps and windows.',
  'Use a document that is still valid, and a proof of address from the last 3 months.',
]

// A person reviews faces and the back of a card, which never fail a session. If faces are to be compared, nothing is
// verified before a person has done so.
const verdictOf = ({ state, steps, comparesFaces }: Capture): Verdict => {
  if (state === 'open') return steps.length === 0 ? 'not_started' : 'in_progress'
  if (state !== 'submitted') return 'expired'
  if (steps.some(({ result }) => result === null)) return 'processing'
  const of = (wanted: StepType) => steps.find(({ type }) => type === wanted)?.result
  const [front, address] = [of('FRONTSIDE'), of('ADDRESSDOCUMENT')]
  if (front === 'Failed' || address === 'Failed') return 'failed'
  const isAddressFine = address === 'Passed' || address === 'Skipped'
  return front === 'Passed' && isAddressFine && !comparesFaces ? 'verified' : 'manual_review'
}

const issuesOf = ({ steps, document }: Capture) =>
  steps
    .filter(({ result }) => result === 'Failed')
    .flatMap(({ type, issues }) => issues.map((issue) => ({ document: nameOf(type, document), issue })))

const nameOf = (type: StepType, document: SessionDocument | null) => {
  if (type === 'ADDRESSDOCUMENT') return 'Proof of address'
  if (type === 'FRONTSIDE' || type === 'BACKSIDE')
    return { passport: 'Passport', drivers_license: 'Driving licence', identity: 'National ID card' }[
      document ?? 'identity'
    ]
  return type === 'LIVENESS' ? 'Photo with a number' : 'Selfie'
}

const documentOf = (type: StepType, document: SessionDocument | null) => {
  if (type === 'ADDRESSDOCUMENT') return { type: 'address_proof' as const }
  if (type === 'SELFIE') return { type: 'selfie' as const }
  return type === 'FRONTSIDE' && document !== null ? { type: document } : null
}

// Only a person can tell from a picture whether it shows someone living.
const passive = { type: 'PASSIVE_LIVENESS', result: 'Review' } as const

const completedOf = ({ steps, document, comparesFaces }: Capture) => {
  const done = stepsFor(document, comparesFaces).flatMap((type) => {
    const result = steps.find((step) => step.type === type)?.result
    return result ? [{ type, result }] : []
  })
  const hasSelfie = done.some(({ type, result }) => type === 'SELFIE' && result !== 'Skipped')
  return hasSelfie ? [...done, passive] : (done as { type: StepType; result: StepResult }[])
}

const extractedOf = ({ steps }: Capture): VerificationStatus['extractedData'] => {
  const readOn = (wanted: StepType): Partial<ReadFacts> =>
    steps.find(({ type }) => type === wanted)?.read ?? {}
  const { fullName, dateOfBirth, documentNumber, expiryDate } = readOn('FRONTSIDE')
  const { address } = readOn('ADDRESSDOCUMENT')
  const names = fullName?.trim().split(/\s+/) ?? []
  const LastName = names.length > 1 ? names.pop() : undefined
  const AddressPostCode = address ? (postcodeOf(address) ?? undefined) : undefined
  return {
    personalInfo: present({ FirstName: names.join(' '), LastName, BirthDate: dateOfBirth }),
    addressInfo: present({ AddressFull: address, AddressPostCode }),
    documentInfo: present({ DocumentNumber: documentNumber, ExpiryDate: expiryDate }),
  }
}

const present = (values: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Record<string, string>
