import { pages } from '#contract/pages.ts'
import { type GroupStatus, groupTitles, isFinished, progressOf, type TaskGroup } from '#contract/tasks.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { useOpenTask } from '../address.ts'
import { GroupIcon } from './group-icon.tsx'
import { TaskList } from './task-list.tsx'
import { NoTasks } from './task-row.tsx'

/** One group of the returning dashboard, with each of its tasks marked. */
export const GroupCard = ({ group, status }: { group: TaskGroup; status: GroupStatus }) => {
  const { category, tasks } = group
  const { completed, total } = progressOf(tasks)
  return (
    <Card padded={false} data-print="together" className={status === 'next' ? 'border-brand/45!' : undefined}>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-4.5 py-3.5">
        <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          <GroupIcon category={category} />
        </span>
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h3 className="serif text-section">{groupTitles[category]}</h3>
          <p className="figures text-sm text-ink-soft">
            {completed} of {total} completed
          </p>
        </div>
        {status === 'next' && <Continue group={group} />}
      </div>
      <div className="border-t border-line">
        {tasks.length === 0 ? (
          <NoTasks>No tasks available in this category.</NoTasks>
        ) : (
          <TaskList tasks={tasks} isMarked />
        )}
      </div>
    </Card>
  )
}

/** Leads to the first open task of the group; a verification has a page of its own. */
const Continue = ({ group: { category, tasks } }: { group: TaskGroup }) => {
  const openTask = useOpenTask()
  const first = tasks.find((task) => !isFinished(task))
  if (!first) return null
  if (category === 'verification') return <ButtonLink to={pages.verification}>Continue</ButtonLink>
  return (
    <Button data-print="hide" onClick={() => openTask(first.id)}>
      Continue
    </Button>
  )
}
