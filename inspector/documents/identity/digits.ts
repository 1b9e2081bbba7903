import type { Mrz } from '../../mrz/parse.ts'
import { doubtful, type Finding, notChecked, passed, suspicious } from '../finding.ts'
import type { Agreement } from './zones.ts'

/** Letters so clear that a digit which does not fit them was printed so. */
const clear = 0.97

const checkedFields = ['documentNumber', 'birthDate', 'expiryDate'] as const
const inWords = {
  documentNumber: 'document number',
  birthDate: 'date of birth',
  expiryDate: 'date of expiry',
}

/**
 * Every check digit fits. A letter that was guessed to make one fit counts only where the printed zone says
 * the same.
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
  const list = wrong.map((field) => inWords[field]).join(', ') || 'the digit over the whole'
  const shown = { ...words, read: `incorrect: ${list}`, expected: 'all correct' }
  if (certain.length === 0)
    return doubtful(
      shown,
      "We couldn't read every letter in the lines of < signs. Please take the photo again in good light, with the page flat.",
    )
  return suspicious(
    shown,
    ...certain.map((field) => ({
      flag: 'isFraudulent' as const,
      evidence: `The letters of the ${inWords[field]} in the machine readable zone are clear, and its check digit does not fit them.`,
    })),
  )
}

/** The fields in which a letter was guessed. */
export const repairedFields = (mrz: Mrz) => checkedFields.filter((field) => mrz[field].isRepaired)
