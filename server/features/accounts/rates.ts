import type { Limit } from '#server/platform/http/limits.ts'

const rate = (name: string, points: number, duration: number): Limit => ({ name, points, duration })

/** Rate limits for guesses and requested mails. The last number is the period in seconds. */
export const rates = {
  signInAccount: rate('signInAccount', 10, 900),
  signInKnownDevice: rate('signInKnownDevice', 10, 900),
  signInAddress: rate('signInAddress', 60, 300),
  registerAddress: rate('registerAddress', 20, 3600),
  // One in 300,000 guesses is right at any moment, so only a few an hour are allowed, and not many more a day.
  secondFactor: rate('secondFactor', 8, 900),
  secondFactorDay: rate('secondFactorDay', 40, 86_400),
  // Access to a mailbox is enough for a new password, which resets the count of guesses, but only this often a day.
  secondFactorRenewal: rate('secondFactorRenewal', 2, 86_400),
  secondFactorAddress: rate('secondFactorAddress', 60, 300),
  resetAccount: rate('resetAccount', 5, 3600),
  resetAddress: rate('resetAddress', 20, 3600),
  linkAddress: rate('linkAddress', 60, 900),
  confirmationMail: rate('confirmationMail', 5, 3600),
  password: rate('password', 10, 900),
}
