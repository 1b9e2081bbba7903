import { requiredDocuments } from '#contract/documents/documents.ts'
import { askedAgain, isFinished, type Task, taskState } from '#contract/tasks.ts'
import { TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Row } from '#web/ui/layout/section.tsx'

export interface RequiredDocumentsProps {
  tasks: Task[]
  upload: (task: Task) => void
}

/** How many of the required documents are submitted, and which are left. */
export const RequiredDocuments = ({ tasks, upload }: RequiredDocumentsProps) => {
  const required = requiredDocuments(tasks)
  if (required.length === 0) return null
  const submitted = required.filter(isFinished).length
  const counted = `${submitted} of ${required.length} required documents`
  return (
    <Card padded={false}>
      <div className="grid gap-3 px-5 py-4.5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5">
          <p>
            <strong>{counted}</strong> <span className="text-sm text-ink-soft">submitted</span>
          </p>
          <p className="text-sm wrap-anywhere text-ink-soft empty:hidden">{left(required)}</p>
        </div>
        <Progress
          value={(submitted / required.length) * 100}
          label="Required documents"
          valueText={`${counted} submitted`}
        />
      </div>
      <ul aria-label="Required documents" className="divide-y divide-line border-t border-line">
        {required.map((task) => (
          <li key={task.id}>
            <Required task={task} upload={() => upload(task)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** "Proof of funds is left" */
const left = (required: Task[]) => {
  const names = required.filter((task) => !isFinished(task)).map(({ title }) => title.replace(/^Upload /, ''))
  if (names.length > 2) return `${names.length} left`
  const words = names.join(' and ')
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)} ${names.length > 1 ? 'are' : 'is'} left`
}

const Required = ({ task, upload }: { task: Task; upload: () => void }) => (
  <Row
    mark={<TaskDot task={task} isNamed={taskState(task) !== 'To do'} />}
    title={task.title}
    badge={taskState(task) !== 'To do' && <TaskBadge task={task} />}
    detail={task.reason === null ? task.description : <span className="text-warn">{askedAgain(task)}</span>}
    action={
      !isFinished(task) && (
        <Button size="small" aria-label={`Upload: ${task.title}`} onClick={upload}>
          Upload
        </Button>
      )
    }
  />
)
