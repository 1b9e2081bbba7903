import { spelled } from './spelling.ts'
import { forms } from './spoken.ts'

/** "Hi, sorry to bother you, could you tell me if": politeness before the question. */
const wrapping =
  /^((hi|hiya|hello|hey|obi|please|sorry|excuse me|ok|okay|so|right|well|also|and|but|just|quick question|good (morning|afternoon|evening)|to (bother|chase|ask)( you)?( again)?|(can|could|would|will) (you|somebody|i) (please |just )*(tell me|let me know|confirm|advise me on|check|find out|ask|explain)|do you know|any idea|i (was|am) (just )?(wondering|asking|checking)|(i )?just (wondering|asking|checking)|i (just )?(want(ed)?|need|would like) to (know|ask|check|find out)) )+/

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

/** The questions of one that holds more than one; none where it holds one, whatever is told besides. */
export function questionsIn(question: string): string[] {
  const some = question
    .split(between)
    .map((part) => part.trim())
    .filter((part) => isAsking.test(part))
  return some.length > 1 ? some : []
}

/** The parts of a question that holds more than one. */
export const clausesOf = (question: string): string[] =>
  question
    .split(/[?!.;\n]+\s+|,\s+|\s+(?:and also|and|also|plus)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)
