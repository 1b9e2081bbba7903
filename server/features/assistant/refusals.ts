import type { Courtesy } from './intents/courtesies.ts'
import type { Danger } from './intents/dangers.ts'
import type { Refusal } from './intents/intent.ts'

/** Kind words for each no. What may not be told is told the same way whatever the truth is. */
export const refusalWords: Record<Refusal, string> = {
  advice:
    'That is a question for a solicitor: the answer depends on your own situation, and I must not give legal advice. I can pass it to your team at {firm}, with this conversation, so that you need not explain it twice.',
  not_yours:
    'I can only speak about your own file, and about general questions. Nobody else can ask me about yours. The people of {firm} who work for you stand under Messages.',
  // The same for everybody (Proceeds of Crime Act 2002, section 333A): silence in one case would speak.
  not_told:
    'I do not know what the firm notes, checks or decides behind the scenes, and cannot say anything about it, for anybody. What you need to do is always on your dashboard. For anything else please ask a person at {firm}.',
  instructions:
    'I can only answer questions about your onboarding and {firm}. I cannot change anything in your file, and nobody can ask me to.',
}

export const urgentWords: Record<Danger, string> = {
  violence:
    'I am sorry. If you are in danger now, call 999 (press 55 on a mobile if you cannot speak). If it happens at home: the National Domestic Abuse Helpline is free and always open: 0808 2000 247.',
  despair:
    'I am sorry that it is so hard. Please speak to somebody now: Samaritans are there day and night, free, on 116 123; in danger of life call 999. Your matter can wait.',
  fraud:
    'Act now: call your bank on 159, then {firm} on {telephone}. Then tell Report Fraud on 0300 123 2040. Minutes matter, and nobody will think less of you.',
}

export const courtesyWords: Record<Courtesy, string> = {
  hello:
    'Hello, I am Obi. Ask me about your documents, payments, appointments or case, or what a legal word means. A person at {firm} is never far.',
  thanks: 'You are welcome. I am here whenever something else comes up.',
  self: 'I am Obi, the assistant of this portal: a program, not a person and not a lawyer. I answer from what {firm} has written and from your own file, and show where each answer is from. I cannot give legal advice, but I can pass you on to a person.',
  language:
    'I am sorry, I only understand English. Please try again in English, in simple words if you like. Or I can pass this to a person at {firm}.',
}
