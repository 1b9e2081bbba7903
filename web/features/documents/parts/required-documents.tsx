import { requiredDocuments } from '#contract/documents.ts'
import { isDone, type Task } from '#contract/tasks.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dot } from '#web/ui/dot.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Row } from '#web/ui/section.tsx'
import { RequiredBadge } from './status-badge.tsx'

export interface RequiredDocumentsProps {
  tasks: Task[]
  upload: (task: Task) => void
}

/** How many of the required documents are submitted, and which are left. */
export const RequiredDocuments = ({ tasks, upload }: RequiredDocumentsProps) => {
  const required = requiredDocuments(tasks)
  if (required.length === 0) return null
  const submitted = required.filter(isDone).length
  const counted = `${submitted} of ${required.length} required documents`
  return (
    <Card padded={false}>
      <div className="grid gap-3 px-5 py-4.5">
        <p>
          <strong>{counted}</strong> <span className="text-sm text-ink-soft">submitted</span>
        </p>
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

const Required = ({ task, upload }: { task: Task; upload: () => void }) => (
  <Row
    mark={<Dot state={isDone(task) ? 'done' : 'open'} words={isDone(task) ? 'Submitted' : 'To do'} />}
    title={task.title}
    detail={
      task.reason === null ? (
        task.description
      ) : (
        <span className="text-stop">{`We need another one: ${task.reason}`}</span>
      )
    }
    action={
      isDone(task) ? (
        <RequiredBadge task={task} />
      ) : (
        <Button size="small" aria-label={`Upload: ${task.title}`} onClick={upload}>
          Upload
        </Button>
      )
    }
  />
)
