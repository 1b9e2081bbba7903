import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { FirmMatterFile, MatterId } from '#contract/matters/matters.ts'
import { type KeptTask, type ListTask, matterTemplates } from '#contract/templates/templates.ts'
import { counted } from '#web/platform/clock.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { useMay } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useUntouchedTasks } from '../../hooks.ts'

/**
 * Offers to close what a client was asked for before they had a case, if there is any. `closeIn` closes exactly the
 * tasks that the offer named, once the case is open.
 */
export const useCloseUntouched = (clientId: string, type: string) => {
  const tasks = useUntouchedTasks(clientId, type)
  const [isOn, turn] = useState(true)
  const { close } = useCloseUnneeded()
  const isOne = tasks.length === 1
  return {
    offer: tasks.length > 0 && (
      <Checkbox
        name="closesUntouched"
        label={`Close the ${isOne ? 'task' : 'tasks'} that this case doesn’t need`}
        hint={`Your client hasn’t started ${isOne ? 'it' : 'them'}, and will be told: ${titlesOf(tasks)}.`}
        checked={isOn}
        onChange={({ target }) => turn(target.checked)}
      />
    ),
    closeIn: async (id: MatterId) => {
      if (isOn && tasks.length > 0) await close(id, tasks)
    },
  }
}

/**
 * The same on the page of a case, for clients who joined it later or whose tasks were left open, and on that of a
 * closed one, for what nobody has started.
 */
export const UnneededTasks = ({ file: { id, status } }: { file: Pick<FirmMatterFile, 'id' | 'status'> }) => {
  const enabled = useMay()('matters.run')
  const { data: tasks = [] } = useQuery({ ...query(matterTemplates.unneeded, { id }), enabled })
  const { close, isPending } = useCloseUnneeded()
  if (!enabled || tasks.length === 0) return null
  const isOne = tasks.length === 1
  const clients = Map.groupBy(tasks, ({ client }) => client)
  return (
    <Callout
      tone="info"
      title={
        status === 'closed'
          ? `${counted(tasks.length, 'task')} of this closed case ${isOne ? 'hasn’t' : 'haven’t'} been started`
          : `${counted(tasks.length, 'task')} from before this case ${isOne ? 'isn’t' : 'aren’t'} needed for it`
      }
      actions={
        <Button size="small" busy={isPending} onClick={() => void close(id, tasks)}>
          Close {isOne ? 'it' : 'them'} and tell the {clients.size === 1 ? 'client' : 'clients'}
        </Button>
      }
    >
      {[...clients].map(([client, own]) => (
        <p key={client} className="wrap-anywhere">
          {client} hasn’t started {titlesOf(own)}.
        </p>
      ))}
    </Callout>
  )
}

const titlesOf = (tasks: readonly ListTask[]) => tasks.map(({ title }) => `“${title}”`).join(', ')

const refreshes = [
  ...firmMatterAnswers,
  matterTemplates.unneeded,
  matterTemplates.untouched,
  matterTabs.tasks,
  matterTabs.summary,
]

const useCloseUnneeded = () => {
  const { mutateAsync, isPending } = useCommand(matterTemplates.closeUnneeded, { refreshes })
  const close = (id: MatterId, tasks: readonly ListTask[]) =>
    mutateAsync({ id, taskIds: tasks.map((task) => task.id) }).then(
      ({ closed, kept }) => {
        if (kept.length > 0)
          toast({
            title: `${counted(kept.length, 'task')} kept`,
            description: kept.map(keptWords).join(' '),
            variant: 'info',
            duration: 15_000,
          })
        if (closed.length > 0)
          toast({ title: `${counted(closed.length, 'task')} closed`, variant: 'success' })
      },
      ({ message }: Problem) =>
        toast({
          title: 'Tasks not closed',
          description: `${message} The case’s page offers to close them.`,
          variant: 'error',
        }),
    )
  return { close, isPending }
}

const keptWords = ({ title, client, why }: KeptTask) =>
  why === 'begun'
    ? `“${title}”: ${client} has started it since.`
    : // The case that asks for it may be one that the user must not know of.
      `“${title}”: this is needed after all, so ${client} still has it.`
