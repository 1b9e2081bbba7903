import { biometricVersion } from '#contract/identity/identity.ts'
import { isCard, type SessionDocument } from '#contract/identity/session.ts'
import type { Stage } from '#contract/onboarding/conversation.ts'
import type { Consent } from '#contract/onboarding/onboarding.ts'
import { dataWords } from '#contract/onboarding/user-data.ts'
import type { ConversationState } from './schema.ts'
import { collectedFacts, isIdentityChecked, type PortalMessage, spoken, type View } from './state.ts'

type Script = (view: View) => PortalMessage[]
const say =
  (content: string): Script =>
  () => [{ content }]

/** What Obi says when a conversation comes to a stage; what the last message asks for is added to it. */
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
  source_of_funds: say('Where does the money for your matter come from?'),
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
  complete: ({ conversation: { state } }) => [{ content: farewellOf(state) }],
}

// Complete is only what was checked: a picture that waits to be compared is not.
const farewellOf = (state: ConversationState) =>
  state.ending === 'confirmed' && !isIdentityChecked(state) ? received : farewells[state.ending ?? 'left']

const received =
  "Thank you. That's everything for now: we'll check what you've sent, and tell you how it went. I'm taking you to your dashboard."

const farewells = {
  confirmed: "Great! Your identity verification is now complete. I'm taking you to your dashboard.",
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

/** Change with every change of what is asked below. */
export const consentVersions: Record<Consent['kind'], string> = {
  processing: '2026-11-23',
  face_comparison: biometricVersion,
}

/** What is processed, why, how long it is kept, and who checks (UK GDPR art. 13; MLR 2017 regs 28 and 40). */
const consentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `To confirm who you are, ${checker === null ? firm.name : `${firm.name} and its trusted identity partner ${checker}`} will check photos of your identity document and proof of address, what they say, and your bank details${checker === null ? ', on its own secure system' : ''}.`,
    'Why we ask: every law firm is required by law to know its clients and help prevent money laundering (Money Laundering Regulations 2017).',
    'How long we keep it: for 5 years after your matter ends, as the law requires. We use it only to check who you are and to act for you.',
    'Do you agree?',
  ].join('\n\n')

/** A yes or no of its own: comparing faces is biometric data (UK GDPR art. 9), and no is an answer too. */
const faceConsentText = ({ firm, checker }: Pick<View, 'firm' | 'checker'>) =>
  [
    `One more question, and it's fine to say no: may ${checker ?? "the firm's own software"} compare a photo of your face with the photo on your document?`,
    `This is biometric data. The comparison only helps the person at ${firm.name} who decides, and we keep it as long as your documents.`,
    "If you say no, you won't need to take a selfie here, and we may check who you are in another way. If you say yes, you can change your mind at any time on the “Identity verification” page.",
  ].join('\n\n')
