import { isFaceType, type Validation } from '#contract/documents/validation.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import { biometricVersion } from '#contract/identity/identity.ts'
import { isCard, type SessionDocument, type VerificationStatus } from '#contract/identity/session.ts'
import type { Fact } from '#contract/onboarding/chat.ts'
import type { Stage } from '#contract/onboarding/conversation.ts'
import type { Consent } from '#contract/onboarding/onboarding.ts'
import { dataWords } from '#contract/onboarding/user-data.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'
import type { CollectedDocument } from './schema.ts'
import { isIdentityChecked, outcomeOf, readFrom, spoken } from './state.ts'
import { collectedFacts, type PortalMessage, readFacts, type View } from './view.ts'

type Script = (view: View) => PortalMessage[]
const say =
  (content: string): Script =>
  () => [{ content }]

/** What Obi says when a conversation reaches a stage. The last message also carries what the stage asks for. */
export const script: Record<Stage, Script> = {
  welcome: ({ account, firm }) => [
    {
      content: `Hello ${account.firstName}, I'm Obi. I'll help you prove your identity to ${firm.name}. It typically takes less than 5 minutes, and you can pause and carry on whenever you like.`,
    },
  ],
  consent: (view) => [{ content: consentText(view) }],
  face_consent: (view) => [{ content: faceConsentText(view) }],
  upload_document: () => [
    { content: "Thank you. I'm setting up your identity check.", actionType: 'typing' },
  ],
  verification_progress: say("Thank you. I'm checking your documents now. It won't take long."),
  verification_success: say("Thank you. We've checked your documents."),
  verification_manual_review: say('Thank you. Someone will check your documents.'),
  verification_failed: say("I couldn't verify your identity."),
  select_id_type: say('No problem, you can upload documents instead. Which one would you like to use?'),
  id_verification: ({ conversation }) => [{ content: askForDocument(conversation.state.idType) }],
  id_verification_selfie: say('Now please take a quick selfie in good light, or choose a photo of yourself.'),
  take_selfie: say('Last check before your bank details: please take a quick selfie in good light.'),
  proof_of_address: say(
    'Please upload proof of your address: a utility bill, bank statement or council tax bill from the last 3 months.',
  ),
  source_of_funds: say('Where does the money for your case come from?'),
  source_of_funds_details: ({ conversation }) => [{ content: askForFunds(conversation.state.fundsSource) }],
  proof_of_funds: say(
    "Now your bank details, please. We'll check the sort code and account number before any money moves.",
  ),
  change_check: (view) => [
    { content: 'Thank you. Here is what I have so far:', facts: collectedFacts(view) },
    { content: 'Has anything changed, or is anything wrong?' },
  ],
  additional_data: say('Please tell me what has changed:'),
  modify_details: say(dataWords.correct),
  review_details: (view) => [
    { content: 'Please check your details one last time. Are they correct?', facts: collectedFacts(view) },
  ],
  complete: (view) => [{ content: farewellOf(view) }],
}

// Nobody has compared a face yet, so even where all documents were checked, only the client's part is complete.
const farewellOf = ({ conversation: { state }, firm }: Pick<View, 'conversation' | 'firm'>) => {
  if (state.ending !== 'confirmed') return farewells[state.ending ?? 'left']
  return isIdentityChecked(state) ? completeFor(firm.name) : received
}

const completeFor = (firmName: string) =>
  `Great! Your identity verification is now complete on your side. Someone at ${firmName} will check that it's you, and we'll tell you how it went. I'm taking you to your dashboard.`

const received =
  "Thank you. That's everything for now: we'll check what you've sent, and tell you how it went. I'm taking you to your dashboard."

const farewells = {
  data_rejected: dataWords.collectedFailed,
  left: "No problem. We've kept what you sent, and anything left to do is on your dashboard.",
}

