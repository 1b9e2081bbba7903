import type { Segment } from '../read/lines.ts'
import { type Kind, kinds } from './kinds.ts'

export interface Classified {
  kind: Kind | null
  /** How clearly its words tell, 0 to 1; below 0.5 no kind is named. */
  certainty: number
}

/** Points at which no doubt about the kind is left. */
const clear = 7
/** Points below which nothing is said. */
const least = 4

/**
 * What a document is, by the words that only such documents carry. Each sign counts once, however often it
 * occurs: a bank statement lists payments of council tax and gas without being a bill for either.
 */
export const classify = (segments: Segment[]): Classified => {
  const text = segments.map((segment) => segment.text).join('\n')
  const heading = headingOf(segments)
  const ranked = (Object.keys(kinds) as Kind[])
    .map((kind) => ({ kind, points: pointsOf(kind, { text, heading }) }))
    .toSorted((a, b) => b.points - a.points)
  const [first, second] = ranked
  if (!first || first.points < least) return { kind: null, certainty: 0 }
  const lead = first.points - (second?.points ?? 0)
  const certainty = Math.min(1, first.points / clear) * (lead >= 3 ? 1 : lead >= 1 ? 0.7 : 0.4)
  return certainty < 0.5 ? { kind: null, certainty } : { kind: first.kind, certainty }
}

// The strongest signs are headings: found in the small print they weigh as little as any other word.
const pointsOf = (kind: Kind, { text, heading }: { text: string; heading: string }) =>
  kinds[kind].signs.reduce((points, [weight, words]) => {
    if (weight === 4 && words.test(heading)) return points + 4
    return words.test(text) ? points + Math.min(weight, 2) : points
  }, 0)

/** The top of the first page, and whatever is set larger than most of the text. */
const headingOf = (segments: Segment[]) => {
  const heights = segments.map(({ height }) => height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  return segments
    .filter(({ page, depth, height }) => page === 1 && (depth < 0.3 || height > usual * 1.25))
    .map(({ text }) => text)
    .join('\n')
}
