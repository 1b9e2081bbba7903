import { useId } from 'react'
import { pages } from '#contract/kit/pages.ts'
import {
  type GroupStatus,
  groupStatuses,
  groupsOf,
  groupTitles,
  isAllDone,
  isFinished,
  isOnDashboard,
  progressOf,
  progressOrder,
  type Task,
  type TaskGroup,
} from '#contract/tasks.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { useOpenTask } from '../hooks.ts'
import { DoneFold, GroupIcon, NoTasks, TaskList } from './task-sections.tsx'

/** Groups in three sections: what comes first, what comes later, and what is done. */
export const ReturningGroups = ({ tasks }: { tasks: Task[] }) => {
  const groups = groupsOf(tasks, progressOrder).filter(isOnDashboard)
  const statuses = groupStatuses(groups)
  const shown = isAllDone(tasks) ? sections.filter(({ status }) => status === 'completed') : sections
  return (
    <div className="grid gap-7">
      {shown.map((section) => (
        <StatusSection
          key={section.status}
          {...section}
          groups={groups.filter(({ category }) => statuses.get(category) === section.status)}
        />
      ))}
    </div>
  )
}

const sections: Omit<StatusSectionProps, 'groups'>[] = [
  { status: 'next', title: 'Next Up', whenEmpty: 'Nothing is waiting for you.' },
  {
    status: 'incomplete',
    title: 'Incomplete',
    whenEmpty: 'Nothing comes after this.',
    lead: "Please complete the previous tasks first. If you can't yet, it's fine to start here.",
  },
  { status: 'completed', title: 'Completed', whenEmpty: 'Finished groups appear here.' },
]

interface StatusSectionProps {
  status: GroupStatus
  title: string
  whenEmpty: string
  /** A line below the title, if the section has groups. */
  lead?: string
  groups: ReturnType<typeof groupsOf<Task>>
}

const StatusSection = ({ status, title, whenEmpty, lead, groups }: StatusSectionProps) => {
  const titleId = useId()
  const cards = groups.map((group) => <GroupCard key={group.category} group={group} status={status} />)
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div className="grid gap-1">
        <h2 id={titleId} className="text-[1.375rem]">
          {title}
        </h2>
        <p className="text-sm text-ink-soft empty:hidden">
          {groups.length === 0 ? whenEmpty : groups.some(({ tasks }) => tasks.length > 0) && lead}
        </p>
      </div>
      {status === 'completed' && groups.length > 0 ? (
        <Card padded={false} data-print="together">
          <DoneFold count={groups.flatMap(({ tasks }) => tasks).length}>
            <div className="grid gap-3 border-t border-line bg-sunken p-3">{cards}</div>
          </DoneFold>
        </Card>
      ) : (
        cards
      )}
    </section>
  )
}

/** One group of the returning client's dashboard, with the status of each of its tasks. */
const GroupCard = ({ group, status }: { group: TaskGroup; status: GroupStatus }) => {
  const { category, tasks } = group
  const { completed, total } = progressOf(tasks)
  return (
    <Card padded={false} data-print="together" className={status === 'next' ? 'border-brand/45!' : undefined}>
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 px-4.5 py-3.5">
        <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          <GroupIcon category={category} />
        </span>
        <div className="grid min-w-0 flex-[1_1_6rem] gap-0.5">
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

/** Opens the first open task of the group. A verification has a page of its own. */
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
