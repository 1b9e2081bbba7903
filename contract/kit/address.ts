/** A UK address as forms ask for it: separate lines, and the postcode in a field of its own. */
export interface UkAddress {
  line1: string
  line2: string
  town: string
  postcode: string
}

// The formats of a postcode from Royal Mail's PAF programmers' guide, without the letters that it never uses.
const outward = '[A-PR-UWYZ](?:\\d[A-HJKPSTUW\\d]?|[A-HK-Y]\\d[ABEHMNPRVWXY\\d]?)'
const inward = '\\d[ABD-HJLNP-UW-Z]{2}'
const shape = `(GIR(?= ?0AA)|${outward}) *(0AA|${inward})`
const whole = new RegExp(`^${shape}$`, 'i')
const last = new RegExp(`(?:^|[\\s,])${shape}$`, 'i')

/** Whether a text has the shape of a UK postcode, with or without its space. */
export const isPostcode = (text: string) => whole.test(text.trim())

/** Writes "w1u4pl" as "W1U 4PL". Trims any other text and turns it into capitals. */
export const writePostcode = (text: string) => text.trim().replace(whole, '$1 $2').toUpperCase()

/** Returns the postcode at the end of an address as "W1U 4PL", or null if there is none. */
export const postcodeOf = (address: string) => {
  const found = last.exec(address.trim())
  return found ? `${found[1]} ${found[2]}`.toUpperCase() : null
}

/** Joins an address into at most four lines, the postcode last. */
export const composeAddress = ({ line1, line2, town, postcode }: UkAddress) =>
  [line1, line2, town, writePostcode(postcode)]
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')

/**
 * Splits an address that ends with a UK postcode into its parts. Returns null for any other, which is kept as written.
 */
export const addressParts = (address: string): UkAddress | null => {
  const postcode = postcodeOf(address)
  if (postcode === null) return null
  const rest = address.trim().replace(last, '')
  // An address composed here has line breaks. One from elsewhere may have commas only.
  const lines = (rest.includes('\n') ? rest.split('\n') : rest.split(','))
    .map((line) => line.trim())
    .filter(Boolean)
  const [line1 = '', ...others] = lines
  const town = others.pop() ?? ''
  return { line1, line2: others.join(', '), town, postcode }
}
