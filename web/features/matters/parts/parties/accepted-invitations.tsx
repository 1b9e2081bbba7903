import { useQuery } from '@tanstack/react-query'
import { type AcceptedInvitation, jointClients } from '#contract/joint-clients.ts'
import { query } from '#web/platform/queries.ts'
import { Callout } from '#web/ui/feedback/callout.tsx'

/** Returns none while they are unknown: the page then says nothing of them. */
export const useAcceptedInvitations = (): AcceptedInvitation[] =>
  useQuery(query(jointClients.accepted, {})).data ?? []

/** Says what became of the invitations to cases that the client has accepted and doesn't see yet. */
export const AcceptedInvitations = ({ accepted }: { accepted: readonly AcceptedInvitation[] }) =>
  accepted.map(({ id, invitedBy }) => (
    <Callout key={id} title={`You’ve accepted the invitation from ${invitedBy}`}>
      We’ll check whether we can act for you. If we can, you’ll see the case here.
    </Callout>
  ))
