import type { Region, Validation } from '#contract/documents/validation.ts'
import { isDoubtfulAddress, isDoubtfulName } from '#inspector/read/doubtful-words.ts'
import { type Expectation, isUnasked } from '../expectation.ts'
import { doubtful, type Finding, notChecked, passed, suspicious } from '../finding.ts'
import { editedRule, originalRule, portraitRule, unmeasured } from '../rules/original.ts'
import { qualityRules } from '../rules/quality.ts'
import { type Fields, regionOf, verdictOf, type Weighed } from '../verdict.ts'
import { adultRule, birthRule, type DocumentDates, expiryRule, possibleRule } from './dates.ts'
import { type LicenceLines, postcodeIn, readLicence, type Value } from './licence-lines.ts'
import { contradictionsOf } from './licence-number.ts'
import { ownNameRule } from './people.ts'
import { type IdentityFacts, printedZone } from './print.ts'
import { identityKindRule } from './recognise.ts'
import { specimenRule } from './zone-rules.ts'

const layout = 'Directive 2006/126/EC annex I'
const numbering = 'DVLA, INF1D'
const noun = 'driving licence'

/** Judges a UK photocard driving licence by its numbered lines. Other layouts go to a person. */
export const judgeLicence = (facts: IdentityFacts, expectation: Expectation): Validation => {
  const prints = printedZone(facts.pages)
  const lines = readLicence(prints)
  const kindRule = identityKindRule('driving_licence', expectation)
  const findings = [kindRule, ...(kindRule.check.outcome === 'failed' ? [] : rulesFor(lines, expectation))]
  const isRead = findings.every(({ check }) => check.outcome === 'passed')
  const others = [
    specimenRule(null, prints),
    editedRule(facts.signs),
    originalRule(facts.pages[0] ?? unmeasured),
    portraitRule(facts.portrait),
  ].filter((rule) => rule !== null)
  const quality = qualityRules(facts.pages[0]?.quality, { isRead })
  const shares = [0.1, 0.15, 0.3, 0.3, 0.15]
  const weighed: Weighed[] =
    findings.length === 1
      ? [[kindRule, 1]]
      : [
          ...findings.map((rule, at): Weighed => [rule, shares[at] ?? 0]),
          ...[...others, ...quality].map((rule): Weighed => [rule, 0]),
        ]
  return verdictOf(weighed, {
    documentType: 'drivers_license',
    pages: facts.pageCount,
    hasActiveContent: facts.hasActiveContent,
    fields: fieldsOf(lines, facts),
    factor: lettersOf(lines),
    limit: isMisread(lines) ? mostOfMisread : 0.96,
    isUnasked: isUnasked(expectation),
  })
}

/** Highest confidence if a word of the name or address looks misread, however sure its letters. */
const mostOfMisread = 0.85

const isMisread = ({ surname, givenNames, address }: LicenceLines) =>
  [surname, givenNames].some((name) => name !== null && isDoubtfulName(name.value)) ||
  (address !== null && isDoubtfulAddress(address.value))

const rulesFor = (lines: LicenceLines, { client, today }: Expectation): Finding[] => {
  const dates: DocumentDates = {
    noun,
    birth: lines.birthDate?.value ?? '',
    expiry: lines.expiryDate?.value ?? null,
    issue: lines.issueDate?.value ?? null,
    source: layout,
  }
  const name = {
    surname: lines.surname?.value ?? '',
    givenNames: lines.givenNames?.value ?? '',
  }
  return [
    linesRule(lines),
    ownNameRule([name], { noun, client, read: fullNameOf(lines) }),
    numberRule(lines),
    expiryRule(dates, today),
    possibleRule(dates, today),
    birthRule(dates, client),
    adultRule(dates, today),
  ].filter(({ check }) => check.rule !== 'birth_date_matches' || check.outcome !== 'not_checked')
}

const linesRule = (lines: LicenceLines): Finding => {
  const missing = [
    lines.surname === null && 'surname (1)',
    lines.givenNames === null && 'first names (2)',
    lines.birthDate === null && 'date of birth (3)',
    lines.expiryDate === null && 'valid until (4b)',
    lines.numberAsPrinted === null && 'number (5)',
  ].filter((line) => line !== false)
  const words = { rule: 'numbered_lines', title: 'Numbered lines are legible', source: layout }
  if (missing.length === 0) return passed(words)
  return doubtful(
    { ...words, expected: missing.join(', ') },
    `We couldn't read every line of this driving licence: ${missing.join(', ')}. Place the whole front of the card in the frame, in good light. Of a paper licence, please upload your passport instead if you have one.`,
    { isMissing: true },
  )
}

