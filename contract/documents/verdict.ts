import { z } from 'zod'
import { nameInNormalCase } from '../kit/names.ts'
import type { ClientDocument } from './documents.ts'
import {
  type Check,
  isFaceType,
  isUnasked,
  jointClientTitle,
  type Validation,
  waitsForScan,
  weWillCheck,
} from './validation.ts'

/** The kind of verdict that the client sees for a document, which decides what they can do about it. */
export const VerdictKind = z.enum([
  'reading',
  'clear',
  'received',
  'doubtful',
  'not_yours',
  'wrong_kind',
  'too_old',
  'expired',
  'unreadable',
])
export type VerdictKind = z.infer<typeof VerdictKind>

export const ClientVerdict = z.strictObject({
  kind: VerdictKind,
  /** A short label for a badge. */
  label: z.string(),
  /** What is wrong, or that nothing is. */
  sentence: z.string(),
  /** The action of the first button. */
  action: z.enum(['continue', 'choose_another', 'take_again']),
  /** What to do, or what was checked: at most three sentences. */
  lines: z.array(z.string()),
})
export type ClientVerdict = z.infer<typeof ClientVerdict>

const mostLines = 3

type Judged = Pick<ClientDocument, 'documentType' | 'status' | 'reason' | 'isAccepted' | 'validation'> &
  Partial<Pick<ClientDocument, 'awaitsScan' | 'isForReview'>>

/** Returns the verdict as the client reads it: no percentage, no suspicion, and nothing that was not checked. */
export function verdictFor(document: Judged): ClientVerdict {
  const { status, validation } = document
  if (status === 'rejected') return rejected(document)
  if (status === 'verified') return clear(document)
  if (document.awaitsScan) return { ...reading, sentence: waitsForScan }
  if (validation === null) return reading
  // This is only a suspicion that the client cannot fix, and the reason is for the firm only.
  if (validation.issues.length > 0 && validation.issues.every((issue) => issue === weWillCheck))
    return doubtful([])
  if (isUnasked(validation)) return unasked(document, validation)
  return fault(document, validation) ?? (isFace(document) ? facePicture : undecided)(document, validation)
}

/** Whether the client has to send another: they can fix it that way, and have not chosen to send it as it is. */
export const needsAnother = (document: Judged & Pick<ClientDocument, 'isForReview'>) =>
  document.status === 'rejected' || (!document.isForReview && verdictFor(document).action !== 'continue')

/** Returns why another is needed, in a sentence or two. */
export const reasonOf = (document: Judged) => {
  const { kind, sentence, lines } = verdictFor(document)
  // "A person will look" would be no reason to send another.
  return kind === 'doubtful' && lines.length > 0 ? lines.join(' ') : sentence
}

/** Whether it is a selfie or a picture with a number. The check never says whose face it shows. */
export const isFace = ({ documentType }: Pick<ClientDocument, 'documentType'>) => isFaceType(documentType)

const verdict = (
  kind: VerdictKind,
  words: Omit<ClientVerdict, 'kind' | 'lines'>,
  lines: (string | null | undefined)[] = [],
): ClientVerdict => ({
  kind,
  ...words,
  lines: lines.filter((line) => line !== null && line !== undefined).slice(0, mostLines),
})

const reading = verdict(
  'reading',
  { label: 'Reading', sentence: "We're still reading this document.", action: 'continue' },
  ["You can carry on. We'll show the result here."],
)

const rejected = ({ reason }: Judged) =>
  verdict('doubtful', {
    label: 'Needs another',
    sentence: reason ?? 'Please send this again.',
    action: 'choose_another',
  })

const doubtful = (lines: string[], action: ClientVerdict['action'] = 'continue') =>
  verdict('doubtful', { label: 'Received', sentence: weWillCheck, action }, lines)

/** There is something that its client can do; until they say that it is sent as it is, nobody else looks. */
const mendable = ({ isForReview }: Judged, lines: string[], action: ClientVerdict['action']) => {
  const firmLooks = doubtful(lines, action)
  if (isForReview) return firmLooks
  return { ...firmLooks, label: 'Needs another look', sentence: 'This needs another look.' }
}

function clear({ isAccepted, validation }: Judged) {
  if (isAccepted || validation === null)
    return verdict('clear', {
      label: 'Verified',
      sentence: "We've checked this and accepted it.",
      action: 'continue',
    })
  const passed = passedRules(validation)
  const lines = Object.entries(good).flatMap(([rule, line]) => (passed.has(rule) ? [line] : []))
  return verdict(
    'clear',
    { label: 'Verified', sentence: "We've checked your document.", action: 'continue' },
    lines,
  )
}

const passedRules = ({ checks }: Validation) =>
  new Set(checks.filter(({ outcome }) => outcome === 'passed').map(({ rule }) => rule))

/** The facts that matter to the client, the most important first. */
const good: Record<string, string> = {
  name_matches: "It's in your name.",
  birth_date_matches: 'The date of birth is yours.',
  address_matches: 'The address is yours.',
  not_expired: "It's in date.",
  dated_within_90_days: "It's recent enough.",
  document_kind: "It's the kind of document we asked for.",
}

/** Returns the most important problem only, so that the client's next step is given once. */
const fault = (document: Judged, validation: Validation) =>
  wrongKind(validation) ?? notYours(validation) ?? outOfDate(validation) ?? unreadable(document, validation)

const failedCheck = ({ checks }: Validation, rule: string) => {
  const check = checks.find((candidate) => candidate.rule === rule && candidate.outcome === 'failed')
  return check?.read ? { ...check, read: check.read } : undefined
}

