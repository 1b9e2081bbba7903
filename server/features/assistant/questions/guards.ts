import { plain } from './plain.ts'
import { fits, readSections, waysOf } from './words.ts'

/** What may be in danger: somebody, or their money. */
export type Danger = 'despair' | 'violence' | 'fraud'
export type Refusal = 'instructions' | 'not_told' | 'not_yours' | 'advice'

/** What is met before anything is answered; the words of each stand in `data/replies.md`. */
export type Guard = { kind: 'urgent'; danger: Danger } | { kind: 'refusal'; refusal: Refusal }

interface Row {
  guard: Guard
  /** Whether a question asks for this, in short forms written out. */
  asks: (text: string) => boolean
  unless?: (text: string) => boolean
  /** The same of the question as it was typed, with its capitals and marks, or written so as not to be read. */
  typed?: (question: string) => boolean
}

const sections = readSections('guards.txt')
/** Whether a question fits a pattern of the section, read as a way to ask. */
const anyOf = (section: string) => {
  const ways = waysOf(sections(section))
  return (text: string) => fits(text, ways)
}
/** The same with patterns that are whole regular expressions. */
const anyRaw = (section: string) => {
  const patterns = sections(section).map((line) => new RegExp(line, 'u'))
  return (text: string) => fits(text, patterns)
}

const urgent = (danger: Danger): Guard => ({ kind: 'urgent', danger })
const refuse = (refusal: Refusal): Guard => ({ kind: 'refusal', refusal })

const isOrder = either(anyOf('orders'), anyRaw('orders in other languages'))
const marks = new RegExp(sections('marks').join('|'), 'im')

const actsOfOthers = anyOf('acts of others')
const businessOfOthers = anyOf('business of others')
/** What another side, a lender, a court or an office has done in the matter: a person knows, and nobody's secret. */
export const isOutside = (text: string) => actsOfOthers(text) && !businessOfOthers(text)

/** All guards, in the order of what must not be missed: the first row that a question fits decides. */
export const guards: readonly Row[] = [
  { guard: urgent('despair'), asks: anyOf('despair') },
  { guard: urgent('violence'), asks: anyOf('violence') },
  { guard: urgent('fraud'), asks: anyOf('fraud') },
  {
    guard: refuse('instructions'),
    asks: isOrder,
    typed: (question) => marks.test(question) || disguisesOf(question).some(isOrder),
  },
  { guard: refuse('not_told'), asks: anyOf('untold') },
  { guard: refuse('not_told'), asks: anyOf('untold, roundabout'), unless: anyOf('told by the client') },
  {
    guard: refuse('not_yours'),
    asks: anyOf('facts of others'),
    typed: anyRaw('names of others'),
    unless: isOutside,
  },
  { guard: refuse('advice'), asks: anyOf('opinions') },
  { guard: refuse('advice'), asks: anyOf('judgement'), unless: anyOf('about the portal') },
]

/** What a question is met with before anything is answered; null where nothing stands against an answer. */
export function guardOf(question: string): Guard | null {
  const text = plain(question)
  const row = guards.find(({ asks, unless, typed }) => (asks(text) || typed?.(question)) && !unless?.(text))
  return row?.guard ?? null
}

function either(...tests: ((text: string) => boolean)[]) {
  return (text: string) => tests.some((test) => test(text))
}

const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** What a question says that was written so as not to be read: spaced out, in figures, backwards or encoded. */
const disguisesOf = (question: string): string[] =>
  [
    ...(/(?:\b\w[ .*_-]+){4,}/.test(question) ? [closed(question)] : []),
    ...(/[a-z][0134570@$]|[0134570@$][a-z]/i.test(question)
      ? [question.replace(/[0134570@$](?=\p{L})|(?<=\p{L})[0134570@$]/gu, (digit) => digits[digit] ?? digit)]
      : []),
    ...(question.length > 12
      ? [
          [...question].toReversed().join(''),
          question.replace(/\S+/g, (word) => [...word].toReversed().join('')),
          turned(question),
        ]
      : []),
    ...(question.match(/[A-Za-z0-9+/]{16,}={0,2}/g) ?? []).map((code) => textIn(code, 'base64')),
    ...(question.match(/(?:[0-9a-f]{2}\s?){10,}/gi) ?? []).map((code) =>
      textIn(code.replace(/\s/g, ''), 'hex'),
    ),
  ]
    .filter(Boolean)
    .map(plain)

/** "i g n o r e" as one word: single letters are put together, and wider gaps are kept. */
const closed = (question: string) =>
  question
    .replace(/\s{2,}/g, ' / ')
    .replace(/\b(\w)[ .*_-]+(?=\w\b(?!'))/g, '$1')
    .replaceAll(' / ', ' ')

/** Each letter thirteen on. */
const turned = (question: string) =>
  question.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })

/** The text that was encoded; nothing where it is no text. */
const textIn = (code: string, encoding: 'base64' | 'hex') => {
  const text = Buffer.from(code, encoding).toString('utf8')
  return /^[\x20-\x7e\s]{8,}$/.test(text) ? text : ''
}
