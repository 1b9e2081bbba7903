import { isFinished, type Task } from '#contract/tasks.ts'
import { DoneFold } from './done-fold.tsx'
import { TaskRow } from './task-row.tsx'

/** What is left to do, and below one line what is done; a list of nothing but done tasks is shown as it is. */
export const TaskList = ({ tasks, isMarked = false }: { tasks: Task[]; isMarked?: boolean }) => {
  const open = tasks.filter((task) => !isFinished(task))
  const done = tasks.filter(isFinished)
  if (open.length === 0 || done.length === 0) return <Rows tasks={tasks} isMarked={isMarked} />
  return (
    <div className="divide-y divide-line">
      <Rows tasks={open} isMarked={isMarked} />
      <DoneFold count={done.length}>
        <div className="border-t border-line">
          <Rows tasks={done} isMarked={isMarked} />
        </div>
      </DoneFold>
    </div>
  )
}

const Rows = ({ tasks, isMarked }: { tasks: Task[]; isMarked: boolean }) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} isMarked={isMarked} />
    ))}
  </ul>
)
