import { line } from './endpoint.ts'
import { invalidFields } from './problem.ts'

/** Short numbers within an office have five. */
const fewestDigits = 5

const extensionAtEnd = /[\s,;(]*(?:extension|extn|ext|x|#)[\s.:]*(\d{1,6})\)?$/i
/** As in +44 (0)20: the 0 is for those who dial from within the country. */
const dialledWithin = /^(\(?(?:\+|00|44)[\s\d).-]*?)\(0\)/
/** In Ofcom's national numbering plan: as dialled within the country, with its code, or without either. */
const british = /^(?:\+440?|00440?|440?(?=[1-35789]\d{9}$)|0(?!0)|(?=7\d{9}$))(\d{7,10})$/

/** Says that a text is no phone number, and what one looks like. Null if a number can be read in it. */
export const telephoneFault = (text: string) =>
  text.replace(/\D/g, '').length >= fewestDigits
    ? null
    : // Ofcom keeps this number for examples.
      'This isn’t a phone number. Please enter one, such as 020 7946 0123'

/** Returns the digits of a number, with a `+` if its country is known, and its extension. */
function read(text: string) {
  const extension = extensionAtEnd.exec(text)?.[1] ?? ''
  const digits = text
    .replace(extensionAtEnd, '')
    .replace(dialledWithin, '$1')
    .replace(/[^+\d]/g, '')
  const national = british.exec(digits)?.[1]
  return {
    national,
    digits: national === undefined ? digits.replace(/^00/, '+') : `+44${national}`,
    extension,
  }
}

/** Returns a phone number for a `tel:` link (RFC 3966). Of a text that is none, its digits. */
export function dialled(text: string) {
  const { digits, extension } = read(text)
  return `${digits}${extension && `;ext=${extension}`}`
}

/** Returns the digits of a phone number in each way in which people write it, with and without a country code. */
export function digitsAsWritten(text: string) {
  const { national, digits } = read(text)
  if (national !== undefined) return ['0', '44', '440', '0044', '00440'].map((start) => `${start}${national}`)
  const bare = digits.replace('+', '')
  return [bare, `00${bare}`]
}

/** A phone number, kept as it is typed. It may be left out if it isn't required. */
export const telephone = (required?: string) =>
  line(40, required).refine((text) => text === '' || telephoneFault(text) === null, {
    error: ({ input }) => telephoneFault(String(input)) ?? undefined,
  })

/**
 * Returns what is kept of a phone number that was typed over another. One that was kept before there were rules stays
 * until somebody changes it, so that it doesn't get in the way of what else they save. Throws `invalid` at the field.
 */
export const telephoneOver = (before: string, typed: string, { field = 'phone' } = {}) => {
  const fault = typed === before || typed === '' ? null : telephoneFault(typed)
  if (fault !== null) throw invalidFields({ [field]: fault })
  return typed
}
