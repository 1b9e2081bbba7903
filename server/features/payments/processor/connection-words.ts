import { isTestKey, type PaymentProvider, ProcessorPermission } from '#contract/payments/processor.ts'
import type { HostedCheckResult, HostedConnection } from '#server/platform/ports/hosted-payments.ts'

export const keyWords: Record<PaymentProvider, Record<'noKey' | 'noSecret' | 'onlyTest', string>> = {
  stripe: {
    noKey: 'Please enter the secret key',
    noSecret: 'Please enter the signing secret of this mode',
    onlyTest: 'The demo only takes a test key (sk_test_ or rk_test_)',
  },
  gocardless: {
    noKey: 'Please enter the access token',
    noSecret: "Please enter the webhook endpoint's secret",
    onlyTest: 'The demo only takes a sandbox token (sandbox_)',
  },
}

/** Returns the result of one step of the test, with what to do about it. */
export const wordsOf = (
  provider: PaymentProvider,
  check: HostedCheckResult,
  { secretKey }: HostedConnection,
): string => {
  const mode = isTestKey(secretKey) ? 'sandbox: no money moves' : 'live: money moves'
  return provider === 'stripe' ? stripeWords(check, secretKey) : gocardlessWords(check, mode)
}

const stripeWords = ({ step, state, failure }: HostedCheckResult, secretKey: string) => {
  if (failure === 'unreachable')
    return "Stripe doesn't answer. Please check that the portal can reach api.stripe.com."
  if (isPermission(step)) return permissionWords[step]
  const mode = isTestKey(secretKey) ? 'test mode: no money moves' : 'live mode: money moves'
  if (state === 'good') return step === 'key' ? `Stripe accepts the key (${mode}).` : goodWords[step]
  if (state === 'unknown') return `This restricted key isn't allowed to look at ${unseen[step]}.`
  return badWords[step]
}

const isPermission = (step: HostedCheckResult['step']): step is ProcessorPermission =>
  ProcessorPermission.safeParse(step).success

const permissionWords: Record<ProcessorPermission, string> = {
  refunds: "This restricted key isn't allowed to look at refunds. It needs to write Charges and Refunds.",
  disputes: "This restricted key isn't allowed to look at disputes. It needs to read Disputes.",
  payouts: "This restricted key isn't allowed to look at payouts. It needs to read Payouts.",
  balance: "This restricted key isn't allowed to look at what payouts are made of. It needs to read Balance.",
}
const goodWords = {
  account: 'Your Stripe account can take payments.',
  webhook: 'Stripe sends its events to this portal. The signing secret shows itself with the first one.',
}
type Step = Exclude<HostedCheckResult['step'], ProcessorPermission>
const unseen: Record<Step, string> = {
  key: 'payment pages (Checkout Sessions). It needs to write them',
  account: 'the account',
  webhook: 'webhooks. Please check in Stripe that the endpoint is there',
}
const badWords: Record<Step, string> = {
  key: "Stripe doesn't accept this key.",
  account: "Your Stripe account can't take payments yet. Please finish setting it up in Stripe.",
  webhook:
    "Stripe isn't sending this portal all the events it needs. Please add the endpoint and its events in Stripe, and enter its signing secret here.",
}

const gocardlessWords = ({ step, state, failure }: HostedCheckResult, mode: string) => {
  if (failure === 'unreachable')
    return "GoCardless doesn't answer. Please check that the portal can reach api.gocardless.com, or api-sandbox.gocardless.com in the sandbox."
  if (step === 'key' && state === 'good') return `GoCardless accepts the access token (${mode}).`
  if (step === 'key') return "GoCardless doesn't accept this access token."
  if (step === 'account' && state === 'good') return 'Your GoCardless account can take payments.'
  if (step === 'account')
    return "GoCardless hasn't verified your account yet. Please finish setting it up in GoCardless."
  if (step === 'webhook') return webhookWords[state]
  return "Your GoCardless account can't send refunds. Please switch them on in GoCardless, under Settings, or pay clients back yourself."
}

const webhookWords: Record<HostedCheckResult['state'], string> = {
  good: "GoCardless's events reach the portal and pass the signature check.",
  unknown:
    "GoCardless hasn't told this portal anything yet. Please check in GoCardless that the webhook endpoint is there; its secret shows itself with the first event.",
  bad: "The secret of the webhook endpoint is missing or wrong, or GoCardless couldn't reach this portal. Please check both in GoCardless.",
}