const adviceIn = (validation: Validation) => validation.issues.filter((issue) => issue !== weWillCheck)

function wrongKind(validation: Validation) {
  const words = { label: 'Wrong document', action: 'choose_another' } as const
  if (failedCheck(validation, 'is_photo'))
    return verdict(
      'wrong_kind',
      { ...words, sentence: 'This looks like a document, not a photo of your face.', action: 'take_again' },
      ['Please take a photo of your own face.'],
    )
  const kind = failedCheck(validation, 'document_kind')
  if (!kind) return null
  const sentence = `This looks like ${withArticle(kind.read)}, not what we asked for.`
  const name = failedCheck(validation, 'name_matches')
  return verdict('wrong_kind', { ...words, sentence }, [
    name && `It's in the name of ${nameInNormalCase(name.read)}.`,
    kind.expected && `Please send ${kind.expected}${name ? ' in your own name' : ''}.`,
  ])
}

/** "a passport", "an identity card" */
export const withArticle = (noun: string) => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`

function notYours(validation: Validation) {
  const name = failedCheck(validation, 'name_matches')
  if (!name) return null
  return verdict(
    'not_yours',
    {
      label: 'Not yours',
      sentence: `This is in the name of ${nameInNormalCase(name.read)}.`,
      action: 'choose_another',
    },
    name.title === jointClientTitle
      ? [
          'They’re your joint client, and send theirs from their own account.',
          'Please send one in your own name.',
        ]
      : [
          name.expected && `We have you as ${name.expected}.`,
          'Please send one in your own name, or correct the name on your account.',
        ],
  )
}

function outOfDate(validation: Validation) {
  const action = 'choose_another'
  const expiry = failedCheck(validation, 'not_expired')
  if (expiry)
    return verdict('expired', { label: 'Expired', sentence: `This expired on ${expiry.read}.`, action }, [
      "Please send one that's still in date.",
    ])
  const age = failedCheck(validation, 'dated_within_90_days')
  // A date in the future does not make it too old.
  if (!age || !validation.metadata.verificationFlags.isExpired) return null
  const isYear = /^\d{4}\/\d\d$/.test(age.read)
  // The type of document is unknown, so "send a newer one of the same" would not help.
  const unknown = validation.checks.find(
    ({ rule, outcome, read }) => rule === 'document_kind' && outcome !== 'passed' && read === null,
  )
  return verdict(
    'too_old',
    {
      label: 'Too old',
      sentence: isYear
        ? `This is for ${age.read}.`
        : `This is dated ${age.read}, which is more than 3 months ago.`,
      action,
    },
    [
      isYear && age.expected
        ? `Please send the one for ${age.expected}.`
        : `Please send ${unknown?.expected ?? 'one'} from the last 3 months.`,
    ],
  )
}

/** Rules that fail if the picture is not good enough. */
const pictureRules = ['image_size', 'sharpness', 'brightness', 'glare', 'face_size', 'eyes_visible']
/** Rules about what must be visible in a picture. The client is told even if they could not be checked. */
const seenRules = ['one_face', 'machine_zone']

const isPoor = ({ rule, outcome, read }: Check) =>
  (outcome === 'failed' && pictureRules.includes(rule)) ||
  (outcome !== 'passed' && seenRules.includes(rule)) ||
  (outcome !== 'passed' && rule === 'document_kind' && read === null)

function unreadable(document: Judged, validation: Validation) {
  const advice = adviceIn(validation)
  // Without advice, no other picture would fix the problem.
  if (advice.length === 0 || (validation.confidence > 0 && !validation.checks.some(isPoor))) return null
  return verdict(
    'unreadable',
    isFace(document)
      ? { label: 'Not clear enough', sentence: "We can't see your face clearly here.", action: 'take_again' }
      : {
          label: "Couldn't be read",
          sentence: "We couldn't read this clearly enough.",
          action: 'take_again',
        },
    advice,
  )
}

const facePicture = (document: Judged, validation: Validation) => {
  const advice = adviceIn(validation)
  if (advice.length > 0) return mendable(document, advice, 'take_again')
  return verdict(
    'received',
    {
      label: "Received, we'll compare it",
      sentence: "We've received your photo, and a person will compare it.",
      action: 'continue',
    },
    ["You can carry on. We'll tell you when we've looked at it."],
  )
}

/** What nobody asked for is received; only what could not be read is to be sent again. */
const unasked = (document: Judged, validation: Validation) => {
  if (adviceIn(validation).length > 0)
    return unreadable(document, validation) ?? undecided(document, validation)
  return verdict(
    'received',
    {
      label: 'Received',
      sentence: "We've received this, and a person will look at it.",
      action: 'continue',
    },
    ["You can carry on. We'll tell you when we've looked at it."],
  )
}

function undecided(document: Judged, validation: Validation) {
  const advice = adviceIn(validation)
  const joint = validation.checks.find(({ title }) => title === jointClientTitle)?.read
  const shared =
    joint &&
    `It's in the name of ${nameInNormalCase(joint)}, your joint client. We'll decide whether that's enough.`
  if (advice.length > 0) return mendable(document, [...advice, ...(shared ? [shared] : [])], 'choose_another')
  if (shared) return doubtful([shared])
  const address = validation.checks.find(({ rule }) => rule === 'address_matches')
  const isAddressUnknown = address?.outcome === 'not_checked' && address.read && address.expected === null
  return doubtful(
    isAddressUnknown ? ["We couldn't compare the address, because we don't have yours yet."] : [],
  )
}
