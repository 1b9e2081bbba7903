import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type SignOn, type SignOnCheck, signOn } from '#contract/sign-on.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Checkbox, RadioGroup } from '#web/ui/fields/choices.tsx'
import { ErrorSummary } from '#web/ui/fields/error-summary.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ConfirmChange, useConfirmedChange } from '../confirm-change.tsx'
import {
  ConnectionChecks,
  ConnectionTest,
  ProviderTab,
  SaveSettings,
  SecretField,
  SetAtStart,
} from '../provider-parts.tsx'
import { RemoveSecret, useRemovals } from '../remove-secret.tsx'
import { GroupRoles } from './sign-on-groups.tsx'
import { SignOnLinks } from './sign-on-links.tsx'

/** Sets the provider by which the firm's staff sign in. */
export const SignOnTab = () => (
  <ProviderTab
    lead="Let everyone at the firm sign in with the account they already use for work, such as Microsoft Entra ID, Google Workspace, Okta or Keycloak (OpenID Connect). Clients sign in as before."
    rows={5}
  >
    <Settings />
  </ProviderTab>
)

const Settings = () => {
  const { data } = useSuspenseQuery(query(signOn.show, {}))
  const removals = useRemovals(data.hasSecret)
  const provider = data.name || 'the provider'
  return (
    <>
      <Addresses settings={data} />
      <SettingsForm key={removals} settings={data} />
      {data.hasSecret && !data.isFixed && (
        <RemoveSecret
          endpoint={signOn.removeSecret}
          provider={provider}
          subject="secret"
          consequences={`The sign-in page no longer offers ${provider}. Everyone who is signed in stays signed in, and passwords and passkeys still work. Anyone whose account was opened by ${provider} has neither, and can't sign in until you enter a secret again.`}
          refreshes={[signOn.show]}
        />
      )}
      {data.links.length > 0 && <SignOnLinks links={data.links} />}
    </>
  )
}

const Addresses = ({ settings: { redirectUrl, signOutUrl } }: { settings: SignOn }) => (
  <Card className="grid max-w-180 gap-5">
    <CardTitle lead="Your provider asks for these when you register the portal there.">
      Register the portal
    </CardTitle>
    <TextField label="Redirect URI" readOnly value={redirectUrl} onFocus={({ target }) => target.select()} />
    <TextField
      label="Post-logout redirect URI"
      readOnly
      value={signOutUrl}
      onFocus={({ target }) => target.select()}
    />
  </Card>
)

const SettingsForm = ({ settings }: { settings: SignOn }) => {
  const { form, confirming } = useSignOnForm(settings)
  return (
    <form {...form.props} className="grid max-w-180 gap-5">
      <ErrorSummary problems={form.problems} />
      <ProviderFields form={form} settings={settings} />
      <JoiningFields form={form} />
      <SecondFactorFields form={form} />
      <Card>
        <Checkbox
          label="Offer this on the sign-in page"
          hint="Passwords still work alongside it."
          {...form.field('isOn')}
        />
      </Card>
      <SaveSettings form={form}>Save sign-in</SaveSettings>
      <ConfirmChange confirming={confirming} form={form} title="Change how people sign in" />
    </form>
  )
}

const useSignOnForm = (settings: SignOn) => {
  const cache = useQueryClient()
  const { hasSecret: _, isFixed: __, redirectUrl: ___, signOutUrl: ____, links: _____, ...start } = settings
  const confirming = useConfirmedChange()
  const form = useCommandForm(signOn.save, {
    start: { ...start, currentPassword: '' },
    refused: (problem) => {
      confirming.take(problem, form)
    },
    done: async () => {
      confirming.close()
      form.setValue('clientSecret', undefined)
      form.setValue('currentPassword', '')
      await refresh(cache, [signOn.show])
      toast({ title: 'Sign-in saved', variant: 'success' })
    },
  })
  return { form, confirming }
}

interface FieldsProps {
  form: ReturnType<typeof useSignOnForm>['form']
}

const ProviderFields = ({ form, settings: { isFixed, hasSecret } }: FieldsProps & { settings: SignOn }) => (
  <Card className="grid gap-5">
    <CardTitle>The provider</CardTitle>
    {isFixed && <SetAtStart subject="The name, address, client ID and secret come" />}
    <TextField
      label="Name"
      hint="The button says: Sign in with this name. For example, Microsoft"
      readOnly={isFixed}
      {...form.field('name')}
    />
    <TextField
      label="Issuer"
      hint="The provider's address, exactly as it gives it. It starts with https://"
      type="url"
      autoComplete="off"
      readOnly={isFixed}
      {...form.field('issuer')}
    />
    <TextField label="Client ID" autoComplete="off" readOnly={isFixed} {...form.field('clientId')} />
    {!isFixed && (
      <SecretField
        label="Client secret"
        optional
        isKept={hasSecret}
        hint="Leave blank for a public client."
        {...form.field('clientSecret')}
      />
    )}
    <TestConnection values={form.watch} />
  </Card>
)

const joiningChoices = [
  {
    value: 'invited',
    label: 'Only those invited under People',
    hint: 'Their email address at the provider has to be the invited one.',
  },
  {
    value: 'groups',
    label: 'Anyone in a group with a role',
    hint: 'An account is opened the first time they sign in.',
  },
]

const JoiningFields = ({ form }: FieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle>Who may sign in</CardTitle>
    <RadioGroup label="New people" choices={joiningChoices} {...form.field('joining')} />
    <Checkbox
      label="Trust email addresses the provider doesn't mark as verified"
      hint="Microsoft Entra ID needs this. Use it only if people can't change their own address there."
      {...form.field('trustsEmail')}
    />
    <GroupRoles form={form} />
    <TextField
      label="Name of the groups claim"
      hint="Where the provider lists someone's groups. Usually groups or roles"
      {...form.field('groupsClaim')}
    />
    <TextField
      label="Extra scopes"
      optional
      hint="Only if your provider needs one to send groups, such as groups"
      {...form.field('scopes')}
    />
  </Card>
)

const SecondFactorFields = ({ form }: FieldsProps) => (
  <Card className="grid gap-5">
    <CardTitle>Two-factor authentication</CardTitle>
    <Checkbox
      label="Accept the provider's second factor in place of ours"
      hint="When the provider says it asked for one. Otherwise the portal asks for a code as usual."
      {...form.field('trustsSecondFactor')}
    />
    <TextField
      label="ACR values"
      optional
      hint="Requested from the provider, and accepted as two factors. mfa in its amr claim is always accepted."
      {...form.field('acrValues')}
    />
  </Card>
)

type Named = 'issuer' | 'clientId' | 'clientSecret'

interface TestConnectionProps {
  /** Returns the value of a field of the form. */
  values: (name: Named) => string | undefined
}

/** Tests the values of the form with the provider before they are saved. */
const TestConnection = ({ values }: TestConnectionProps) => {
  const [checks, setChecks] = useState<SignOnCheck[]>([])
  const test = useCommand(signOn.test, { refreshes: [] })
  const run = () => {
    const clientSecret = values('clientSecret')
    setChecks([])
    test.mutate(
      {
        issuer: values('issuer') ?? '',
        clientId: values('clientId') ?? '',
        ...(clientSecret && { clientSecret }),
      },
      { onSuccess: setChecks },
    )
  }
  return (
    <ConnectionTest test={test} run={run}>
      <ConnectionChecks checks={checks} />
    </ConnectionTest>
  )
}
