import { withWholeDates } from './broken-dates.ts'
import { type DateOrder, dateOrderOf, daysBetween, type FoundDate, findDates } from './dates.ts'
import { besideOrAbove, rightOf, type Segment } from './lines.ts'

export interface DocumentDate {
  /** YYYY-MM-DD */
  day: string
  /**
   * `issue`: labelled as the date of the document; `period`: the end of the period covered; `bare`: a date without a
   * label.
   */
  basis: 'issue' | 'period' | 'bare'
  /**
   * The page also suggests another date: it was printed long after the period that it covers, or it labels two days far
   * apart as its date.
   */
  isContested: boolean
}

interface Option extends FoundDate {
  label: 'issue' | 'period' | 'other' | 'none'
  segment: Segment
}

/**
 * Returns the date of a document: its statement, bill or issue date, else the end of the period it covers, else a date
 * on its own at the top. Never takes due dates, meter readings, births or transaction dates. `own` matches further
 * labels that this kind of document uses for its date.
 */
export const documentDateOf = (printed: Segment[], own?: RegExp): DocumentDate | undefined => {
  const segments = withWholeDates(printed)
  const order = dateOrderOf(segments.map(({ text }) => text))
  const options = segments.flatMap((segment) =>
    findDates(segment.text, order).map((date) => ({
      ...date,
      segment,
      label: labelOf(date, { segment, segments, own, order }),
    })),
  )
  const issue = options.find(({ label, inPeriod }) => label === 'issue' && inPeriod === null)
  const period = options.find((option) => option.segment.page === 1 && endsPeriod(option))
  if (issue)
    return {
      day: issue.day,
      basis: 'issue',
      isContested: isReprint(issue, period) || hasRival(issue, options),
    }
  const bare = bareDate(options, segments)
  if (period && follows(period, options)) return bare === undefined ? undefined : inHead(bare, period)
  if (period) return { day: period.day, basis: 'period', isContested: false }
  return bare === undefined ? undefined : { day: bare.day, basis: 'bare', isContested: false }
}

// The only date on its own, over the period and within a month of its end, is that of the bill.
const inHead = (bare: Option, period: Option): DocumentDate | undefined => {
  const age = daysBetween(period.day, bare.day)
  return bare.segment.baseline < period.segment.baseline && age >= 0 && age <= 31
    ? { day: bare.day, basis: 'bare', isContested: false }
    : undefined
}

/** The council tax year of a bill, as the year in which it begins: 2026 for 2026/27. */
export const taxYearOf = (segments: Segment[]): number | undefined => {
  for (const { text } of segments) {
    const spoken = /\b(20\d\d)\s*(?:[/–-]|to|and)\s*(?:20)?(\d\d)(?![\d/-])/i.exec(text)
    if (spoken && (Number(spoken[1]) + 1) % 100 === Number(spoken[2])) return Number(spoken[1])
    const [begins, ends] = findDates(text)
    if (begins?.inPeriod === 'first' && begins.day.endsWith('-04-01') && ends?.day.endsWith('-03-31'))
      return Number(begins.day.slice(0, 4))
  }
  return undefined
}

const endsPeriod = ({ label, inPeriod }: Option) =>
  label === 'period' ? inPeriod !== 'first' : inPeriod === 'last' && label !== 'other'

/** In days: a bill is issued within weeks of its period. */
const farApart = 62

// A statement of an old period can be printed again today.
const isReprint = (issue: Option, period: Option | undefined) =>
  period !== undefined && daysBetween(period.day, issue.day) > farApart

// A bill is issued soon after its period, so an unlabelled date on its own soon after may be the issue date.
const follows = (period: Option, options: Option[]) =>
  options.some(({ label, inPeriod, day, segment, start, end }) => {
    const isAlone = segment.text.slice(0, start).trim() === '' && segment.text.slice(end).trim() === ''
    const age = daysBetween(period.day, day)
    return label === 'none' && inPeriod === null && isAlone && age > 0 && age <= farApart
  })

// A bill has one date. If another one is labelled so too, that may be the true one.
const hasRival = (issue: Option, options: Option[]) =>
  options.some(
    ({ label, inPeriod, day }) =>
      label === 'issue' && inPeriod === null && Math.abs(daysBetween(day, issue.day)) > farApart,
  )

// The date of a letter ends its line; the date of a transaction begins one.
const bareDate = (options: Option[], segments: Segment[]) => {
  const alone = options.filter(
    ({ label, segment, start, end }) =>
      label === 'none' &&
      segment.page === 1 &&
      (segment.depth < 0.45 || isOverSalutation(segment, segments)) &&
      segment.text.slice(0, start).replace(weekday, '').trim() === '' &&
      segment.text.slice(end).trim() === '' &&
      rightOf(segment, segments) === undefined,
  )
  const days = new Set(alone.map(({ day }) => day))
  return days.size === 1 ? alone[0] : undefined
}

const isOverSalutation = ({ page, baseline, height }: Segment, segments: Segment[]) =>
  segments.some(
    (other) =>
      other.page === page &&
      /^dear\b/i.test(other.text) &&
      other.baseline > baseline &&
      other.baseline < baseline + height * 5,
  )

interface Place {
  segment: Segment
  segments: Segment[]
  own: RegExp | undefined
  order: DateOrder
}

