import { Mail } from 'lucide-react'
import { useState } from 'react'
import { type Invitation, isExpired, people, rolesText } from '#contract/firm/people.ts'
import { dateText, now } from '#web/platform/clock.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { InvitationLink } from './invitation-link.tsx'

const refreshes = [people.list]

/** Somebody who was invited and has not come: send the link again, or take it back. */
export const InvitationRow = ({ invitation }: { invitation: Invitation }) => {
  const { id, email, roles, invitedBy, sentAt, expiresAt } = invitation
  const [path, setPath] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
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
  const takeBack = () =>
    withdraw.mutate(
      { id },
      {
        onSuccess: () => toast({ title: 'Invitation withdrawn', description: email, variant: 'success' }),
        onError: failed,
        onSettled: () => setAsking(false),
      },
    )
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <Row
          mark={<Mail className="text-ink-soft" />}
          title={<span className="wrap-anywhere">{email}</span>}
          badge={
            <>
              <Badge plain>{rolesText(roles)}</Badge>
              {isExpired(invitation, now()) && <Badge tone="warn">Expired</Badge>}
            </>
          }
          detail={
            <>
              {invitedBy && `By ${invitedBy} · `}
              <Ago at={sentAt} /> · <span className="whitespace-nowrap">until {dateText(expiresAt)}</span>
            </>
          }
        />
      </div>
      <span className="flex flex-wrap gap-2 px-4.5 pb-3.5 sm:py-3.5">
        <Button size="small" busy={resend.isPending} aria-label={`Send again: ${email}`} onClick={sendAgain}>
          Send again
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
          description={`The link ${email} was sent will stop working.`}
          confirmLabel="Withdraw"
          destructive
          busy={withdraw.isPending}
          onConfirm={takeBack}
        />
      </span>
      {path !== null && (
        <Dialog open onOpenChange={() => setPath(null)} title="Share this link">
          <InvitationLink email={email} path={path} close={() => setPath(null)} />
        </Dialog>
      )}
    </div>
  )
}
