import { type Task, TaskId } from '#contract/tasks.ts'
import { idOf } from '#web/testing.tsx'

/** A task that waits for its client. */
export const taskOf = (n: number, facts: Partial<Task> = {}): Task => ({
  id: TaskId.parse(idOf(n)),
  title: 'Upload proof of address',
  description: 'Utility bill or bank statement from the last 3 months',
  category: 'documents',
  kind: 'proof_of_address',
  status: 'pending',
  amount: null,
  currency: null,
  outcome: null,
  reason: null,
  dueOn: null,
  doneBy: null,
  isOfClosed: false,
  createdAt: new Date('2026-11-01T09:00:00Z'),
  completedAt: null,
  ...facts,
})
