import { isSendersPostcode, isStreet, postalCodeIn, postcodeIn, withoutPostcode } from './addresses.ts'
import { above, besideOrBelow, rightOf, type Segment } from './lines.ts'
import { hasTitle, wordsOf } from './names.ts'

/** The person a letter is sent to: the block that shows in the window of the envelope. */
export interface Addressee {
  /**
   * As printed, joint holders joined by "and". Several candidates if a line may be either the person or the name of the
   * house. Empty if the block names nobody, or a company.
   */
  names: string[]
  /** As printed, lines joined by commas, the postcode last. */
  address: string
  /** Somebody else receives it for them. */
  isCareOf: boolean
}

/** Returns the address blocks in reading order: those with a titled name first, then other names, then no name. */
export const addresseesOf = (segments: Segment[]): Addressee[] =>
  segments
    .filter(
      ({ text }) =>
        text.length <= longestLine &&
        endsAddress(text) &&
        !isIssuersOwn(withoutPostcode(text)) &&
        !propertyOfMatter.test(text.trim()),
    )
    .map((segment) => addresseeIn(linesUpFrom(segment, segments)))
    .filter((found) => found !== undefined)
    .toSorted((a, b) => rankOf(b) - rankOf(a))

// An office of the sender may look like a person, but has no title.
const rankOf = ({ names }: Addressee) => (names.length === 0 ? 0 : names.some(hasTitle) ? 2 : 1)

/** Names of people or companies beside or below a label such as "Account holder". */
export const labelledNames = (segments: Segment[], label: RegExp): string[] =>
  segments.flatMap((segment) => {
    const match = label.exec(segment.text)
    if (!match) return []
    const same = segment.text.slice(match[0].length).replace(/^[\s:.-]+/, '')
    const values = same === '' ? besideOrBelow(segment, segments).map(({ text }) => text) : [same]
    return values.filter((value) => isPersonName(value) || isCompanyName(value)).slice(0, 1)
  })

/** The name of which a form asks in two places: "Surname" and "Forenames or initials". */
export const dividedName = (segments: Segment[]): string[] => {
  const valueOf = (label: RegExp) => {
    for (const segment of segments) {
      const match = label.exec(segment.text)
      if (!match) continue
      const same = segment.text.slice(match[0].length).trim()
      // In a table the next label is beside, and the value below.
      const values = same === '' ? besideOrBelow(segment, segments).map(({ text }) => text) : [same]
      const value = values.find((text) => !formLabel.test(text))
      if (value !== undefined && isNamePart.test(value)) return value
    }
    return undefined
  }
  const [family, given] = [valueOf(familyLabel), valueOf(givenLabel)]
  return family !== undefined && given !== undefined ? [`${given} ${family}`] : []
}

const familyLabel = /^surname\b\s*:?/i
const givenLabel = /^(?:fore|first|given)\s*names?\b(?:\s*(?:or|\/)\s*initials?)?(?:\s*\(s\))?\s*:?/i
const formLabel =
  /\b(?:surname|(?:fore)?names?|initials?|title|number|date|code|reference|insurance|payroll|employee|employer|department|address)\b|\bno\.?$/i
const isNamePart = /^\p{Lu}[\p{L}'’.-]*(?: [\p{L}'’.-]+){0,4}$/u

/** What a completion statement is about. */
const propertyOfMatter = /^(?:sale|purchase|transfer|re-?mortgage|lease|assignment)\s+of\b/i

const endsAddress = (text: string) => postalCodeIn(text) !== undefined && !isSendersPostcode(text)

const addresseeIn = (printed: string[]): Addressee | undefined => {
  const lines = unbroken(belowSenders(printed).map(unlabelled).map(withoutStop)).filter(
    (line) => !isRemark(line),
  )
  if (lines.slice(-6).some(isIssuersOwn)) return undefined
  const { names, from } = peopleIn(lines)
  const company = lines.findIndex((line) => !careOf.test(line) && isCompanyName(withoutStreet(line)))
  const isAbove = lines.slice(0, company).every((line) => !/\d/.test(line))
  const address = lines
    .slice(isAbove ? Math.max(from, company + 1) : from)
    .filter((line) => !careOf.test(line))
    .join(', ')
    .replace(/\b(upon|on|under|by|of|the|le), /gi, '$1 ')
  const isCareOf = lines.some((line) => careOf.test(line))
  // A letter to a company is about the company, even if it also names a person.
  const holders = company < 0 ? names : isCareOf ? lines.slice(company, company + 1) : []
  return { names: holders, address, isCareOf }
}

