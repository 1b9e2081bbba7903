import { useQuery } from '@tanstack/react-query'
import { ArrowUpToLine, KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Guest, guests, guestWords } from '#contract/guests.ts'
import { type FirmJointInvitation, jointClients } from '#contract/joint-clients.ts'
import type { FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { isOthers, type Party, roleNames } from '#contract/matters/party.ts'
import { ClientName } from '#web/features/accounts/hooks.tsx'
import { useHasMailServer } from '#web/platform/firm.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, personIn, wordsForClients } from '../../hooks.ts'
import { GuestDialog } from './guest-dialog.tsx'
import { PartyDialog } from './party-dialog.tsx'
import { RemovePartyDialog } from './remove-party-dialog.tsx'

/** What is done with a party in a dialog. */
type PartyCommand = 'edit' | 'invite' | 'remove'

/** The parties of a matter with their roles. */
export const PartiesCard = ({ file }: { file: FirmMatterFile }) => {
  const [isAdding, setAdding] = useState(false)
  const [opened, open] = useState<{ command: PartyCommand; party: Party } | null>(null)
  const close = () => open(null)
  const { data: guestList } = useQuery(query(guests.list, { id: file.id }))
  const { data: invitations = [] } = useQuery(query(jointClients.firmList, { id: file.id }))
  const guestOf = ({ id }: Party) => guestList && (guestList.find(({ partyId }) => partyId === id) ?? null)
  const { client, parties } = file
  const { Your, verb } = wordsForClients(file)
  const mayRun = useMay()('matters.run')
  return (
    <Card>
      <CardTitle
        lead={`${Your} ${verb('doesn’t', 'don’t')} see this list. Joint clients see each other’s name.`}
        aside={
          mayRun && (
            <Button size="small" icon={<Plus />} onClick={() => setAdding(true)}>
              Add party
            </Button>
          )
        }
      >
        Parties
      </CardTitle>
      <ul aria-label="Parties" className="grid divide-y divide-line">
        <li className="grid gap-0.5 pb-3">
          <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
            <ClientName client={personIn(file, client)} />
            <Badge tone="neutral" plain>
              {roleNames.client}
            </Badge>
          </p>
          <ContactLines lines={[client.email]} />
        </li>
        {parties.map((party) => (
          <PartyRow
            key={party.id}
            file={file}
            party={party}
            guest={guestOf(party) ?? null}
            isClient={party.clientId !== null && !file.guestIds.includes(party.clientId)}
            invitation={invitations.find(({ partyId }) => partyId === party.id)}
            open={(command) => open({ command, party })}
          />
        ))}
      </ul>
      {isAdding && <PartyDialog file={file} party={null} close={() => setAdding(false)} />}
      {opened && <PartyCommandDialog {...opened} file={file} guest={guestOf(opened.party)} close={close} />}
    </Card>
  )
}

interface PartyCommandProps {
  command: PartyCommand
  party: Party
  file: FirmMatterFile
  /** Undefined while the guests of the case have not been looked up. */
  guest: Guest | null | undefined
  close: () => void
}

const PartyCommandDialog = ({ command, guest, ...props }: PartyCommandProps) => {
  if (command === 'edit') return <PartyDialog {...props} guest={guest} />
  if (command === 'remove') return <RemovePartyDialog {...props} hasLink={guest?.state === 'open'} />
  return <GuestDialog id={props.file.id} party={props.party} guest={guest ?? null} close={props.close} />
}

interface PartyRowProps {
  file: Pick<FirmMatterFile, 'id' | 'hiddenIds'>
  party: Party
  guest: Guest | null
  /** They have an account, and not only a link as a guest. */
  isClient: boolean
  /** Undefined for a party whom no client has invited. */
  invitation: FirmJointInvitation | undefined
  open: (command: PartyCommand) => void
}

/** A party, and what can be done with them. */
const PartyRow = ({ file, party, guest, isClient, invitation, open }: PartyRowProps) => {
  const mayRun = useMay()('matters.run')
  const sendsEmail = useHasMailServer()
  const mayInvite = !invitation && canBeGuest(party, guest)
  const { name } = party
  const { id } = file
  return (
    <li className="flex items-start gap-2 py-3 last:pb-0">
      <PartyWords file={file} party={party} guest={guest}>
        {invitation && <Decision id={id} invitation={invitation} />}
        {mayRun && mayInvite && guest === null && (
          <GuestButton label={`Invite ${name} as a guest`} onClick={() => open('invite')}>
            Invite as a guest
          </GuestButton>
        )}
        {mayRun && isShutOut(guest) && (
          <GuestButton
            label={sendsEmail ? `Send a new link to ${name}` : `Create a new link for ${name}`}
            onClick={() => open('invite')}
          >
            {sendsEmail ? 'Send a new link' : 'Create a new link'}
          </GuestButton>
        )}
        {mayRun && lacksEmail(party) && (
          <div className="mt-1">
            <Button size="small" onClick={() => open('edit')}>
              Add an email to invite {name}
            </Button>
          </div>
        )}
      </PartyWords>
      {mayRun && (
        <>
          {mayInvite && guest !== null && (
            <IconButton
              label={`Guest access of ${name}`}
              icon={<KeyRound />}
              onClick={() => open('invite')}
            />
          )}
          {party.role === 'joint_client' && isClient && <NameFirst id={id} party={party} />}
          <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={() => open('edit')} />
          <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={() => open('remove')} />
        </>
      )}
    </li>
  )
}

/** Lets a joint client and the first client of the case change places. */
const NameFirst = ({ id, party: { id: partyId, name } }: Pick<PartyRowProps, 'party'> & { id: MatterId }) => {
  const change = useCommand(matterParties.nameFirst, { refreshes: firmMatterAnswers })
  const press = () =>
    change.mutate(
      { id, partyId },
      {
        onSuccess: () =>
          toast({
            title: 'Named first',
            description: `${name} is named first on this case and in new letters.`,
            variant: 'success',
          }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
      },
    )
  return (
    <IconButton
      label={`Name ${name} first on the case`}
      icon={<ArrowUpToLine />}
      disabled={change.isPending}
      onClick={press}
    />
  )
}

interface GuestButtonProps {
  label: string
  onClick: () => void
  children: string
}

const GuestButton = ({ label, onClick, children }: GuestButtonProps) => (
  <div className="mt-1">
    <Button size="small" icon={<KeyRound />} aria-label={label} onClick={onClick}>
      {children}
    </Button>
  </div>
)

/** Whether a party can be a guest: a person with an email address, without an account, and not the other side. */
const canBeGuest = (party: Party, guest: Guest | null) =>
  guest !== null || (isGuestRole(party) && party.email !== '')

/** They still have tasks, and can't open them. */
const isShutOut = (guest: Guest | null) => guest?.state === 'expired' || guest?.state === 'locked'

const isGuestRole = ({ kind, role, clientId }: Party) =>
  kind === 'person' && clientId === null && role !== 'other_side' && role !== 'other_sides_lawyer'

/** They are on our side and could be invited, if only we had their address. */
const lacksEmail = (party: Party) => isGuestRole(party) && !isOthers(party) && party.email === ''

interface PartyWordsProps extends Pick<PartyRowProps, 'file'> {
  party: Party
  guest: Guest | null
  children: ReactNode
}

const PartyWords = ({ file, party, guest, children }: PartyWordsProps) => {
  const { name, role, email, phone, number, detail, clientId } = party
  return (
    <div className="grid min-w-0 flex-1 gap-0.5">
      <p className="flex flex-wrap items-center gap-x-2 font-semibold wrap-anywhere">
        {clientId ? <ClientName client={personIn(file, { id: clientId, name })} /> : name}
        <Badge tone={role === 'other_side' ? 'warn' : 'neutral'} plain>
          {roleNames[role]}
        </Badge>
        {guest && (
          <Badge tone={guest.state === 'open' || guest.state === 'done' ? 'info' : 'warn'} plain>
            {guestWords(guest)}
          </Badge>
        )}
      </p>
      <ContactLines lines={[detail, email, phone, number && `Company number ${number}`]} />
      {children}
    </div>
  )
}

const ContactLines = ({ lines }: { lines: string[] }) =>
  lines.filter(Boolean).map((line) => (
    <p key={line} className="text-sm wrap-anywhere text-ink-soft">
      {line}
    </p>
  ))

const refreshes = [jointClients.firmList, ...firmMatterAnswers]

/** What is missing for a party whom a client has invited, and the firm's decision. */
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
