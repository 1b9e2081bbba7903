import { splitFirstName } from '#contract/extracted.ts'
import type { Region } from '#contract/validation.ts'
import { postcodeIn } from '../read/addresses.ts'
import { findDates } from '../read/dates.ts'
import type { Segment } from '../read/lines.ts'
import { addressOf, type Expectation } from './expectation.ts'
import { financialDetailsOf } from './funds.ts'
import { addressOn } from './rules/address.ts'
import { nameOn } from './rules/name.ts'
import { nounOf, type Statement } from './statement.ts'
import type { Fields } from './verdict.ts'

interface Support {
  segment: Segment
  /** What it was read for. */
  what: 'Name' | 'Address' | 'Date'
}

/** What was read of a bill, statement, slip or letter, for the record. */
export const fieldsOf = (statement: Statement, segments: Segment[], expectation: Expectation): Fields => {
  const { fullName, address } = printedOn(statement, expectation)
  const financial = financialDetailsOf(segments, statement)
  const documentDate = statement.date?.day ?? null
  return {
    fullName,
    documentDate,
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
    regions: supportOf(statement, segments, expectation).flatMap(regionOf),
  }
}

/** The lines that name, address and date were read from. */
export const supportOf = (statement: Statement, segments: Segment[], expectation: Expectation): Support[] => {
  const { fullName, address } = printedOn(statement, expectation)
  return segments.flatMap((segment): Support[] => {
    if (isPartOf(segment.text, fullName)) return [{ segment, what: 'Name' }]
    if (isPartOf(segment.text, address)) return [{ segment, what: 'Address' }]
    const isDate = findDates(segment.text).some(({ day }) => day === statement.date?.day)
    return isDate ? [{ segment, what: 'Date' }] : []
  })
}

const printedOn = (statement: Statement, { client }: Expectation) => ({
  fullName: nameOn(statement, client)?.name || null,
  address: addressOn(statement, client && addressOf(client)),
})

// One line may hold several values, and one value may run over several lines.
const isPartOf = (text: string, value: string | null) => {
  if (value === null) return false
  const [line, whole] = [squeezed(text), squeezed(value)]
  return (line.length > 2 && whole.includes(line)) || line.includes(whole)
}

const squeezed = (text: string) => text.replace(/[\s,.]/g, '').toLowerCase()

const regionOf = ({ segment: { place, page }, what }: Support): Region[] =>
  place ? [{ page, what, ...inside(place) }] : []

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
