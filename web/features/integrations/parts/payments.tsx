import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type ProcessorCheck,
  type ProcessorSettings,
  paymentProcessor,
} from '#contract/payments/processor.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConnectionChecks } from './connection-checks.tsx'

/** How the firm takes payments: in the sandbox, or on Stripe's page. */
export const PaymentsTab = () => (
  <div className="grid gap-5">
    <p className="max-w-[70ch] text-ink-soft">
      Take payments by card, Apple Pay and Google Pay on a page run by Stripe. Until you switch it on, clients
      use the sandbox, where no money moves.
    </p>
    <AsyncBoundary skeleton={<SkeletonCard rows={5} />}>
      <Settings />
    </AsyncBoundary>
  </div>
)

const Settings = () => {
  const { data } = useSuspenseQuery(query(paymentProcessor.show, {}))
  return (
    <>
      <Mode settings={data} />
      <Endpoint settings={data} />
      <Keys settings={data} />
    </>
  )
}

const Mode = ({ settings: { isOn, mode } }: { settings: ProcessorSettings }) => {
  if (!isOn)
    return (
      <Callout tone="info" title="Sandbox: no money moves">
        Clients pay with test cards inside the portal.
      </Callout>
    )
  if (mode === 'test')
    return (
      <Callout tone="warn" title="Stripe is on in test mode: no money moves">
        Clients are sent to Stripe's page, but only Stripe's test cards work there. Enter live keys to take
        real payments.
      </Callout>
    )
  return (
    <Callout tone="ok" title="Stripe is on in live mode">
      Clients' payments are taken for real.
    </Callout>
  )
}

const Endpoint = ({ settings: { webhookUrl, events, lastEventAt } }: { settings: ProcessorSettings }) => (
  <Card className="grid max-w-180 gap-5">
    <CardTitle lead="In Stripe, add an event destination (webhook) with this address and these events.">
      Tell Stripe about the portal
    </CardTitle>
    <TextField label="Endpoint URL" readOnly value={webhookUrl} onFocus={({ target }) => target.select()} />
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
    <p className="text-sm text-ink-soft">
      {lastEventAt === null ? 'No event has arrived yet.' : `Last event: ${dateTimeText(lastEventAt)}`}
    </p>
  </Card>
)

const Keys = ({
  settings: { isOn, isFixed, hasSecretKey, hasWebhookSecret },
}: {
  settings: ProcessorSettings
}) => {
  const cache = useQueryClient()
  const form = useCommandForm(paymentProcessor.save, {
    start: { isOn, secretKey: '', webhookSecret: '' },
    done: async () => {
      form.setValue('secretKey', '')
      form.setValue('webhookSecret', '')
      await refresh(cache, [paymentProcessor.show])
      toast({ title: 'Payments saved', variant: 'success' })
    },
  })
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle>Stripe keys</CardTitle>
        {isFixed ? (
          <Callout tone="info" title="Set where the portal was started">
            The keys come from its environment and can't be changed here.
          </Callout>
        ) : (
          <>
            <PasswordField
              label="Secret key"
              hint={
                hasSecretKey ? kept : 'It starts with sk_test_ or sk_live_, or with rk_ for a restricted key.'
              }
              autoComplete="off"
              {...form.field('secretKey')}
            />
            <PasswordField
              label="Signing secret"
              hint={hasWebhookSecret ? kept : "The event destination's own secret. It starts with whsec_"}
              autoComplete="off"
              {...form.field('webhookSecret')}
            />
          </>
        )}
        <TestKeys values={form.watch} />
      </Card>
      {!isFixed && (
        <>
          <Card>
            <Checkbox
              label="Take payments by Stripe"
              hint="Clients are sent to Stripe's page to pay. Otherwise they use the sandbox."
              {...form.field('isOn')}
            />
          </Card>
          <FormFault>{form.fault}</FormFault>
          <div>
            <Button type="submit" variant="primary" busy={form.busy}>
              Save payments
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

const kept = "It's kept encrypted and never shown again. Leave blank to keep it."

interface TestKeysProps {
  /** What stands in these fields now. */
  values: (name: 'secretKey' | 'webhookSecret') => string | undefined
}

/** Asks Stripe with what stands in the form, before anything is saved. */
const TestKeys = ({ values }: TestKeysProps) => {
  const [checks, setChecks] = useState<ProcessorCheck[]>([])
  const test = useCommand(paymentProcessor.test, { refreshes: [] })
  const run = () => {
    setChecks([])
    test.mutate(
      { secretKey: values('secretKey') ?? '', webhookSecret: values('webhookSecret') ?? '' },
      { onSuccess: setChecks },
    )
  }
  const fault = test.error && (Object.values(test.error.fields)[0] ?? test.error.message)
  return (
    <div className="grid gap-3">
      <div>
        <Button busy={test.isPending} onClick={run}>
          Test the connection
        </Button>
      </div>
      <FormFault>{fault ?? undefined}</FormFault>
      <ConnectionChecks checks={checks} />
    </div>
  )
}
