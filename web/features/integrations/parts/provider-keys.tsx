import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  bankPayments,
  type PaymentProvider,
  type ProcessorCheck,
  type ProcessorSettings,
  paymentProcessor,
  providerNames,
} from '#contract/payments/processor.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Checkbox, RadioGroup } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmChange, useConfirmedChange } from './confirm-change.tsx'
import { ConnectionChecks, ConnectionTest, SaveSettings, SecretField, SetAtStart } from './provider-parts.tsx'

interface Words {
  title: string
  key: string
  keyHint: string
  secret: string
  secretHint: string
  on: string
  onHint: string
}

const words: Record<PaymentProvider, Words> = {
  stripe: {
    title: 'Stripe keys',
    key: 'Secret key',
    keyHint: 'It starts with sk_test_ or sk_live_, or with rk_ for a restricted key.',
    secret: 'Signing secret',
    secretHint: "The event destination's own secret. It starts with whsec_",
    on: 'Take payments through Stripe',
    onHint: 'Clients can pay by card, Apple Pay or Google Pay.',
  },
  gocardless: {
    title: 'GoCardless keys',
    key: 'Access token',
    keyHint: 'It starts with sandbox_ or live_. It needs read-write access.',
    secret: 'Webhook secret',
    secretHint: "The webhook endpoint's own secret.",
    on: 'Let clients pay by bank',
    onHint: "Clients can approve a payment with their bank on GoCardless's page.",
  },
}

export const endpoints = { stripe: paymentProcessor, gocardless: bankPayments }

interface ProviderKeysProps {
  provider: PaymentProvider
  settings: ProcessorSettings
}

/** The keys of one payment provider, and whether clients may pay through it. */
export const ProviderKeys = ({ provider, settings }: ProviderKeysProps) => {
  const { isFixed, hasSecretKey, hasWebhookSecret } = settings
  const said = words[provider]
  const { form, confirming } = useKeysForm({ provider, settings })
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle>{said.title}</CardTitle>
        {isFixed ? (
          <SetAtStart subject="The keys come" />
        ) : (
          <>
            <SecretField
              label={said.key}
              isKept={hasSecretKey}
              hint={said.keyHint}
              {...form.field('secretKey')}
            />
            <SecretField
              label={said.secret}
              isKept={hasWebhookSecret}
              hint={said.secretHint}
              {...form.field('webhookSecret')}
            />
          </>
        )}
        <TestKeys provider={provider} values={form.watch} />
      </Card>
      {!isFixed && (
        <>
          <Card>
            <Checkbox label={said.on} hint={said.onHint} {...form.field('isOn')} />
          </Card>
          {provider === 'stripe' && (
            <CardPlaceFields
              place={form.field('cardPlace')}
              publishableKey={form.field('publishableKey')}
              isInPortal={form.watch('cardPlace') === 'portal'}
            />
          )}
          <SaveSettings form={form}>{`Save ${providerNames[provider]}`}</SaveSettings>
        </>
      )}
      <ConfirmChange
        confirming={confirming}
        form={form}
        title={`Change the ${providerNames[provider]} settings`}
        leave={() => form.setValue('leavesPayments', true)}
      />
    </form>
  )
}

const useKeysForm = ({ provider, settings }: ProviderKeysProps) => {
  const cache = useQueryClient()
  const confirming = useConfirmedChange()
  const form = useCommandForm(endpoints[provider].save, {
    start: {
      isOn: settings.isOn,
      secretKey: '',
      webhookSecret: '',
      currentPassword: '',
      leavesPayments: false,
      ...(provider === 'stripe' && cardFormOf(settings)),
    },
    refused: (problem) => {
      confirming.take(problem, form)
    },
    done: async () => {
      confirming.close()
      form.setValue('secretKey', '')
      form.setValue('webhookSecret', '')
      form.setValue('currentPassword', '')
      form.setValue('leavesPayments', false)
      await refresh(cache, [paymentProcessor.show, bankPayments.show])
      toast({ title: `${providerNames[provider]} saved`, variant: 'success' })
    },
  })
  return { form, confirming }
}

const cardFormOf = ({ cardPlace, publishableKey }: ProcessorSettings) => ({
  cardPlace,
  publishableKey: publishableKey ?? '',
})

const cardPlaces = [
  {
    value: 'processor',
    label: "On Stripe's page",
    hint: 'Clients leave the portal to pay, and come straight back. No script of Stripe runs in the portal.',
  },
  {
    value: 'portal',
    label: 'On our page',
    hint: "Stripe's card form is shown inside the portal. That one page loads a script from Stripe.",
  },
]

interface CardPlaceFieldsProps {
  place: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'choices'>
  publishableKey: Omit<ComponentProps<typeof TextField>, 'label'>
  isInPortal: boolean
}

const CardPlaceFields = ({ place, publishableKey, isInPortal }: CardPlaceFieldsProps) => (
  <Card className="grid gap-5">
    <RadioGroup label="Where clients pay by card" choices={cardPlaces} {...place} />
    <TextField
      label="Publishable key"
      {...(isInPortal ? { required: true } : { optional: true })}
      hint="Only needed on our page. It starts with pk_test_ or pk_live_, and isn't a secret."
      {...publishableKey}
    />
  </Card>
)

interface TestKeysProps {
  provider: PaymentProvider
  /** Returns the value of a field of the form. */
  values: (name: 'secretKey' | 'webhookSecret' | 'publishableKey' | 'cardPlace') => string | undefined
}

/** Tests the values of the form with the provider before they are saved. */
const TestKeys = ({ provider, values }: TestKeysProps) => {
  const [checks, setChecks] = useState<ProcessorCheck[]>([])
  const test = useCommand(endpoints[provider].test, { refreshes: [] })
  const run = () => {
    setChecks([])
    test.mutate(
      {
        secretKey: values('secretKey') ?? '',
        webhookSecret: values('webhookSecret') ?? '',
        ...(provider === 'stripe' && {
          publishableKey: values('publishableKey') ?? '',
          cardPlace: values('cardPlace'),
        }),
      },
      { onSuccess: setChecks },
    )
  }
  return (
    <ConnectionTest test={test} run={run} label={`Test the connection to ${providerNames[provider]}`}>
      <ConnectionChecks checks={checks} />
    </ConnectionTest>
  )
}