const careOf = /^(?:c\s?[/l]\s?o|care\s+of)\b/i

// In the window of the envelope the sender's address may be close above the addressee, on a line of its own.
const belowSenders = (lines: string[]) => {
  const last = lines
    .slice(0, -1)
    .findLastIndex((line) => isIssuersOwn(line) && postcodeIn(line) !== undefined)
  return lines.slice(last + 1)
}

interface People {
  names: string[]
  /** Index of the first line of the address. */
  from: number
}

const peopleIn = (lines: string[]): People => {
  const titled = lines.slice(0, -1).findLastIndex((line) => isPersonName(line) && hasTitle(line))
  return titled < 0 ? untitledIn(lines) : titledIn(lines, titled)
}

// Joint holders are on separate lines, each with a title.
const titledIn = (lines: string[], last: number): People => {
  let first = last
  while (first > 0 && hasTitle(lines[first - 1] ?? '') && isPersonName(lines[first - 1] ?? '')) first -= 1
  const names = lines.slice(first, last + 1).map((line) => line.replace(/\s*(?:&|and)$/i, ''))
  return { names: [names.join(' and ')], from: last + 1 }
}

// "Adaeze Okafor / Tall Trees / Mill Lane": each line above the street may be the person.
const untitledIn = (lines: string[]): People => {
  const street = lines.findIndex((line, at) => at > 0 && /\d/.test(line) && !/\d/.test(lines[at - 1] ?? ''))
  const end = street < 0 ? lines.length - 1 : street
  let first = end
  while (first > 0 && isPersonName(lines[first - 1] ?? '')) first -= 1
  if (first === end) first = lines.findIndex((line, at) => at < end && isPersonName(line))
  const names = first < 0 ? [] : lines.slice(first, end).filter(isPersonName)
  return { names, from: names.length === 0 ? 0 : first + 1 }
}

/** A gap this many times the smallest line step separates the block from text above that is not part of it. */
const maxGapRatio = 2.2

/** In letters. Even a whole address on one line is shorter, and a page may hold a line of any length. */
const longestLine = 300

// A postal address has at most eight lines above its postcode, evenly set.
const linesUpFrom = (last: Segment, segments: Segment[]) => {
  const stack = [last]
  let step = Number.POSITIVE_INFINITY
  for (let next = above(last, segments); next && stack.length < 9; next = above(next, segments)) {
    const rise = (stack[0]?.baseline ?? 0) - next.baseline
    if (Math.abs(next.height - last.height) > last.height * 0.3 || rise > step * maxGapRatio) break
    if (next.text.length > longestLine) break
    step = Math.min(step, rise)
    stack.unshift(next)
  }
  const texts = stack.map((segment) => wholeLine(segment, segments))
  return texts.flatMap((text, at) => (at === texts.length - 1 ? partsOf(text) : [text]))
}

// Text recognition may find the words of a line in parts.
const wholeLine = (segment: Segment, segments: Segment[]): string => {
  const next = segment.confidence === undefined ? undefined : rightOf(segment, segments)
  const isClose = next && next.x - segment.right < segment.height * mostOfSpace
  return isClose ? `${segment.text} ${wholeLine(next, segments)}` : segment.text
}

/** The widest space between two words, in heights of the line. */
const mostOfSpace = 0.6

// A double-barrelled name may be broken at its hyphen.
const unbroken = (lines: string[]) =>
  lines.reduce<string[]>((whole, line) => {
    const last = whole.at(-1)
    return last !== undefined && /\p{L}-$/u.test(last) && /^\p{Lu}/u.test(line)
      ? [...whole.slice(0, -1), last + line]
      : [...whole, line]
  }, [])

// Splits an address on one line: "Mr J Smith, Flat 2, 12 Garden Street, London W1U 4PL".
const partsOf = (text: string) => {
  const parts = text.split(/,\s+/)
  return parts.length > 2 ? parts : [text]
}

