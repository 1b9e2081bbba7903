/** A UK address as it is asked for: line by line, the postcode by itself. */
export interface UkAddress {
  line1: string
  line2: string
  town: string
  postcode: string
}

// Royal Mail's shapes of a postcode (PAF programmers' guide), with the letters that never occur left out.
const outward = '[A-PR-UWYZ](?:\\d[A-HJKPSTUW\\d]?|[A-HK-Y]\\d[ABEHMNPRVWXY\\d]?)'
const inward = '\\d[ABD-HJLNP-UW-Z]{2}'
const shape = `(GIR(?= ?0AA)|${outward}) *(0AA|${inward})`
const whole = new RegExp(`^${shape}$`, 'i')
const last = new RegExp(`(?:^|[\\s,])${shape}$`, 'i')

/** Whether a text has the shape of a UK postcode, with or without its space. */
export const isPostcode = (text: string) => whole.test(text.trim())

/** "w1u4pl" as "W1U 4PL"; any other text stays as it is. */
export const writePostcode = (text: string) => text.trim().replace(whole, '$1 $2').toUpperCase()

/** The postcode that an address ends with, as "W1U 4PL". */
export const postcodeOf = (address: string) => {
  const found = last.exec(address.trim())
  return found ? `${found[1]} ${found[2]}`.toUpperCase() : null
}

/** One address of up to four lines; the postcode is the last. */
export const composeAddress = ({ line1, line2, town, postcode }: UkAddress) =>
  [line1, line2, town, writePostcode(postcode)]
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

/** The parts of an address that ends with a UK postcode; null for any other, which is kept as written. */
export const addressParts = (address: string): UkAddress | null => {
  const postcode = postcodeOf(address)
  if (postcode === null) return null
  const rest = address.trim().replace(last, '')
  // Written here it has lines; written elsewhere it may have commas only.
  const lines = (rest.includes('\n') ? rest.split('\n') : rest.split(','))
    .map((line) => line.trim())
    .filter(Boolean)
  const [line1 = '', ...others] = lines
  const town = others.pop() ?? ''
  return { line1, line2: others.join(', '), town, postcode }
}
