import { type FirmJointInvitation, jointClients } from '#contract/joint-clients.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers } from '../hooks.ts'

const refreshes = [jointClients.firmList, ...firmMatterAnswers]

interface InvitationProps {
  id: MatterId
  /** Undefined for a party who came otherwise. */
  invitation: FirmJointInvitation | undefined
}

/** A party whom a client has invited: what is missing, and the decision that is the firm's. */
export const PartyInvitation = ({ id, invitation }: InvitationProps) =>
  invitation && <Decision id={id} invitation={invitation} />

const Decision = ({ id, invitation }: { id: MatterId; invitation: FirmJointInvitation }) => {
  const agree = useCommand(jointClients.agree, { refreshes })
  const withdraw = useCommand(jointClients.firmWithdraw, { refreshes })
  const { name, isAgreed } = invitation
  const mayDecide = useMay()('matters.run')
  const place = { id, invitationId: invitation.id }
  const onError = ({ message }: { message: string }) =>
    toast({ title: 'Not done', description: message, variant: 'error' })
  return (
    <div className="mt-1 grid gap-2 rounded-xl border border-line p-3">
      <p className="text-sm wrap-anywhere">{standingWords(invitation)}</p>
      {mayDecide && (
        <div className="flex flex-wrap gap-2">
          {!isAgreed && (
            <Button
              size="small"
              variant="primary"
              busy={agree.isPending}
              aria-label={`Agree to act for ${name}`}
              onClick={() => agree.mutate(place, { onError })}
            >
              Agree to act
            </Button>
          )}
          <Button
            size="small"
            busy={withdraw.isPending}
            aria-label={`Withdraw the invitation of ${name}`}
            onClick={() => withdraw.mutate(place, { onError })}
          >
            Withdraw
          </Button>
        </div>
      )}
    </div>
  )
}

const standingWords = ({ state, isAgreed }: FirmJointInvitation) => {
  if (state === 'registered') return 'They’ve opened an account. Once you agree, they’ll see this case.'
  if (state === 'expired') return 'Their invitation has expired. They haven’t opened an account.'
  return isAgreed
    ? 'You’ve agreed. They’ll see this case once they’ve accepted the invitation.'
    : 'They haven’t accepted yet. They see nothing of this case until you agree.'
}
