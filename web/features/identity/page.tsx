import { useState } from 'react'
import { pages } from '#contract/pages.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { tellCompleted, useTasks } from '#web/features/tasks/hooks.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Page } from '#web/ui/page.tsx'
import { VerificationTask } from './dialog.tsx'

/** The way into the verification of one's identity. */
export const VerificationPage = () => {
  const task = useTasks().find(({ kind }) => kind === 'identity_check')
  return (
    <Page title="Identity verification" narrow>
      <Card>
        <CardTitle
          aside={task && isDone(task) && <Badge tone="ok">Completed</Badge>}
          lead="The law asks us to make sure who our clients are. It takes about a minute."
        >
          Verify Your Identity
        </CardTitle>
        <ul className="mb-5 grid list-disc gap-1.5 pl-5">
          <li>Have your passport or driving licence at hand.</li>
          <li>Tell us which of the two you are using.</li>
          <li>Where we cannot be sure by ourselves, a person of the firm looks at it.</li>
        </ul>
        {task ? <Continue task={task} /> : <NothingToDo />}
      </Card>
    </Page>
  )
}

const Continue = ({ task }: { task: Task }) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="primary" size="large">
          {isDone(task) ? 'View' : 'Continue'}
        </Button>
      }
      title={task.title}
      description={task.description}
    >
      <VerificationTask task={task} close={close} done={() => tellCompleted(task)} />
    </Dialog>
  )
}

const NothingToDo = () => (
  <div className="grid justify-items-start gap-3">
    <p className="text-ink-soft">Your matter does not ask for this.</p>
    <ButtonLink to={pages.dashboard}>Go to the dashboard</ButtonLink>
  </div>
)
