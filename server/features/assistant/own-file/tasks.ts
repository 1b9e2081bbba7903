import type { AnswerAction } from '#contract/assistant.ts'
import { formatPounds } from '#contract/money.ts'
import { amountDue } from '#contract/payments.ts'
import { isFinished, minutesPerTask, type Task, taskState } from '#contract/tasks.ts'
import { type OwnFile, pathOf } from './file.ts'
import type { Report } from './report.ts'

/** How many doors are offered below one answer. */
const offered = 3

export async function reportTasks(file: OwnFile): Promise<Report> {
  const all = await file.tasks()
  const open = all.filter((task) => !isFinished(task))
  const done = all.length - open.length
  const isInReview = all.some((task) => taskState(task) === 'In review')
  const label = 'Your tasks'
  if (open.length === 0)
    return {
      label,
      actions: [],
      content: `Everything is done. There's nothing you need to send at the moment.${isInReview ? ' What is in review is with us.' : ''}`,
    }
  const lines = open.map(
    (task) => `- ${task.title}${task.reason ? ` (${taskState(task)}: ${task.reason})` : ''}`,
  )
  const content = [
    `You have done ${done} of ${all.length} tasks. Still open:`,
    ...lines,
    `That is about ${open.length * minutesPerTask} minutes in all.`,
  ].join('\n')
  return { label, content, actions: open.slice(0, offered).map((task) => actionFor(file, task)) }
}

/** The door to a task, by what is done there: "Pay £342.50". */
export const actionFor = (file: Pick<OwnFile, 'isGated'>, task: Task): AnswerAction => ({
  label: file.isGated ? 'Continue verification' : doing(task),
  path: pathOf(file, task),
})

const doing = (task: Task) =>
  task.category === 'payments' ? `Pay ${formatPounds(amountDue(task))}` : task.title
