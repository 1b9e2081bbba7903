import { useId } from 'react'
import {
  type GroupStatus,
  groupStatuses,
  groupsOf,
  isAllDone,
  isOnDashboard,
  progressOrder,
  type Task,
} from '#contract/tasks.ts'
import { GroupCard } from './group-card.tsx'

/** What comes first, what comes after it, and what is done. */
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

const mayOpen = 'This order works best, but you can open any of these at any time.'

const sections: Omit<StatusSectionProps, 'groups'>[] = [
  { status: 'next', title: 'Next Up', whenEmpty: 'Nothing is waiting for you.' },
  { status: 'incomplete', title: 'Incomplete', whenEmpty: 'Nothing comes after this.', lead: mayOpen },
  { status: 'completed', title: 'Completed', whenEmpty: 'Groups that you finish are kept here.' },
]

interface StatusSectionProps {
  status: GroupStatus
  title: string
  whenEmpty: string
  lead?: string
  groups: ReturnType<typeof groupsOf<Task>>
}

const StatusSection = ({ status, title, whenEmpty, lead, groups }: StatusSectionProps) => {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div className="grid gap-1">
        <h2 id={titleId} className="text-[22px]">
          {title}
        </h2>
        <p className="text-sm text-ink-soft empty:hidden">{groups.length === 0 ? whenEmpty : lead}</p>
      </div>
      {groups.map((group) => (
        <GroupCard key={group.category} group={group} status={status} />
      ))}
    </section>
  )
}
