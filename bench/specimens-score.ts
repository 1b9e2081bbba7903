import { isVerified, type Validation } from '#contract/documents/validation.ts'
import { wordsOf } from '#inspector/read/names.ts'
import type { Truth } from '#inspector/testing/specimens/specimen.ts'
import type { SpecimenCase } from './specimens-cases.ts'

/** The result of one case. */
export interface Scored {
  kind: SpecimenCase['kind']
  change: string
  isGood: boolean
  isProof: boolean
  /** Whether every field was read as printed. */
  isWhole: boolean
  /** The fields that were not: "expiryDate: 2031-05-04 read as null". */
  wrongFields: string[]
  isValid: boolean
  isVerified: boolean
  confidence: number
  /**
   * A good document is right if it was verified automatically with every field right; any other if it was not called
   * valid.
   */
  isRight: boolean
  seconds: number
  issues: string[]
}

export const scoreOf = (specimen: SpecimenCase, validation: Validation, seconds: number): Scored => {
  const wrongFields = wrongIn(specimen.truth, validation)
  const isWhole = wrongFields.length === 0
  const { kind, change, isGood, isProof } = specimen
  return {
    kind,
    change,
    isGood,
    isProof,
    isWhole,
    wrongFields,
    isValid: validation.valid,
    isVerified: isVerified(validation),
    confidence: validation.confidence,
    isRight: isGood ? isWhole && (validation.valid || !isProof) : !validation.valid,
    seconds,
    issues: validation.issues,
  }
}

const wrongIn = (truth: Truth, { metadata }: Validation) =>
  Object.entries(truth).flatMap(([name, printed]) => {
    const field = name as keyof Truth
    const read = field === 'fullName' ? (metadata.fullName ?? metadata.fullNameMrz) : metadata[field]
    const names = [metadata.fullName, metadata.fullNameMrz]
    const isRight =
      field === 'fullName'
        ? names.some((name) => plainName(name ?? '') === plainName(printed))
        : squeezed(read) === squeezed(printed)
    return isRight ? [] : [`${field}: ${printed} read as ${read}`]
  })

// Machines transliterate or drop accents. Titles belong to the letter and not to the name.
const plainName = (name: string) =>
  wordsOf(name.replace(/[äöü]/gi, (letter) => `${letter}e`))
    .join('')
    .replace(/(?<=[aou])e/g, '')

const squeezed = (text: string | null) => (text ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')
