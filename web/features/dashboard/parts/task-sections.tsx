import { ClipboardCheck, ClipboardList, CreditCard, FileText, Scale, ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import {
  type GroupStatus,
  groupStatuses,
  groupsOf,
  groupTitles,
  isAllDone,
  isOnDashboard,
  progressOf,
  progressOrder,
  type Task,
  type TaskCategory,
  type TaskGroup,
} from '#contract/tasks.ts'
import { useIsPhone } from '#web/platform/viewport.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Chips } from '#web/ui/fields/chips.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { NoTasks, TaskList } from './task-list.tsx'

/** Everything to do, by category, and after it what is done; on a phone the tabs leave one category at a time. */
export const OnboardingSections = ({ tasks }: { tasks: Task[] }) => {
  const isPhone = useIsPhone()
  const [tab, setTab] = useState<Tab>('all')
  const all = groupsOf(tasks).filter(isOnDashboard)
  const isOver = ({ tasks }: TaskGroup) => isAllDone(tasks)
  const groups = [...all.filter((group) => !isOver(group)), ...all.filter(isOver)]
  const shown = isPhone && tab !== 'all' ? groups.filter(({ category }) => tabOf(category) === tab) : groups
  return (
    <>
      {isPhone && <Chips label="Category" chips={tabs} value={tab} onChange={setTab} />}
      {shown.map((group) => (
        <TaskSection
          key={`${group.category} ${isOver(group)}`}
          group={group}
          badge={isAllDone(group.tasks) && <Badge tone="ok">Completed</Badge>}
        />
      ))}
    </>
  )
}

type Tab = 'all' | 'documents' | 'payments' | 'verification' | 'forms'

const tabs: { value: Tab; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'documents', label: 'Documents' },
  { value: 'payments', label: 'Payments' },
  { value: 'verification', label: 'Verification' },
  { value: 'forms', label: 'Forms' },
]

/** The two categories without a tab of their own are filled in like forms. */
const tabOf = (category: TaskCategory): Tab =>
  category === 'risk_assessment' || category === 'legal_services' ? 'forms' : category

const openAtFirst: readonly TaskCategory[] = ['forms', 'documents']

/** All six groups, the first two open, with how each stands; one that asks for nothing is in no state. */
export const GroupedView = ({ tasks }: { tasks: Task[] }) => {
  const groups = groupsOf(tasks, progressOrder)
  const statuses = groupStatuses(groups)
  return groups.map((group) => (
    <TaskSection
      key={`${group.category} ${isAllDone(group.tasks)}`}
      group={group}
      badge={group.tasks.length > 0 && <StatusBadge status={statuses.get(group.category) ?? 'incomplete'} />}
      isOpenAtFirst={openAtFirst.includes(group.category)}
    />
  ))
}

const badges: Record<GroupStatus, { tone: Tone; words: string }> = {
  completed: { tone: 'ok', words: 'Completed' },
  next: { tone: 'info', words: 'Next Up' },
  incomplete: { tone: 'neutral', words: 'Incomplete' },
}

const StatusBadge = ({ status }: { status: GroupStatus }) => (
  <Badge tone={badges[status].tone}>{badges[status].words}</Badge>
)

interface TaskSectionProps {
  group: TaskGroup
  /** Beside the count: how the group stands. */
  badge?: ReactNode
  isOpenAtFirst?: boolean
}

/** The tasks of one category, which open and close under their heading; closed once all of them are done. */
const TaskSection = ({ group: { category, tasks }, badge, isOpenAtFirst = true }: TaskSectionProps) => {
  const { completed, total, percentage } = progressOf(tasks)
  const count = `${completed} of ${total} complete`
  const title = groupTitles[category]
  return (
    <Section
      title={title}
      icon={<GroupIcon category={category} />}
      defaultOpen={isOpenAtFirst && !isAllDone(tasks)}
      subtitle={
        <>
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="figures">{count}</span>
            {badge}
          </span>
          {total > 0 && (
            <div className={barPlace}>
              <Progress size="thin" value={percentage} label={title} valueText={count} />
            </div>
          )}
        </>
      }
    >
      {tasks.length === 0 ? <NoTasks>No tasks in this category</NoTasks> : <TaskList tasks={tasks} />}
    </Section>
  )
}

// Below the count, or, where there is room, before the arrow of the heading.
const barPlace = 'mt-2 max-w-56 lg:absolute lg:top-1/2 lg:right-13 lg:mt-0 lg:w-37 lg:-translate-y-1/2'

const icons: Record<TaskCategory, typeof FileText> = {
  documents: FileText,
  payments: CreditCard,
  verification: ShieldCheck,
  forms: ClipboardList,
  risk_assessment: ClipboardCheck,
  legal_services: Scale,
}

export const GroupIcon = ({ category }: { category: TaskCategory }) => {
  const Icon = icons[category]
  return <Icon />
}
