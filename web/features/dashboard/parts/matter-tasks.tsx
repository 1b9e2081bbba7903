import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'

/** What another client of the same case has done: nothing is left of it for this one. */
export const DoneByAnother = ({ doneBy }: { doneBy: string }) => (
  <Callout tone="ok" title={`Done by ${doneBy}`}>
    You share this task, so there’s nothing left for you to do.
  </Callout>
)

interface ReadProps {
  task: Task
  close: () => void
  done: () => void
}

/** The words above are the task: whoever has read them says so. */
export const ReadAndAccept = ({ task, close, done }: ReadProps) => {
  const [hasRead, setRead] = useState(false)
  const accept = useCommand(tasks.accept, { refreshes: [tasks.list] })
  if (task.status === 'completed')
    return (
      <Callout tone="ok" title="Accepted">
        You’ve read and accepted this.
      </Callout>
    )
  const send = () =>
    accept.mutate(
      { id: task.id },
      {
        onSuccess: () => {
          done()
          close()
        },
      },
    )
  return (
    <div className="grid gap-5">
      <Checkbox
        label="I have read this and accept it"
        checked={hasRead}
        onChange={({ target }) => setRead(target.checked)}
      />
      <FormFault>{accept.error?.message}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" disabled={!hasRead} busy={accept.isPending} onClick={send}>
          Accept
        </Button>
      </DialogFooter>
    </div>
  )
}

export const BookAppointment = ({ task }: { task: Task }) =>
  task.status === 'completed' ? (
    <Callout tone="ok" title="Booked">
      You’ll find your appointment under Appointments.
    </Callout>
  ) : (
    <DialogFooter>
      <ButtonLink variant="primary" icon={<CalendarPlus />} to={pages.appointments}>
        Choose a time
      </ButtonLink>
    </DialogFooter>
  )
