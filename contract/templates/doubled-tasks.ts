import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { command, pageSize, read } from '../kit/endpoint.ts'
import { TaskId } from '../tasks.ts'
import { ListTask } from './templates.ts'

/** A task that nobody has started, of open cases for which another task of the client serves as well. */
export const DoubledTask = ListTask.extend({
  /** The references of the cases that ask for it. */
  references: z.array(z.string()),
})
export type DoubledTask = z.infer<typeof DoubledTask>

export const doubledTasks = {
  list: read('/api/firm/clients/:id/doubled-tasks', {
    input: z.strictObject({ id: UserId }),
    output: z.array(DoubledTask),
    audience: 'firm',
    action: 'clients.assign',
    summary:
      'What cases ask a client for although another task of theirs serves, as after a merge of two records',
  }),
  askOnce: command('/api/firm/clients/:id/doubled-tasks/ask-once', {
    input: z.strictObject({ id: UserId, taskIds: z.array(TaskId).min(1).max(pageSize) }),
    output: z.array(DoubledTask),
    audience: 'firm',
    action: 'clients.assign',
    summary:
      'Withdraws these of them, and answers which; the cases use the other task, and the client is told',
  }),
}
