import { useSuspenseQuery } from '@tanstack/react-query'
import {
  bankPayments,
  type PaymentProvider,
  type ProcessorSettings,
  paymentProcessor,
  providerNames,
} from '#contract/payments/processor.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { endpoints, ProviderKeys } from './provider-keys.tsx'
import { ProviderTab } from './provider-parts.tsx'
import { RemoveSecret, useRemovals } from './remove-secret.tsx'

/** Sets how the firm takes payments: in the sandbox, or through Stripe and GoCardless. */
export const PaymentsTab = () => (
  <ProviderTab
    lead="Let clients pay by card, from their bank, or either, on pages run by Stripe and GoCardless. Until you switch one on, they use the sandbox, where no money moves."
    rows={5}
  >
    <Settings />
  </ProviderTab>
)

const Settings = () => {
  const { data: stripe } = useSuspenseQuery(query(paymentProcessor.show, {}))
  const { data: gocardless } = useSuspenseQuery(query(bankPayments.show, {}))
  return (
    <>
      {!stripe.isOn && !gocardless.isOn && (
        <Callout tone="info" title="Sandbox: no money moves">
          Clients pay with test cards inside the portal.
        </Callout>
      )}
      <Provider provider="stripe" settings={stripe} other={gocardless} />
      <Provider provider="gocardless" settings={gocardless} other={stripe} />
    </>
  )
}

interface ProviderProps {
  provider: PaymentProvider
  settings: ProcessorSettings
}

interface SectionProps extends ProviderProps {
  /** The settings of the other provider: it decides how clients pay without this one. */
  other: ProcessorSettings
}

const headings: Record<PaymentProvider, string> = {
  stripe: 'Cards and wallets: Stripe',
  gocardless: 'Pay by bank: GoCardless',
}

const Provider = ({ provider, settings, other }: SectionProps) => {
  const removals = useRemovals(hasKeys(settings))
  return (
    <section
      aria-labelledby={`payments-${provider}`}
      className="grid max-w-180 gap-4 border-t border-line pt-5"
    >
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={`payments-${provider}`} className="text-section">
          {headings[provider]}
        </h2>
        <Mode settings={settings} />
      </div>
      <ModeNote provider={provider} settings={settings} />
      <Endpoint provider={provider} settings={settings} />
      <ProviderKeys key={removals} provider={provider} settings={settings} />
      {hasKeys(settings) && !settings.isFixed && (
        <RemoveSecret
          endpoint={endpoints[provider].removeSecret}
          provider={providerNames[provider]}
          subject="keys"
          consequences={`${withoutKeys({ provider, settings, other })} Refunds, disputes and payouts at ${providerNames[provider]} aren't followed any more.`}
          refreshes={[paymentProcessor.show, bankPayments.show]}
        />
      )}
    </section>
  )
}

const hasKeys = ({ hasSecretKey, hasWebhookSecret }: ProcessorSettings) => hasSecretKey || hasWebhookSecret

const ways: Record<PaymentProvider, string> = { stripe: 'by card', gocardless: 'from their bank' }

/** Says how clients pay once the keys are gone. */
const withoutKeys = ({ provider, settings, other }: SectionProps) => {
  if (!settings.isOn || settings.isHeldBack)
    return "Clients aren't offered this now, so nothing changes for them."
  const gone = `Clients can't pay ${ways[provider]} any more.`
  if (!other.isOn) return `${gone} They pay in the sandbox instead, where no money moves.`
  const otherWay = ways[provider === 'stripe' ? 'gocardless' : 'stripe']
  return other.mode === 'live'
    ? `${gone} They can still pay ${otherWay}.`
    : `${gone} They can still pay ${otherWay}, but only in test mode, where no money moves.`
}

const Mode = ({ settings: { isOn, mode } }: { settings: ProcessorSettings }) => {
  if (!isOn) return <Badge plain>Off</Badge>
  return mode === 'live' ? <Badge tone="ok">On, live mode</Badge> : <Badge tone="warn">On, test mode</Badge>
}

const testNotes: Record<PaymentProvider, string> = {
  stripe:
    "Clients are sent to Stripe's page, but only Stripe's test cards work there. Enter live keys to take real payments.",
  gocardless:
    "Clients are sent to GoCardless's page, but only its test banks work there. Enter a live access token to take real payments.",
}

const ModeNote = ({ provider, settings: { isOn, mode, isHeldBack } }: ProviderProps) => {
  if (isHeldBack)
    return (
      <Callout tone="warn" title="Clients aren't offered this yet">
        It is in test mode, and clients already make real payments another way. Enter live keys here, or
        switch it off.
      </Callout>
    )
  if (!isOn || mode === 'live') return null
  return (
    <Callout tone="warn" title="Test mode: no money moves">
      {testNotes[provider]}
    </Callout>
  )
}

const endpointNotes: Record<PaymentProvider, string> = {
  stripe: 'In Stripe, add an event destination (webhook) with this address and these events.',
  gocardless:
    'In GoCardless, under Developers, create a webhook endpoint with this address, and copy its secret.',
}

const Endpoint = ({ provider, settings: { webhookUrl, events, lastEventAt } }: ProviderProps) => (
  <Card className="grid max-w-180 gap-5">
    <CardTitle lead={endpointNotes[provider]}>
      {provider === 'stripe' ? 'Tell Stripe about the portal' : 'Tell GoCardless about the portal'}
    </CardTitle>
    <TextField label="Endpoint URL" readOnly value={webhookUrl} onFocus={({ target }) => target.select()} />
    {events.length > 0 && (
      <div className="grid gap-1.5">
        <h3 className="font-semibold">Events</h3>
        <ul className="list-disc pl-5">
          {events.map((name) => (
            <li key={name} className="wrap-anywhere">
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </div>
    )}
    <p className="text-sm text-ink-soft">
      {lastEventAt === null ? 'No event has arrived yet.' : `Last event: ${dateTimeText(lastEventAt)}`}
    </p>
  </Card>
)