const unlabelled = (line: string) =>
  line.replace(
    /^(?:account holders?|customer|name|account name|to|fao|for|employee|prepared for|(?:bill|invoice|ship|sold|deliver|sent)(?:ed)? to|bill payer|rate ?payer|liable (?:person|party)|occupier|property(?: address)?|(?:supply|service|property|billing|bill|home|mailing|postal|correspondence|delivery|customer)?\s*address)(?:\s*\(s\))?(?:\s*name)?\s*:\s*/i,
    '',
  )

// "Room 4," and "TS1 4QQ." in an address with its stops.
const withoutStop = (line: string) => line.replace(/(?:\s*[,;]|(?<=\d[A-Z]{2})\.)+$/, '')

const isRemark = (line: string) =>
  /^(?:private|confidential|by post|royal mail|ref|customer number)\b|^the (?:occupier|householder|resident)s?$/i.test(
    line,
  ) || isHeading(line)

/** A heading above an address, such as "Billing address", which is not part of it. */
const isHeading = (line: string) =>
  /^(?:your (?:address|details)|(?:supply|service|property|billing|bill|home|mailing|postal|correspondence|delivery|customer|installation|site|premises)?\s*address(?:ee)?|property(?: supplied)?|(?:bill|invoice|ship|sold|deliver|sent|paid)(?:ed)? (?:to|by)|account holder|customer(?: details| name)?|name|at|to|for)\W*$/i.test(
    line.trim(),
  )

const isIssuersOwn = (line: string) =>
  /registered|head office|write to|correspondence to|contact us|customer (?:service|care)|p\.?\s?o\.? box|freepost|return (?:address|to)|\bvat\b|company (?:no|number|reg)|www\.|@|\btel\b|telephone|authori[sz]ed|regulated|payable to/i.test(
    line,
  )

/** Whether a line can be the name of one or more people, rather than a company, a place or a heading. */
export const isPersonName = (text: string) => {
  if (/[\d@:£%]|\.\w/.test(text.replace(/\b\p{L}\./gu, '')) || text.length > 70) return false
  const words = wordsOf(text)
  if (isCompanyName(text) || words.length === 0) return false
  // "Sandbrook Park, Sandbrook Way" is where a company is.
  if (text.includes(',') && isStreet(text)) return false
  // After a title even Street, Page and Power are surnames.
  if (hasTitle(text)) return words.length <= 12
  return (
    words.length >= 2 &&
    words.length <= 8 &&
    isCapitalised(text) &&
    !words.some((word) => notOfPeople.has(word))
  )
}

const isCompanyName = (text: string) => companyForm.test(text)

// "2 Mill Bank" and "11 Bank Street" are streets.
const withoutStreet = (line: string) =>
  line.replace(
    /\b\d+[a-z]?,?\s+\p{L}+ bank$|\bbank (?=(?:street|road|lane|avenue|terrace|house|cottage)s?\b)/giu,
    '',
  )

const companyForm = /\b(?:ltd|limited|plc|llp|inc|bank|council|society|trustees|company|trading|t\/a)\b/i

const isCapitalised = (text: string) =>
  text
    .split(/[\s&,/-]+/)
    .filter((word) => word !== '' && !particles.has(word.toLowerCase()))
    .every((word) => /^\p{Lu}|^[dO]['’]\p{Lu}/u.test(word))

const particles = new Set(
  'and or de da do dos van von der den di del la le el al bin ibn y ter of'.split(' '),
)

const notOfPeople = new Set(
  `energy gas electric electricity power water telecom insurance group co services service solicitors uk
  street road lane avenue drive close court house cottage farm lodge flat apartment gardens terrace crescent
  statement bill invoice account date number page amount balance total tax payment summary your our you we this
  private confidential please thank dear address customer supply reference sort code period tariff savings
  current employer employee department payroll borough city county london england scotland wales kingdom
  mortgage completion gift letter purchase sale building buildings office centre floor important information
  personal occupier resident care hm revenue customs pension pensions service site mail handling trust hospital
  surgery benefits revenues jobcentre centre authority government job title position grade paid`.split(/\s+/),
)