const askForDocument = (idType: SessionDocument | null) => {
  const side = isCard(idType) ? 'the front of your' : 'the photo page of your'
  return `Please upload a clear photo or scan of ${side} ${spoken(idType)}. Please make sure all four corners are in the picture.`
}

const askForFunds = (source: string | null) => {
  if (source === 'Savings') return 'Please upload recent bank statements that show your savings.'
  if (source === 'Gifted deposit')
    return 'Please upload a gift letter signed by the person giving you the money.'
  const of: Record<string, string> = {
    Mortgage: 'for your mortgage, such as your mortgage offer',
    Inheritance: 'for your inheritance, such as a letter from the executor or solicitor',
  }
  return `Please upload the relevant documents ${of[source ?? ''] ?? 'that show where the money comes from'}.`
}

/** Change a version whenever its text below changes. */
export const consentVersions: Record<Consent['kind'], string> = {
  processing: '2026-11-27',
  face_comparison: biometricVersion,
}

/** Says what is processed, why, how long it is kept, and who checks it (UK GDPR art. 13, MLR 2017 regs 28 and 40). */
const consentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `To confirm who you are, ${checker === null ? firm.name : `${firm.name} and its trusted identity partner ${checker}`} will check photos of your identity document and proof of address, what they say, and your bank details${checker === null ? ', on its own secure system' : ''}.`,
    'Why we ask: every law firm is required by law to know its clients and help prevent money laundering (Money Laundering Regulations 2017).',
    'How long we keep it: for at least 5 years after your case ends, as the law requires. We use it only to check who you are and to act for you.',
    'Do you agree?',
  ].join('\n\n')

/** A separate question, since comparing faces uses biometric data (UK GDPR art. 9). The client is free to say no. */
const faceConsentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `One more question, and it's fine to say no: may ${checker ?? "the firm's own software"} compare a photo of your face with the photo on your document?`,
    `This is biometric data. The comparison only helps the person at ${firm.name} who decides, and we keep it as long as your documents.`,
    "If you say no, you won't need to take a selfie here, and we may check who you are in another way. If you say yes, you can change your mind at any time on the “Identity verification” page.",
  ].join('\n\n')

/** Number of issues listed in a failure. Further ones are only counted. */
const listed = 3

const listOf = (issues: readonly string[]) => {
  const more = issues.length - listed
  const lines = issues.slice(0, listed).map((issue) => `• ${issue}`)
  return more > 0 ? [...lines, `...and ${more} more ${more === 1 ? 'issue' : 'issues'}`] : lines
}

/** Returns what the chat says about a document sent in it. */
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

/** Returns the reason for a refusal, and that the client can send another or the same anyway. */
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

/** Returns the summary of a session that was verified or goes to a person. */
export const sessionMessages = ({ firm }: View, status: VerificationStatus): PortalMessage[] => {
  const facts = sessionFacts(status)
  const isVerified = status.verificationStatus === 'verified'
  const hasFace = status.completedSteps.some(({ type, result }) => type === 'SELFIE' && result !== 'Skipped')
  const waiting = hasFace
    ? `Thank you. We've received your photos, and ${firm.name} will compare them with your document. You can carry on.`
    : `Thank you. ${firm.name} will check your documents. You can carry on.`
  const content = isVerified ? "We've checked your documents." : waiting
  return [
    {
      content: facts.length > 0 ? `${content} Here's what I read from your documents:` : content,
      facts,
      badge: isVerified ? { tone: 'good', words: 'Checked' } : { tone: 'wait', words: 'Received' },
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

/** Returns the issues and tips of a session that failed. */
export const failureMessage = ({ issues, recommendations }: VerificationStatus): PortalMessage => ({
  content: [
    "I couldn't verify your identity.",
    ...listOf(issues.map(({ document, issue }) => `${document}: ${issue}`)),
    ...(recommendations.length > 0 ? ['Some tips:', ...recommendations.map((tip) => `• ${tip}`)] : []),
  ].join('\n'),
  badge: { tone: 'bad', words: 'Not verified' },
})
