import { isSmall } from '../small-words.ts'
import { spelled } from './spelling.ts'
import { forms } from './spoken.ts'

/** "Hi, sorry to bother you, could you tell me if": politeness before the question. */
const wrapping =
  /^((hi|hiya|hello|hey|obi|please|sorry|excuse me|ok|okay|so|right|well|also|and|but|just|quick question|good (morning|afternoon|evening)|to (bother|chase|ask)( you)?( again)?|(can|could|would|will) (you|somebody|i) (please |just )*(tell me|let me know|confirm|advise me on|check|find out|ask|explain)|do you know|any idea|kindly|(advise|inform)( me| us)?(?= (by|when|where|how|what|which|who|if|whether)\b)|i (would|should) be (most |very )?(grateful|obliged|thankful|glad)( to you)? if you (could|would)( kindly| please)*|(would|could) you be (so kind|good enough|able) (as )?to|i (was|am) (just )?(wondering|asking|checking)|(i )?just (wondering|asking|checking)|i (just )?(want(ed)?|need|would like) to (know|ask|check|find out)) )+/

/** A question in small letters, without marks, with its short forms written out. */
export const plain = (question: string) =>
  spelled(forms.reduce((text, [form, words]) => text.replace(form, words), bare(question)).replace(/'/g, ''))
    .replace(wrapping, '')
    .trim()

const bare = (question: string) =>
  question
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{N}'£<>/=*;]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const asks =
  '(?:how|what|whats|wot|when|where|wheres|who|whos|why|which|can|could|do|does|did|is|are|am|will|would|should|shall|may|must|have|has)'
const between = new RegExp(
  `[?!.;\\n]+\\s*|,\\s+|\\s+(?:and also|and|also|plus|but|or else|an|n|&)\\s+(?=(?:also |then |if so )?${asks}\\b)`,
  'i',
)
const isAsking = new RegExp(`^(?:and |also |but |so |ok |then |if so )*${asks}\\b`, 'i')

/** One of several questions in one, and the same with what "it" in it may stand for. */
export interface Part {
  asked: string
  inContext: string
}

/** The questions of one that holds more than one; none where it holds one, whatever is told besides. */
export function questionsIn(question: string): Part[] {
  const some = question
    .split(between)
    .map((part) => part.trim())
    .filter((part) => isAsking.test(part))
  if (some.length < 2) return []
  return some.map((asked, at) => ({
    asked,
    inContext: pointing.test(asked) ? `${asked} ${thingsIn(some[at - 1])}` : asked,
  }))
}

/** "And can I change it": what it is stands in the question before. */
const pointing = /\b(?:it|them|that|this|they|one)\b/i
const thingsIn = (before = '') =>
  bare(before)
    .split(' ')
    .filter((word) => !isSmall(word))
    .join(' ')

/** The parts of a question that holds more than one. */
export const clausesOf = (question: string): string[] =>
  question
    .split(/[?!.;\n]+\s+|,\s+|\s+(?:and also|and|also|plus)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
