import { useQuery } from '@tanstack/react-query'
import { quoted } from '#contract/kit/text.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type Party, roleNames } from '#contract/matters/party.ts'
import { matterTemplates, type PartyRemoval } from '#contract/templates/templates.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers } from '../../hooks.ts'

interface RemovePartyDialogProps {
  file: FirmMatterFile
  party: Party
  /** Whether a guest’s link of theirs still works. */
  hasLink: boolean
  close: () => void
}

/** Says what removing a party withdraws, and removes them. */
export const RemovePartyDialog = ({ file, party, hasLink, close }: RemovePartyDialogProps) => {
  const command = useCommand(matterParties.remove, { refreshes: firmMatterAnswers })
  const place = { id: file.id, partyId: party.id }
  const {
    data: removal,
    isLoading,
    isError,
  } = useQuery({ ...query(matterTemplates.removal, place), gcTime: 0 })
  const isJoint = party.role === 'joint_client' && party.clientId !== null
  const confirm = () =>
    command.mutate(place, {
      onError: ({ message }) => toast({ title: 'Not removed', description: message, variant: 'error' }),
      onSettled: close,
    })
  return (
    <Confirm
      open
      onOpenChange={close}
      title="Remove this party?"
      description={
        <span className="wrap-anywhere">
          {party.name} will no longer be listed as {roleNames[party.role].toLowerCase()}.
          {isJoint &&
            ' They will no longer see this case. They and the other clients of the case will be told.'}
          {hasLink && ' Their link stops working straight away. What they’ve sent is kept.'} Your name and the
          time will be recorded.
        </span>
      }
      confirmLabel="Remove"
      destructive
      busy={command.isPending || isLoading}
      onConfirm={confirm}
    >
      {removal && <Withdrawn removal={removal} />}
      {isError && (
        <Callout tone="warn" title="We couldn’t check what this withdraws">
          Documents that wait for their signature and tasks they haven’t started may be withdrawn.
        </Callout>
      )}
    </Confirm>
  )
}

/** What removing them withdraws. What they have started stays. */
const Withdrawn = ({ removal: { signatures, tasks } }: { removal: PartyRemoval }) => (
  <div className="grid gap-3">
    {signatures.length > 0 && (
      <Callout tone="warn" title="Waiting for their signature">
        {`${quoted(signatures)} will be withdrawn, and they’ll be told. Documents for others stay open to sign.`}
      </Callout>
    )}
    {tasks.length > 0 && (
      <Callout title="Tasks they haven’t started">
        {`${quoted(tasks)} will be taken off their list. What they’ve started stays.`}
      </Callout>
    )}
  </div>
)
