export interface Money {
  /** Minor units of the currency; negative for what is owed or overdrawn. */
  pence: number
  currency: 'GBP' | 'EUR' | 'USD'
  /** As it stands on the page. */
  printed: string
  /** Where in the text it begins. */
  start: number
}

// Amounts have pence, or a sign of currency and no pence. A reader of pictures takes a comma for a full stop.
const amounts =
  /(?<![\d.,/-])([-−–(]?)\s?(£|€|\$|GBP\s?|EUR\s?|USD\s?)?([-−–]?)(\d{1,3}(?:[,. ]\d{3})+|\d{1,9})(?:\.(\d\d))?(?![\d,]|\.\d|%|p\b)(\)?)(?:\s?(CR|DR|OD)\b)?/g

/** Amounts of money in a line of text, in the order in which they stand. */
export const moneyIn = (text: string): Money[] =>
  [...text.matchAll(amounts)].flatMap((match) => {
    const [printed, before, sign = '', inner, whole = '', pence, , suffix] = match
    if (pence === undefined && sign === '') return []
    const size = Number(whole.replace(/\D/g, '')) * 100 + Number(pence ?? 0)
    const isOwed = before !== '' || inner !== '' || suffix === 'DR' || suffix === 'OD'
    return [
      {
        pence: isOwed ? -size : size,
        currency: /€|EUR/.test(sign) ? 'EUR' : /\$|USD/.test(sign) ? 'USD' : 'GBP',
        printed: printed.trim(),
        start: match.index,
      },
    ]
  })
