import { splitFirstName } from '#contract/documents/extracted.ts'
import type { Region, Validation } from '#contract/documents/validation.ts'
import { postcodeIn } from '../read/addresses.ts'
import { withWholeDates } from '../read/broken-dates.ts'
import { dateOrderOf, findDates } from '../read/dates.ts'
import { isDoubtfulAddress, isDoubtfulName } from '../read/doubtful-words.ts'
import { type EditingSign, type EditingSignName, localFileSigns } from '../read/editing-sign.ts'
import type { Segment } from '../read/lines.ts'
import { corrected } from '../read/ocr-correction.ts'
import { lineOfTotal } from '../read/total.ts'
import { addressOf, type Expectation, isUnasked, purposeOf } from './expectation.ts'
import type { Finding } from './finding.ts'
import { financialDetailsOf, fundsRule, sumsOn } from './funds.ts'
import { type Kind, kinds } from './kinds.ts'
import { paySumsRule } from './pay-sums.ts'
import { dateRule } from './rules/date.ts'
import { kindRule, pagesRule, textRule } from './rules/file.ts'
import { addressOn, addressRule, nameOn, nameRule } from './rules/name.ts'
import { editedRule } from './rules/original.ts'
import { isTooSmall, type PictureQuality, qualityRules } from './rules/quality.ts'
import { templateRule } from './rules/template.ts'
import { balanceRule } from './running-balance.ts'
import { kindIn, nounOf, readStatement, type Statement } from './statement.ts'
import { type Fields, verdictOf, type Weighed } from './verdict.ts'

/** A bill, statement, payslip or letter whose words were read. */
export interface Paper {
  segments: Segment[]
  pages: number
  hasActiveContent: boolean
  /** The words lie over a picture of the page, so visible and readable text may differ. */
  isLaidOverPicture: boolean
  /** `picture`: text recognition found the words; `text`, the default: they come from the file itself. */
  origin?: 'text' | 'picture'
  /** Quality of a photo. */
  quality?: PictureQuality | undefined
  signs?: EditingSign[]
}

/** Invisible words over the picture of a page are not trusted enough to pass alone. */
const overlaidFactor = 0.85
/** Highest confidence for text read from a picture. */
const mostFromPicture = 0.96
/** Highest confidence if a word of the name or address looks misread, however sure its letters. */
const mostOfMisread = 0.85
/** If a name, address or date was read from a picture with less confidence, a person checks it. */
const leastSure = 0.8

/** Judges a bill, statement, payslip or letter by the rules for what it must prove. */
export const judgePaper = (read: Paper, expectation: Expectation): Validation => {
  const paper = read.origin === 'picture' ? { ...read, segments: corrected(read.segments) } : read
  const statement = readStatement(isLegible(paper) ? paper.segments : [], expectation.today)
  return verdictOf(rulesFor(statement, paper, expectation), {
    documentType: statement.kind && kinds[statement.kind].type,
    pages: paper.pages,
    hasActiveContent: paper.hasActiveContent,
    fields: fieldsOf(statement, paper.segments, expectation),
    factor: paper.isLaidOverPicture ? overlaidFactor : 1,
    limit: limitOf(paper, statement, expectation),
    isUnasked: isUnasked(expectation),
  })
}

// Letters that are too small are misread, and a misread name looks like another person's.
const isLegible = ({ quality }: Paper) => quality === undefined || !isTooSmall(quality)

/** Whether the words are clearly those of a bill, statement, payslip or letter. */
export const isKnownPaper = ({ segments, origin }: Paper) =>
  kindIn(origin === 'picture' ? corrected(segments) : segments) !== null

// The verdict is only as reliable as the least reliable line that it rests on.
const limitOf = ({ origin, segments }: Paper, statement: Statement, expectation: Expectation) => {
  if (origin !== 'picture') return 1
  const support = supportOf(statement, segments, expectation)
  const least = Math.min(1, ...support.map(({ segment }) => segment.confidence ?? 1))
  const { fullName, address } = printedOn(statement, expectation)
  const isMisread =
    (fullName !== null && isDoubtfulName(fullName)) || (address !== null && isDoubtfulAddress(address))
  if (isMisread) return Math.min(least, mostOfMisread)
  return least < leastSure ? least : mostFromPicture
}

const rulesFor = (statement: Statement, paper: Paper, expectation: Expectation): Weighed[] => {
  const { client, today } = expectation
  const purpose = purposeOf(expectation, statement.kind)
  const kind = kindRule(statement, expectation, paper.quality?.blankPage)
  const text = textRule(paper)
  const signs = [...(paper.signs ?? []), ...localFileSigns(paper.segments.map((segment) => segment.text))]
  const edited = editedRule(signs, signsOfLetters(statement))
  const isRead =
    purpose === null
      ? isLegible(paper) && paper.segments.length > 0
      : statement.kind !== null && statement.date !== undefined
  const file = [text, edited, templateRule(paper.segments), ...qualityRules(paper.quality, { isRead })].map(
    (rule): Weighed => [rule, 0],
  )
  // For a document that was not requested the other rules do not apply, but another person's name is still reported.
  if (kind.check.outcome === 'failed') return [[kind, 1], ...othersName(statement, client), ...file]
  const shares = purpose === 'funds' ? [0.3, 0.4, 0, 0.3] : [0.25, 0.25, 0.25, 0.25]
  const rules = [
    nameRule(statement, client),
    addressRule(statement, client, purpose),
    // No age is too old for a document that nobody asked for.
    ...(purpose === null ? [] : [dateRule(statement, today)]),
  ]
  const isUnclear = kind.check.outcome === 'not_checked'
  const findings = [kind, ...(isUnclear ? rules.map(withoutSearch) : rules)]
  const weighed = findings.map((rule, at): Weighed => [rule, shares[at] ?? 0])
  const sums = fundsRule(sumsOn(paper.segments, statement.kind), purpose)
  const balances = statement.kind === 'bank_statement' ? balanceRule(paper.segments, paper.origin) : []
  const pay = statement.kind === 'payslip' ? paySumsRule(paper.segments) : []
  const others = [pagesRule(statement, paper.pages, purpose), ...sums, ...balances, ...pay].map(
    (rule): Weighed => [rule, 0],
  )
  return [...weighed, ...file, ...others]
}

