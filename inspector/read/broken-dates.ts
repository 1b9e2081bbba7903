import { monthName } from './dates.ts'
import { below, type Segment } from './lines.ts'

const day = `\\d{1,2}(?:\\s?(?:st|nd|rd|th))?\\s+${monthName}`
const endsWithoutYear = new RegExp(`(?<![\\d/£$€.-])${day}$`, 'i')
const beginsWithDay = new RegExp(`^${day}`, 'i')
const year = /^20\d\d$/

const endsInPeriod = /\d\s*(?:-|–|—|to|until)$/i
const isDate = new RegExp(`^(?:\\d{1,2}[/.-]\\d{1,2}[/.-]\\d{2,4}|${day}\\s+\\d{4})$`, 'i')

/** Joins what a narrow column breaks over two lines: "12 March" above "2026", "1 May 2026 –" above "31 May 2026". */
export const withWholeDates = (segments: Segment[]): Segment[] => {
  const rests = new Map(
    segments.flatMap((segment): [Segment, Segment][] => {
      const rest = below(segment, segments)
      return rest && isBroken(segment, rest, segments) ? [[segment, rest]] : []
    }),
  )
  const taken = new Set(rests.values())
  return segments
    .filter((segment) => !taken.has(segment))
    .map((segment) => {
      const rest = rests.get(segment)
      return rest ? joined(segment, rest) : segment
    })
}

// A year may stand over the days of a list, of which the one above it belongs to the year before.
const isBroken = ({ text }: Segment, rest: Segment, segments: Segment[]) =>
  endsWithoutYear.test(text)
    ? year.test(rest.text) && !beginsWithDay.test(below(rest, segments)?.text ?? '')
    : endsInPeriod.test(text) && isDate.test(rest.text)

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
