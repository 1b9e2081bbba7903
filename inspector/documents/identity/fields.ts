import { type ExtractedData, type PersonalDetails, splitFirstName } from '#contract/documents/extracted.ts'
import type { Region } from '#contract/documents/validation.ts'
import type { Mrz } from '../../mrz/parse.ts'
import type { SplitName } from '../../read/zone-names.ts'
import type { Fields } from '../verdict.ts'
import { regionOf } from '../verdict.ts'
import { cardDates, isDay } from './dates.ts'
import { type Print, pageOf, type ScannedPage, valuesOf } from './print.ts'
import { type IdentityKind, nouns } from './recognise.ts'
import { type Agreement, isNameCut, nameKey } from './zones.ts'

/** Confidence from which the printed text is used. */
const confident = 0.9

interface Zone {
  kind: IdentityKind
  prints: Print[]
  agreements: Agreement[]
  pages: ScannedPage[]
}

/** Returns the fields of an MRZ and of the print beside it, as they are stored. */
export const fieldsOfZone = (mrz: Mrz, zone: Zone): Fields => {
  const { kind, agreements, pages } = zone
  const birth = dayOrNull(mrz.birthDate.value)
  const expiry = dayOrNull(mrz.expiryDate.value)
  const number = mrz.documentNumber.value.replaceAll('<', '')
  const personal = splitFirstName({
    FirstName: printedOr(mrz, 'givenNames', agreements),
    LastName: printedOr(mrz, 'surname', agreements),
    ...(birth !== null && { BirthDate: birth }),
    Sex: mrz.sex,
    Nationality: mrz.nationality,
  })
  return {
    fullName: fullNameOf(mrz, agreements),
    fullNameMrz: joined(mrz.givenNames, mrz.surname),
    dateOfBirth: birth,
    sex: mrz.sex,
    nationality: mrz.nationality || null,
    issuingState: mrz.issuer || null,
    documentNumber: number || null,
    expiryDate: expiry,
    extractedData: extracted(personal, { kind, number, expiry, issuer: mrz.issuer }),
    regions: regionsOf(mrz, { pages, agreements }),
  }
}

/** The full name as printed if it was found and is clear, else as in the MRZ. */
export const fullNameOf = (mrz: Mrz, agreements: Agreement[]) =>
  joined(printedOr(mrz, 'givenNames', agreements), printedOr(mrz, 'surname', agreements))

const printedOr = (mrz: Mrz, field: 'surname' | 'givenNames', agreements: Agreement[]) => {
  const zone = mrz[field]
  const found = agreements.find((candidate) => candidate.field === field)
  if (!found?.text || (found.printed?.confidence ?? 0) < confident) return zone
  if (found.outcome !== 'same') return found.text
  // Text recognition loses spaces and mistakes letters. If both agree but for that, the more reliable one is shown.
  // The zone writes a space for a hyphen, and nothing for an apostrophe (ICAO 9303 part 3 §4.6).
  const isWhole = found.text.split(/[\s-]+/).length >= zone.split(' ').length
  return isWhole && nameKey(found.text).startsWith(nameKey(zone)) ? found.text : zone
}

/** The displayed name, and the one of the MRZ if the print does not contradict it. */
export const namesOf = (mrz: Mrz, agreements: Agreement[]): SplitName[] => {
  const shown = {
    surname: printedOr(mrz, 'surname', agreements),
    givenNames: printedOr(mrz, 'givenNames', agreements),
  }
  const isDoubted = agreements.some(
    ({ field, outcome }) =>
      (field === 'surname' || field === 'givenNames') && (outcome === 'different' || outcome === 'unclear'),
  )
  return isDoubted ? [shown] : [shown, inZone(mrz)]
}

const inZone = (mrz: Mrz): SplitName => ({
  surname: mrz.surname,
  givenNames: mrz.givenNames,
  isCut: isNameCut(mrz),
})

const joined = (given: string, family: string) => [given, family].filter(Boolean).join(' ') || null

const dayOrNull = (day: string) => (isDay(day) ? day : null)

const extracted = (
  personalDetails: PersonalDetails,
  facts: { kind: IdentityKind; number: string; expiry: string | null; issuer: string },
): ExtractedData => ({
  personalDetails,
  documentDetails: {
    DocumentType: nouns[facts.kind],
    ...(facts.number !== '' && { DocumentNumber: facts.number }),
    ...(facts.expiry !== null && { ExpiryDate: facts.expiry }),
    ...(facts.issuer !== '' && { IssuingState: facts.issuer }),
  },
})

const titles: Record<Agreement['field'], string> = {
  surname: 'Surname',
  givenNames: 'Given names',
  documentNumber: 'Document number',
  birthDate: 'Date of birth',
  expiryDate: 'Expiry date',
}

const regionsOf = (mrz: Mrz, { pages, agreements }: Pick<Zone, 'pages' | 'agreements'>): Region[] => {
  const home = pageOf(mrz, pages)
  const zone = home ? [regionOf(mrz.box, home, 'Machine-readable lines')] : []
  const printed = agreements.flatMap(({ field, printed: print }) => {
    const page = print && pages.find(({ number }) => number === print.page)
    return print && page ? [regionOf(print.box, page, titles[field])] : []
  })
  return [...zone, ...printed]
}

const issueLabel = /date\s?of\s?issue|issued|d[eé]livrance|ausstellung|expedici[oó]n|rilascio|wydania/i

/** Returns the date of issue, which no MRZ contains: it is printed beside its label. */
export const issueDateIn = (prints: Print[], { mrz, today }: { mrz: Mrz; today: string }) => {
  const known = new Set([mrz.birthDate.value, mrz.expiryDate.value])
  for (const label of prints.filter(({ text }) => issueLabel.test(text))) {
    const days = valuesOf(label, prints)
      .filter(({ confidence }) => confidence >= confident)
      .map(({ text }) => cardDates(text))
      // A known date must not be taken as another date because its two-digit year fits both centuries.
      .flatMap((days) => (days.some((day) => known.has(day)) ? [] : days))
    // Prefers the century that is not in the future.
    const day = days.findLast((candidate) => candidate <= today) ?? days[0]
    if (day !== undefined) return day
  }
  return null
}
