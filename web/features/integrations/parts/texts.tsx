import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type TextSettings, textProvider } from '#contract/text-messages.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { OutsideLink } from '#web/ui/actions/link.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmChange, useConfirmedChange } from './confirm-change.tsx'
import { ConnectionCheck, ProviderTab, SaveSettings, SecretField, SetAtStart } from './provider-parts.tsx'
import { RemoveSecret, useRemovals } from './remove-secret.tsx'

/** Sets how the firm sends codes by text: not at all, or through Twilio. */
export const TextsTab = () => (
  <ProviderTab
    lead="Send guests and witnesses their six-digit code by text. Until you switch it on, no text leaves the portal, and codes are passed on by telephone."
    rows={5}
  >
    <Settings />
  </ProviderTab>
)

const Settings = () => {
  const { data } = useSuspenseQuery(query(textProvider.show, {}))
  const removals = useRemovals(data.hasSecret)
  return (
    <>
      <Standing settings={data} />
      <Connection key={removals} settings={data} />
      {data.hasSecret && !data.isFixed && (
        <RemoveSecret
          endpoint={textProvider.removeSecret}
          provider={data.provider}
          subject="secret"
          consequences="Codes can't be sent by text any more, so people pass them on by telephone. Texts still waiting to be sent are given up, and whoever asked for them is told."
          refreshes={[textProvider.show]}
        />
      )}
    </>
  )
}

const Standing = ({ settings: { isOn, isDemo, sender } }: { settings: TextSettings }) => {
  if (isDemo)
    return (
      <Callout tone="info" title="This is a demo: texts stay in the outbox">
        Everyone knows the demo's passwords, so it sends none. You can still enter settings and send a test
        text.
      </Callout>
    )
  if (!isOn)
    return (
      <Callout tone="info" title="No texts are sent">
        Codes are passed on by telephone.
      </Callout>
    )
  return (
    <Callout tone="ok" title="Codes can be sent by text">
      They're from {sender}.
    </Callout>
  )
}

const Connection = ({ settings }: { settings: TextSettings }) => {
  const { isFixed, isDemo, hasSecret } = settings
  const { form, confirming } = useConnectionForm(settings)
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <Card className="grid gap-5">
        <CardTitle
          lead={
            <>
              In the <OutsideLink href="https://console.twilio.com/">Twilio console</OutsideLink>, create an
              API key. A restricted key needs to read and create messages.
            </>
          }
        >
          {settings.provider}
        </CardTitle>
        {isFixed ? (
          <SetAtStart subject="The connection comes" />
        ) : (
          <ConnectionFields form={form} hasSecret={hasSecret} />
        )}
        <TestText
          settings={settings}
          values={() => {
            const { isOn: _, currentPassword: __, ...typed } = form.getValues()
            return typed
          }}
        />
      </Card>
      {!isFixed && (
        <>
          {!isDemo && (
            <Card>
              <Checkbox
                label="Offer to send codes by text"
                hint="People at the firm, and clients who sign a deed, can then choose it."
                {...form.field('isOn')}
              />
            </Card>
          )}
          <SaveSettings form={form}>Save text messages</SaveSettings>
        </>
      )}
      <ConfirmChange confirming={confirming} form={form} title="Change the Twilio settings" />
    </form>
  )
}

const useConnectionForm = ({ isOn, accountSid, keySid, sender }: TextSettings) => {
  const cache = useQueryClient()
  const confirming = useConfirmedChange()
  const form = useCommandForm(textProvider.save, {
    start: { isOn, accountSid, keySid, sender, secret: '', currentPassword: '' },
    refused: (problem) => {
      confirming.take(problem, form)
    },
    done: async () => {
      confirming.close()
      form.setValue('secret', '')
      form.setValue('currentPassword', '')
      await refresh(cache, [textProvider.show])
      toast({ title: 'Text messages saved', variant: 'success' })
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
    <TextField
      label="Account SID"
      hint="It starts with AC."
      autoComplete="off"
      {...form.field('accountSid')}
    />
    <TextField label="API key SID" hint="It starts with SK." autoComplete="off" {...form.field('keySid')} />
    <SecretField label="API key secret" isKept={hasSecret} {...form.field('secret')} />
    <TextField
      label="Sender"
      hint="Your Twilio number, a name of up to 11 letters and digits, or a messaging service (it starts with MG)."
      autoComplete="off"
      {...form.field('sender')}
    />
  </>
)

interface TestTextProps {
  settings: TextSettings
  /** Returns the values of the form. */
  values: () => { accountSid?: string; keySid?: string; secret?: string | undefined; sender?: string }
}

/** Sends a text with the values of the form before they are saved. */
const TestText = ({ settings: { isFixed, accountSid, keySid, sender }, values }: TestTextProps) => {
  const [mobile, setMobile] = useState('')
  const test = useCommand(textProvider.test, { refreshes: [] })
  const run = () => {
    const typed = isFixed ? { accountSid, keySid, sender } : values()
    test.mutate({
      accountSid: typed.accountSid ?? '',
      keySid: typed.keySid ?? '',
      sender: typed.sender ?? '',
      ...('secret' in typed && typed.secret && { secret: typed.secret }),
      mobile,
    })
  }
  const fields = test.error?.fields ?? {}
  const other = Object.entries(fields).find(([name]) => name !== 'mobile')?.[1]
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <TextField
        label="Send a test text to"
        hint="Your own mobile number. Twilio charges for the text."
        type="tel"
        inputMode="tel"
        autoComplete="off"
        value={mobile}
        onChange={({ target }) => setMobile(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Otherwise Enter would save the form around this field.
          event.preventDefault()
          run()
        }}
        error={fields.mobile}
      />
      <div>
        <Button busy={test.isPending} onClick={run}>
          Send a test text
        </Button>
      </div>
      <FormFault>{other ?? (fields.mobile ? undefined : test.error?.message)}</FormFault>
      <div role="status">{test.data && <ConnectionCheck {...test.data} />}</div>
    </div>
  )
}
