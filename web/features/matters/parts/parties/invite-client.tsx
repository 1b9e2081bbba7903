import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type JointInvitation,
  jointClients,
  jointInvitationDays,
  jointStateNames,
} from '#contract/joint-clients.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { useHasMailServer } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { InvitationLink, type UnsentInvitation } from '#web/ui/overlays/unsent-invitations.tsx'

interface InviteDialogProps {
  /** The matter to invite someone to. Null while the dialog is closed. */
  id: MatterId | null
  close: () => void
}

/** Invites another client to the case. */
export const InviteDialog = ({ id, close }: InviteDialogProps) => {
  const [unsent, setUnsent] = useState<UnsentInvitation | null>(null)
  return (
    <>
      <InviteFormDialog id={id} close={close} share={setUnsent} />
      {unsent && (
        <Dialog open onOpenChange={() => setUnsent(null)} title="Share this link">
          <div className="grid gap-4">
            <p>
              We haven't emailed <b className="wrap-anywhere">{unsent.to}</b>, so please send them this link
              yourself. It works for {jointInvitationDays} days, and can’t be shown again.
            </p>
            <InvitationLink invitation={unsent} isAlone />
            <DialogFooter>
              <Button variant="primary" onClick={() => setUnsent(null)}>
                Done
              </Button>
            </DialogFooter>
          </div>
        </Dialog>
      )}
    </>
  )
}

interface ShareProps {
  share: (unsent: UnsentInvitation) => void
}

const InviteFormDialog = ({ id, close, share }: InviteDialogProps & ShareProps) => {
  const sendsEmail = useHasMailServer()
  const way = sendsEmail ? 'We’ll send them a link by email' : 'We’ll give you a link to pass on to them'
  return (
    <Dialog
      open={id !== null}
      onOpenChange={close}
      title="Invite a joint client"
      description={`Someone who’s buying, selling or deciding with you. ${way}, and check whether we can act for them too. You don’t see each other’s documents or details.`}
    >
      {id && (
        <InviteForm
          id={id}
          label={sendsEmail ? 'Send invitation' : 'Create link'}
          close={close}
          share={share}
        />
      )}
    </Dialog>
  )
}

interface InviteFormProps extends ShareProps {
  id: MatterId
  label: string
  close: () => void
}

const InviteForm = ({ id, label, close, share }: InviteFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(jointClients.invite, {
    start: { id, name: '', email: '' },
    done: async ({ name, path }) => {
      close()
      if (path !== null) share({ to: name, path })
      else toast({ title: 'Invitation sent', description: name, variant: 'success' })
      await refresh(cache, [jointClients.list])
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Their full name" autoComplete="off" {...form.field('name')} />
      <TextField label="Their email" type="email" autoComplete="off" {...form.field('email')} />
      <AskingFormFooter form={form} cancel={close}>
        {label}
      </AskingFormFooter>
    </form>
  )
}

/** People who have been invited to the case but are not its clients yet. */
export const InvitedClients = ({ id }: { id: MatterId }) => {
  const { data = [] } = useQuery(query(jointClients.list, { id }))
  if (data.length === 0) return null
  return (
    <section className="grid gap-2">
      <h3 className="text-base font-semibold">Invited to join</h3>
      <ul aria-label="Invited to join" className="grid divide-y divide-line">
        {data.map((invitation) => (
          <Invited key={invitation.id} id={id} invitation={invitation} />
        ))}
      </ul>
    </section>
  )
}

const Invited = ({ id, invitation }: { id: MatterId; invitation: JointInvitation }) => {
  const withdraw = useCommand(jointClients.withdraw, { refreshes: [jointClients.list] })
  const { name, email, invitedBy, isYours, state } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2.5">
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
          {name}
          <Badge tone={state === 'expired' ? 'warn' : 'info'} plain>
            {jointStateNames[state]}
          </Badge>
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">{isYours ? email : `Invited by ${invitedBy}`}</p>
        {isYours && state === 'expired' && (
          <p className="text-sm text-ink-soft">Invite them again to send a new link.</p>
        )}
      </div>
      {isYours && (
        <Button
          size="small"
          busy={withdraw.isPending}
          aria-label={`Withdraw the invitation of ${name}`}
          onClick={() =>
            withdraw.mutate(
              { id, invitationId: invitation.id },
              {
                onSuccess: () => toast({ title: 'Invitation withdrawn', description: name }),
                onError: ({ message }) =>
                  toast({ title: 'Not withdrawn', description: message, variant: 'error' }),
              },
            )
          }
        >
          Withdraw
        </Button>
      )}
    </li>
  )
}
