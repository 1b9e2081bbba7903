import { topics } from '#contract/chat.ts'
import type { Assistant, Question } from '#server/platform/assistant.ts'
import { seconds } from '#server/platform/durations.ts'

type Answer = (question: Question) => string

const [documents, security, time, selfie, help] = topics

/** The topics that the page suggests, by their own words, and the words by which others ask for them. */
const known: [topic: string, pattern: RegExp, answer: Answer][] = [
  [
    security,
    /\b(secur|safe|privac|privat|protect|encrypt|gdpr|data)/i,
    ({ firm, checker }) =>
      `Yes. Your documents are encrypted where they are kept, and only ${firm.name} can open them. ${checker === null ? `They are checked by ${firm.name} itself, on its own machine, and do not leave it.` : `They are checked by ${checker}.`}`,
  ],
  [
    'address',
    /\b(proof of address|address|utility|council tax|bill)/i,
    () =>
      'For your address I need a utility bill, a bank statement or a council tax bill with your name on it, from the last 3 months. A PDF from your bank or supplier works best.',
  ],
  [
    'funds',
    /\b(source of funds|funds|savings|mortgage|gift|inherit|deposit|money)/i,
    () =>
      'The law asks us where the money for your matter comes from. Savings: recent bank statements. A gift: a letter signed by the giver. A mortgage: your offer. An inheritance or a sale: the letter or contract about it.',
  ],
  [
    selfie,
    /\b(selfie|face|photo of me|camera)/i,
    () =>
      'Only if you want to. A selfie lets us compare your face with your document. Without it a person at the firm checks in another way, and nothing is lost.',
  ],
  [
    time,
    /\b(how long|time|minutes|quick|when)/i,
    () => 'It typically takes less than 5 minutes. If a person has to look at something, we tell you here.',
  ],
  [
    documents,
    /\b(document|passport|licen[cs]e|id card|what do i need|need)/i,
    () =>
      'You need a valid ID, which is a passport, a driving licence or a UK national ID card, and a proof of address from the last 3 months, such as a bank statement. Have your sort code and account number at hand too.',
  ],
  [
    help,
    /\b(help|stuck|support|person|human|call|phone|speak)/i,
    (question) => `I am glad to help. ${reachable(question)}`,
  ],
]

/** Answers a few topics from what the firm says of itself; what it does not know it says. */
export const openLocalAssistant = (): Assistant => ({
  name: 'local',
  patience: seconds(8),
  reply: async (question) => {
    const text = question.message.trim()
    const preset = known.find(([topic]) => topic.toLowerCase() === text.toLowerCase())
    const [, , answer] = preset ?? known.find(([, pattern]) => pattern.test(text)) ?? []
    return answer?.(question) ?? `I am not sure about that. ${reachable(question)}`
  },
})

const reachable = ({ firm: { name, telephone, hours, email } }: Question) => {
  const ways = [telephone && `call ${telephone}${hours ? ` (${hours})` : ''}`, email && `write to ${email}`]
  const how = ways.filter(Boolean).join(' or ')
  return how === ''
    ? `You can ask a person at ${name}: choose "Contact support" where it is offered.`
    : `To reach a person at ${name}, ${how}.`
}
