import { useState } from 'react'
import {
  groupsOf,
  isAllDone,
  isOnDashboard,
  type Task,
  type TaskCategory,
  type TaskGroup,
} from '#contract/tasks.ts'
import { useIsPhone } from '#web/platform/phone.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Chips } from '#web/ui/fields/chips.tsx'
import { TaskSection } from './task-section.tsx'

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
