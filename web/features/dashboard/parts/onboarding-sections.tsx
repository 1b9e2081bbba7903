import { useState } from 'react'
import { groupsOf, isAllDone, isOnDashboard, type Task, type TaskCategory } from '#contract/tasks.ts'
import { useIsPhone } from '#web/platform/phone.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Chips } from '#web/ui/chips.tsx'
import { TaskSection } from './task-section.tsx'

/** Everything to do, by category; on a phone the tabs leave one category at a time. */
export const OnboardingSections = ({ tasks }: { tasks: Task[] }) => {
  const isPhone = useIsPhone()
  const [tab, setTab] = useState<Tab>('all')
  const groups = groupsOf(tasks).filter(isOnDashboard)
  const shown = isPhone && tab !== 'all' ? groups.filter(({ category }) => tabOf(category) === tab) : groups
  return (
    <>
      {isPhone && <Chips label="Category" chips={tabs} value={tab} onChange={setTab} />}
      {shown.map((group) => (
        <TaskSection
          key={group.category}
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
