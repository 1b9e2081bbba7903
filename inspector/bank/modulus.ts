import { type ModulusRule, substituteFor } from './table.ts'

/**
 * One modulus check of VocaLink's "Validating account numbers" (version 6.40), its exceptions included.
 * Digits are named as there: u to z are the sort code, a to h the account number.
 */
export function passes(rule: ModulusRule, sortCode: string, account: string): boolean {
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
  // Double alternate adds the digits of each product, the others the products themselves.
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

// Exception 14: an account of the older shape stands one place further to the right.
const passesShifted = (rule: ModulusRule, sortCode: string, account: string) =>
  /[019]$/.test(account) && passes({ ...rule, exception: null }, sortCode, `0${account.slice(0, 7)}`)

const places = { a: 6, b: 7, c: 8, g: 12, h: 13 }
const at = (digits: readonly number[], place: keyof typeof places) => digits[places[place]] ?? 0
