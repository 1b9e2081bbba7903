import { z } from 'zod'

/** Whether the check digit of a card number is right (ISO/IEC 7812-1 annex B). */
export const passesLuhn = (digits: string) => {
  const values = [...digits].reverse().map(Number)
  const sum = values.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return digits.length > 0 && sum % 10 === 0
}

/** Whether a card has expired: it is valid until the end of the month on it. `today` is YYYY-MM-DD. */
export const isExpired = (expiry: string, today: string) => {
  const [month = '', year = ''] = expiry.split('/')
  return `20${year}-${month}` < today.slice(0, 7)
}

const wrongDigit = 'This card number is incorrect. Please check each digit'
const expired = 'This card has expired. Please use another card'
const mistyped = (words: string) => ({ error: words })

/** The card in the task dialog (part 1, section 5), which shows errors as toasts. */
export const cardOnTask = (today: string) =>
  z.strictObject({
    cardNumber: z
      .string()
      .regex(/^\d{16}$/, mistyped('Please enter a valid 16-digit card number'))
      .refine(passesLuhn, wrongDigit),
    cardholderName: z.string().trim().min(1, 'Please enter the cardholder name'),
    expiryDate: z
      .string()
      .regex(/^(0[1-9]|1[0-2])\/\d\d$/, mistyped('Please enter a valid expiry date (MM/YY)'))
      .refine((expiry) => !isExpired(expiry, today), expired),
    cvc: z.string().regex(/^\d{3,4}$/, mistyped('Please enter a valid security code')),
  })

/** The card on the payments page (part 1, section 5), which shows errors under the fields. */
export const cardOnPage = (today: string) =>
  z.strictObject({
    cardNumber: z
      .string()
      .regex(/^\d{16}$/, mistyped('Card number must be 16 digits'))
      .refine(passesLuhn, wrongDigit),
    cardholderName: z.string().trim().min(3, 'Cardholder name is required'),
    expiryDate: z
      .string()
      .regex(/^(0[1-9]|1[0-2])\/\d\d$/, mistyped('Expiry date must be in MM/YY format'))
      .refine((expiry) => !isExpired(expiry, today), expired),
    cvc: z.string().regex(/^\d{3,4}$/, mistyped('CVC must be 3 or 4 digits')),
  })

/** The whole payment dialog of the payments page. `amount`, in pence, comes from the task. */
export const paymentOnPage = (today: string) =>
  cardOnPage(today).extend({
    amount: z.number().min(1, 'Amount is required'),
    taskId: z.string().min(1, 'Task is required'),
  })

export type Card = z.infer<ReturnType<typeof cardOnTask>>

/** The sandbox's published test cards. Any other number that passes the Luhn check works like the first one. */
export const testCards = [
  { number: '4242424242424242', token: 'sandbox_good', meaning: 'Pays' },
  { number: '4000000000000002', token: 'sandbox_declined', meaning: 'Is declined by the bank' },
  { number: '4000000000009995', token: 'sandbox_insufficient_funds', meaning: 'Has insufficient funds' },
  { number: '4000000000000069', token: 'sandbox_expired', meaning: 'Is declined as expired' },
  { number: '4000000000000077', token: 'sandbox_slow', meaning: 'Pays, but the answer is slow' },
  { number: '4000000000000119', token: 'sandbox_error', meaning: 'Fails at the processor' },
] as const
export type SandboxToken = (typeof testCards)[number]['token'] | 'sandbox_apple_pay' | 'sandbox_google_pay'

/** Returns the sandbox token of a card, because the page must send a token and never the number. */
export const sandboxTokenOf = (cardNumber: string): SandboxToken =>
  testCards.find(({ number }) => number === cardNumber)?.token ?? 'sandbox_good'

export const walletTokens = { apple_pay: 'sandbox_apple_pay', google_pay: 'sandbox_google_pay' } as const
