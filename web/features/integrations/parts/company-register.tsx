import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { companyRegister, type RegisterSettings } from '#contract/organisations/register.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmChange, useConfirmedChange } from './confirm-change.tsx'
import { ConnectionTest, ProviderTab, SecretField, SetAtStart } from './provider-parts.tsx'
import { RemoveSecret } from './remove-secret.tsx'

/** The settings of the company register, for the officers and owners of a company. */
export const CompanyRegisterTab = () => (
  <ProviderTab
    lead="Look up officers and people with significant control at Companies House from a case. Without a key, people type them in and keep the filing with them."
    rows={3}
  >
    <Settings />
  </ProviderTab>
)

const Settings = () => {
  const { data } = useSuspenseQuery(query(companyRegister.show, {}))
  return (
    <Card className="grid max-w-180 gap-5">
      <CardTitle
        lead={
          <>
            Register the portal as an application at the{' '}
            <OutsideLink href="https://developer.company-information.service.gov.uk/">
              developer hub
            </OutsideLink>
            , and create a REST API key for it.
          </>
        }
        aside={
          <Badge tone={data.hasKey ? 'ok' : 'neutral'} plain>
            {data.hasKey ? 'Key entered' : 'No key'}
          </Badge>
        }
      >
        {data.register}
      </CardTitle>
      {data.isFixed ? (
        <>
          <SetAtStart subject="The key comes" />
          <TestKey typed="" />
        </>
      ) : (
        <KeyForm settings={data} />
      )}
      {data.hasKey && !data.isFixed && (
        <RemoveSecret
          endpoint={companyRegister.removeSecret}
          provider={data.register}
          subject="key"
          consequences={`Nobody can look up companies at ${data.register} any more. What was looked up stays, and people type in the rest.`}
          refreshes={[companyRegister.show]}
        />
      )}
    </Card>
  )
}

const KeyForm = ({ settings: { hasKey } }: { settings: RegisterSettings }) => {
  const cache = useQueryClient()
  const confirming = useConfirmedChange()
  const form = useCommandForm(companyRegister.save, {
    start: { key: '', currentPassword: '' },
    refused: (problem) => {
      confirming.take(problem, form)
    },
    done: async () => {
      confirming.close()
      form.setValue('key', '')
      form.setValue('currentPassword', '')
      await refresh(cache, [companyRegister.show])
      toast({ title: 'Key saved', variant: 'success' })
    },
  })
  const typed = form.watch('key') ?? ''
  return (
    <form {...form.props} className="grid gap-5">
      <SecretField label="API key" isKept={hasKey} {...form.field('key')} />
      <TestKey typed={typed} />
      <FormFault>{form.fault}</FormFault>
      <div>
        <Button type="submit" variant="primary" busy={form.busy} disabled={typed.trim() === ''}>
          Save key
        </Button>
      </div>
      <ConfirmChange confirming={confirming} form={form} title="Save the key" />
    </form>
  )
}

const TestKey = ({ typed }: { typed: string }) => {
  const test = useCommand(companyRegister.test, { refreshes: [] })
  return (
    <ConnectionTest test={test} run={() => test.mutate(typed.trim() === '' ? {} : { key: typed })}>
      <p role="status" className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        {test.data && (
          <>
            <Badge tone={test.data.isGood ? 'ok' : 'stop'}>{test.data.isGood ? 'OK' : 'Failed'}</Badge>
            <span className="min-w-50 flex-1">{test.data.words}</span>
          </>
        )}
      </p>
    </ConnectionTest>
  )
}
