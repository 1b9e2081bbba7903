import { z } from 'zod'
import { atMost, command, instant, read, replace } from '../kit/endpoint.ts'

/** A test key moves no money; Stripe's own prefixes tell them apart. */
export const isTestKey = (secretKey: string) => /^(?:sk|rk)_test_/.test(secretKey)

/** What a payment's processor is called in its row, where no money moves by it. */
export const testProcessors: readonly string[] = ['sandbox', 'stripe_test']

const SecretKey = z
  .string()
  .trim()
  .max(300, atMost('Please use at most 300 characters'))
  .regex(
    /^(?:(?:sk|rk)_(?:test|live)_\w{3,})?$/,
    'Please enter a secret key (it starts with sk_) or a restricted key (rk_)',
  )
const WebhookSecret = z
  .string()
  .trim()
  .max(300, atMost('Please use at most 300 characters'))
  .regex(/^(?:whsec_\w{3,})?$/, 'Please enter the signing secret (it starts with whsec_)')

/** Left out, the keys that are kept stay. */
const keys = { secretKey: SecretKey.optional(), webhookSecret: WebhookSecret.optional() }

/** How the firm takes payments, as it is kept; its keys are never told. */
export const ProcessorSettings = z.strictObject({
  /** Clients pay on Stripe's page; otherwise in the sandbox, where no money moves. */
  isOn: z.boolean(),
  hasSecretKey: z.boolean(),
  hasWebhookSecret: z.boolean(),
  /** By the key: in test mode no money moves. Null where there is no key. */
  mode: z.enum(['live', 'test']).nullable(),
  /** Set where the portal was started: nothing can be changed here. */
  isFixed: z.boolean(),
  /** What Stripe has to be told of this portal. */
  webhookUrl: z.string(),
  events: z.array(z.string()),
  /** When Stripe last told the portal something that it could believe. */
  lastEventAt: instant.nullable(),
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

export const paymentProcessor = {
  show: read('/api/firm/payment-processor', {
    output: ProcessorSettings,
    ...rights,
    summary: 'How the firm takes payments: the sandbox, or Stripe in test or live mode',
  }),
  save: replace('/api/firm/payment-processor', {
    input: z.strictObject({ isOn: z.boolean(), ...keys }),
    output: ProcessorSettings,
    ...rights,
    summary: 'Saves the keys of Stripe; they are kept encrypted and never shown again',
  }),
  test: command('/api/firm/payment-processor/test', {
    input: z.strictObject(keys),
    output: z.array(ProcessorCheck),
    ...rights,
    summary: 'Tests keys of Stripe without saving them',
  }),
  event: command('/api/payments/events', {
    /** A signed event: what it says beyond its id and type is asked for, and not believed. */
    input: z.looseObject({ id: z.string().max(200), type: z.string().max(200) }),
    output: z.strictObject({ received: z.literal(true) }),
    audience: 'anyone',
    summary: 'Where Stripe tells what has happened; each event is signed',
  }),
}
