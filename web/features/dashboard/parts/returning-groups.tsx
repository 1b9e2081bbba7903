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
import { Card } from '#web/ui/layout/card.tsx'
import { DoneFold } from './done-fold.tsx'
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
  /** Below the title, where a group has tasks. */
  lead?: string
  groups: ReturnType<typeof groupsOf<Task>>
}

const StatusSection = ({ status, title, whenEmpty, lead, groups }: StatusSectionProps) => {
  const titleId = useId()
  const cards = groups.map((group) => <GroupCard key={group.category} group={group} status={status} />)
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div className="grid gap-1">
        <h2 id={titleId} className="text-[22px]">
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
