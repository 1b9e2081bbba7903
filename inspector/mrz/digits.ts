/** What may stand in a machine readable zone (ICAO Doc 9303 part 3 section 4.3). */
export const mrzLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

const weights = [7, 3, 1]

/** Weights 7, 3, 1 from the left; A is 10, a filler 0 (ICAO Doc 9303 part 3 section 4.9). */
export const checkDigit = (text: string): string => {
  const sum = [...text].reduce((total, letter, at) => total + valueOf(letter) * (weights[at % 3] ?? 0), 0)
  return String(sum % 10)
}

const valueOf = (letter: string) =>
  letter === '<' ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55
