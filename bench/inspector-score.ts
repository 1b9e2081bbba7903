import type { Mrz } from '#inspector/mrz/parse.ts'

/** One picture of a labelled folder. Dates are YYYY-MM-DD. */
export interface Label {
  file: string
  mrz: string[]
  surname: string
  givenNames: string
  documentNumber: string
  birthDate: string
  expiryDate: string
  sex: string
  nationality: string
  lowRes?: boolean
}

export const fields = [
  'documentNumber',
  'birthDate',
  'expiryDate',
  'surname',
  'givenNames',
  'sex',
  'nationality',
] as const

export interface Score {
  isLarge: boolean
  isFound: boolean
  isExact: boolean
  areDigitsRight: boolean
  right: Record<(typeof fields)[number], boolean>
  isEveryFieldRight: boolean
  areNamesRight: boolean
  /** Claims right check digits without a repair, although a field that they protect is wrong. */
  isFalseAccept: boolean
  confidence: number
  lines: string[]
}

export interface Scored extends Score {
  seconds: number
}

export const scoreOf = (label: Label, mrz: Mrz | null): Score => {
  const expected: Record<(typeof fields)[number], string> = {
    documentNumber: label.documentNumber,
    birthDate: label.birthDate,
    expiryDate: label.expiryDate,
    surname: label.surname,
    givenNames: label.givenNames,
    sex: /^[MF]$/.test(label.sex) ? label.sex : 'X',
    nationality: label.nationality.replace(/<+$/, ''),
  }
  const read = readFrom(mrz)
  const rightOf = (field: (typeof fields)[number]) => read?.[field] === expected[field]
  const right = {
    documentNumber: rightOf('documentNumber'),
    birthDate: rightOf('birthDate'),
    expiryDate: rightOf('expiryDate'),
    surname: rightOf('surname'),
    givenNames: rightOf('givenNames'),
    sex: rightOf('sex'),
    nationality: rightOf('nationality'),
  }
  const isProtectedRight = right.documentNumber && right.birthDate && right.expiryDate
  return {
    isLarge: !label.lowRes,
    isFound: mrz !== null,
    isExact: mrz?.lines.join('\n') === label.mrz.join('\n'),
    areDigitsRight: mrz?.areDigitsRight ?? false,
    right,
    isEveryFieldRight: fields.every((field) => right[field]),
    areNamesRight: right.surname && right.givenNames,
    isFalseAccept: mrz !== null && mrz.areDigitsRight && !mrz.isRepaired && !isProtectedRight,
    confidence: mrz?.confidence ?? 0,
    lines: mrz?.lines ?? [],
  }
}

const readFrom = (mrz: Mrz | null): Record<(typeof fields)[number], string> | null =>
  mrz && {
    documentNumber: mrz.documentNumber.value,
    birthDate: mrz.birthDate.value,
    expiryDate: mrz.expiryDate.value,
    surname: mrz.surname,
    givenNames: mrz.givenNames,
    sex: mrz.sex,
    nationality: mrz.nationality,
  }
