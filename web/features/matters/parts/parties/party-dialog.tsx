import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { isSameEmail } from '#contract/accounts/accounts.ts'
import { peopleIn } from '#contract/forms/firm-answers.ts'
import { forms } from '#contract/forms/forms.ts'
import type { Guest } from '#contract/guests.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { casesWords, type KnownPerson, matterParties } from '#contract/matters/parties.ts'
import { type Party, PartyRole, roleNames } from '#contract/matters/party.ts'
import { ask } from '#web/platform/ask.ts'
import { useCommandForm, useRulesForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { SearchSelect, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import {
  clientWords,
  firmMatterAnswers,
  useMatterClients,
  useMatterPeople,
  wordsForClients,
} from '../../hooks.ts'
import type { Control } from '../stages/next-action.tsx'
import { AccountContact, EndedLinks } from './party-account.tsx'

interface PartyDialogProps {
  file: FirmMatterFile
  /** Null adds a new party. */
  party: Party | null
  /** The party as a guest of this case. Null if they aren't one, undefined while that is not known. */
  guest?: Guest | null | undefined
  close: () => void
}

export const PartyDialog = ({ party, ...props }: PartyDialogProps) => (
  <Dialog
    open
    onOpenChange={props.close}
    title={party ? 'Edit party' : 'Add party'}
    description={
      party
        ? 'A change of name or contact details applies to every case this party is on.'
        : 'A person or organisation that has to do with this case.'
    }
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      {party ? <EditForm party={party} {...props} /> : <AddForm {...props} />}
    </AsyncBoundary>
  </Dialog>
)

const useDone = (close: () => void) => {
  const cache = useQueryClient()
  return async () => {
    close()
    await refresh(cache, [...firmMatterAnswers, matterParties.people])
  }
}

const roles = PartyRole.options.map((value) => ({
  value,
  label: value === 'client' ? 'Client (an organisation)' : roleNames[value],
}))

const blank = { kind: 'person', name: '', email: '', phone: '', number: '', detail: '' } as const

/** The people whom the clients of a matter name in their answers, and who are not on it yet. */
const useKnownPeople = ({ client, parties }: FirmMatterFile) => {
  const enabled = useMay()('forms.read')
  const joint = parties.flatMap(({ role, clientId }) => (role === 'joint_client' && clientId) || [])
  const given = useQueries({
    queries: [client.id, ...joint].map((id) => ({ ...query(forms.ofClient, { id }), enabled })),
  }).flatMap(({ data = [] }) => data)
  const known = new Set([client.name, ...parties.map(({ name }) => name)].map((name) => name.toLowerCase()))
  return given
    .flatMap(({ questions, formData }) => (questions ? peopleIn(questions, formData) : []))
    .filter(({ name }) => !known.has(name.toLowerCase()) && known.add(name.toLowerCase()))
}

const useAddForm = (file: FirmMatterFile, close: () => void) => {
  const form = useCommandForm(matterParties.add, {
    start: { id: file.id, role: '' as PartyRole, personId: undefined, clientId: undefined, ...blank },
    done: useDone(close),
  })
  /** The props of a search for someone on record. Choosing takes over their name too. */
  const choose = (name: 'personId' | 'clientId', from: { id: string; name: string }[]) => ({
    ...form.control(name),
    value: form.watch(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) => {
      form.control(name).onChange(target.value || undefined)
      form.control('name').onChange(from.find(({ id }) => id === target.value)?.name ?? '')
    },
  })
  return { ...form, choose }
}

const AddForm = ({ file, close }: Omit<PartyDialogProps, 'party'>) => {
  const people = useMatterPeople()
  const clients = useMatterClients()
  const form = useAddForm(file, close)
  const isJoint = form.watch('role') === 'joint_client'
  const named = useKnownPeople(file)
  const isKnown = Boolean(form.watch('personId') ?? form.watch('clientId'))
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Role"
        required
        placeholder="Please choose"
        choices={roles}
        {...form.field('role')}
      />
      {isJoint ? (
        <SearchSelect
          label="Client account"
          hint="They will see this case and how far you have come with it"
          search={clients.search}
          searchLabel="Search clients"
          choices={[
            { value: '', label: 'No account yet' },
            ...clients.things.map((client) => ({ value: client.id as string, label: clientWords(client) })),
          ]}
          {...form.choose('clientId', clients.things)}
        />
      ) : (
        <SearchSelect
          label="Who"
          hint="Someone who is on another of your cases, or a new record"
          search={people.search}
          searchLabel="Search people and organisations"
          choices={[
            { value: '', label: 'Someone new' },
            ...people.things.map((known) => ({ value: known.id as string, label: knownWords(known) })),
          ]}
          {...form.choose('personId', people.things)}
        />
      )}
      {!isJoint && !isKnown && named.length > 0 && (
        <NamedPeople
          file={file}
          people={named}
          fill={({ name, email, phone }) => {
            for (const [part, value] of Object.entries({ kind: 'person', name, email, phone }))
              form.control(part as Name).onChange(value)
          }}
        />
      )}
      {!isKnown && <PersonFields field={form.field} isOrganisation={form.watch('kind') === 'organisation'} />}
      <Ending form={form} field={form.field} label="Add party" close={close} />
    </form>
  )
}

type NamedPerson = ReturnType<typeof peopleIn>[number]

interface NamedPeopleProps {
  file: FirmMatterFile
  people: NamedPerson[]
  fill: (person: NamedPerson) => void
}

const NamedPeople = ({ file, people, fill }: NamedPeopleProps) => (
  <div role="group" aria-labelledby="named-people" className="grid gap-2">
    <p id="named-people" className="text-sm text-ink-soft">
      Named in {wordsForClients(file).your}
      {wordsForClients(file).verb('’s', '’')} answers. Press a name to fill in what they told us.
    </p>
    <div className="flex flex-wrap gap-2">
      {people.map((person) => (
        <Button
          key={`${person.name} ${person.email}`}
          size="small"
          className="max-w-full wrap-anywhere"
          onClick={() => fill(person)}
        >
          {person.name}
        </Button>
      ))}
    </div>
  </div>
)

/** "Dulwich Building Society · company number 00012345 · HR-2026-00008 and 2 other cases" */
const knownWords = ({ name, kind, number, email, references }: KnownPerson) => {
  const numbered = kind === 'organisation' && number ? `company number ${number}` : ''
  return [name, numbered, email, casesWords(references)].filter(Boolean).join(' · ')
}

type EditProps = PartyDialogProps & { party: Party }
type Edited = Input<typeof matterParties.save>

/** Leaves out who they are where it was not changed here, as a colleague may have corrected it meanwhile. */
const changesOf = ({ kind, name, email, ...rest }: Edited, party: Party): Edited => ({
  ...rest,
  ...(kind !== party.kind && { kind }),
  ...(name !== party.name && { name }),
  ...(email !== party.email && { email }),
})

const useEditForm = ({ file, party, close }: EditProps, { isOfAccount }: { isOfAccount: boolean }) => {
  const { id: partyId, role, kind, name, email, phone, number, detail } = party
  const start = { id: MatterId.parse(file.id), partyId, role, phone, number, detail }
  const done = useDone(close)
  const form = useRulesForm(matterParties.save.input, {
    start: { ...start, ...(!isOfAccount && { kind, name, email }) },
  })
  const submit = form.whenValid(async (input) => {
    try {
      await ask(matterParties.save, changesOf(input, party))
      await done()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      form.refuse(error)
    }
  })
  return { ...form, props: { ...form.props, onSubmit: submit } }
}

const EditForm = (props: EditProps) => {
  const { file, party, guest, close } = props
  const { email, clientId } = party
  const isGuest = clientId !== null && file.guestIds.includes(clientId)
  const isOfAccount = clientId !== null && !isGuest
  const form = useEditForm(props, { isOfAccount })
  const hasNewEmail = !isSameEmail(form.watch('email') ?? '', email)
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField label="Role" required choices={roles} {...form.field('role')} />
      {isOfAccount ? (
        <>
          <AccountContact {...party} />
          <PhoneField field={form.field} />
        </>
      ) : (
        <PersonFields field={form.field} isOrganisation={form.watch('kind') === 'organisation'} />
      )}
      {isGuest && guest !== undefined && hasNewEmail && <EndedLinks email={email} guest={guest} />}
      <Ending form={form} field={form.field} label="Save party" close={close} />
    </form>
  )
}

type Name = 'kind' | 'name' | 'email' | 'phone' | 'number' | 'detail'
interface FieldsProps {
  field: (name: Name) => Control
}

const PersonFields = ({ field, isOrganisation }: FieldsProps & { isOrganisation: boolean }) => (
  <>
    <RadioGroup
      label="Person or organisation"
      choices={[
        { value: 'person', label: 'Person' },
        { value: 'organisation', label: 'Organisation' },
      ]}
      {...field('kind')}
    />
    <TextField label="Name" required {...field('name')} />
    {isOrganisation && <TextField label="Company number" optional {...field('number')} />}
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Email" optional type="email" {...field('email')} />
      <PhoneField field={field} />
    </div>
  </>
)

const PhoneField = ({ field }: FieldsProps) => <TextField label="Phone number" optional {...field('phone')} />

interface EndingProps extends FieldsProps, Pick<ComponentProps<typeof AskingFormFooter>, 'form'> {
  label: string
  close: () => void
}

const Ending = ({ form, field, label, close }: EndingProps) => (
  <>
    <TextField label="Note" optional hint="For example, “acts for the seller”" {...field('detail')} />
    <AskingFormFooter form={form} cancel={close}>
      {label}
    </AskingFormFooter>
  </>
)
