import { z } from 'zod'
import { CurrentPassword } from '../accounts/accounts.ts'
import { atMost, command, instant, read, replace } from '../kit/endpoint.ts'

/** Processors with pages of their own: Stripe takes cards and wallets, GoCardless payments from bank to bank. */
export const PaymentProvider = z.enum(['stripe', 'gocardless'])
export type PaymentProvider = z.infer<typeof PaymentProvider>

export const providerNames: Record<PaymentProvider, string> = { stripe: 'Stripe', gocardless: 'GoCardless' }

/** What clients choose between where the firm has switched both on. */
export const WayToPay = z.enum(['card', 'bank'])
export type WayToPay = z.infer<typeof WayToPay>

export const wayOf: Record<PaymentProvider, WayToPay> = { stripe: 'card', gocardless: 'bank' }

/** A test key moves no money; the providers' own prefixes tell them apart. */
export const isTestKey = (secretKey: string) => /^(?:(?:sk|rk)_test|sandbox)_/.test(secretKey)

/** What a payment's processor is called in its row: test mode and live mode are two, so that a change of keys mixes nothing. */
export type HostedProcessor = PaymentProvider | `${PaymentProvider}_test`
export const hostedProcessors: readonly HostedProcessor[] = [
  'stripe',
  'stripe_test',
  'gocardless',
  'gocardless_test',
]
export const processorOf = (provider: PaymentProvider, secretKey: string): HostedProcessor =>
  isTestKey(secretKey) ? `${provider}_test` : provider

/** Whose pages a payment was begun on; null of the sandbox. */
export const providerOf = (processor: string): PaymentProvider | null => {
  const provider = PaymentProvider.safeParse(processor.replace(/_test$/, ''))
  return provider.success ? provider.data : null
}

/** What a payment's processor is called in its row, where no money moves by it. */
export const testProcessors: readonly string[] = ['sandbox', 'stripe_test', 'gocardless_test']

const keyOf = (shape: RegExp, words: string) =>
  z
    .string()
    .trim()
    .max(300, atMost('Please use at most 300 characters'))
    .regex(shape, words)
    // Left out, what is kept stays.
    .optional()

const stripeKeys = {
  secretKey: keyOf(
    /^(?:(?:sk|rk)_(?:test|live)_\w{3,})?$/,
    'Please enter a secret key (it starts with sk_) or a restricted key (rk_)',
  ),
  webhookSecret: keyOf(/^(?:whsec_\w{3,})?$/, 'Please enter the signing secret (it starts with whsec_)'),
}

const gocardlessKeys = {
  secretKey: keyOf(
    /^(?:(?:live|sandbox)_[\w-]{3,})?$/,
    'Please enter an access token (it starts with live_ or sandbox_)',
  ),
  webhookSecret: keyOf(/^(?:\S{8,})?$/, "Please enter the webhook endpoint's secret"),
}

/** How the firm takes payments, as it is kept; its keys are never told. */
export const ProcessorSettings = z.strictObject({
  /** Clients may pay on the provider's page. Where none is on, they use the sandbox, where no money moves. */
  isOn: z.boolean(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** By the key: in test mode no money moves. Null where there is no key. */
  mode: z.enum(['live', 'test']).nullable(),
  /** Set where the portal was started: nothing can be changed here. */
  isFixed: z.boolean(),
  /** What the provider has to be told of this portal. */
  webhookUrl: z.string(),
  /** Those it has to send; none where it sends all of them anyway. */
  events: z.array(z.string()),
  /** When the provider last told the portal something that it could believe. */
  lastEventAt: instant.nullable(),
  /** On in test mode, while another provider takes real payments: clients are not offered it. */
  isHeldBack: z.boolean(),
})
export type ProcessorSettings = z.infer<typeof ProcessorSettings>

/** What a restricted key has to be allowed besides, so that refunds, disputes and payouts can be followed. */
export const ProcessorPermission = z.enum(['refunds', 'disputes', 'payouts', 'balance'])
export type ProcessorPermission = z.infer<typeof ProcessorPermission>

export const ProcessorCheck = z.strictObject({
  /** A permission is only named where it is missing. */
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
      /** Payments that the account of these keys knows nothing of stay as they are; asked for by 409 `other_account`. */
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
})

const received = z.strictObject({ received: z.literal(true) })

export const paymentProcessor = {
  ...connectionOf('/api/firm/payment-processor', stripeKeys, 'Stripe'),
  event: command('/api/payments/events', {
    /** A signed event: what it says beyond its id and type is asked for, and not believed. */
    input: z.looseObject({ id: z.string().max(200), type: z.string().max(200) }),
    output: received,
    audience: 'anyone',
    summary: 'Where Stripe tells what has happened; each event is signed',
  }),
}

export const bankPayments = {
  ...connectionOf('/api/firm/bank-payments', gocardlessKeys, 'GoCardless'),
  event: command('/api/payments/bank-events', {
    /** Several signed events: what they say beyond what they are about is asked for, and not believed. */
    input: z.looseObject({ events: z.array(z.looseObject({ id: z.string().max(200) })).max(1000) }),
    output: received,
    audience: 'anyone',
    summary: 'Where GoCardless tells what has happened; each delivery is signed, and 498 says that it is not',
  }),
}
