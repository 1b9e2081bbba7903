import { plain } from './plain.ts'
import { fits, readSections, waysOf } from './words.ts'

/** A danger to a person or to their money. */
export type Danger = 'despair' | 'violence' | 'fraud'
export type Refusal = 'instructions' | 'not_told' | 'not_yours' | 'advice'

/** What is checked before anything is answered. The words for each are in `data/replies.md`. */
export type Guard = { kind: 'urgent'; danger: Danger } | { kind: 'refusal'; refusal: Refusal }

interface Row {
  guard: Guard
  /** Whether a question asks for this. The text is plain: see `plain`. */
  asks: (text: string) => boolean
  unless?: (text: string) => boolean
  /** The same for the question as typed, with its capitals and marks, or disguised. */
  typed?: (question: string) => boolean
}

const sections = readSections('guards.txt')
/** Returns a test for whether a question fits a pattern of the section, read as a way to ask. */
const anyOf = (section: string) => {
  const ways = waysOf(sections(section))
  return (text: string) => fits(text, ways)
}
/** The same for patterns that are whole regular expressions. */
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
/**
 * Returns whether a question is about what another side, a lender, a court or an office has done in the matter. A
 * person at the firm knows that, and it is no one's secret.
 */
export const isOutside = (text: string) => actsOfOthers(text) && !businessOfOthers(text)

/** All guards, ordered by how bad it is to miss them. The first row that a question fits decides. */
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

/** Returns the guard that applies before anything is answered. Null if the question may be answered. */
export function guardOf(question: string): Guard | null {
  const text = plain(question)
  const row = guards.find(({ asks, unless, typed }) => (asks(text) || typed?.(question)) && !unless?.(text))
  return row?.guard ?? null
}

function either(...tests: ((text: string) => boolean)[]) {
  return (text: string) => tests.some((test) => test(text))
}

const digits: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' }

/** Returns what a disguised question may say: spaced out, with figures for letters, backwards or encoded. */
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

/** Joins single letters, such as "i g n o r e", into words. Wider gaps stay. */
const closed = (question: string) =>
  question
    .replace(/\s{2,}/g, ' / ')
    .replace(/\b(\w)[ .*_-]+(?=\w\b(?!'))/g, '$1')
    .replaceAll(' / ', ' ')

/** Applies ROT13. */
const turned = (question: string) =>
  question.replace(/[a-z]/gi, (letter) => {
    const first = letter <= 'Z' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first)
  })

/** Decodes a text. Empty if the result is not text. */
const textIn = (code: string, encoding: 'base64' | 'hex') => {
  const text = Buffer.from(code, encoding).toString('utf8')
  return /^[\x20-\x7e\s]{8,}$/.test(text) ? text : ''
}
