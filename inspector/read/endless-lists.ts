import { objectStreamsOf } from './packed-streams.ts'
import { latin1, spelled } from './pdf-syntax.ts'

/** An array may name one object again and again; one with so many more names than objects is made to be long. */
const bounds = { references: 2000, timesEach: 4 }

/** Characters of the list of ranges in an index (PDF 1.7 §7.5.8.2): thousands of ranges, each read in the time of all. */
const longestIndex = 50_000

/**
 * Whether a small PDF makes its reader walk a list without end: annotations of which one is shown a hundred thousand
 * times, or an index of as many ranges. Either holds a reader for a minute.
 */
export const hasEndlessList = async (bytes: Uint8Array): Promise<boolean> => {
  const text = latin1(bytes)
  if (hasLongIndex(text) || repeatsItself(text)) return true
  return (await objectStreamsOf(bytes)).some((held) => held !== null && repeatsItself(held))
}

const index = new RegExp(`/${spelled('Index')}\\s{0,9}\\[([\\d\\s]*)`, 'g')

const hasLongIndex = (text: string) =>
  [...text.matchAll(index)].some(([, ranges = '']) => ranges.length > longestIndex)

const repeatsItself = (text: string) => {
  let end = 0
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(at + 1, end))) {
    const { count, distinct, end: next } = referencesAt(text, at + 1)
    if (count > bounds.references && distinct * bounds.timesEach < count) return true
    end = next
  }
  return false
}

const reference = /\s{0,9}(\d{1,10}\s{1,9}\d{1,5}\s{1,9}R)/y

/** What an array that begins here refers to, before anything else stands in it. */
const referencesAt = (text: string, begin: number) => {
  const seen = new Set<string>()
  let [count, end] = [0, begin]
  reference.lastIndex = begin
  for (let match = reference.exec(text); match; match = reference.exec(text)) {
    seen.add(match[1] ?? '')
    count += 1
    end = reference.lastIndex
  }
  return { count, distinct: seen.size, end }
}
