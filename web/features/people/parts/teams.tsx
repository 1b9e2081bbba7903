import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Plus, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { firm } from '#contract/firm/firm.ts'
import type { Person } from '#contract/firm/people.ts'
import { type Team, teams } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { counted } from '#web/platform/clock.ts'
import { type FieldProps, useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SearchCheckboxes } from '#web/ui/fields/search-choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Confirm, useFormLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The teams with their members, who cover for one another. */
export const Teams = ({ people }: { people: Person[] }) => {
  const { data } = useSuspenseQuery(query(teams.list, {}))
  const [open, setOpen] = useState<Team | 'new' | null>(null)
  const staff = people.filter(({ roles }) => looksAfterClients(roles))
  return (
    <section aria-label="Teams" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-section">Teams</h2>
        <Button size="small" icon={<Plus />} onClick={() => setOpen('new')}>
          New team
        </Button>
      </div>
      <Card padded={false}>
        {data.length === 0 && (
          <Empty title="No teams yet">
            People in a team see every client and case that you assign to it, and can cover for each other.
          </Empty>
        )}
        <ul className="divide-y divide-line">
          {data.map((team) => (
            <li key={team.id}>
              <Row
                mark={<UsersRound className="text-ink-soft" />}
                title={<span className="wrap-anywhere">{team.name}</span>}
                detail={
                  <span className="wrap-anywhere">
                    {namesOf(team, people)} · {counted(team.clients, 'client')}
                  </span>
                }
                action={
                  <Button size="small" aria-label={`Change ${team.name}`} onClick={() => setOpen(team)}>
                    Change
                  </Button>
                }
              />
            </li>
          ))}
        </ul>
      </Card>
      {open && <TeamDialog team={open === 'new' ? null : open} staff={staff} close={() => setOpen(null)} />}
    </section>
  )
}

const namesOf = ({ memberIds }: Team, people: Person[]) =>
  people
    .filter(({ id }) => memberIds.includes(id))
    .map(fullName)
    .join(', ') || 'Nobody yet'

interface TeamDialogProps {
  /** Null for a new one. */
  team: Team | null
  /** Staff who can be in a team. */
  staff: Person[]
  close: () => void
}

const teamAnswers = [teams.list, firm.client]

const TeamDialog = ({ team, staff, close }: TeamDialogProps) => (
  <Dialog
    open
    onOpenChange={close}
    title={team ? team.name : 'New team'}
    description="People in a team see every client and case that is assigned to it."
  >
    {team ? (
      <ExistingTeam team={team} staff={staff} close={close} />
    ) : (
      <NewTeam staff={staff} close={close} />
    )}
  </Dialog>
)

const NewTeam = ({ staff, close }: Omit<TeamDialogProps, 'team'>) => {
  const form = useCommandForm(teams.create, { start: { name: '', memberIds: [] }, done: useSaved(close) })
  return <TeamForm form={form} staff={staff} close={close} />
}

const ExistingTeam = ({ team, staff, close }: TeamDialogProps & { team: Team }) => {
  const { id, name, memberIds } = team
  const form = useCommandForm(teams.save, { start: { id, name, memberIds }, done: useSaved(close) })
  const [isAsking, setAsking] = useState(false)
  const remove = useCommand(teams.remove, { refreshes: teamAnswers })
  const doRemove = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ title: 'Team removed', description: name, variant: 'success' })
          close()
        },
        onError: ({ message }) => toast({ title: 'Not removed', description: message, variant: 'error' }),
      },
    )
  if (isAsking)
    return (
      <div className="grid gap-5">
        <p>
          {team.clients > 0
            ? `${counted(team.clients, 'client')} will stay with the people responsible for them. The others on the team won't see them any more.`
            : 'No clients are assigned to this team.'}
        </p>
        <DialogFooter>
          <Button onClick={() => setAsking(false)}>Back</Button>
          <Button variant="destructive" busy={remove.isPending} onClick={doRemove}>
            Remove team
          </Button>
        </DialogFooter>
      </div>
    )
  return (
    <TeamForm form={form} staff={staff} close={close}>
      <Button variant="destructive" onClick={() => setAsking(true)}>
        Remove team…
      </Button>
    </TeamForm>
  )
}

const useSaved = (close: () => void) => {
  const cache = useQueryClient()
  return async ({ name }: Team) => {
    toast({ title: 'Team saved', description: name, variant: 'success' })
    close()
    await refresh(cache, teamAnswers)
  }
}

interface TeamFormProps {
  form: Pick<ReturnType<typeof useCommandForm>, 'props' | 'fault' | 'busy' | 'formState'> & {
    field: (name: 'name') => FieldProps
    control: (name: 'memberIds') => MembersControl
  }
  staff: Person[]
  close: () => void
  children?: ReactNode
}

interface MembersControl {
  name: string
  value: string[]
  onChange: (value: string[]) => void
  error: string | undefined
}

const TeamForm = ({ form, staff, close, children }: TeamFormProps) => {
  const { onChange, ...members } = form.control('memberIds')
  const { question, leave } = useFormLossQuestion(form)
  return (
    <form {...form.props} className="grid gap-5">
      <TextField label="Name" required {...form.field('name')} />
      <SearchCheckboxes
        label="People"
        optional
        searchLabel="Search people"
        choices={staff.map((person) => ({ value: person.id as string, label: fullName(person) }))}
        {...members}
        onValue={onChange}
      />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        {children}
        <Button onClick={() => leave(close)}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
      </DialogFooter>
      <Confirm {...question} />
    </form>
  )
}
