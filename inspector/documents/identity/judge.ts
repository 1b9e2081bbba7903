import type { Validation } from '#contract/documents/validation.ts'
import type { Mrz } from '../../mrz/parse.ts'
import { type Expectation, isUnasked } from '../expectation.ts'
import type { Finding } from '../finding.ts'
import { editedRule, originalRule, portraitRule, unmeasured } from '../rules/original.ts'
import { qualityOfPages, qualityRules } from '../rules/quality.ts'
import { verdictOf, type Weighed } from '../verdict.ts'
import { adultRule, birthRule, type DocumentDates, expiryRule, possibleRule } from './dates.ts'
import { fieldsOfZone, fullNameOf, issueDateIn, namesOf } from './fields.ts'
import { judgeLicence } from './licence.ts'
import { onePersonRule, ownNameRule, zonesOn } from './people.ts'
import { type IdentityFacts, type Print, pageOf, printedZone } from './print.ts'
import { type IdentityKind, identityKindRule, kindOfPages, kindOfZone, nouns, typeOf } from './recognise.ts'
import { digitsRule, repairedFields, specimenRule, stateRule, zoneRule, zonesRule } from './zone-rules.ts'
import { type Agreement, agreementsOf, withoutContradicted, withPrintedName, withSureNames } from './zones.ts'

/**
 * Judges a passport, identity card, visa or driving licence by what was read from it. Pure. Valid only if the print and
 * the MRZ were both read, agree, have right check digits and name the client.
 */
export const judgeIdentity = (seen: IdentityFacts, expectation: Expectation): Validation => {
  const prints = printedZone(seen.pages)
  const named = (mrz: Mrz | null) =>
    mrz && withSureNames(withPrintedName(mrz, prints), prints, expectation.client)
  const pages = seen.pages.map((page) => ({ ...page, mrz: named(page.mrz) }))
  const facts = { ...seen, pages }
  const zones = zonesOn(facts.pages, expectation.client)
  const [mrz] = zones
  const kind = mrz ? kindOfZone(mrz) : kindOfPages(facts.pages)
  if (kind === 'driving_licence') return judgeLicence(facts, expectation)
  return mrz === undefined || kind === null
    ? judgeWithoutZone(facts, { kind, prints, expectation })
    : judgeZone(facts, { kind, mrz, zones, prints, agreements: agreementsOf(mrz, prints), expectation })
}

interface Seen {
  kind: IdentityKind
  mrz: Mrz
  /** Includes the MRZs of other documents. */
  zones: Mrz[]
  prints: Print[]
  agreements: Agreement[]
  expectation: Expectation
}

/** A guessed letter leaves a doubt, even if it makes a check digit fit. */
const repairedLimit = 0.89

const judgeZone = (facts: IdentityFacts, seen: Seen): Validation => {
  const { kind, prints, agreements, expectation } = seen
  const mrz = withoutContradicted(seen.mrz, agreements)
  const kindRule = identityKindRule(kind, expectation)
  return verdictOf(
    kindRule.check.outcome === 'failed' ? [[kindRule, 1]] : rulesFor(facts, { ...seen, mrz, kindRule }),
    {
      documentType: typeOf[kind],
      pages: facts.pageCount,
      hasActiveContent: facts.hasActiveContent,
      fields: {
        ...fieldsOfZone(mrz, { kind, prints, agreements, pages: facts.pages }),
        repaired: repairedFields(mrz),
      },
      factor: trustIn(mrz, agreements),
      limit: mrz.isRepaired ? repairedLimit : 1,
      isUnasked: isUnasked(expectation),
    },
  )
}

