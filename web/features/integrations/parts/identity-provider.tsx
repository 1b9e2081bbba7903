import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  type GbgRegion,
  type IdentityProviderSettings,
  identityProvider,
} from '#contract/identity/reports.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmChange, useConfirmedChange } from './confirm-change.tsx'
import {
  ConnectionCheck,
  ConnectionTest,
  ProviderTab,
  SaveSettings,
  SecretField,
  SetAtStart,
} from './provider-parts.tsx'
import { RemoveSecret, useRemovals } from './remove-secret.tsx'

/** Sets how the firm gets identity reports: by upload, from a provider's own system, or from GBG. */
export const IdentityProviderTab = () => (
  <ProviderTab
    lead="Get identity reports from a provider alongside the portal's own checks, which help the person who decides. A report stays the provider's: it's shown with its name and date, and decides nothing. Without a provider, people upload reports on a client's page. A certified provider's own system can send them with an API key."
    rows={4}
  >
    <Settings />
  </ProviderTab>
)

const Settings = () => {
  const { data } = useSuspenseQuery(query(identityProvider.show, {}))
  const removals = useRemovals(data.hasSecret)
  return (
    <>
      <Standing settings={data} />
      <Connection key={removals} settings={data} />
      {data.hasSecret && !data.isFixed && (
        <RemoveSecret
          endpoint={identityProvider.removeSecret}
          provider={data.provider}
          subject="secret"
          consequences={`No check can be started with ${data.provider} any more, and the portal can't fetch the reports of those that still wait for a client. Reports can still be uploaded.`}
          refreshes={[identityProvider.show]}
        />
      )}
    </>
  )
}

const Standing = ({ settings: { provider, isOn, isDemo } }: { settings: IdentityProviderSettings }) => {
  if (isDemo)
    return (
      <Callout tone="info" title={`This is a demo: ${provider} isn't asked`}>
        Everyone knows the demo's passwords, and each check costs money. You can still enter settings and test
        them.
      </Callout>
    )
  return isOn ? (
    <Callout tone="ok" title={`Checks can be started with ${provider}`}>
      On a client's page, under Identity reports.
    </Callout>
  ) : (
    <Callout tone="info" title="No provider is asked">
      Reports can be uploaded on a client's page.
    </Callout>
  )
}

const regions: Record<GbgRegion, string> = {
  eu: 'Europe (eu)',
  us: 'United States (us)',
  au: 'Australia (au)',
}

const Connection = ({ settings }: { settings: IdentityProviderSettings }) => {
  const { provider, isFixed, isDemo, region, clientId, journey } = settings
  const { form, confirming } = useConnectionForm(settings)
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle
          lead={
            <>
              In <OutsideLink href="https://docs.go.gbgplc.com/">GBG GO</OutsideLink>, create an API client
              and publish a hosted journey.
            </>
          }
        >
          {provider}
        </CardTitle>
        {isFixed ? (
          <SetAtStart subject="The connection comes" />
        ) : (
          <ConnectionFields form={form} hasSecret={settings.hasSecret} />
        )}
        <TestConnection
          values={() => {
            const { region: place, clientId: client, clientSecret, journey: wanted } = form.getValues()
            return isFixed
              ? { region, clientId, journey }
              : { region: place ?? region, clientId: client ?? '', clientSecret, journey: wanted ?? '' }
          }}
        />
      </Card>
      {!isFixed && (
        <>
          {!isDemo && (
            <Card>
              <Checkbox
                label={`Let people start checks with ${provider}`}
                hint="They pass the link on, and the client is checked on the provider's page."
                {...form.field('isOn')}
              />
            </Card>
          )}
          <SaveSettings form={form}>Save identity provider</SaveSettings>
        </>
      )}
      <ConfirmChange confirming={confirming} form={form} title={`Change the ${provider} settings`} />
    </form>
  )
}

const useConnectionForm = ({ isOn, region, clientId, journey }: IdentityProviderSettings) => {
  const cache = useQueryClient()
  const confirming = useConfirmedChange()
  const form = useCommandForm(identityProvider.save, {
    start: { isOn, region, clientId, journey, clientSecret: '', currentPassword: '' },
    refused: (problem) => {
      confirming.take(problem, form)
    },
    done: async () => {
      confirming.close()
      form.setValue('clientSecret', '')
      form.setValue('currentPassword', '')
      await refresh(cache, [identityProvider.show])
      toast({ title: 'Identity provider saved', variant: 'success' })
    },
  })
  return { form, confirming }
}

interface ConnectionFieldsProps {
  form: ReturnType<typeof useConnectionForm>['form']
  hasSecret: boolean
}

const ConnectionFields = ({ form, hasSecret }: ConnectionFieldsProps) => (
  <>
    <SelectField
      label="Region"
      choices={Object.entries(regions).map(([value, label]) => ({ value, label }))}
      {...form.field('region')}
    />
    <TextField label="Client ID" autoComplete="off" {...form.field('clientId')} />
    <SecretField label="Client secret" isKept={hasSecret} {...form.field('clientSecret')} />
    <TextField
      label="Journey"
      hint="Its resource ID and version from the dashboard, such as 9dcd95e0@latest."
      autoComplete="off"
      {...form.field('journey')}
    />
  </>
)

interface Typed {
  region: GbgRegion
  clientId: string
  clientSecret?: string | undefined
  journey: string
}

/** Tests the values of the form before they are saved. */
const TestConnection = ({ values }: { values: () => Typed }) => {
  const test = useCommand(identityProvider.test, { refreshes: [] })
  const run = () => {
    const { clientSecret, ...typed } = values()
    test.mutate({ ...typed, ...(clientSecret && { clientSecret }) })
  }
  return (
    <ConnectionTest test={test} run={run}>
      <div role="status">{test.data && <ConnectionCheck {...test.data} />}</div>
    </ConnectionTest>
  )
}
