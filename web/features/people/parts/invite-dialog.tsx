import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { people } from '#contract/firm/people.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { InvitationLink } from './invitation-link.tsx'
import { RolesFields } from './roles-fields.tsx'

type Sent = Output<typeof people.invite>

/** Who shall join, and as what. Where no mail leaves the portal, the link is shown here, once. */
export const InviteDialog = ({ close }: { close: () => void }) => {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog open onOpenChange={close} title={sent ? 'Share this link' : 'Invite someone'}>
      {sent ? (
        <InvitationLink email={sent.email} path={sent.path ?? ''} close={close} />
      ) : (
        <InviteForm close={close} show={setSent} />
      )}
    </Dialog>
  )
}

const InviteForm = ({ close, show }: { close: () => void; show: (sent: Sent) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(people.invite, {
    start: { email: '', roles: ['fee_earner'] },
    done: async (sent) => {
      await refresh(cache, [people.list])
      if (sent.path !== null) return show(sent)
      toast({ title: 'Invitation sent', description: sent.email, variant: 'success' })
      close()
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Email" type="email" autoComplete="off" {...form.field('email')} />
      <RolesFields form={form} known={[]} />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Send invitation
        </Button>
      </DialogFooter>
    </form>
  )
}