// The label of a date is before it, at its left, or above it as the head of a column.
const labelOf = (date: FoundDate, { segment, segments, own, order }: Place): Option['label'] => {
  const earlier = findDates(segment.text, order).filter(
    ({ end, inPeriod }) => end <= date.start && inPeriod !== 'first',
  )
  const before = segment.text.slice(earlier.at(-1)?.end ?? 0, date.start)
  const meaning = meaningOf(before.replace(weekdayBefore, ''), own)
  if (meaning !== 'none') return meaning
  if (/\p{L}{3}/u.test(before.replace(weekday, '')) && date.inPeriod === null) return 'other'
  // It says itself what it is, so that "Amount due" on the line above does not.
  if (date.inPeriod !== null && /\bperiod\b/i.test(before)) return 'none'
  const around = besideOrAbove(segment, segments).filter(
    (other) => !isTableHead(other, { value: segment, segments, order }),
  )
  const boxed = around.map((head) => boundOf(head, segments)).find((found) => found !== null)
  if (boxed) return boxed
  const labels = around.filter((other) => !isNumbered.test(other.text))
  return labels.map(({ text }) => meaningOf(text, own)).find((found) => found !== 'none') ?? 'none'
}

/** A number beside its own label says nothing about the date below. */
const isNumbered = /^\W*(?:sort\s*code|account(?:\s*(?:no|number))?)\W*\d[\d\s-]*$/i

// A period in two boxes: "From" above its first day, and next to it "To" above its last.
const boundOf = (head: Segment, segments: Segment[]): Option['label'] | null => {
  const bounds = [first, last].map((bound) => bound.test(head.text))
  const other = bounds[0] ? last : first
  if (!bounds.includes(true) || !segments.some(({ text, page }) => page === head.page && other.test(text)))
    return null
  return bounds[0] ? 'other' : 'period'
}

const first = /^\W*(?:(?:date|period)\s*)?(?:from|start)(?:\s*date)?\W*$/i
const last = /^\W*(?:(?:date|period)\s*)?(?:to|end)(?:\s*date)?\W*$/i

interface Cell {
  value: Segment
  segments: Segment[]
  order: DateOrder
}

// "Date" above a date is often the head of a list of payments: it stands beside other heads of such a list, or has
// further dates below it.
const isTableHead = (label: Segment, { value, segments, order }: Cell) =>
  label.baseline < value.baseline - value.height * 0.4 &&
  /^\W*date\W*$/i.test(label.text) &&
  segments.some(
    (other) =>
      other.page === label.page &&
      (Math.abs(other.baseline - label.baseline) < label.height * 0.5
        ? headOfPayments.test(other.text)
        : other.baseline > value.baseline + value.height * 0.4 &&
          Math.abs(other.x - value.x) < value.height &&
          findDates(other.text, order).length > 0),
  )

const headOfPayments =
  /descript|details|particulars|transaction|payee|balance|paid|amount|money|debit|credit|withdrawn|deposit/i

/** "Invoice date: Wednesday, 28 October". */
const weekdayBefore = /(?<=[:\s])(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?,?\s*$/i
const weekday = /\b(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?\b,?/i

const meaningOf = (label: string, own: RegExp | undefined): Option['label'] => {
  // The nearest words decide, so that an earlier part of a long sentence does not.
  const near = label.slice(-60)
  const bare = label.replace(/\s*\([^)]*\)/g, '').slice(-60)
  if (own?.test(near)) return 'issue'
  if (otherDate.test(near) || begins.test(near)) return 'other'
  if (periodDate.test(near)) return 'period'
  return issueDate.test(near) || issueDate.test(bare) ? 'issue' : 'none'
}

const otherDate =
  /due|settle|pay(?:able|ment)?\s*(?:by|on|date|will)|direct\s*debit|\bby\b|before|\bnext|renew|birth|d\.?o\.?b\b|expir|valid|until\s*$|matur|\bstart|tariff|contract|previous|\blast\b|reading|\bread\b|\bmov(?:e|ing)|open(?:ed|ing)|since|joined|effective|on or (?:around|after)|incorporat|sort\s*code|completion|\bborn\b|collected|generated|downloaded|exported|\btaken|\bsign/i
/** "For the period from", with its last day on the next line, and "a week from". */
const begins = /\bfrom\s*:?\s*$/i
const periodDate =
  /(?:period|month|quarter|year|week)\s*(?:end(?:ing|ed)?|to|up\s*to)?\s*:?\s*(?:from)?\s*$|(?:period|dates?)\s*covered|covering|(?:bill|billing|statement|charge)\s*period|\bup\s*to\s*$/i
const issueDate =
  /(?:statement|bill|billing|invoice|issue|issued|document|letter|notice|demand|tax\s*point)\s*date\s*:?\s*$|date\s*(?:of|on)?\s*(?:this|the|your)?\s*(?:statement|bill|invoice|issue|letter|notice|demand|document)|date\s*issued|issued\s*(?:on)?\s*:?\s*$|(?:^|[.;])\W*(?:dyddiad\s*\/\s*)?dated?\s*:?\s*$|(?:bill|invoice|statement)\s*(?:ref(?:erence)?|no|number)\W*[\w-]*\d[\w-]*\s*\($|\d\s+date\s*:?\s*$|(?:bill|statement|invoice)\s*dated\s*:?\s*$|(?:produced|prepared|made|raised|created)\s*(?:it\s*)?(?:on)\s*:?\s*$|(?:statement|balance|position|valuation)\s*(?:of\s*(?:your\s*)?account\s*)?as\s*(?:at|of)\s*:?\s*$|^\W*(?:(?:your|my|bank|account|monthly|mortgage|annual)\s*)*statement\s*(?:for|on|as\s*at)?\s*:?\s*$|dyddiad\s*(?:y\s*(?:bil|datganiad|llythyr|hysbysiad)|cyhoeddi|anfoneb)\s*:?\s*$/i
