import type { Limit } from '#server/platform/http/limits.ts'

const rate = (name: string, points: number, duration: number): Limit => ({ name, points, duration })

/** How often somebody may guess or ask for a mail; the seconds of each stand last. */
export const rates = {
  signInAccount: rate('signInAccount', 10, 900),
  signInKnownDevice: rate('signInKnownDevice', 10, 900),
  signInAddress: rate('signInAddress', 60, 300),
  registerAddress: rate('registerAddress', 20, 3600),
  // One in 300,000 guesses is right at any moment: few an hour, and not many more a day.
  secondFactor: rate('secondFactor', 8, 900),
  secondFactorDay: rate('secondFactorDay', 40, 86_400),
  // A mailbox is enough for a new password: that starts the count of guesses over this often a day, and no more.
  secondFactorRenewal: rate('secondFactorRenewal', 2, 86_400),
  secondFactorAddress: rate('secondFactorAddress', 60, 300),
  resetAccount: rate('resetAccount', 5, 3600),
  resetAddress: rate('resetAddress', 20, 3600),
  linkAddress: rate('linkAddress', 60, 900),
  confirmationMail: rate('confirmationMail', 5, 3600),
  password: rate('password', 10, 900),
}
