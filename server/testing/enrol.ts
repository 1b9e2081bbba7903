import { generateSync } from 'otplib'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import type { endpointClient } from '#contract/kit/transport.ts'

/** Returns the code of the authenticator app at this time, or `steps` of 30 seconds later. */
export const codeAt = (key: string, now: Date, steps = 0) =>
  generateSync({ secret: key, epoch: Math.floor(now.getTime() / 1000) + steps * 30 })

/** Turns two-factor authentication on, as a person does with their app. */
export async function enrol(
  { now }: { now: () => Date },
  { ask }: { ask: ReturnType<typeof endpointClient> },
) {
  const begun = await ask(secondFactor.enable, {})
  if (!begun.enable) throw new Error('Nothing was begun.')
  const { key } = begun
  const { recoveryCodes } = await ask(secondFactor.confirm, { code: codeAt(key, now()) })
  return { key, recoveryCodes }
}
