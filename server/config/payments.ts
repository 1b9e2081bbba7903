import { z } from 'zod'
import { isTestKey } from '#contract/payments/processor.ts'

/** Keys of payment processors. Without them, clients pay in the sandbox, or as an administrator has set it up. */
export const paymentEnvironment = {
  PORTICO_STRIPE_KEY: z
    .string()
    .regex(/^(?:sk|rk)_(?:test|live)_\w+$/, 'a secret key of Stripe, such as sk_live_…')
    .optional(),
  PORTICO_STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'the signing secret of the webhook, such as whsec_…')
    .optional(),
  /** With it clients enter their card in Stripe's form on a page of the portal, and not on Stripe's own page. */
  PORTICO_STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(?:test|live)_\w+$/, 'a publishable key of Stripe, such as pk_live_…')
    .optional(),
  /** Another address of Stripe's API, for trying it out. */
  PORTICO_STRIPE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORTICO_GOCARDLESS_TOKEN: z
    .string()
    .regex(/^(?:live|sandbox)_[\w-]+$/, 'an access token of GoCardless, such as live_…')
    .optional(),
  PORTICO_GOCARDLESS_WEBHOOK_SECRET: z.string().min(8).optional(),
  /** Another address of GoCardless's API, for trying it out. */
  PORTICO_GOCARDLESS_URL: z.url({ protocol: /^https?$/ }).optional(),
}

type Settings = z.output<z.ZodObject<typeof paymentEnvironment>>

interface Place {
  isProduction: boolean
  isDemo: boolean
}

/**
 * Returns the settings of each processor. Its connection is null if no key is set. Throws an error that names what is
 * wrong.
 */
export const paymentsIn = (env: Settings, place: Place) => ({
  stripe: withForm(
    env.PORTICO_STRIPE_PUBLISHABLE_KEY,
    connectionIn(place, {
      names: ['PORTICO_STRIPE_KEY', 'PORTICO_STRIPE_WEBHOOK_SECRET', 'PORTICO_STRIPE_URL'],
      values: [env.PORTICO_STRIPE_KEY, env.PORTICO_STRIPE_WEBHOOK_SECRET, env.PORTICO_STRIPE_URL],
      whose: 'Stripe’s',
      test: 'a test key',
    }),
  ),
  gocardless: connectionIn(place, {
    names: ['PORTICO_GOCARDLESS_TOKEN', 'PORTICO_GOCARDLESS_WEBHOOK_SECRET', 'PORTICO_GOCARDLESS_URL'],
    values: [env.PORTICO_GOCARDLESS_TOKEN, env.PORTICO_GOCARDLESS_WEBHOOK_SECRET, env.PORTICO_GOCARDLESS_URL],
    whose: 'GoCardless’s',
    test: 'a sandbox token',
  }),
})

interface Named {
  /** Names of the settings for the key, its secret and the address. */
  names: [string, string, string]
  values: [string | undefined, string | undefined, string | undefined]
  whose: string
  test: string
}

/** Stripe's form stands on a page of the portal where its publishable key is named. */
function withForm(
  publishableKey: string | undefined,
  { connection, apiBase }: ReturnType<typeof connectionIn>,
) {
  if (publishableKey === undefined) return { connection, apiBase }
  if (connection === null) throw new Error('PORTICO_STRIPE_PUBLISHABLE_KEY needs PORTICO_STRIPE_KEY.')
  if (isTestKey(publishableKey) !== isTestKey(connection.secretKey))
    throw new Error('PORTICO_STRIPE_PUBLISHABLE_KEY has to be of the same mode as PORTICO_STRIPE_KEY.')
  return { connection: { ...connection, form: { publishableKey, isUsed: true } }, apiBase }
}

function connectionIn({ isProduction, isDemo }: Place, { names, values, whose, test }: Named) {
  const [keyName, secretName, urlName] = names
  const [secretKey, webhookSecret, url] = values
  if (isProduction && url !== undefined) throw new Error(`${urlName} is refused in production.`)
  const apiBase = url ?? null
  if (secretKey === undefined) return { connection: null, apiBase }
  if (webhookSecret === undefined)
    throw new Error(`${keyName} needs ${secretName}: how events are known as ${whose}.`)
  if (isDemo && !isTestKey(secretKey))
    throw new Error(`${keyName} has to be ${test} in the demo, as its passwords are public.`)
  return { connection: { secretKey, webhookSecret }, apiBase }
}
