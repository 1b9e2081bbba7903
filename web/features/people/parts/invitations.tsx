import { useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import {
  type Invitation,
  invitationDays,
  isExpired,
  isInspectionOver,
  people,
  rolesText,
} from '#contract/firm/people.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { dateText, now } from '#web/platform/clock.ts'
import { useHasMailServer } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { AskingFormFooter, Confirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { UnsentInvitations } from '#web/ui/overlays/unsent-invitations.tsx'
import { RolesFields } from './roles-fields.tsx'

type Sent = Output<typeof people.invite>

/** Asks for an email address and roles. If the portal sends no email, shows the link here, once. */
export const InviteDialog = ({ close }: { close: () => void }) => {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog open onOpenChange={close} title={sent ? 'Share this link' : 'Invite someone'}>
      {sent ? (
        <Unsent email={sent.email} path={sent.path ?? ''} close={close} />
      ) : (
        <InviteForm close={close} show={setSent} />
      )}
    </Dialog>
  )
}

const InviteForm = ({ close, show }: { close: () => void; show: (sent: Sent) => void }) => {
  const cache = useQueryClient()
  const hasMailServer = useHasMailServer()
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
      <RolesFields form={form} />
      <AskingFormFooter form={form} cancel={close}>
        {hasMailServer ? 'Send invitation' : 'Create link'}
      </AskingFormFooter>
    </form>
  )
}

const refreshes = [people.list]

/** Sends an invitation again or withdraws it. `path` is the new link, if the portal could not email it. */
const useInvitation = ({ id, email }: Invitation) => {
  const [path, setPath] = useState<string | null>(null)
  const resend = useCommand(people.resend, { refreshes })
  const withdraw = useCommand(people.withdraw, { refreshes })
  const failed = ({ message }: { message: string }) =>
    toast({ title: 'Not done', description: message, variant: 'error' })
  const sendAgain = () =>
    resend.mutate(
      { id },
      {
        onSuccess: (sent) =>
          sent.path === null
            ? toast({ title: 'Invitation sent again', description: email, variant: 'success' })
            : setPath(sent.path),
        onError: failed,
      },
    )
  const takeBack = (settled: () => void) =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'Invitation withdrawn', description: email, variant: 'success' }),
        onError: failed,
        onSettled: settled,
      },
    )
  return { path, dropPath: () => setPath(null), resend, withdraw, sendAgain, takeBack }
}

/** A pending invitation, which can be sent again or withdrawn. */
export const InvitationRow = ({ invitation }: { invitation: Invitation }) => {
  const { email, roles, invitedBy, sentAt, expiresAt, readsUntil } = invitation
  const hasExpired = isExpired(invitation, now())
  const isDead = hasExpired || isInspectionOver(readsUntil, now())
  const [isAsking, setAsking] = useState(false)
  const again = useHasMailServer() ? 'Send again' : 'Create a new link'
  const { path, dropPath, resend, withdraw, sendAgain, takeBack } = useInvitation(invitation)
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <Row
          mark={<Mail className="text-ink-soft" />}
          title={<span className="wrap-anywhere">{email}</span>}
          badge={
            <>
              <Badge plain>{rolesText(roles)}</Badge>
              {isDead && <Badge tone="warn">Expired</Badge>}
            </>
          }
          detail={
            <>
              {invitedBy && `By ${invitedBy} · `}
              <Ago at={sentAt} />
              {hasExpired && ` · the link expired on ${dateText(expiresAt)}`}
              {!isDead && ` · the link works until ${dateText(expiresAt)}`}
              {readsUntil && ` · reads until ${dateText(readsUntil)}`}
            </>
          }
        />
      </div>
      <span className="flex flex-wrap gap-2 px-4.5 pb-3.5 sm:py-3.5">
        <Button size="small" busy={resend.isPending} aria-label={`${again}: ${email}`} onClick={sendAgain}>
          {again}
        </Button>
        <Confirm
          open={isAsking}
          onOpenChange={setAsking}
          trigger={
            <Button size="small" variant="ghost" aria-label={`Withdraw: ${email}`}>
              Withdraw
            </Button>
          }
          title="Withdraw this invitation?"
          description={`The link for ${email} will stop working.`}
          confirmLabel="Withdraw"
          destructive
          busy={withdraw.isPending}
          onConfirm={() => takeBack(() => setAsking(false))}
        />
      </span>
      {path !== null && (
        <Dialog open onOpenChange={dropPath} title="Share this link">
          <Unsent email={email} path={path} close={dropPath} />
        </Dialog>
      )}
    </div>
  )
}

interface UnsentProps {
  email: string
  path: string
  close: () => void
}

const Unsent = ({ email, path, close }: UnsentProps) => (
  <UnsentInvitations invitations={[{ to: email, path }]} close={close}>
    It works once, for {invitationDays} days, and can't be shown again.
  </UnsentInvitations>
)
