const pounds = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' })

/** Writes pence as pounds: `34250` → `£342.50`. */
export const formatPounds = (minor: number) => pounds.format(minor / 100)

/**
 * Returns a typed number without spaces, pound signs and the commas that part its thousands. Any other comma stays: where
 * people write `342,50` for £342.50, it would be read as £34,250.
 */
export const withoutSeparators = (typed: string) => {
  const plain = typed.replace(/[\s£]/g, '')
  return /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

/**
 * Converts a typed amount in pounds to pence: "£1,450.5" → 145050. Returns null for blank text and NaN for anything
 * that is not an amount.
 */
export const penceOf = (text: string): number | null => {
  const plain = withoutSeparators(text)
  if (plain === '') return null
  const [, whole, pence = ''] = /^(\d{1,12})(?:\.(\d{0,2}))?$/.exec(plain) ?? []
  return whole === undefined ? Number.NaN : Number(whole) * 100 + Number(pence.padEnd(2, '0'))
}

const figure = /£\s?(\d[\d,]*)(?:\.(\d{1,2}))?/

/** Returns the first pound figure in a text, in pence, or 0 if there is none. Decimals are optional. */
export const poundsIn = (text: string) => {
  const [, whole, pence = ''] = figure.exec(text) ?? []
  if (whole === undefined) return 0
  return Number(whole.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
}

/** Splits a text at its pound figures, so that these can be styled differently. */
export const splitAtPounds = (text: string) =>
  text
    .split(/(£\s?\d[\d,]*(?:\.\d{1,2})?)/)
    .map((words) => ({ words, isAmount: words.startsWith('£') && poundsIn(words) > 0 }))
    .filter(({ words }) => words !== '')
