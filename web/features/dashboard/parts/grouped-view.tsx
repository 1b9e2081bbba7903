import {
  type GroupStatus,
  groupStatuses,
  groupsOf,
  isAllDone,
  progressOrder,
  type Task,
  type TaskCategory,
} from '#contract/tasks.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { TaskSection } from './task-section.tsx'

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

const looks: Record<GroupStatus, { tone: Tone; words: string }> = {
  completed: { tone: 'ok', words: 'Completed' },
  next: { tone: 'info', words: 'Next Up' },
  incomplete: { tone: 'neutral', words: 'Incomplete' },
}

const StatusBadge = ({ status }: { status: GroupStatus }) => (
  <Badge tone={looks[status].tone}>{looks[status].words}</Badge>
)
