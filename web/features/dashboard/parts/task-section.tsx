import type { ReactNode } from 'react'
import { groupTitles, isAllDone, progressOf, type TaskGroup } from '#contract/tasks.ts'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { GroupIcon } from './group-icon.tsx'
import { TaskList } from './task-list.tsx'
import { NoTasks } from './task-row.tsx'

export interface TaskSectionProps {
  group: TaskGroup
  /** Beside the count: how the group stands. */
  badge?: ReactNode
  isOpenAtFirst?: boolean
}

/** The tasks of one category, which open and close under their heading; closed once all of them are done. */
export const TaskSection = ({
  group: { category, tasks },
  badge,
  isOpenAtFirst = true,
}: TaskSectionProps) => {
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