const rulesFor = (facts: IdentityFacts, seen: Seen & { kindRule: Finding }): Weighed[] => {
  const { kind, mrz, zones: all, prints, agreements, expectation, kindRule } = seen
  const { client, today } = expectation
  const noun = nouns[kind]
  const dates = datesOf(mrz, { noun, issue: issueDateIn(prints, { mrz, today }) })
  const zones = zonesRule(agreements, kind)
  const isContested = agreements.some(
    ({ field, outcome }) => outcome === 'different' && (field === 'surname' || field === 'givenNames'),
  )
  const isRead = zones.check.outcome === 'passed' && mrz.areDigitsRight
  return [
    [kindRule, 0.1],
    [zoneRule(mrz, { pages: facts.pages, kind }), 0.05],
    [digitsRule(mrz, agreements), 0.25],
    [zones, 0.3],
    [
      ownNameRule(namesOf(mrz, agreements), { noun, client, read: fullNameOf(mrz, agreements), isContested }),
      0.2,
    ],
    [expiryRule(dates, today), 0.1],
    [possibleRule(dates, today), 0],
    [birthRule(dates, client), 0],
    [adultRule(dates, today), 0],
    [stateRule(mrz), 0],
    [specimenRule(mrz, prints), 0],
    [editedRule(facts.signs), 0],
    [originalRule(pageOf(mrz, facts.pages) ?? unmeasured), 0],
    ...portraitOf(facts),
    [onePersonRule(all), 0],
    ...qualityOf(facts, isRead),
  ]
}

const judgeWithoutZone = (
  facts: IdentityFacts,
  { kind, prints, expectation }: { kind: IdentityKind | null; prints: Print[]; expectation: Expectation },
): Validation => {
  const quality = qualityOfPages(facts.pages.map((page) => page.quality))
  const kindRule = identityKindRule(kind, expectation, quality?.blankPage)
  const rest: Weighed[] =
    kind === null
      ? []
      : [
          [zoneRule(null, { pages: facts.pages, kind }), 0.9],
          [specimenRule(null, prints), 0],
          ...portraitOf(facts),
        ]
  const isOther = kind !== null && kindRule.check.outcome === 'failed'
  return verdictOf(isOther ? [[kindRule, 1]] : [[kindRule, 0.1], ...rest, ...qualityOf(facts, false)], {
    documentType: kind && typeOf[kind],
    pages: facts.pageCount,
    hasActiveContent: facts.hasActiveContent,
    fields: {},
    factor: 1,
    isUnasked: isUnasked(expectation),
  })
}

const portraitOf = ({ portrait }: IdentityFacts): Weighed[] => {
  const rule = portraitRule(portrait)
  return rule ? [[rule, 0]] : []
}

const qualityOf = ({ pages }: IdentityFacts, isRead: boolean): Weighed[] =>
  qualityRules(
    pages.find(({ mrz }) => mrz !== null)?.quality ?? qualityOfPages(pages.map((page) => page.quality)),
    { isRead },
  ).map((rule) => [rule, 0])

const datesOf = (mrz: Mrz, { noun, issue }: { noun: string; issue: string | null }): DocumentDates => ({
  noun,
  birth: mrz.birthDate.value,
  expiry: mrz.expiryDate.value === '' ? null : mrz.expiryDate.value,
  issue,
  endsNowhere: mrz.format === 'FRA',
  isPassport: mrz.format === 'TD3',
  source: 'ICAO 9303 part 3 §4',
})

/** Letters with confidence below the first are not trusted; from the second on they are trusted fully. */
const [leastLetters, sureLetters] = [0.5, 0.85]

// Names confirmed by the print need no high confidence in the MRZ.
const trustIn = ({ confidence, documentNumber, birthDate, expiryDate }: Mrz, agreements: Agreement[]) => {
  const names = agreements.filter(({ field }) => field === 'surname' || field === 'givenNames')
  const isConfirmed = names.length > 0 && names.every(({ outcome }) => outcome === 'same')
  const checked = Math.min(...[documentNumber, birthDate, expiryDate].map((field) => field.confidence))
  const least = isConfirmed ? checked : confidence
  return 0.6 + 0.4 * Math.min(1, Math.max(0, (least - leastLetters) / (sureLetters - leastLetters)))
}
