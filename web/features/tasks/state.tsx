import { type Task, type TaskState, taskState } from '#contract/tasks.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Dot, type DotState } from '#web/ui/data/dot.tsx'
import type { Tone } from '#web/ui/tone.ts'

type Standing = Parameters<typeof taskState>[0]

/** How a task stands, in its one word. */
export const TaskBadge = ({ task }: { task: Standing }) => {
  const state = taskState(task)
  return (
    <Badge tone={looks[state].tone} plain={state === 'To do'}>
      {state}
    </Badge>
  )
}

/** The mark before a task. Where the word is not beside it, the mark says it. */
export const TaskDot = ({ task, isNamed = false }: { task: Task; isNamed?: boolean }) => {
  const state = taskState(task)
  const isBegun = state === 'To do' && task.status === 'in_progress'
  return <Dot state={isBegun ? 'begun' : looks[state].dot} words={isNamed ? undefined : state} />
}

const looks: Record<TaskState, { tone: Tone; dot: DotState }> = {
  'To do': { tone: 'neutral', dot: 'open' },
  'In review': { tone: 'info', dot: 'waiting' },
  Verified: { tone: 'ok', dot: 'done' },
  Done: { tone: 'ok', dot: 'done' },
  'Needs another': { tone: 'warn', dot: 'again' },
}
