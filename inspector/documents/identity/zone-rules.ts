import { weWillCheck } from '#contract/documents/validation.ts'
import { isState } from '#inspector/mrz/formats.ts'
import type { Mrz } from '../../mrz/parse.ts'
import { inWords } from '../../read/dates.ts'
import { doubtful, type Finding, notChecked, passed, suspicious } from '../finding.ts'
import { isDay } from './dates.ts'
import type { Print, ScannedPage } from './print.ts'
import { type IdentityKind, isCard } from './recognise.ts'
import { type Agreement, nameKey } from './zones.ts'

/** Checks that the MRZ is there and was read. */
export const zoneRule = (
  mrz: Mrz | null,
  { pages, kind }: { pages: ScannedPage[]; kind: IdentityKind | null },
): Finding => {
  const lines = isCard(kind) ? 'the lines of < signs' : 'the two lines of < signs'
  const whole = isCard(kind) ? 'card' : 'page'
  const words = {
    rule: 'machine_zone',
    title: 'Machine-readable lines are legible',
    source: 'ICAO 9303 part 3 §4',
  }
  if (mrz) return passed({ ...words, read: mrz.lines.join('\n') })
  const partial = pages.map((page) => page.partial).find((candidate) => candidate !== null) ?? null
  if (partial === 'cut')
    return doubtful(
      { ...words, read: 'cut off' },
      `The bottom edge with ${lines} is cut off. Place the whole ${whole} in the frame.`,
      { isMissing: true },
    )
  if (partial === 'unclear')
    return doubtful(
      { ...words, read: 'not clear' },
      `We couldn't read ${lines}. Lay the ${whole} flat in good light, hold the camera straight above it and take the photo again.`,
    )
  return doubtful(
    words,
    isCard(kind)
      ? "We couldn't find the lines of < signs, which are usually on the back of the card. Please upload both sides in one file or photo."
      : "We couldn't find the two lines of < signs at the bottom of the photo page. Place the whole page in the frame.",
    { isMissing: true },
  )
}

const titles: Record<Agreement['field'], string> = {
  surname: 'Surname',
  givenNames: 'Given names',
  documentNumber: 'Number',
  birthDate: 'Date of birth',
  expiryDate: 'Date of expiry',
}

/** Checks that the print agrees with the MRZ: check digits do not protect names. */
export const zonesRule = (agreements: Agreement[], kind: IdentityKind): Finding => {
  const by = (outcome: Agreement['outcome']) =>
    agreements.filter((candidate) => candidate.outcome === outcome)
  const [same, different] = [by('same'), by('different')]
  const list = (some: Agreement[]) => some.map(({ field }) => titles[field].toLowerCase()).join(', ')
  const words = {
    rule: 'zones_agree',
    title: 'Printed details match the machine-readable lines',
    read: same.length === 0 ? null : `the same: ${list(same)}`,
    source: 'ICAO 9303 part 3 §3.2',
  }
  if (different.length > 0)
    return suspicious(
      {
        ...words,
        read: different.map(({ field, text }) => `${titles[field]} ${text}`).join('; '),
        expected: different.map(({ field, zone }) => `${titles[field]} ${shown(zone)}`).join('; '),
      },
      ...different.map(({ field, text, zone }) => ({
        flag: 'isFraudulent' as const,
        evidence: `${titles[field]}: "${text}" is printed, and the machine-readable lines say "${shown(zone)}".`,
      })),
    )
  const missing = agreements.filter(({ outcome }) => outcome !== 'same')
  const isClear = by('unclear').length === 0
  const found = new Set(same.map(({ field }) => field))
  const hasNames = missing.every(({ field }) => field !== 'surname' && field !== 'givenNames')
  const isEnough =
    isClear && hasNames && found.has('birthDate') && (found.has('documentNumber') || found.has('expiryDate'))
  if (same.length === 0 && isCard(kind)) return doubtful(words, otherSide, { isMissing: true })
  if (!isEnough) return notChecked({ ...words, expected: `${list(missing)} as well` })
  return passed(words, 1 - missing.length * 0.08)
}

const otherSide =
  'We read the back of this card. Please upload both sides in one file or photo, the front with your photo included.'

const shown = (value: string) => (isDay(value) ? inWords(value) : value)

const marks = /\b(?:specimen|sp[eé]cimen|mustermann|utopia)\b/i
/** Words that are also surnames. */
const lonelyMarks = /^\W*(?:muster|sample|vzor|void)\W*$/i

/**
 * Checks that the issuing state and the nationality exist: unknown codes were misread or made up. A state issues
 * passports to its own nationals. No check digit protects these letters.
 */
