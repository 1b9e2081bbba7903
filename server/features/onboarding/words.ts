import type { Stage } from '#contract/conversation.ts'
import { dataWords } from '#contract/user-data.ts'
import { isCard, type SessionDocument } from '#contract/verification-session.ts'
import { consentText, faceConsentText } from './consenting.ts'
import { spoken } from './facts.ts'
import { collectedFacts } from './summary.ts'
import type { Said, View } from './view.ts'

type Script = (view: View) => Said[]
const say =
  (content: string): Script =>
  () => [{ content }]

/** What Obi says when a conversation comes to a stage; what the last message asks for is added to it. */
export const script: Record<Stage, Script> = {
  welcome: ({ account, firm }) => [
    {
      content: `Hello ${account.firstName}, I'm Obi. I will help you show ${firm.name} who you are. It typically takes less than 5 minutes, and you can stop and go on at any time.`,
    },
  ],
  consent: (view) => [{ content: consentText(view) }],
  face_consent: (view) => [{ content: faceConsentText(view) }],
  upload_document: () => [
    { content: 'Thank you. I am preparing your verification session.', actionType: 'typing' },
  ],
  verification_progress: say('Thank you. I am checking your documents now. This takes a moment.'),
  verification_success: say('Your identity has been verified.'),
  verification_manual_review: say('A person will look at your documents.'),
  verification_failed: say('I could not verify your identity.'),
  select_id_type: say('No problem, you can upload documents instead. Which one would you like to use?'),
  id_verification: ({ conversation }) => [{ content: askForDocument(conversation.facts.idType) }],
  id_verification_selfie: say('Now please take a quick selfie in good light, or choose a photo of yourself.'),
  take_selfie: say('Last check before your bank details: please take a quick selfie in good light.'),
  proof_of_address: say(
    'Please upload a proof of address: a utility bill, bank statement or council tax bill from the last 3 months.',
  ),
  source_of_funds: say('Where does the money for your matter come from?'),
  source_of_funds_details: ({ conversation }) => [{ content: askForFunds(conversation.facts.fundsSource) }],
  proof_of_funds: say(
    'Now your bank details, please. We check the sort code and account number before any money moves.',
  ),
  change_check: (view) => [
    { content: 'Thank you. This is what I have collected:', facts: collectedFacts(view) },
    { content: 'Is there anything that has changed, or that is not right?' },
  ],
  additional_data: say('Please tell me what has changed:'),
  modify_details: say(dataWords.correct),
  review_details: (view) => [
    { content: 'Please look at your details one last time. Are they correct?', facts: collectedFacts(view) },
  ],
  complete: ({ conversation }) => [{ content: farewells[conversation.facts.ending ?? 'left'] }],
}

const farewells = {
  confirmed: 'Great! Your identity verification is now complete. I am taking you to your dashboard.',
  data_rejected: dataWords.collectedFailed,
  left: 'All right. What you have sent is kept, and what is still open waits for you on the dashboard.',
}

const askForDocument = (idType: SessionDocument | null) => {
  const side = isCard(idType) ? 'the front of your' : 'the photo page of your'
  return `Please upload a clear photo or scan of ${side} ${spoken(idType)}. All four corners should be in the picture.`
}

const askForFunds = (source: string | null) => {
  if (source === 'Savings') return 'Please upload recent bank statements that show your savings.'
  if (source === 'Gifted deposit')
    return 'Please upload a gift letter signed by the person who gives you the money.'
  const of: Record<string, string> = {
    Mortgage: 'for your mortgage, such as your mortgage offer',
    Inheritance: 'for your inheritance, such as the letter of the executor or solicitor',
  }
  return `Please upload the relevant documents ${of[source ?? ''] ?? 'that show where the money comes from'}.`
}