/** Confidence from which a contradiction is believed. */
const clear = 0.93

/** Checks the driver number against the name, date of birth and sex printed beside it. */
const numberRule = (lines: LicenceLines): Finding => {
  const { number, numberAsPrinted, surname, givenNames, birthDate, sex } = lines
  const words = {
    rule: 'number_fits',
    title: 'Number fits the name and date of birth',
    read: numberAsPrinted?.value ?? null,
    source: numbering,
  }
  if (numberAsPrinted === null) return notChecked(words)
  if (number === null || !lines.isBritish)
    return notChecked({ ...words, expected: 'a British driver number' })
  if (surname === null || givenNames === null || birthDate === null) return notChecked(words)
  const holder = { surname: surname.value, givenNames: givenNames.value, birthDate: birthDate.value, sex }
  const wrong = contradictionsOf(number.value, holder)
  if (wrong.length === 0) return passed(words)
  const shown = { ...words, expected: wrong.join('; ') }
  const isClear = [number, surname, givenNames, birthDate].every(({ print }) => print.confidence >= clear)
  if (!isClear) return notChecked(shown)
  return suspicious(
    shown,
    ...wrong.map((part) => ({
      flag: 'isFraudulent' as const,
      evidence: `The driver number ${number.value.whole} does not fit what is printed: ${part}.`,
    })),
  )
}

const fullNameOf = ({ surname, givenNames }: LicenceLines) =>
  surname && givenNames ? `${givenNames.value} ${surname.value}` : null

const lettersOf = ({ surname, givenNames, birthDate, expiryDate, number }: LicenceLines) => {
  const read = [surname, givenNames, birthDate, expiryDate, number].flatMap(
    (agreement) => agreement?.print.confidence ?? [],
  )
  const least = Math.min(1, ...read)
  return 0.6 + 0.4 * Math.min(1, Math.max(0, (least - 0.7) / 0.22))
}

const fieldsOf = (lines: LicenceLines, { pages }: IdentityFacts): Fields => {
  const { surname, givenNames, birthDate, issueDate, expiryDate, numberAsPrinted, address, number } = lines
  const postcode = address && postcodeIn(address.value)
  return {
    fullName: fullNameOf(lines),
    dateOfBirth: birthDate?.value ?? null,
    sex: number?.value.sex ?? lines.sex,
    documentNumber: numberAsPrinted?.value ?? null,
    expiryDate: expiryDate?.value ?? null,
    address: address?.value ?? null,
    issuingState: lines.isBritish ? 'GBR' : null,
    extractedData: {
      personalDetails: {
        ...(givenNames && { FirstName: givenNames.value }),
        ...(surname && { LastName: surname.value }),
        ...(birthDate && { BirthDate: birthDate.value }),
        ...(number && { Sex: number.value.sex }),
      },
      ...(address && {
        addressDetails: { AddressFull: address.value, ...(postcode && { AddressPostCode: postcode }) },
      }),
      documentDetails: {
        DocumentType: noun,
        ...(numberAsPrinted && { DocumentNumber: numberAsPrinted.value }),
        ...(issueDate && { IssueDate: issueDate.value }),
        ...(expiryDate && { ExpiryDate: expiryDate.value }),
        ...(lines.isBritish && { IssuingState: 'GBR' }),
      },
    },
    regions: regionsOf(lines, pages),
  }
}

const regionsOf = (lines: LicenceLines, pages: IdentityFacts['pages']): Region[] => {
  const read: [string, Value<unknown> | null][] = [
    ['Surname', lines.surname],
    ['First names', lines.givenNames],
    ['Date of birth', lines.birthDate],
    ['Expiry date', lines.expiryDate],
    ['Driver number', lines.numberAsPrinted],
    ['Address', lines.address],
  ]
  return read.flatMap(([label, value]) => {
    const page = value && pages.find(({ number }) => number === value.print.page)
    return value && page ? [regionOf(value.print.box, page, label)] : []
  })
}
