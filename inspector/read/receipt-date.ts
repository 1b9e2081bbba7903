import { dateOrderOf, type FoundDate, findDates } from './dates.ts'
import { besideOrAbove, rightOf, type Segment } from './lines.ts'

interface Option {
  day: string
  /** How likely it is the day of the sale, by its label and a time of day beside it. */
  weight: number
}

/** Returns the day of a sale if a receipt shows one day alone, or labels one of several as its date. */
export const receiptDateOf = (segments: Segment[], today: string): string | undefined => {
  const order = dateOrderOf(segments.map(({ text }) => text))
  const options = segments
    .flatMap((segment) =>
      [...findDates(segment.text, order), ...closedDates(segment, segments)].flatMap((date) =>
        optionOf(date, { segment, segments }),
      ),
    )
    // Nothing is bought tomorrow, and receipt printers whose clock was never set begin at 2000.
    .filter(({ day }) => day <= today && day > '2005')
  const best = Math.max(...options.map(({ weight }) => weight))
  const days = new Set(options.filter(({ weight }) => weight === best).map(({ day }) => day))
  const [only] = days
  if (days.size === 1 && only && !isDoubted(only, options)) return only
  return onlyIn([...new Set(options.map(({ day }) => day))], segments)
}

// The number of a receipt often contains its date: "KPB02201605190112".
const onlyIn = (days: string[], segments: Segment[]) => {
  const figures = segments.map(({ text }) => text).filter((text) => /\d{12}/.test(text))
  const held = days.filter((day) => figures.some((text) => text.includes(day.replaceAll('-', ''))))
  return held.length === 1 ? held[0] : undefined
}

// If a receipt has the same day of two years, one of them was misread.
const isDoubted = (day: string, options: Option[]) =>
  options.some((other) => other.day !== day && other.day.slice(4) === day.slice(4))

interface Place {
  segment: Segment
  segments: Segment[]
}

const optionOf = ({ day, start, end, inPeriod }: FoundDate, { segment, segments }: Place): Option[] => {
  const before = lettersOf(segment.text.slice(0, start))
  const labels = labelsOf(before, { segment, segments })
  const rest = segment.text.slice(end)
  const beside = rightOf(segment, segments)?.text ?? ''
  const isTimed = [rest, segment.text.slice(0, start), beside].some((text) => timeOfDay.test(text))
  if ((inPeriod !== null && !isTimed) || labels.some((label) => otherDay.test(label))) return []
  const isNamed = labels.some((label) => saleDay.test(label))
  const isDate = labels.some((label) => anyDay.test(label))
  return [{ day, weight: (isNamed ? 3 : isDate ? 2 : 0) + (isTimed ? 1 : 0) }]
}

const mostOfLabel = 24

// A line with a date of its own, or a sentence, is not the label of the date below it.
const labelsOf = (before: string, { segment, segments }: Place) =>
  before === ''
    ? besideOrAbove(segment, segments).flatMap(({ text }) =>
        findDates(text).length > 0 || text.length > mostOfLabel ? [] : [lettersOf(text)],
      )
    : [before]

// After "Date", or before the time of day, even eight figures without separators are a date.
const closedDates = (segment: Segment, segments: Segment[]): FoundDate[] => {
  const lost = lostStroke(segment, segments) ?? lostSpace(segment, segments)
  if (lost) return lost
  const match = /(?<!\d)(\d{8})(?!\d)/.exec(segment.text)
  if (!match?.[1]) return []
  const before = lettersOf(segment.text.slice(0, match.index))
  const labels = labelsOf(before, { segment, segments })
  const isTimed = /^\s?\d\d:\d\d/.test(segment.text.slice(match.index + 8))
  if (!isTimed && !labels.some((label) => /^(?:\w*date(?:time)?|tarikh)$/.test(label))) return []
  const figures = match[1]
  const apart = figures.startsWith('20')
    ? figures.replace(/(....)(..)(..)/, '$1-$2-$3')
    : figures.replace(/(..)(..)(....)/, '$1/$2/$3')
  return findDates(apart).map((date) => ({ ...date, start: match.index, end: match.index + 8 }))
}

// With a time of day beside it, a date may have lost the space after a number: "#19536001/06/2018".
const lostSpace = (segment: Segment, segments: Segment[]) => {
  const match = /(?<=\d{4})\d\d\/\d\d\/20\d\d$/.exec(segment.text)
  const isTimed = /^\d{1,2}:\d\d\b/.test(rightOf(segment, segments)?.text ?? '')
  return match && isTimed
    ? findDates(match[0]).map((date) => ({ ...date, start: match.index, end: segment.text.length }))
    : undefined
}

// With a time of day beside them, figures that lost one slash are a date: "05 02-18".
const lostStroke = ({ text, page, baseline, height }: Segment, segments: Segment[]) => {
  const [, day, month, year] = /^(\d\d) (\d\d)[-/](\d\d)$/.exec(text) ?? []
  if (day === undefined) return undefined
  const line = segments.filter(
    (other) => other.page === page && Math.abs(other.baseline - baseline) < height * 0.6,
  )
  return line.some((other) => /^(?:[01]?\d|2[0-3]):[0-5]\d/.test(other.text))
    ? findDates(`${day}/${month}/${year}`).map((date) => ({ ...date, start: 0, end: text.length }))
    : undefined
}

// Text recognition loses spaces between words, so only letters are compared.
const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/[^a-z]/g, '')

const saleDay =
  /(?:invoice|inv|bill|receipt|sales?|trans\w*|trx|txn|doc\w*|issued?|tax)(?:date|dt)$|^(?:date|tarikh)(?:time)?$/
const anyDay = /date|tarikh|datetime|^dt$/
const otherDay =
  /due|expir|valid|until|before|deliver|birth|member|since|print|order|return|exchange|from$|effective|start|\bto$|next|warranty|promo(?!ter)|offer|ends$/
const timeOfDay = /(?<!\d)(?:[01]?\d|2[0-3])[:.][0-5]\d(?!\d)/
