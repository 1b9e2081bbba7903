import { useQuery } from '@tanstack/react-query'
import { canWithdraw } from '#contract/document-requests.ts'
import { type ClientFile, nameOf } from '#contract/firm.ts'
import { canAcceptCheck, identity, methodsFor, type ReviewedVerification } from '#contract/identity.ts'
import { isFinished, progressOf, type Task } from '#contract/tasks.ts'
import { RequestDocument, WithdrawRequest } from '#web/features/document-requests/dialog.tsx'
import { TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { dateText } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Progress } from '#web/ui/feedback/progress.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { checkWords } from '../words.ts'
import { CheckActions } from './check-actions.tsx'

/** What the client was asked for, and how each of it stands. */
export const ClientTasks = ({ client }: { client: ClientFile }) => {
  const { completed, total, percentage } = progressOf(client.tasks)
  const words = `${completed} of ${total} done`
  const { data: checks = [] } = useQuery(query(identity.ofClient, { id: client.id }))
  return (
    <Section
      title="Tasks"
      subtitle={words}
      aside={
        <div className="w-28 max-sm:hidden">
          <Progress size="thin" value={percentage} label="Tasks done" valueText={words} />
        </div>
      }
    >
      {client.tasks.map((task) => (
        <TaskLine
          key={task.id}
          client={client}
          task={task}
          check={checks.find(({ taskId }) => taskId === task.id)}
        />
      ))}
      <div className="px-4.5 py-3.5" data-print="hide">
        <RequestDocument clientId={client.id} firstName={client.firstName} />
      </div>
    </Section>
  )
}

interface TaskLineProps {
  client: ClientFile
  task: Task
  check: ReviewedVerification | undefined
}

const TaskLine = ({ client, task, check }: TaskLineProps) => {
  const [method] = methodsFor(task)
  const isForPerson = method !== undefined && canAcceptCheck(task, method)
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-56 flex-1">
        <Row
          mark={<TaskDot task={task} isNamed />}
          title={<span className="wrap-anywhere">{task.title}</span>}
          badge={<TaskBadge task={task} />}
          detail={
            <>
              {task.completedAt && (
                <p>
                  {isFinished(task) ? 'Done' : 'Submitted'} on {dateText(task.completedAt)}
                </p>
              )}
              {task.dueOn && !isFinished(task) && <p>Asked for by {dateText(task.dueOn)}</p>}
              {task.reason && <p className="whitespace-pre-line">Asked for another: {task.reason}</p>}
              {check?.note && (
                <p>
                  {check.acceptedBy} accepted this: {check.note}
                </p>
              )}
            </>
          }
        />
      </div>
      {canWithdraw(task) && (
        <div className="pr-4.5 pb-3.5 max-sm:pl-14 sm:py-3.5">
          <WithdrawRequest clientId={client.id} firstName={client.firstName} task={task} />
        </div>
      )}
      {isForPerson && (
        <div className="flex flex-wrap gap-2 pr-4.5 pb-3.5 max-sm:pl-14 sm:py-3.5">
          <CheckActions
            clientId={client.id}
            taskId={task.id}
            subject={`${checkWords[method]} of ${nameOf(client)}`}
            isIdentity={method === 'id'}
            submittedAt={task.completedAt}
          />
        </div>
      )}
    </div>
  )
}