const othersName = (statement: Statement, client: Expectation['client']): Weighed[] => {
  const name = nameRule(statement, client)
  return name.check.outcome === 'failed' ? [[{ ...name, issue: null }, 0]] : []
}

// Employers, solicitors and relatives use word processors; banks and utilities do not. A relative may fill in a form
// and sign it on the page.
const signsOfLetters = ({ kind }: Statement): EditingSignName[] => {
  if (kind === 'gift_letter') return ['word_processor', 'added']
  return kind === null || writtenInOffices.has(kind) ? ['word_processor'] : []
}

const writtenInOffices = new Set<Kind>(['payslip', 'p60', 'completion_statement'])

// On a page that is no known document the client is not asked for a name or a date.
const withoutSearch = (rule: Finding): Finding =>
  rule.isMissing ? { ...rule, issue: null, isMissing: false } : rule

interface Support {
  segment: Segment
  /** The value that was read from it. */
  label: 'Name' | 'Address' | 'Date' | 'Issuer' | 'Total'
}

/** Returns what was read from a bill, statement, payslip or letter, as it is stored. */
const fieldsOf = (statement: Statement, segments: Segment[], expectation: Expectation): Fields => {
  const { fullName, address } = printedOn(statement, expectation)
  const financial = financialDetailsOf(segments, statement)
  const documentDate = statement.date?.day ?? null
  return {
    fullName,
    documentDate,
    total: statement.total,
    issuer: statement.issuer,
    address,
    extractedData: {
      ...(fullName !== null && { personalDetails: splitFirstName({ FirstName: withoutTitle(fullName) }) }),
      ...(address !== null && { addressDetails: addressDetailsOf(address) }),
      ...(statement.kind !== null && {
        documentDetails: {
          DocumentType: nounOf(statement),
          ...(statement.issuer !== null && { Issuer: statement.issuer }),
          ...(documentDate !== null && { IssueDate: documentDate }),
        },
      }),
      ...(financial && { financialDetails: financial }),
    },
    regions: [...supportOf(statement, segments, expectation), ...besideOf(statement, segments)].flatMap(
      regionOf,
    ),
  }
}

/** The lines from which name, address and date were read. */
const supportOf = (statement: Statement, segments: Segment[], expectation: Expectation): Support[] => {
  const { fullName, address } = printedOn(statement, expectation)
  const order = dateOrderOf(segments.map(({ text }) => text))
  return withWholeDates(segments).flatMap((segment): Support[] => {
    if (isPartOf(segment.text, fullName)) return [{ segment, label: 'Name' }]
    if (isPartOf(segment.text, address)) return [{ segment, label: 'Address' }]
    const isDate = findDates(segment.text, order).some(({ day }) => day === statement.date?.day)
    return isDate ? [{ segment, label: 'Date' }] : []
  })
}

/** The lines of the values that do not affect the verdict. */
const besideOf = ({ total, issuer }: Statement, segments: Segment[]): Support[] => {
  const sum = total && lineOfTotal(segments, total)
  const letterhead = issuer && segments.find(({ text }) => squeezed(text).includes(squeezed(issuer)))
  return [
    ...(letterhead ? [{ segment: letterhead, label: 'Issuer' as const }] : []),
    ...(sum ? [{ segment: sum, label: 'Total' as const }] : []),
  ]
}

const printedOn = (statement: Statement, { client }: Expectation) => ({
  fullName: nameOn(statement, client)?.name || null,
  address: addressOn(statement, client && addressOf(client)),
})

// One line may hold several values, and one value may span several lines.
const isPartOf = (text: string, value: string | null) => {
  if (value === null) return false
  const [line, whole] = [squeezed(text), squeezed(value)]
  return (line.length > 2 && whole.includes(line)) || line.includes(whole)
}

const squeezed = (text: string) => text.replace(/[\s,.]/g, '').toLowerCase()

const regionOf = ({ segment: { place, page }, label }: Support): Region[] =>
  place ? [{ page, what: label, ...inside(place) }] : []

const inside = ({ x, y, width, height }: NonNullable<Segment['place']>) => {
  const [left, top] = [clamped(x), clamped(y)]
  return { x: left, y: top, width: clamped(x + width) - left, height: clamped(y + height) - top }
}

const clamped = (share: number) => Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000))

const withoutTitle = (name: string) => name.replace(/^(?:(?:mr|mrs|ms|miss|mx|dr|prof)\b\.?\s*)+/i, '')

const addressDetailsOf = (address: string) => {
  const postcode = postcodeIn(address)
  const parts = address.split(/,\s*/).filter((part) => postcodeIn(part) !== part.trim().toUpperCase())
  const city = parts.length > 1 ? parts.at(-1) : undefined
  return {
    AddressFull: address,
    ...(city !== undefined && !/\d/.test(city) && { AddressCity: city }),
    ...(postcode !== undefined && { AddressPostCode: postcode, AddressCountry: 'United Kingdom' }),
  }
}
