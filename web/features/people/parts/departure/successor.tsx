import { useSuspenseQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { type HeldMatter, handOver } from '#contract/firm/hand-over.ts'
import type { Person } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { counted, dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

/** Names the cases that change hands, as far as the administrator may see them, and says that the others do too. */
export const HeldMatters = ({ person }: { person: Person }) => (
  <section className="grid gap-2">
    <AsyncBoundary
      failure="Their cases couldn't be loaded"
      skeleton={
        <SkeletonGroup words="Loading their cases">
          <Skeleton />
        </SkeletonGroup>
      }
    >
      <SeenMatters person={person} />
    </AsyncBoundary>
    <p>
      Open cases they run or supervise, including any you can't see, go to{' '}
      {person.clients > 0
        ? 'whoever takes over.'
        : 'the person you choose. If you choose nobody, whoever is responsible for the client runs them.'}{' '}
      The clients of cases that are handed over are told. A restricted case goes along only if it names the
      person who takes over; otherwise it stays with the others named on it.
    </p>
  </section>
)

const SeenMatters = ({ person }: { person: Person }) => {
  const { data } = useSuspenseQuery(query(handOver.held, { id: person.id }))
  return (
    data.length > 0 && (
      <>
        <h3 className="font-semibold">{`${counted(data.length, 'case')} of theirs that you see too`}</h3>
        <div
          role="region"
          aria-label="Their cases"
          tabIndex={0}
          className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
        >
          <ul className="grid gap-1">
            {data.map((matter) => (
              <li key={matter.id} className="wrap-anywhere">
                {matter.title} <span className="text-ink-soft">{detailsOf(matter)}</span>
              </li>
            ))}
          </ul>
        </div>
      </>
    )
  )
}

const detailsOf = ({ reference, client, as }: HeldMatter) =>
  `${reference}, ${client}${as === 'supervisor' ? ', as supervisor' : ''}`

interface SuccessorProps {
  person: Person
  /** Staff who may take over. */
  colleagues: readonly Person[]
}

interface ClientsSuccessorProps extends SuccessorProps {
  field: Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>
}

/** Asks who takes over somebody's clients, without which they can't be left. */
export const ClientsSuccessorField = ({ person, colleagues, field }: ClientsSuccessorProps) => (
  <SelectField
    label={`Who will take over ${counted(person.clients, 'client')}?`}
    placeholder="Please choose"
    choices={successorsOf(person, colleagues)}
    {...field}
  />
)

interface SuccessorFieldProps extends SuccessorProps {
  form: {
    field: (name: 'handTo') => ClientsSuccessorProps['field'] & { error?: string | undefined }
    watch: () => { handTo?: string | undefined }
    setValue: (name: 'handTo', value: string | undefined) => void
  }
}

/** Asks who takes over somebody's clients and cases. Without clients nobody has to be chosen. */
export const SuccessorField = ({ person, colleagues, form }: SuccessorFieldProps) =>
  person.clients > 0 ? (
    <ClientsSuccessorField {...{ person, colleagues }} field={form.field('handTo')} />
  ) : (
    <SelectField
      label="Who will take over their cases?"
      name="handTo"
      choices={[
        { value: '', label: 'Whoever is responsible for the client' },
        ...successorsOf(person, colleagues),
      ]}
      value={form.watch().handTo ?? ''}
      onChange={({ target }) => form.setValue('handTo', target.value || undefined)}
      error={form.field('handTo').error}
    />
  )

const successorsOf = (person: Person, colleagues: readonly Person[]) =>
  colleagues
    .filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))
    .map((other) => ({ value: other.id, label: successorWords(other) }))

/** Somebody who is away can take over, but their clients should not wait for it unnoticed. */
const successorWords = (person: Person) =>
  person.absence?.isAway
    ? `${fullName(person)}, away until ${dateText(person.absence.backOn)}`
    : fullName(person)
