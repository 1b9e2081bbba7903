import type { Fact } from '#contract/chat.ts'
import type { Validation } from '#contract/validation.ts'
import type { VerificationStatus } from '#contract/verification-session.ts'
import type { ReadFacts } from '#server/platform/identity-provider.ts'
import { outcomeOf, type Paper, readFrom, spoken } from './facts.ts'
import { readFacts } from './summary.ts'
import type { Said, View } from './view.ts'

/** A failure lists this many issues and counts the rest. */
const listed = 3

const listOf = (issues: readonly string[]) => {
  const more = issues.length - listed
  const lines = issues.slice(0, listed).map((issue) => `• ${issue}`)
  return more > 0 ? [...lines, `...and ${more} more ${more === 1 ? 'issue' : 'issues'}`] : lines
}

/** What is said of a document that was sent in the chat. */
export const tellVerdict = (view: View, paper: Paper, validation: Validation): Said => {
  const name = nameOf(view, paper)
  const outcome = outcomeOf(validation)
  const facts = factsOf(paper, readFrom(validation))
  if (outcome === 'failed') return refused(name, validation.issues)
  if (outcome === 'review') {
    const content = `Thank you. A person at ${view.firm.name} will look at your ${name}. You can go on meanwhile.`
    return { content, facts, badge: { tone: 'wait', words: 'Manual review' } }
  }
  const confidence = Math.round(validation.confidence * 100)
  return {
    content:
      facts.length > 0
        ? `Thank you. Here is what I read from your ${name}:`
        : `Thank you. Your ${name} has been verified.`,
    facts,
    badge: { tone: 'good', words: `Verified · ${confidence}% confidence` },
  }
}

const factsOf = ({ attachmentType }: Paper, read: ReadFacts): Fact[] => {
  if (attachmentType === 'id') return readFacts(read)
  const isHome = attachmentType === 'proof_of_address' && read.address !== null
  return isHome ? [{ label: 'Address', value: read.address ?? '' }] : []
}

const refused = (name: string, issues: string[]): Said => ({
  content: [
    `I could not verify your ${name}:`,
    ...listOf(issues),
    'Please send a clearer image, or send it as it is and a person will look at it.',
  ].join('\n'),
  badge: { tone: 'bad', words: 'Not verified' },
})

const nameOf = ({ conversation }: View, { attachmentType }: Paper) => {
  const { idType } = conversation.facts
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
export const tellSession = ({ firm }: View, status: VerificationStatus): Said[] => {
  const facts = sessionFacts(status)
  const isVerified = status.verificationStatus === 'verified'
  const content = isVerified
    ? 'Your identity has been verified.'
    : `Thank you. A person at ${firm.name} will look at your documents. You can go on meanwhile.`
  return [
    {
      content: facts.length > 0 ? `${content} Here is what I read from your documents:` : content,
      facts,
      badge: isVerified ? { tone: 'good', words: 'Verified' } : { tone: 'wait', words: 'Manual review' },
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
export const tellFailure = ({ issues, recommendations }: VerificationStatus): Said => ({
  content: [
    'I could not verify your identity.',
    ...listOf(issues.map(({ document, issue }) => `${document}: ${issue}`)),
    ...(recommendations.length > 0 ? ['Some tips:', ...recommendations.map((tip) => `• ${tip}`)] : []),
  ].join('\n'),
  badge: { tone: 'bad', words: 'Not verified' },
})