export const stateRule = ({ format, issuer, nationality }: Mrz): Finding => {
  const words = {
    rule: 'issuing_state',
    title: 'Recognised issuing country',
    read: issuer === nationality ? issuer : `${issuer || 'none'}, for a national of ${nationality || 'none'}`,
    source: 'ICAO 9303 part 3 §5',
  }
  const isOwn = format !== 'TD3' || issuer === nationality || [issuer, nationality].every(isBritish)
  return isState(issuer) && isState(nationality) && isOwn ? passed(words) : doubtful(words, weWillCheck)
}

/** GBR and the codes of other British nationals (ICAO 9303 part 3 §5). */
const isBritish = (letters: string) => letters.startsWith('GB')

/** Detects a specimen by its word for one, or by the country that does not exist (ICAO 9303 part 3 §5, UTO). */
export const specimenRule = (mrz: Mrz | null, prints: Pick<Print, 'text'>[]): Finding => {
  const isName = (text: string) => mrz !== null && nameKey(text) === nameKey(mrz.surname)
  const isMark = (text: string) => marks.test(text) || (lonelyMarks.test(text) && !isName(text))
  const isNowhere = mrz?.issuer === 'UTO' || mrz?.nationality === 'UTO'
  const found = prints.find(({ text }) => isMark(text))?.text ?? (isNowhere ? 'UTO' : null)
  const rule = { rule: 'not_specimen', title: 'Not a specimen', source: 'ICAO 9303 part 3 §5' }
  if (found === null) return passed(rule)
  return suspicious(
    { ...rule, read: found },
    { flag: 'isFraudulent', evidence: `It carries a mark of a specimen: "${found}".` },
  )
}

/** Confidence so high that a check digit which does not fit must be printed that way. */
const clear = 0.97

const checkedFields = ['documentNumber', 'birthDate', 'expiryDate'] as const
const fieldWords = {
  documentNumber: 'document number',
  birthDate: 'date of birth',
  expiryDate: 'date of expiry',
}

/**
 * Checks that every check digit fits. A letter that was guessed to make one fit counts only if the print says the same.
 */
export const digitsRule = (mrz: Mrz, agreements: Agreement[]): Finding => {
  const words = {
    rule: 'check_digits',
    title: 'Check digits are correct',
    source: 'ICAO 9303 part 3 §4.9',
  }
  if (!mrz.areDigitsRight) return wrongDigits(mrz, words)
  const repaired = repairedFields(mrz)
  const confirmed = agreements.filter(({ outcome }) => outcome === 'same').map(({ field }) => field)
  const isConfirmed = repaired.length > 0 && repaired.every((field) => confirmed.includes(field))
  if (mrz.isRepaired && !isConfirmed)
    return notChecked({
      ...words,
      read: 'correct only if one letter is read differently',
      expected: 'correct as read',
    })
  return passed({ ...words, read: 'all correct' }, mrz.isRepaired ? 0.8 : 1)
}

const wrongDigits = (mrz: Mrz, words: { rule: string; title: string; source: string }) => {
  const wrong = checkedFields.filter((field) => mrz[field].isChecked === false)
  const certain = wrong.filter((field) => mrz[field].confidence >= clear)
  const list = wrong.map((field) => fieldWords[field]).join(', ') || 'the digit over the whole'
  const shown = { ...words, read: `incorrect: ${list}`, expected: 'all correct' }
  if (isWholeWrong(mrz)) return suspicious(shown, { flag: 'isFraudulent', evidence: wholeWrong })
  if (certain.length === 0)
    return doubtful(
      shown,
      "We couldn't read every letter in the lines of < signs. Please take the photo again in good light, with the page flat.",
    )
  return suspicious(
    shown,
    ...certain.map((field) => ({
      flag: 'isFraudulent' as const,
      evidence: `The letters of the ${fieldWords[field]} in the machine-readable lines are clear, but its check digit does not fit them.`,
    })),
  )
}

// A forger who changes a field and its check digit forgets the composite digit, or copies it from the original page.
/** The least certain of some forty letters is never as certain as that of eight. On clean scans it reaches 0.95. */
const clearWhole = 0.94

const isWholeWrong = (mrz: Mrz) =>
  mrz.isCompositeChecked === false &&
  mrz.compositeConfidence >= clearWhole &&
  checkedFields.every((field) => mrz[field].isChecked !== false)

const wholeWrong =
  'Each field of the machine-readable lines fits its own check digit, but the digit over all of them does not, though its letters are clear.'

/** The fields in which a letter was guessed. */
export const repairedFields = (mrz: Mrz) => checkedFields.filter((field) => mrz[field].isRepaired)
