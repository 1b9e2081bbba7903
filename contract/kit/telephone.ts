import { line } from './endpoint.ts'
import { invalidFields } from './problem.ts'

/** A number that was understood: without its first 0 and country code if it is British, otherwise with its country. */
interface Telephone {
  national: string | null
  /** Digits after a `+`. Empty for a British number. */
  abroad: string
  extension: string
}

// Numbers that nobody has: Ofcom and the North American plan keep these ranges for examples.
const foreign = '+1 202 555 0123'
const examples = `020 7946 0123 or ${foreign}`
const ifForeign = `If it’s from another country, start with + and the country code, such as ${foreign}`

const extensionAtEnd = /[\s,;(]*(?:extension|extn|ext|x|#)[\s.:]*(\d{1,6})\)?$/i
/** As in +44 (0)20: the 0 is for those who dial from within the country. */
const dialledWithin = /^(\(?(?:\+|00|44)[\s\d).-]*?)\(0\)/
const separators = /[\s().\-/\u2010-\u2015]/g

/**
 * The lengths and first digits of the national telephone numbering plan (Ofcom), without the first 0. Numbers of nine
 * digits are left in parts of 01 and 0800, and of seven in 0800 and 0845.
 */
const plan = /^(?:[1-35789]\d{9}|1\d{8}|[58]00\d{6}|8(?:00|45)\d{4})$/

/** Reads a number as people type it, or returns the sentence that says what is wrong with it. */
function read(text: string): Telephone | string {
  const extension = extensionAtEnd.exec(text)?.[1] ?? ''
  const typed = text.replace(extensionAtEnd, '').trim()
  const digits = typed.replace(dialledWithin, '$1').replace(separators, '').replace(/^00/, '+')
  if (!/^\+?\d+$/.test(digits))
    return /\d{4}/.test(text.replace(separators, ''))
      ? `This isn’t one phone number. Please enter one number alone, such as ${examples}`
      : `This isn’t a phone number. Please enter one, such as ${examples}`
  const national = nationalIn(digits)
  if (national !== null) return britishFault(national) ?? { national, abroad: '', extension }
  if (!/^\+[1-9]/.test(digits))
    return `Please start with 0, or with + and the country code, such as ${examples}`
  const abroad = digits.slice(1)
  // 15 digits are the most that there are (ITU-T E.164 §6.2.1).
  return lengthFault(abroad, { least: 7, most: 15 }) ?? { national: null, abroad, extension }
}

/** Returns the digits of a British number after its first 0. Spreadsheets drop that 0, and people the plus of +44. */
const nationalIn = (digits: string) => {
  const [, whole, bare, mobile] = /^(?:(?:\+440?|0)(\d*)|440?([1-35789]\d{9})|(7\d{9}))$/.exec(digits) ?? []
  return whole ?? bare ?? mobile ?? null
}

const britishFault = (national: string) =>
  plan.test(national)
    ? null
    : (lengthFault(national, { least: 9, most: 10 }) ??
      `This isn’t a UK phone number. Please check it. ${ifForeign}`)

const lengthFault = (digits: string, { least, most }: { least: number; most: number }) => {
  if (digits.length < least)
    return `This phone number is too short. Please enter all of it, such as ${examples}`
  if (digits.length > most) return `This phone number is too long. Please enter one, such as ${examples}`
  return null
}

/** Says what is wrong with a phone number and what one looks like. Null if there is nothing wrong. */
export const telephoneFault = (text: string) => {
  const number = read(text)
  return typeof number === 'string' ? number : null
}

/**
 * Writes a phone number in the one form in which it is kept: `020 7946 0123 ext. 12`, `07700 900123`,
 * `+1 202 555 0123`. Leaves a text that is none as it is.
 */
export function writeTelephone(text: string) {
  const number = read(text)
  if (typeof number === 'string') return text
  const { national, abroad, extension } = number
  const written = national === null ? writeAbroad(abroad) : writeNational(national)
  return extension === '' ? written : `${written} ext. ${extension}`
}

const writeNational = (digits: string) => {
  const area = digits.slice(0, areaLength(digits))
  const rest = digits.slice(area.length)
  const split = rest.length === 8 ? 4 : 3
  return `0${area} ${rest.length < 7 ? rest : `${rest.slice(0, split)} ${rest.slice(split)}`}`
}

const areaLength = (digits: string) => {
  if (/^(?:2|5[56]|70)/.test(digits)) return 2
  return /^(?:11|1\d1|[3589])/.test(digits) ? 3 : 4
}

/** The countries with a code of one or two digits (ITU-T E.164). All others have three. */
const shortCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/

const writeAbroad = (digits: string) => {
  const code = shortCode.exec(digits)?.[0] ?? digits.slice(0, 3)
  return `+${code} ${digits.slice(code.length).replace(/\d{3}(?=\d{3})/g, '$& ')}`
}

/** Returns a phone number for a `tel:` link (RFC 3966). Of a text that is none, its digits. */
export function dialled(text: string) {
  const number = read(text)
  if (typeof number === 'string') return text.replace(/[^+\d]/g, '')
  const { national, abroad, extension } = number
  return `+${national === null ? abroad : `44${national}`}${extension && `;ext=${extension}`}`
}

/**
 * Returns the digits of a phone number in each way in which it may be kept. Those from before there was one form may
 * have a country code.
 */
export function keptDigits(text: string) {
  const digits = writeTelephone(text).replace(/\D/g, '')
  const national = /^0([1-9]\d*)$/.exec(digits)?.[1]
  if (national === undefined) return [digits, `00${digits}`]
  return ['0', '44', '440', '0044', '00440'].map((start) => `${start}${national}`)
}

/** A phone number as people type it, in the form in which it is kept. It may be left out if it isn't required. */
export const telephone = (required?: string) =>
  line(40, required)
    .refine((text) => text === '' || telephoneFault(text) === null, {
      error: ({ input }) => telephoneFault(String(input)) ?? undefined,
    })
    .overwrite(writeTelephone)

/**
 * Returns what is kept of a phone number that was typed over another. One that was kept before there were rules stays
 * until somebody changes it, so that it doesn't get in the way of what else they save. Throws `invalid` at the field.
 */
export const telephoneOver = (before: string, typed: string, { field = 'phone' } = {}) => {
  if (typed === before || typed === '') return typed
  const fault = telephoneFault(typed)
  if (fault !== null) throw invalidFields({ [field]: fault })
  return writeTelephone(typed)
}
