import { z } from 'zod'
import { GbgRegion, identityProvider } from '#contract/identity/reports.ts'
import { ownPortal } from './own-machine.ts'

const { clientId, journey } = identityProvider.save.input.shape

export const identityEnvironment = {
  /** GBG GO, for identity reports. Without it, people upload them. */
  PORTICO_GBG_CLIENT_ID: clientId.optional(),
  PORTICO_GBG_CLIENT_SECRET: z.string().min(1).optional(),
  PORTICO_GBG_JOURNEY: journey.optional(),
  PORTICO_GBG_REGION: GbgRegion.optional(),
  /** Another address of its API, for trying it out. */
  PORTICO_GBG_URL: z.url({ protocol: /^https?$/ }).optional(),
}

type Environment = z.output<z.ZodObject<typeof identityEnvironment>>

/** The connection is null if no client ID is set. Throws an error if the variables do not fit together. */
export const identityIn = (
  env: Environment,
  { isProduction, isDemo }: { isProduction: boolean; isDemo: boolean },
) => {
  const { PORTICO_GBG_CLIENT_ID: clientId, PORTICO_GBG_CLIENT_SECRET: clientSecret } = env
  const { PORTICO_GBG_JOURNEY: journey, PORTICO_GBG_REGION: region = 'eu' } = env
  if (isProduction && env.PORTICO_GBG_URL !== undefined)
    throw new Error('PORTICO_GBG_URL is refused in production.')
  const url = env.PORTICO_GBG_URL ?? null
  if (clientId === undefined) return { connection: null, url }
  if (clientSecret === undefined || journey === undefined)
    throw new Error('PORTICO_GBG_CLIENT_ID needs PORTICO_GBG_CLIENT_SECRET and PORTICO_GBG_JOURNEY.')
  if (isDemo)
    throw new Error(
      `PORTICO_GBG_CLIENT_ID is refused in the demo, as its passwords are public and each check costs money. ${ownPortal}`,
    )
  return { connection: { clientId, clientSecret, journey, region }, url }
}
