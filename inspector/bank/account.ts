import { passes } from './modulus.ts'
import { rulesFor } from './table.ts'

/**
 * Whether a sort code and an account number can belong together, by VocaLink's published modulus check.
 * `possible` proves no account: it only says that the number is none a bank would never give out.
 * `not_checkable` where no published rule covers the sort code, or the rule leaves the account out.
 */
export type AccountCheck = 'possible' | 'impossible' | 'not_checkable'

/** `sortCode` with or without hyphens, `accountNumber` of eight digits; any other shape is impossible. */
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

// Exceptions 2 with 9, 10 with 11 and 12 with 13: the account is right where one of the two checks is.
const eitherIsEnough = new Set([2, 9, 10, 11, 12, 13])

// Exception 6: accounts in another currency carry no check digit.
const isForeignCurrency = (account: string) => /^[4-8]/.test(account) && account[6] === account[7]
