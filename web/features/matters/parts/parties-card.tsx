import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Guest, guestStateNames, guests } from '#contract/guests.ts'
import { type FirmJointInvitation, jointClients } from '#contract/joint-clients.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { quoted } from '#contract/kit/text.ts'
import type { FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { isOthers, type Party, roleNames } from '#contract/matters/party.ts'
import { matterTemplates, type PartyRemoval } from '#contract/templates/templates.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers } from '../hooks.ts'
import { GuestDialog } from './guest-dialog.tsx'
import { PartyDialog } from './party-dialog.tsx'

/** The parties of a matter with their roles. */
export const PartiesCard = ({ file }: { file: FirmMatterFile }) => {
  const [edited, edit] = useState<Party | 'new' | null>(null)
  const [removed, remove] = useState<Party | null>(null)
  const [invited, invite] = useState<Party | null>(null)
  const { data: guestList = [] } = useQuery(query(guests.list, { id: file.id }))
  const { data: invitations = [] } = useQuery(query(jointClients.firmList, { id: file.id }))
  const invitationOf = ({ id }: Party) => invitations.find(({ partyId }) => partyId === id)
  const guestOf = ({ id }: Party) => guestList.find(({ partyId }) => partyId === id) ?? null
  const mayInvite = (party: Party) => !invitationOf(party) && canBeGuest(party, guestOf(party))
  const { client, parties } = file
  const mayRun = useMay()('matters.run')
  return (
    <Card>
      <CardTitle
        lead="Your client doesn’t see this list. Joint clients see each other’s name."
        aside={
          mayRun && (
            <Button size="small" icon={<Plus />} onClick={() => edit('new')}>
              Add party
            </Button>
          )
        }
      >
        Parties
      </CardTitle>
      <ul aria-label="Parties" className="grid divide-y divide-line">
        <li className="flex flex-wrap items-center gap-x-2 pb-3">
          <TextLink to={clientPath(client.id)}>{client.name}</TextLink>
          <Badge tone="neutral" plain>
            {roleNames.client}
          </Badge>
        </li>
        {parties.map((party) => (
          <li key={party.id} className="flex items-start gap-2 py-3 last:pb-0">
            <PartyWords party={party} guest={guestOf(party)}>
              <PartyInvitation id={file.id} invitation={invitationOf(party)} />
              {mayRun && mayInvite(party) && guestOf(party) === null && (
                <div className="mt-1">
                  <Button
                    size="small"
                    icon={<KeyRound />}
                    aria-label={`Invite ${party.name} as a guest`}
                    onClick={() => invite(party)}
                  >
                    Invite as a guest
                  </Button>
                </div>
              )}
              {mayRun && isShutOut(guestOf(party)) && (
                <div className="mt-1">
                  <Button
                    size="small"
                    icon={<KeyRound />}
                    aria-label={`Send a new link to ${party.name}`}
                    onClick={() => invite(party)}
                  >
                    Send a new link
                  </Button>
                </div>
              )}
              {mayRun && lacksEmail(party) && (
                <div className="mt-1">
                  <Button size="small" onClick={() => edit(party)}>
                    Add an email to invite {party.name}
                  </Button>
                </div>
              )}
            </PartyWords>
            {mayRun && (
              <>
                {mayInvite(party) && guestOf(party) !== null && (
                  <IconButton
                    label={`Guest access of ${party.name}`}
                    icon={<KeyRound />}
                    onClick={() => invite(party)}
                  />
                )}
                <IconButton label={`Edit ${party.name}`} icon={<Pencil />} onClick={() => edit(party)} />
                <IconButton label={`Remove ${party.name}`} icon={<Trash2 />} onClick={() => remove(party)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <PartyDialog file={file} party={edited === 'new' ? null : edited} close={() => edit(null)} />
      )}
      {invited && (
        <GuestDialog id={file.id} party={invited} guest={guestOf(invited)} close={() => invite(null)} />
      )}
      {removed && <RemoveConfirm file={file} party={removed} close={() => remove(null)} />}
    </Card>
  )
}

/** Whether a party can be a guest: a person with an email address, without an account, and not the other side. */
const canBeGuest = (party: Party, guest: Guest | null) =>
  guest !== null || (isGuestRole(party) && party.email !== '')

/** They still have tasks, and can't open them. */
const isShutOut = (guest: Guest | null) => guest?.state === 'expired' || guest?.state === 'locked'

const isGuestRole = ({ kind, role, clientId }: Party) =>
  kind === 'person' && clientId === null && role !== 'other_side' && role !== 'other_sides_lawyer'

/** They are on our side and could be invited, if only we had their address. */
const lacksEmail = (party: Party) => isGuestRole(party) && !isOthers(party) && party.email === ''

interface PartyWordsProps {
  party: Party
  guest: Guest | null
  children: ReactNode
}

const PartyWords = ({ party, guest, children }: PartyWordsProps) => {
  const { name, role, email, phone, number, detail, clientId } = party
  const lines = [detail, email, phone, number && `Company number ${number}`].filter(Boolean)
  return (
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
        {clientId ? <TextLink to={clientPath(clientId)}>{name}</TextLink> : name}
        <Badge tone={role === 'other_side' ? 'warn' : 'neutral'} plain>
          {roleNames[role]}
        </Badge>
        {guest && (
          <Badge tone={guest.state === 'open' || guest.state === 'done' ? 'info' : 'warn'} plain>
            {guestStateNames[guest.state]}
          </Badge>
        )}
      </p>
      {lines.map((line) => (
        <p key={line} className="text-sm wrap-anywhere text-ink-soft">
          {line}
        </p>
      ))}
      {children}
    </div>
  )
}

interface RemoveConfirmProps {
  file: FirmMatterFile
  party: Party
  close: () => void
}

const RemoveConfirm = ({ file, party, close }: RemoveConfirmProps) => {
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
          {isJoint && ' They will no longer see this case. They and its clients will be told.'} Your name and
          the time will be recorded.
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
          Documents that wait for their signature and tasks they haven’t begun may be withdrawn.
        </Callout>
      )}
    </Confirm>
  )
}

/** What removing them withdraws. What they have begun stays. */
const Withdrawn = ({ removal: { signatures, tasks } }: { removal: PartyRemoval }) => (
  <div className="grid gap-3">
    {signatures.length > 0 && (
      <Callout tone="warn" title="Waiting for their signature">
        {`${quoted(signatures)} will be withdrawn, and they’ll be told. Documents for others stay open to sign.`}
      </Callout>
    )}
    {tasks.length > 0 && (
      <Callout title="Tasks they haven’t begun">
        {`${quoted(tasks)} will be taken off their list. What they’ve begun stays.`}
      </Callout>
    )}
  </div>
)

const refreshes = [jointClients.firmList, ...firmMatterAnswers]

interface InvitationProps {
  id: MatterId
  /** Undefined for a party who was not invited. */
  invitation: FirmJointInvitation | undefined
}

/** A party whom a client has invited: what is missing, and the firm's decision. */
const PartyInvitation = ({ id, invitation }: InvitationProps) =>
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
