import { guessOf } from './classifier.ts'
import { type Danger, guardOf, isOutside, type Refusal } from './guards.ts'
import { clausesOf, isWritten, plain } from './plain.ts'
import { fits, readSections, waysOf, wordsIn } from './words.ts'

/** The parts of the client's own file. If a clause fits several, the first counts. */
export const fileParts = [
  'team',
  'appointments',
  'payments',
  'signatures',
  'documents',
  'messages',
  'cases',
  'tasks',
] as const
export type FilePart = (typeof fileParts)[number]
export type Courtesy = 'hello' | 'thanks' | 'self' | 'language'

/** What a question is about, apart from the firm's knowledge. */
export type Intent =
  | { kind: 'urgent'; danger: Danger }
  /** `chance` is set for a guess, which gives way to a question in known words. */
  | { kind: 'refusal'; refusal: Refusal; chance?: number }
  | { kind: 'courtesy'; courtesy: Courtesy }
  | { kind: 'file'; parts: FilePart[]; isOutside?: boolean }

/** Minimum chance of a guess: `certain` overrides a rule for the own file, `likely` is enough if no rule fits. */
const certain = 0.98
const likely = 0.8

/**
 * Returns the first intent that fits, ordered by how bad it is to miss it. Null if the firm's knowledge is asked for.
 */
export function intentOf(question: string): Intent | null {
  const guard = guardOf(question)
  if (guard) return guard
  const text = plain(question)
  const courtesy = courtesyOf(text)
  if (courtesy) return { kind: 'courtesy', courtesy }
  if (isOutside(text)) return { kind: 'file', parts: ['cases'], isOutside: true }
  const { trap, chance } = guessOf(text)
  if (chance > certain) return { kind: 'refusal', refusal: trap, chance }
  const askedParts = partsIn(question)
  if (askedParts.length > 0) return { kind: 'file', parts: askedParts }
  return chance > likely ? { kind: 'refusal', refusal: trap, chance } : null
}

const ownFile = readSections('own-file.txt')
const parts = fileParts.map((part) => [part, waysOf(ownFile(part))] as const)
const inGeneral = waysOf(ownFile('in general'))
const bereaved = waysOf(ownFile('bereaved'))

/** Returns the parts of the file that are asked for, in the order of the question. */
function partsIn(question: string): FilePart[] {
  if (fits(plain(question), bereaved)) return []
  const whole = partOf(plain(question))
  const each = clausesOf(question).flatMap((clause) => partOf(plain(clause)) ?? [])
  return each.length > 1 ? [...new Set(each)] : whole ? [whole] : each
}

const partOf = (text: string): FilePart | null =>
  fits(text, inGeneral) ? null : (parts.find(([, ways]) => fits(text, ways))?.[0] ?? null)

const courtesies = readSections('courtesies.txt')
const listed = (section: string) => wordsIn(courtesies(section))
const [greetings, besideGreetings] = [listed('hello'), listed('beside hello')]
const [gratitude, besideGratitude] = [listed('thanks'), listed('beside thanks')]
const [foreign, english] = [listed('foreign'), listed('english')]
const self = waysOf(courtesies('self'))

/** Returns whether a text has only words of both lists, and at least one of `core`. */
const isOnly = (text: string, core: ReadonlySet<string>, beside: ReadonlySet<string>) => {
  const words = text.split(' ')
  return words.some((word) => core.has(word)) && words.every((word) => core.has(word) || beside.has(word))
}

/** Returns whether a text has four words or more, of which at most a quarter occur in the articles. */
const isStrange = (text: string) => {
  const words = text.split(' ').filter((word) => /^\p{L}{2,}$/u.test(word))
  const ours = words.filter((word) => isWritten(word)).length
  return words.length >= 4 && ours <= words.length / 4
}

/** Returns whether a text is in another language than the articles. */
const isForeign = (text: string) => {
  if (isStrange(text)) return true
  const letters = text.match(/\p{L}/gu) ?? []
  const latin = text.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length > 3 && latin.length < letters.length / 2) return true
  const words = text
    .normalize('NFKD')
    .replace(/[\p{M}]/gu, '')
    .replace(/ł/g, 'l')
    .split(' ')
  const theirs = words.filter((word) => foreign.has(word)).length
  const ours = words.filter((word) => english.has(word)).length
  return theirs >= 2 && theirs > ours && theirs >= words.length / 4
}

/** Returns the courtesy if a text is no question, or is in another language. Otherwise null. */
function courtesyOf(text: string): Courtesy | null {
  if (isOnly(text, greetings, besideGreetings)) return 'hello'
  if (isOnly(text, gratitude, besideGratitude)) return 'thanks'
  if (isForeign(text)) return 'language'
  return fits(text, self) ? 'self' : null
}
