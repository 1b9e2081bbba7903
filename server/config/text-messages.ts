import { z } from 'zod'
import { textProvider } from '#contract/text-messages.ts'
import { ownPortal } from './own-machine.ts'

const { accountSid, keySid, sender } = textProvider.save.input.shape

export const textEnvironment = {
  /** Twilio, which sends codes as text messages. Without it, none are sent. */
  PORTICO_TWILIO_ACCOUNT_SID: accountSid.optional(),
  PORTICO_TWILIO_KEY_SID: keySid.optional(),
  PORTICO_TWILIO_KEY_SECRET: z.string().min(1).optional(),
  PORTICO_TEXT_SENDER: sender.optional(),
  /** Another address of its API, for trying it out. */
  PORTICO_TWILIO_URL: z.url({ protocol: /^https?$/ }).optional(),
}

type Environment = z.output<z.ZodObject<typeof textEnvironment>>

/** The connection is null if no account is named. Throws an error if the variables do not fit together. */
export const textsIn = (
  env: Environment,
  { isProduction, isDemo }: { isProduction: boolean; isDemo: boolean },
) => {
  const { PORTICO_TWILIO_ACCOUNT_SID: accountSid, PORTICO_TWILIO_KEY_SID: keySid } = env
  const { PORTICO_TWILIO_KEY_SECRET: secret, PORTICO_TEXT_SENDER: sender } = env
  if (isProduction && env.PORTICO_TWILIO_URL !== undefined)
    throw new Error('PORTICO_TWILIO_URL is refused in production.')
  const url = env.PORTICO_TWILIO_URL ?? null
  if (accountSid === undefined) return { connection: null, url }
  if (keySid === undefined || secret === undefined || sender === undefined)
    throw new Error(
      'PORTICO_TWILIO_ACCOUNT_SID needs PORTICO_TWILIO_KEY_SID, PORTICO_TWILIO_KEY_SECRET and PORTICO_TEXT_SENDER.',
    )
  if (isDemo)
    throw new Error(
      `PORTICO_TWILIO_ACCOUNT_SID is refused in the demo, as its passwords are public and each text costs money. ${ownPortal}`,
    )
  return { connection: { accountSid, keySid, secret, sender }, url }
}
