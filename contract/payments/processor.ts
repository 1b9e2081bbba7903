import { z } from 'zod'
import { CurrentPassword } from '../accounts/accounts.ts'
import { atMost, command, instant, read, replace } from '../kit/endpoint.ts'
import { removesSecret } from '../secret-removal.ts'

/** Processors with pages of their own: Stripe for cards and wallets, GoCardless for bank payments. */
export const PaymentProvider = z.enum(['stripe', 'gocardless'])
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const providerNames: Record<PaymentProvider, string> = { stripe: 'Stripe', gocardless: 'GoCardless' }

/** What clients choose between if the firm has enabled both. */
export const WayToPay = z.enum(['card', 'bank'])
export type WayToPay = z.infer<typeof WayToPay>

/** Where a card is entered: on the processor's own page, or in its form on a page of the portal. */
export const CardPlace = z.enum(['processor', 'portal'])
export type CardPlace = z.infer<typeof CardPlace>

export const wayOf: Record<PaymentProvider, WayToPay> = { stripe: 'card', gocardless: 'bank' }

/** Whether a key is in test mode, where no money moves. The providers' own prefixes tell. */
export const isTestKey = (key: string) => /^(?:(?:sk|rk|pk)_test|sandbox)_/.test(key)

/**
 * The name of the processor in a payment's row. Test and live mode have different names, so that a change of keys mixes
 * nothing up.
 */
export type HostedProcessor = PaymentProvider | `${PaymentProvider}_test`
export const hostedProcessors: readonly HostedProcessor[] = [
  'stripe',
  'stripe_test',
  'gocardless',
  'gocardless_test',
]
export const processorOf = (provider: PaymentProvider, secretKey: string): HostedProcessor =>
  isTestKey(secretKey) ? `${provider}_test` : provider

/** Returns the provider on whose page a payment was started, or null for the sandbox. */
export const providerOf = (processor: string): PaymentProvider | null => {
  const provider = PaymentProvider.safeParse(processor.replace(/_test$/, ''))
  return provider.success ? provider.data : null
}

/** The names of processors with which no money moves. */
export const testProcessors: readonly string[] = ['sandbox', 'stripe_test', 'gocardless_test']

const keyOf = (shape: RegExp, words: string) =>
  z
    .string()
    .trim()
    .max(300, atMost('Please use at most 300 characters'))
    .regex(shape, words)
    // Leave it out to keep the stored one.
    .optional()

const stripeKeys = {
  secretKey: keyOf(
    /^(?:(?:sk|rk)_(?:test|live)_\w{3,})?$/,
    'Please enter a secret key (it starts with sk_) or a restricted key (rk_)',
  ),
  webhookSecret: keyOf(/^(?:whsec_\w{3,})?$/, 'Please enter the signing secret (it starts with whsec_)'),
  publishableKey: keyOf(
    /^(?:pk_(?:test|live)_\w{3,})?$/,
    'Please enter the publishable key (it starts with pk_)',
  ),
  cardPlace: CardPlace.optional(),
}

const gocardlessKeys = {
  secretKey: keyOf(
    /^(?:(?:live|sandbox)_[\w-]{3,})?$/,
    'Please enter an access token (it starts with live_ or sandbox_)',
  ),
  webhookSecret: keyOf(/^(?:\S{8,})?$/, "Please enter the webhook endpoint's secret"),
}

/** The settings of a payment provider as stored, without its keys. */
export const ProcessorSettings = z.strictObject({
  /** Clients may pay on the provider's page. If no provider is on, they use the sandbox, where no money moves. */
  isOn: z.boolean(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** The mode of the key: in test mode no money moves. Null if there is no key. */
  mode: z.enum(['live', 'test']).nullable(),
  /** It was configured at start-up and cannot be changed here. */
  isFixed: z.boolean(),
  /** The webhook URL to register at the provider. */
  webhookUrl: z.string(),
  /** The events to select at the provider. Empty if it sends all of them anyway. */
  events: z.array(z.string()),
  /** When the portal last received a valid event from the provider. */
  lastEventAt: instant.nullable(),
  /** Of Stripe: where its cards are entered. */
  cardPlace: CardPlace,
  /** What Stripe's form knows the firm by: every client's browser is told, so it is no secret. */
  publishableKey: z.string().nullable(),
  /** On in test mode, but not offered to clients, because another provider takes real payments. */
  isHeldBack: z.boolean(),
})
export type ProcessorSettings = z.infer<typeof ProcessorSettings>

/** The further permissions that a restricted key needs for refunds, disputes and payouts. */
export const ProcessorPermission = z.enum(['refunds', 'disputes', 'payouts', 'balance'])
export type ProcessorPermission = z.infer<typeof ProcessorPermission>

export const ProcessorCheck = z.strictObject({
  /** A permission is listed only if it is missing. */
  step: z.enum(['key', 'account', 'webhook', ...ProcessorPermission.options]),
  state: z.enum(['good', 'bad', 'unknown']),
  words: z.string(),
})
export type ProcessorCheck = z.infer<typeof ProcessorCheck>

const rights = { audience: 'firm', action: 'settings.manage' } as const

const connectionOf = <K extends z.ZodRawShape>(path: `/api/${string}`, keys: K, name: string) => ({
  show: read(path, {
    output: ProcessorSettings,
    ...rights,
    summary: `Whether clients may pay by ${name}, in test or live mode`,
  }),
  save: replace(path, {
    input: z.strictObject({
      isOn: z.boolean(),
      ...keys,
      /** Needed to change a key. */
      currentPassword: CurrentPassword,
      /** Leaves payments alone that the account of these keys does not know. A 409 `other_account` asks for it. */
      leavesPayments: z.boolean().optional(),
    }),
    output: ProcessorSettings,
    ...rights,
    summary: `Saves the keys of ${name}; they are kept encrypted and never shown again`,
  }),
  test: command(`${path}/test` as const, {
    input: z.strictObject(keys),
    output: z.array(ProcessorCheck),
    ...rights,
    summary: `Tests keys of ${name} without saving them`,
  }),
  removeSecret: removesSecret(path, ProcessorSettings, name),
})

const received = z.strictObject({ received: z.literal(true) })

export const paymentProcessor = {
  ...connectionOf('/api/firm/payment-processor', stripeKeys, 'Stripe'),
  event: command('/api/payments/events', {
    /** A signed event. Only its id and type are used: the rest is fetched from Stripe instead of trusted. */
    input: z.looseObject({ id: z.string().max(200), type: z.string().max(200) }),
    output: received,
    audience: 'anyone',
    summary: 'Where Stripe tells what has happened; each event is signed',
  }),
}

export const bankPayments = {
  ...connectionOf('/api/firm/bank-payments', gocardlessKeys, 'GoCardless'),
  event: command('/api/payments/bank-events', {
    /**
     * Signed events. Only the objects they refer to are used: the rest is fetched from GoCardless instead of trusted.
     */
    input: z.looseObject({ events: z.array(z.looseObject({ id: z.string().max(200) })).max(1000) }),
    output: received,
    audience: 'anyone',
    summary: 'Where GoCardless tells what has happened; each delivery is signed, and 498 says that it is not',
  }),
}
