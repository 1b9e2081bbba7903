import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ClientFile, firm, type StaffName } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { teams } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { ask } from '#web/platform/ask.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { SearchCheckboxes } from '#web/ui/fields/search-choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The staff who work with this client. Only administrators can change them. */
export const ClientTeam = ({ client }: { client: ClientFile }) => {
  const mayDo = useMay()
  const [isChanging, setChanging] = useState(false)
  return (
    <Card>
      <CardTitle
        aside={
          mayDo('clients.assign') && (
            <Button size="small" onClick={() => setChanging(true)}>
              Change
            </Button>
          )
        }
      >
        Team
      </CardTitle>
      <ul className="grid gap-3">
        {client.team.map((person) => (
          <li key={person.id} className="flex items-center gap-3">
            <Avatar name={fullName(person)} tone="neutral" />
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere">{fullName(person)}</span>
            {person.id === client.feeEarnerId && (
              <Badge tone="info" plain>
                Responsible
              </Badge>
            )}
          </li>
        ))}
      </ul>
      {client.assignedTeam && (
        <p className="mt-3 text-sm wrap-anywhere text-ink-soft">
          The {client.assignedTeam.name} team sees this client too.
        </p>
      )}
      {isChanging && (
        <Dialog open onOpenChange={setChanging} title="Team" description={fullName(client)}>
          <AsyncBoundary skeleton={<TeamSkeleton />}>
            <TeamForm client={client} close={() => setChanging(false)} />
          </AsyncBoundary>
        </Dialog>
      )}
    </Card>
  )
}

interface MembersProps {
  name: string
  value: string[]
  onChange: (value: string[]) => void
  error: string | undefined
  colleagues: readonly StaffName[]
}

const Members = ({ onChange, colleagues, ...rest }: MembersProps) => (
  <SearchCheckboxes
    label="Also works with this client"
    optional
    searchLabel="Search people"
    choices={colleagues.map((person) => ({ value: person.id as string, label: fullName(person) }))}
    onValue={onChange}
    {...rest}
  />
)

const TeamForm = ({ client, close }: { client: ClientFile; close: () => void }) => {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { data: colleagues } = useSuspenseQuery(query(firm.colleagues, {}))
  const others = client.team.filter(({ id }) => id !== client.feeEarnerId)
  const form = useCommandForm(firm.assign, {
    start: {
      id: client.id,
      feeEarnerId: client.feeEarnerId ?? '',
      memberIds: others.map(({ id }) => id),
      teamId: client.assignedTeam?.id ?? null,
    },
    done: async () => {
      const isGone = await ask(firm.client, { id: client.id }).then(() => false, isNotFound)
      const description = isGone ? `You no longer work with ${fullName(client)}.` : fullName(client)
      toast({ title: 'Team saved', description, variant: 'success' })
      close()
      if (isGone) await navigate(pages.firmClients)
      await refresh(cache, [firm.client, firm.clients, lists.clients])
    },
  })
  const { data: allTeams } = useSuspenseQuery(query(teams.list, {}))
  const team = form.control('teamId')
  const responsible = form.watch('feeEarnerId')
  const isOther = ({ id }: StaffName) => id !== responsible
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Responsible"
        placeholder="Please choose"
        hint="New messages, documents and appointments go to this person."
        choices={colleagues.map((person) => ({ value: person.id, label: fullName(person) }))}
        {...form.field('feeEarnerId')}
      />
      <Members {...form.control('memberIds')} colleagues={colleagues.filter(isOther)} />
      {allTeams.length > 0 && (
        <SelectField
          label="Team of the firm"
          hint="Everyone in it sees this client."
          name={team.name}
          error={team.error}
          choices={[
            { value: '', label: 'None' },
            ...allTeams.map(({ id, name }) => ({ value: id as string, label: name })),
          ]}
          value={team.value ?? ''}
          onChange={({ target }) => team.onChange((target.value || null) as typeof team.value)}
        />
      )}
      <FormFooter form={form} cancel={close}>
        Save
      </FormFooter>
    </form>
  )
}

const isNotFound = (error: unknown) => error instanceof Problem && error.code === 'not_found'

const TeamSkeleton = () => (
  <SkeletonGroup words="Loading people">
    <Skeleton className="h-11 w-full" />
    <Skeleton className="h-24 w-full" />
  </SkeletonGroup>
)
