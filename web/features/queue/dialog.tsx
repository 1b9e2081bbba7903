import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { UserId } from '#contract/accounts/accounts.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { type QueueFacts, type QueueKind, queue, queued } from '#contract/queue.ts'
import { today } from '#web/platform/clock.ts'
import { plusDays } from '#web/platform/days.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { Dialog, DialogFooter, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

interface QueueDialogProps {
  held: { kind: QueueKind; id: string; client: string; facts: QueueFacts }
  refreshes: Endpoint[]
  close: () => void
}

const choices = [
  { label: 'Tomorrow', days: 1 },
  { label: 'In 3 days', days: 3 },
  { label: 'In a week', days: 7 },
]

/** Snoozes an item until a day, or until its client has done everything. */
export const SnoozeDialog = ({
  held: { kind, id, client },
  refreshes,
  close,
  done,
}: QueueDialogProps & { done: (after: QueueFacts) => void }) => {
  const cache = useQueryClient()
  const form = useCommandForm(queue.snooze, {
    start: { kind, id, until: plusDays(today(), 1), returnsWhen: 'client_writes' },
    done: async (after) => {
      await refresh(cache, refreshes)
      done(after)
    },
    refused: () => void refresh(cache, refreshes),
  })
  const chosen = { shouldDirty: true, shouldValidate: true }
  const choose = (days: number) => form.setValue('until', plusDays(today(), days), chosen)
  const isUntilDone = form.watch('returnsWhen') === 'tasks_done'
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Snooze this ${queued[kind].name}`}
      description={`It stays out of the queue until then. ${client} isn't told.`}
    >
      <form {...form.props} className="grid gap-4">
        <RadioGroup
          label="Bring it back"
          choices={[
            {
              value: 'client_writes',
              label: `At 8am on a day, or as soon as ${client} writes or sends something`,
            },
            { value: 'tasks_done', label: `When ${client} has done everything` },
          ]}
          {...form.field('returnsWhen')}
        />
        {!isUntilDone && (
          <>
            <OftenChosenDays choose={choose} />
            <DateField
              label="Until"
              min={plusDays(today(), 1)}
              {...form.control('until')}
              value={form.watch('until') ?? ''}
            />
          </>
        )}
        <FormFooter form={form} cancel={close}>
          Snooze
        </FormFooter>
      </form>
    </Dialog>
  )
}

const OftenChosenDays = ({ choose }: { choose: (days: number) => void }) => (
  <div role="group" aria-label="Often chosen" className="flex flex-wrap gap-2">
    {choices.map(({ label, days }) => (
      <Button key={label} size="small" onClick={() => choose(days)}>
        {label}
      </Button>
    ))}
  </div>
)

/** Assigns an item to one person, or to anyone. */
export const AssignDialog = ({ held: { kind, id, facts }, refreshes, close }: QueueDialogProps) => {
  const { id: me } = useUser()
  const { data: people } = useQuery(query(queue.people, { kind, id }))
  const [to, setTo] = useState(facts.assignedTo?.id ?? null)
  const assign = useCommand(queue.assign, { refreshes })
  const name = people?.find((person) => person.id === to)?.name
  const save = () =>
    assign.mutate(
      { kind, id, toId: to },
      {
        onSuccess: () => {
          toast({
            title: name ? `Assigned to ${to === me ? 'you' : name}` : 'Assigned to nobody',
            variant: 'success',
          })
          close()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Assign this ${queued[kind].name}`}
      description="They’re told, and the queue leads nobody else to it. Others can still take it over."
    >
      <div className="grid gap-4">
        {people && (
          <RadioGroup
            label="Who decides it?"
            name="to"
            value={to ?? nobody}
            onChange={({ target }) => setTo(UserId.safeParse(target.value).data ?? null)}
            choices={[
              { value: nobody, label: 'Whoever gets to it first' },
              ...people.map((person) => ({
                value: person.id as string,
                label: person.id === me ? `${person.name} (you)` : person.name,
              })),
            ]}
          />
        )}
        <FormFault>{assign.error?.message}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" busy={assign.isPending} onClick={save}>
            Assign
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  )
}
const nobody = 'nobody'
