import { monthName } from './dates.ts'
import { below, type Segment } from './lines.ts'

const endsWithoutYear = new RegExp(`(?<![\\d/£$€.-])\\d{1,2}(?:\\s?(?:st|nd|rd|th))?\\s+${monthName}$`, 'i')
const beginsWithDay = new RegExp(`^\\d{1,2}(?:\\s?(?:st|nd|rd|th))?\\s+${monthName}`, 'i')
const year = /^20\d\d$/

/** Joins a date that a narrow column breaks over two lines: "12 March" above "2026". */
export const withWholeDates = (segments: Segment[]): Segment[] =>
  segments.map((segment) => {
    if (!endsWithoutYear.test(segment.text)) return segment
    const rest = below(segment, segments)
    return rest && year.test(rest.text) && !isHead(rest, segments) ? joined(segment, rest) : segment
  })

// A year may stand over the days of a list, of which the one above it belongs to the year before.
const isHead = (rest: Segment, segments: Segment[]) => beginsWithDay.test(below(rest, segments)?.text ?? '')

const joined = (first: Segment, rest: Segment): Segment => ({
  ...first,
  text: `${first.text} ${rest.text}`,
  right: Math.max(first.right, rest.right),
  ...(first.confidence !== undefined && {
    confidence: Math.min(first.confidence, rest.confidence ?? first.confidence),
  }),
  ...(first.place && rest.place && { place: around(first.place, rest.place) }),
})

type Place = NonNullable<Segment['place']>

const around = (upper: Place, lower: Place) => {
  const [x, y] = [Math.min(upper.x, lower.x), Math.min(upper.y, lower.y)]
  const right = Math.max(upper.x + upper.width, lower.x + lower.width)
  const bottom = Math.max(upper.y + upper.height, lower.y + lower.height)
  return { x, y, width: right - x, height: bottom - y }
}
