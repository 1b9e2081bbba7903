import { isFaceType, type Validation } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import type { VerificationStatus } from '#contract/identity/session.ts'
import type { Fact } from '#contract/onboarding/chat.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'
import type { CollectedDocument } from './schema.ts'
import { outcomeOf, type PortalMessage, readFacts, readFrom, spoken, type View } from './state.ts'

/** A failure lists this many issues and counts the rest. */
const listed = 3

const listOf = (issues: readonly string[]) => {
  const more = issues.length - listed
  const lines = issues.slice(0, listed).map((issue) => `• ${issue}`)
  return more > 0 ? [...lines, `...and ${more} more ${more === 1 ? 'issue' : 'issues'}`] : lines
}

/** What is said of a document that was sent in the chat. */
export const verdictMessage = (
  view: View,
  document: CollectedDocument,
  validation: Validation,
): PortalMessage => {
  const name = nameOf(view, document)
  const outcome = outcomeOf(validation)
  if (outcome === 'failed') return refused(document, { name, validation })
  const facts = factsOf(document, readFrom(validation))
  if (outcome === 'review')
    return {
      content: isFaceType(document.documentType)
        ? `Thank you. We've received your ${name}, and ${view.firm.name} will compare it with your document. You can carry on.`
        : `Thank you. ${view.firm.name} will check your ${name}. You can carry on.`,
      facts,
      badge: { tone: 'wait', words: 'Received' },
    }
  return {
    content:
      facts.length > 0
        ? `Thank you. Here's what I read from your ${name}:`
        : `Thank you. I've checked your ${name}.`,
    facts,
    badge: { tone: 'good', words: 'Checked' },
  }
}

const factsOf = ({ attachmentType }: CollectedDocument, read: ReadFacts): Fact[] => {
  if (attachmentType === 'id') return readFacts(read)
  const isHome = attachmentType === 'proof_of_address' && read.address !== null
  return isHome ? [{ label: 'Address', value: read.address ?? '' }] : []
}

/** The reason, what to do about it, and that it may be sent all the same. */
const refused = (
  { documentType }: CollectedDocument,
  { name, validation }: { name: string; validation: Validation },
): PortalMessage => {
  const { kind, label, sentence, lines } = verdictFor({ ...untouched, documentType, validation })
  const reasons = kind === 'unreadable' || kind === 'doubtful' ? validation.issues : lines
  return {
    content: [
      kind === 'doubtful' ? `I couldn't verify your ${name}.` : sentence,
      ...listOf(reasons),
      'You can send another, or send it as it is and we will check it.',
    ].join('\n'),
    badge: { tone: 'bad', words: label },
  }
}

const untouched = { status: 'pending', reason: null, isAccepted: false } as const

const nameOf = ({ conversation }: View, { attachmentType }: CollectedDocument) => {
  const { idType } = conversation.state
  const names = {
    id: spoken(idType),
    selfie: 'selfie',
    proof_of_address: 'proof of address',
    address_proof: 'proof of address',
    funds_proof: 'proof of funds',
    gift_letter: 'gift letter',
  }
  return names[attachmentType]
}

/** The summary of a session that went well enough to go on. */
export const sessionMessages = ({ firm }: View, status: VerificationStatus): PortalMessage[] => {
  const facts = sessionFacts(status)
  const isVerified = status.verificationStatus === 'verified'
  const hasFace = status.completedSteps.some(({ type, result }) => type === 'SELFIE' && result !== 'Skipped')
  const waiting = hasFace
    ? `Thank you. We've received your pictures, and ${firm.name} will compare them with your document. You can carry on.`
    : `Thank you. ${firm.name} will check your documents. You can carry on.`
  const content = isVerified ? 'Your identity has been verified.' : waiting
  return [
    {
      content: facts.length > 0 ? `${content} Here's what I read from your documents:` : content,
      facts,
      badge: isVerified ? { tone: 'good', words: 'Verified' } : { tone: 'wait', words: 'Received' },
    },
  ]
}

const sessionFacts = ({ extractedData, verificationDetails }: VerificationStatus) => {
  const { personalInfo, addressInfo, documentInfo } = extractedData
  const facts = readFacts({
    fullName: [personalInfo.FirstName, personalInfo.LastName].filter(Boolean).join(' '),
    dateOfBirth: personalInfo.BirthDate ?? null,
    documentNumber: documentInfo.DocumentNumber ?? null,
    expiryDate: documentInfo.ExpiryDate ?? null,
    address: null,
  })
  const address = addressInfo.AddressFull ? [{ label: 'Address', value: addressInfo.AddressFull }] : []
  return [...facts, ...address, { label: 'Reference', value: verificationDetails.referenceNumber }]
}

/** A session that did not: what was wrong, and what to do better. */
export const failureMessage = ({ issues, recommendations }: VerificationStatus): PortalMessage => ({
  content: [
    "I couldn't verify your identity.",
    ...listOf(issues.map(({ document, issue }) => `${document}: ${issue}`)),
    ...(recommendations.length > 0 ? ['Some tips:', ...recommendations.map((tip) => `• ${tip}`)] : []),
  ].join('\n'),
  badge: { tone: 'bad', words: 'Not verified' },
})
