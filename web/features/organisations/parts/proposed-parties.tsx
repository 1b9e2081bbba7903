import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { guests } from '#contract/guests.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { type PartyId, roleNames } from '#contract/matters/party.ts'
import { organisations, ownerChecks, type ProposedParty } from '#contract/organisations/organisations.ts'
import { firmMatterAnswers } from '#web/features/matters/hooks.ts'
import { dateText } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Confirm, useFormLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { InvitationLink } from '#web/ui/overlays/unsent-invitations.tsx'

interface ProposedPartiesProps {
  id: MatterId
  partyId: PartyId
}

/** Owners and directors who must be checked. Hidden if there are none. */
export const ProposedParties = ({ id, partyId }: ProposedPartiesProps) => {
  const { data = [] } = useQuery(query(organisations.proposed, { id, partyId }))
  const [isOpen, setOpen] = useState(false)
  if (data.length === 0) return null
  const missing = data.filter(({ isParty }) => !isParty)
  return (
    <Card className="grid gap-3">
      <CardTitle lead="Each owner of 25% or more, and each director.">Owners and directors</CardTitle>
      <ul aria-label="Owners and directors" className="grid gap-2">
        {data.map(({ name, isParty }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-2 wrap-anywhere">
            {name}
            <Badge tone={isParty ? 'ok' : 'neutral'} plain>
              {isParty ? 'On this case' : 'Not on this case'}
            </Badge>
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <div>
          <Button size="small" icon={<UserPlus />} onClick={() => setOpen(true)}>
            Add to the case
          </Button>
        </div>
      )}
      {isOpen && <AddDialog id={id} partyId={partyId} people={missing} close={() => setOpen(false)} />}
    </Card>
  )
}

interface Choice {
  isWanted: boolean
  clientId: string
  email: string
}

/**
 * Preselects the only client of that name, who is most likely the same person. The user checks it before anything is
 * sent.
 */
const choiceFor = ({ clients }: ProposedParty): Choice => ({
  isWanted: true,
  clientId: clients.length === 1 ? (clients[0]?.id ?? '') : '',
  email: '',
})

interface AddDialogProps extends ProposedPartiesProps {
  people: readonly ProposedParty[]
  close: () => void
}

const AddDialog = ({ id, partyId, people: first, close }: AddDialogProps) => {
  // The list changes once they are added, but the dialog keeps those it was opened for.
  const [people] = useState(first)
  const add = useCommand(organisations.addParties, {
    refreshes: [organisations.list, organisations.proposed, guests.list, ...firmMatterAnswers],
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      title={add.data ? 'Added to the case' : 'Add to the case'}
      description={
        add.data
          ? undefined
          : 'A client is added with their own account and checks. Anyone else with an email address gets a link to send proof of identity and address.'
      }
    >
      {add.data ? (
        <Added added={add.data.added} guests={add.data.guests} close={close} />
      ) : (
        <PeopleChoice
          people={people}
          isAdding={add.isPending}
          error={add.error}
          onAdd={(wanted) => add.mutate({ id, partyId, people: wanted })}
          close={close}
        />
      )}
    </Dialog>
  )
}

interface PeopleChoiceProps {
  people: readonly ProposedParty[]
  isAdding: boolean
  error: Problem | null
  onAdd: (wanted: Input<typeof organisations.addParties>['people']) => void
  close: () => void
}

const PeopleChoice = ({ people, isAdding, error, onAdd, close }: PeopleChoiceProps) => {
  const [choices, setChoices] = useState(() => people.map(choiceFor))
  const change = (at: number, part: Partial<Choice>) =>
    setChoices(choices.map((choice, index) => (index === at ? { ...choice, ...part } : choice)))
  const wanted = people.flatMap(({ name, clients }, at) => {
    const { isWanted = false, clientId = '', email = '' } = choices[at] ?? {}
    const client = clients.find((candidate) => candidate.id === clientId)
    return isWanted ? [{ name, clientId: client?.id ?? null, email: client ? '' : email.trim() }] : []
  })
  const errorOf = (name: string) =>
    error?.fields[`people.${wanted.findIndex((person) => person.name === name)}.email`]
  const isDirty = choices.some(({ email }) => email.trim() !== '')
  const { question, leave } = useFormLossQuestion({ busy: isAdding, formState: { isDirty } })
  return (
    <div className="grid gap-5">
      {people.map((person, at) => (
        <PersonChoice
          key={person.name}
          person={person}
          choice={choices[at] ?? choiceFor(person)}
          error={errorOf(person.name)}
          onChange={(part) => change(at, part)}
        />
      ))}
      <FormFault>{error ? (Object.values(error.fields)[0] ?? error.message) : undefined}</FormFault>
      <DialogFooter>
        <Button onClick={() => leave(close)}>Cancel</Button>
        <Button
          variant="primary"
          busy={isAdding}
          disabled={wanted.length === 0}
          onClick={() => onAdd(wanted)}
        >
          Add {wanted.length === 1 ? 'one party' : `${wanted.length} parties`}
        </Button>
      </DialogFooter>
      <Confirm {...question} />
    </div>
  )
}

interface PersonChoiceProps {
  person: ProposedParty
  choice: Choice
  error: string | undefined
  onChange: (part: Partial<Choice>) => void
}

const PersonChoice = ({ person, choice, error, onChange }: PersonChoiceProps) => {
  const { name, kind, role, reasons, clients } = person
  const client = clients.find(({ id }) => id === choice.clientId)
  return (
    <div className="grid gap-3 rounded-xl border border-line p-4">
      <Checkbox
        label={name}
        hint={`${roleNames[role]} · ${reasons.join(' · ')}`}
        checked={choice.isWanted}
        onChange={({ target }) => onChange({ isWanted: target.checked })}
      />
      {choice.isWanted && clients.length > 0 && (
        <SelectField
          label={`Who ${name} is`}
          choices={[
            { value: '', label: 'Someone new' },
            ...clients.map(({ id, name: called, email }) => ({
              value: id as string,
              label: `${called}, your client (${email})`,
            })),
          ]}
          value={choice.clientId}
          onChange={({ target }) => onChange({ clientId: target.value })}
        />
      )}
      {choice.isWanted && client && <p className="text-sm text-ink-soft">{checksText(client.checks)}</p>}
      {choice.isWanted && !client && kind === 'person' && (
        <TextField
          label={`Email of ${name}`}
          optional
          hint="Leave blank to add them without a link"
          type="email"
          value={choice.email}
          {...(error !== undefined && { error })}
          onChange={({ target }) => onChange({ email: target.value })}
        />
      )}
      {choice.isWanted && kind === 'organisation' && (
        <p className="text-sm text-ink-soft">Listed as a party. An organisation gets no tasks.</p>
      )}
    </div>
  )
}

/** Returns what a client's checks mean here: done ones are reused, and open or missing ones are asked of the client. */
const checksText = (checks: ProposedParty['clients'][0]['checks']) => {
  const done = checks.flatMap(({ title, doneAt }) => (doneAt ? [`${title} (${dateText(doneAt)})`] : []))
  const inReview = checks.filter(({ isInReview }) => isInReview).map(({ title }) => title)
  const open = checks
    .filter(({ doneAt, isInReview }) => doneAt === null && !isInReview)
    .map(({ title }) => title)
  return [
    ...(done.length > 0 ? [`Done and used again: ${done.join(', ')}.`] : []),
    ...(inReview.length > 0 ? [`In review: ${inReview.join(', ')}.`] : []),
    ...(open.length > 0 ? [`Still to do in their account: ${open.join(', ')}.`] : []),
    ...(checks.length < ownerChecks.length
      ? ['We need proof of identity and of address: they’ll be asked in their account for what is missing.']
      : []),
  ].join(' ')
}

interface AddedProps {
  added: number
  guests: { name: string; access: { code: string; email: string; path: string | null } }[]
  close: () => void
}

const Added = ({ added, guests: invited, close }: AddedProps) => (
  <div className="grid gap-5">
    <p>{added === 1 ? 'One party was added.' : `${added} parties were added.`}</p>
    {invited.length > 0 && (
      <>
        <ul aria-label="Codes" className="grid gap-3">
          {invited.map(({ name, access: { code, email, path } }) => (
            <li key={name} className="grid gap-0.5 rounded-xl border border-line p-4">
              <span className="font-semibold wrap-anywhere">{name}</span>
              <span className="figures text-2xl font-semibold tracking-widest">
                {code.slice(0, 3)} {code.slice(3)}
              </span>
              {path === null ? (
                <span className="text-sm wrap-anywhere text-ink-soft">Link on its way to {email}</span>
              ) : (
                <InvitationLink invitation={{ to: name, path }} />
              )}
            </li>
          ))}
        </ul>
        <Callout tone="info" title="We’ll show these codes only once">
          Please pass each code on by telephone, never by email.
        </Callout>
      </>
    )}
    <DialogFooter>
      <Button variant="primary" onClick={close}>
        {invited.length > 0 ? 'I’ve noted the codes' : 'Done'}
      </Button>
    </DialogFooter>
  </div>
)
