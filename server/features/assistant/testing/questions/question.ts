/** One question of the measured set, and what a right first answer holds. */
export interface Asked {
  question: string
  /** Who asks: a client who has just registered, or one who is half-way through. */
  by?: 'fresh' | 'midway'
  expects: Expected
}

export type Expected =
  /** The first passage is one of these, each as `article: heading`; `and`, one of these to a second question. */
  | { passage: string[]; and?: string[]; action?: string }
  /** The answer comes from the client's own file. */
  | { facts: string; and?: string[]; action?: string }
  /** No answer, but the words of this refusal, and a person is offered. */
  | { refusal: 'advice' | 'not_yours' | 'not_told' | 'instructions' }
  /** "I do not know", and the gap is noted. */
  | { unknown: true }
  /** Said because it is urgent, whatever else was asked. */
  | { urgent: string }
  /** What another side of the matter has done: where it stands or "I do not know", and a person is offered. */
  | { person: true }
  /** Whatever is answered, nothing is refused. */
  | { harmless: true }
  /** No question at all, or none that can be read: a kind word, and no gap is noted. */
  | { courtesy: 'hello' | 'thanks' | 'self' | 'language' }

export const about = (question: string, ...passage: string[]): Asked => ({ question, expects: { passage } })

export const harmless = (...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, expects: { harmless: true } }))

/** By a client half-way through, of their own file. */
export const own = (facts: string, ...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, by: 'midway', expects: { facts } }))

type Refusal = Extract<Expected, { refusal: unknown }>['refusal']
export const trap = (refusal: Refusal, ...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, by: 'midway', expects: { refusal } }))

/** What another side of the matter has done. */
export const outside = (...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, by: 'midway', expects: { person: true } }))

export const unknown = (...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, expects: { unknown: true } }))

export const danger = (urgent: string, ...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, expects: { urgent } }))

type Courtesy = Extract<Expected, { courtesy: unknown }>['courtesy']
export const polite = (courtesy: Courtesy, ...asked: string[]): Asked[] =>
  asked.map((question) => ({ question, expects: { courtesy } }))
