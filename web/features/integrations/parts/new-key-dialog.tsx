import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeys, type Lifetime, scopeWords } from '#contract/api-keys.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { KeyScope } from '#contract/kit/rights.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { ShownOnce } from './shown-once.tsx'

type Made = Output<typeof apiKeys.create>

/** What a new key may do and for how long; then the key itself, once. */
export const NewKeyDialog = ({ close }: { close: () => void }) => {
  const [made, setMade] = useState<Made | null>(null)
  return made ? (
    <Dialog open dismissible={false} title="Copy this API key now">
      <ShownOnce
        label="API key"
        secret={made.token}
        words="Store it where the other system keeps its secrets. You won't be able to see it again."
        close={close}
      />
    </Dialog>
  ) : (
    <Dialog open onOpenChange={close} title="New API key">
      <KeyForm close={close} show={setMade} />
    </Dialog>
  )
}

const lifetimeWords: Record<Lifetime, string> = { '30d': '30 days', '90d': '90 days', '365d': 'A year' }

const KeyForm = ({ close, show }: { close: () => void; show: (made: Made) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(apiKeys.create, {
    start: { name: '', scopes: [], lifetime: '90d', password: '' },
    done: async (made) => {
      show(made)
      await refresh(cache, [apiKeys.list])
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField
        label="Name"
        hint="The system that will use it. Clients see this name beside what it does in a case."
        autoComplete="off"
        {...form.field('name')}
      />
      <CheckboxGroup
        label="What it can do"
        offers={KeyScope.options.map((scope) => ({
          value: scope,
          label: scopeWords[scope].label,
          hint: scopeWords[scope].line,
        }))}
        {...form.field('scopes')}
      />
      <SelectField
        label="Works for"
        choices={Object.entries(lifetimeWords).map(([value, label]) => ({ value, label }))}
        {...form.field('lifetime')}
      />
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Make API key
        </Button>
      </DialogFooter>
    </form>
  )
}
