import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Webhook, WebhookEvent, webhookEventWords, webhooks } from '#contract/webhooks.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { CheckboxGroup } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { ShownOnce } from './shown-once.tsx'

const refreshes = [webhooks.list]

/** Where a webhook leads and what is sent there; a new one then shows its signing secret, once. */
export const WebhookDialog = ({ webhook, close }: { webhook?: Webhook; close: () => void }) => {
  const [secret, setSecret] = useState<string | null>(null)
  if (secret !== null) return <SecretDialog secret={secret} close={close} />
  return (
    <Dialog open onOpenChange={close} title={webhook ? 'Change webhook' : 'New webhook'}>
      {webhook ? <ChangeForm webhook={webhook} close={close} /> : <NewForm close={close} show={setSecret} />}
    </Dialog>
  )
}

/** The signing secret, once. */
export const SecretDialog = ({ secret, close }: { secret: string; close: () => void }) => (
  <Dialog open dismissible={false} title="Copy this signing secret now">
    <ShownOnce
      label="Signing secret"
      secret={secret}
      words="The other system needs it to check that a message really comes from this portal. You won't be able to see it again."
      close={close}
    />
  </Dialog>
)

const NewForm = ({ close, show }: { close: () => void; show: (secret: string) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.create, {
    start: { url: '', events: [] },
    done: async ({ secret }) => {
      show(secret)
      await refresh(cache, refreshes)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Address" hint={addressHint} type="url" autoComplete="off" {...form.field('url')} />
      <CheckboxGroup label="What it is told" offers={offers} {...form.field('events')} />
      <Footer close={close} fault={form.fault} busy={form.busy} label="Add webhook" />
    </form>
  )
}

const ChangeForm = ({ webhook: { id, url, events }, close }: { webhook: Webhook; close: () => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(webhooks.save, {
    start: { id, url, events },
    done: async (saved) => {
      await refresh(cache, refreshes)
      toast({ title: 'Webhook saved', description: saved.url, variant: 'success' })
      close()
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Address" hint={addressHint} type="url" autoComplete="off" {...form.field('url')} />
      <CheckboxGroup label="What it is told" offers={offers} {...form.field('events')} />
      <Footer close={close} fault={form.fault} busy={form.busy} label="Save" />
    </form>
  )
}

const addressHint = 'It starts with https:// and can be reached from the internet.'
const offers = WebhookEvent.options.map((value) => ({
  value,
  label: webhookEventWords[value],
  hint: <code>{value}</code>,
}))

interface FooterProps {
  close: () => void
  fault: string | undefined
  busy: boolean
  label: string
}

const Footer = ({ close, fault, busy, label }: FooterProps) => (
  <>
    <FormFault>{fault}</FormFault>
    <DialogFooter>
      <Button onClick={close}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </DialogFooter>
  </>
)
