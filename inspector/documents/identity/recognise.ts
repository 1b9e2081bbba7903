import { residencePermits } from '#contract/documents/extracted.ts'
import type { DocumentType } from '#contract/documents/validation.ts'
import type { BlankPage } from '#inspector/read/blank-page.ts'
import type { Mrz } from '../../mrz/parse.ts'
import { folded } from '../../read/names.ts'
import { type Expectation, isUnasked, wantedInWords } from '../expectation.ts'
import { type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { emptyInWords, titleOfKind } from '../rules/file.ts'
import type { ScannedPage } from './print.ts'

/** The kinds of identity document. */
export type IdentityKind = 'passport' | CardKind | 'visa' | 'driving_licence'
type CardKind = 'identity_card' | 'residence_permit' | 'biometric_residence_permit'

export const nouns: Record<IdentityKind, string> = {
  passport: 'passport',
  identity_card: 'national identity card',
  residence_permit: residencePermits.other,
  biometric_residence_permit: residencePermits.british,
  visa: 'visa',
  driving_licence: 'driving licence',
}

/** A visa cannot be requested, so it has no type. */
export const typeOf: Record<IdentityKind, DocumentType | null> = {
  passport: 'passport',
  identity_card: 'identity',
  residence_permit: 'identity',
  biometric_residence_permit: 'identity',
  visa: null,
  driving_licence: 'drivers_license',
}

/** Tells the kind by the MRZ's format and first letters (ICAO 9303 parts 4 to 7). */
export const kindOfZone = ({ format, documentCode, issuer }: Mrz): IdentityKind => {
  if (format === 'MRV-A' || format === 'MRV-B' || documentCode.startsWith('V')) return 'visa'
  if (format === 'TD3') return 'passport'
  if (!permitCode.test(documentCode)) return 'identity_card'
  return issuer.startsWith('GB') ? 'biometric_residence_permit' : 'residence_permit'
}

/** The second letter is the issuer's choice (ICAO 9303 part 5 §4.2.2.1); of cards, R is chosen for a permit to reside. */
const permitCode = /^[ACI]R$/

/** Whether it is a card, with its lines of < signs often on the back. */
export const isCard = (kind: IdentityKind | null): kind is CardKind =>
  kind !== null && !['passport', 'visa', 'driving_licence'].includes(kind)

/** Tells which identity document the pages show, if any. An MRZ counts before words. */
export const kindOfPages = (pages: Pick<ScannedPage, 'mrz' | 'lines' | 'partial'>[]): IdentityKind | null => {
  const zone = pages.find(({ mrz }) => mrz !== null)?.mrz
  if (zone) return kindOfZone(zone)
  const words = pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n')
  if (licenceTitles.test(folded(words)) && /^\W*4[abc]\b/im.test(words)) return 'driving_licence'
  if (/driving\s*licen[cs]e/i.test(words) && words.length < 1200) return 'driving_licence'
  const isPartial = pages.some(({ partial }) => partial !== null)
  const isLabelled = isPartial || labelsIn(words) >= 2
  if (permitWords.test(words) && isLabelled)
    return /biometric|\bUK\b/i.test(words) ? 'biometric_residence_permit' : 'residence_permit'
  if (cardWords.test(words)) return isLabelled ? 'identity_card' : null
  if (passportWords.test(words) && isLabelled) return 'passport'
  return isPartial && labelsIn(words) >= 2 ? 'passport' : null
}

/** Titles of licences in the languages of the Union that are written in Latin letters (Directive 2006/126/EC annex I). */
const licenceTitles = new RegExp(
  [
    String.raw`driving\s*licen[cs]e|\bdvla\b|permis\s*de\s*conduire|permis\s*de\s*conducere|fuhrerschein|patente\s*di\s*guida`,
    String.raw`permiso\s*de\s*conduccion|carta\s*de\s*conducao|rijbewijs|prawo\s*jazdy|korkort|korekort|ajokortti|juhiluba`,
    String.raw`vezetoi\s*engedely|ridicsky\s*prukaz|vodicsky\s*preukaz|vairuotojo\s*pazymejimas|vaditaja\s*apliecib`,
    String.raw`voznisko\s*dovoljenje|vozacka\s*dozvola|licenzja\s*tas-sewqan`,
  ].join('|'),
)

const permitWords =
  /residence\s*(?:permit|card)|aufenthaltstitel|titre\s*de\s*s[ée]jour|permesso\s*di\s*soggiorno|permiso\s*de\s*residencia|verblijfs(?:titel|vergunning)|karta\s*pobytu/i
const cardWords =
  /identity\s*card|carte\s*nationale|personalausweis|carta\s*d.identit|identiteitskaart|nacional\s*de\s*identidad/i
const passportWords = /pass\s?port|passeport|reisepass|pasaporte/i

const labelsIn = (words: string) =>
  [
    /surname|last\s?name|\bnom\b|apellidos/i,
    /given\s?names?|pr[eé]noms?|\bnombre\b/i,
    /nationality|nationalit|nacionalidad/i,
    /date\s?of\s?birth|naissance|nacimiento/i,
    /date\s?of\s?expiry|expiration|validez/i,
    /place\s?of\s?birth/i,
  ].filter((label) => label.test(words)).length

/** Checks that the document is one of those requested. A visa proves a permission, not an identity. */
export const identityKindRule = (
  kind: IdentityKind | null,
  expectation: Expectation,
  blankPage: BlankPage | null = null,
): Finding => {
  const wanted = wantedInWords(expectation)
  const noun = kind && nouns[kind]
  const words = {
    rule: 'document_kind',
    title: titleOfKind(expectation),
    read: noun,
    source: verification,
  }
  if (isUnasked(expectation)) return notChecked(words)
  const ruleWords = { ...words, expected: wanted }
  if (kind === null && blankPage) return failed(ruleWords, emptyInWords(blankPage, wanted))
  if (kind === null)
    return failed(
      ruleWords,
      `We couldn't tell what kind of document this is. Please upload ${wanted}, the whole page in the frame.`,
    )
  if (kind === 'visa')
    return failed(
      ruleWords,
      `This is a visa, which does not prove who you are by itself. Please upload ${wanted}.`,
    )
  const type = typeOf[kind]
  if (type !== null && expectation.expectedTypes.includes(type)) return passed(ruleWords)
  return failed(ruleWords, `This looks like a ${noun}. Please upload ${wanted}.`)
}
