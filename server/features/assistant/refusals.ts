import type { Courtesy } from './intents/courtesies.ts'
import type { Danger } from './intents/dangers.ts'
import type { Refusal } from './intents/intent.ts'

/** Kind words for each no. What may not be told is told the same way whatever the truth is. */
export const refusalWords: Record<Refusal, string> = {
  advice:
    "That's a question for a solicitor: the answer depends on your own situation, and I can't give legal advice. I can pass it to your team at {firm}, with this conversation, so you don't have to repeat yourself.",
  not_yours:
    'I can only talk about your own file, and answer general questions. And nobody else can see yours. Your team at {firm} is listed under Messages.',
  // The same for everybody (Proceeds of Crime Act 2002, section 333A): silence in one case would speak.
  not_told:
    "I don't know what the firm notes, checks or decides behind the scenes, and can't say anything about it to anyone. What you need to do is always on your dashboard. For anything else, please ask someone at {firm}.",
  instructions:
    "I can only answer questions about your onboarding and {firm}. I can't change anything in your file, whoever asks.",
}

export const urgentWords: Record<Danger, string> = {
  violence:
    "I'm so sorry. If you are in danger now, call 999 (on a mobile, press 55 if you can't speak). If it happens at home, the National Domestic Abuse Helpline is free and always open: 0808 2000 247.",
  despair:
    "I'm sorry things are so hard. Please talk to someone now: Samaritans are there day and night, free, on 116 123. If your life is in danger, call 999. Your matter can wait.",
  fraud:
    'Act now: call your bank on 159, then {firm} on {telephone}. Then tell Report Fraud on 0300 123 2040. Minutes matter, and nobody will think less of you.',
}

export const courtesyWords: Record<Courtesy, string> = {
  hello:
    "Hello, I'm Obi. Ask me about your documents, payments, appointments or case, or what a legal word means. You can always ask a person at {firm} instead.",
  thanks: "You're welcome. I'm here if anything else comes up.",
  self: "I'm Obi, this portal's assistant: a computer program, not a person and not a lawyer. I answer from {firm}'s articles and your own file, and show where each answer comes from. I can't give legal advice, but I can put you in touch with a person.",
  language:
    "I'm sorry, I only understand English. Please try again in English, in simple words if you like. Or I can pass this to a person at {firm}.",
}
