import { z } from 'zod'
import { DocumentType } from './documents/validation.ts'
import { command, day, id, instant, newInOutput, read } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    tasks: true
  }
}

export const TaskId = id('task')
export type TaskId = z.infer<typeof TaskId>

export const categories = [
  'documents',
  'payments',
  'verification',
  'forms',
  'risk_assessment',
  'legal_services',
] as const
export const TaskCategory = z.enum(categories)
export type TaskCategory = z.infer<typeof TaskCategory>

export const TaskStatus = z.enum(['completed', 'in_progress', 'pending'])
export type TaskStatus = z.infer<typeof TaskStatus>

/** What settles a task. The firm chooses the title, but the portal's behaviour depends on the kind. */
export const TaskKind = z.enum([
  'proof_of_identity',
  'proof_of_address',
  'proof_of_funds',
  // A document that a person of the firm requested in their own words.
  'requested_document',
  'payment',
  'identity_check',
  'bank_check',
  'client_questionnaire',
  'risk_assessment',
  'care_letter',
  // A form that the firm wrote itself.
  'firm_form',
  // A document to sign, other than the client care letter.
  'signature',
  'read_and_accept',
  'appointment',
  'other',
])
export type TaskKind = z.infer<typeof TaskKind>

export const Task = z.strictObject({
  id: TaskId,
  title: z.string(),
  /** For a payment, the description names the amount in pounds. */
  description: z.string(),
  /** An unknown category becomes `forms`, and an unknown status `pending`. */
  category: TaskCategory.catch('forms'),
  kind: TaskKind.catch('other'),
  status: TaskStatus.catch('pending'),
  /** In pence, for payment tasks. */
  amount: z.number().int().nullable(),
  currency: z.literal('GBP').nullable(),
  /** Whether a completed task was verified, or is waiting for a person of the firm to review it. */
  outcome: z.enum(['verified', 'review']).nullable(),
  /** Why the client has to send another: the firm's words, or a fault that the check found and the client can fix. */
  reason: z.string().nullable(),
  /** The last day on which it is still useful, if the firm has set one. */
  dueOn: day.nullable(),
  /** For a task that several clients share: the name of the other client who did it. */
  doneBy: z.string().nullable(),
  /** Whether other clients of the case have the same task, and once is enough. */
  isShared: z.boolean().optional(),
  /** Whether it belongs to closed cases only, for which nothing can be sent. */
  isOfClosed: newInOutput(z.boolean(), false),
  createdAt: instant,
  completedAt: instant.nullable(),
})
export type Task = z.infer<typeof Task>

export const tasks = {
  list: read('/api/tasks', {
    output: z.array(Task),
    audience: 'client',
    forGuests: true,
    summary: "The client's tasks, in the order of the firm's template",
  }),
  held: read('/api/tasks/held', {
    output: z.strictObject({ count: z.number().int() }),
    audience: 'client',
    forGuests: true,
    summary:
      "How many of the client's tasks are on hold because all their cases are closed; none is in the list",
  }),
  accept: command('/api/tasks/:id/accept', {
    input: z.strictObject({ id: TaskId }),
    output: Task,
    audience: 'client',
    summary: 'Says that what the task gives to read was read and is accepted',
  }),
}

// Shared rules: the server enforces them, the page shows only what they allow.

/** Whether the client has submitted it. The stored status, the onboarding gate and the server depend on this. */
export const isDone = ({ status }: Pick<Task, 'status'>) => status === 'completed'

type Standing = Pick<Task, 'status' | 'reason'>
/** Whether the client has nothing left to do: it was submitted, and no replacement was requested. */
export const isFinished = ({ status, reason }: Standing) => status === 'completed' && reason === null

/** Answers whatever is sent for a task of a case that is closed. */
export const caseClosedWords =
  'This case is closed, so nothing can be sent for it. Please write to your legal team if something is still needed.'

export const taskStates = ['To do', 'In review', 'Verified', 'Done', 'Needs another'] as const
export type TaskState = (typeof taskStates)[number]

/** Returns the request for another, with the reason, or null if there is none. */
export const resendRequest = (task: Standing) =>
  task.reason === null
    ? null
    : `${isDone(task) ? 'Please send another.' : 'Please send this again.'} ${task.reason}`

/** Returns the label of a task's state, the same wherever it is shown. "Completed" is the label of a whole group. */
export const taskState = ({
  status,
  outcome,
  reason,
  kind,
}: Pick<Task, 'status' | 'outcome' | 'reason'> & Partial<Pick<Task, 'kind'>>): TaskState => {
  if (reason !== null) return 'Needs another'
  if (status !== 'completed') return 'To do'
  // A bank account is never "Verified": its numbers were checked, but not whose account it is.
  if (outcome === null || (kind === 'bank_check' && outcome === 'verified')) return 'Done'
  return outcome === 'review' ? 'In review' : 'Verified'
}

export const actionLabel = ({
  status,
  category,
  kind,
  reason = null,
}: Pick<Task, 'status' | 'category'> & Partial<Pick<Task, 'kind' | 'reason'>>) => {
  if (isFinished({ status, reason })) return 'View'
  if (status === 'in_progress') return 'Continue'
  if (kind === 'care_letter' || kind === 'signature') return 'Sign'
  if (kind === 'read_and_accept') return 'Read'
  if (kind === 'appointment') return 'Book'
  return { documents: 'Upload', payments: 'Pay Now' }[category as string] ?? 'Complete'
}

/** Returns the form of a task. Matching words of the title lets a firm use a longer title. */
export const formOf = ({ title }: Pick<Task, 'title'>) => {
  if (title.includes('Client Questionnaire')) return 'client_questionnaire'
  if (title.includes('Risk Assessment')) return 'risk_assessment'
  return null
}

export const documentTypesFor: Partial<Record<TaskKind, DocumentType[]>> = {
  proof_of_identity: ['passport', 'drivers_license', 'identity'],
  proof_of_address: ['address_proof', 'utility_bill', 'bank_statement'],
  proof_of_funds: ['funds_proof', 'bank_statement'],
}

export const minutesPerTask = 5

/** Finished tasks as a percentage of all tasks, rounded. 0 if there are no tasks. */
export const progressOf = (all: readonly Standing[]) => {
  const completed = all.filter(isFinished).length
  const total = all.length
  const percentage = total === 0 ? 0 : Math.round((completed / total) * 100)
  return { completed, total, percentage, minutesLeft: (total - completed) * minutesPerTask }
}

/** Whether nothing is left to do. False if there are no tasks. */
export const isAllDone = (all: readonly Standing[]) => all.length > 0 && all.every(isFinished)

export const groupTitles: Record<TaskCategory, string> = {
  documents: 'Documents & Signatures',
  payments: 'Payments',
  verification: 'ID & Bank Verification',
  forms: 'Forms',
  risk_assessment: 'Risk Assessment Questionnaire',
  legal_services: 'Legal Services',
}

/** The order in which a client is led through the groups, and in which the "next" group is chosen. */
export const progressOrder: readonly TaskCategory[] = [
  'forms',
  'documents',
  'payments',
  'verification',
  'risk_assessment',
  'legal_services',
]

type Grouped = Pick<Task, 'category'>
export interface TaskGroup<T extends Grouped = Task> {
  category: TaskCategory
  tasks: T[]
}

/** Groups tasks by category, in this order. A category without tasks becomes an empty group. */
export const groupsOf = <T extends Grouped>(
  all: readonly T[],
  order: readonly TaskCategory[] = categories,
): TaskGroup<T>[] =>
  order.map((category) => ({ category, tasks: all.filter((task) => task.category === category) }))

const shownWithTasksOnly: readonly TaskCategory[] = ['risk_assessment', 'legal_services']
/** Whether the dashboard shows a group: always for the four main groups, only with tasks for the other two. */
export const isOnDashboard = ({ category, tasks }: TaskGroup<Grouped>) =>
  tasks.length > 0 || !shownWithTasksOnly.includes(category)

export type GroupStatus = 'completed' | 'next' | 'incomplete'

/**
 * Returns the status of each group of tasks. A group with tasks is completed once all of them are finished. The next
 * group is the first that is not completed, or `forms` while no task at all is finished. All others are incomplete. A
 * group without tasks is never next.
 */
export const groupStatuses = <C extends string>(
  groups: readonly { category: C; tasks: readonly Standing[] }[],
): Map<C, GroupStatus> => {
  const open = groups.filter(({ tasks }) => tasks.length > 0 && !isAllDone(tasks))
  const isBegun = groups.some(({ tasks }) => tasks.some(isFinished))
  const next = (isBegun ? undefined : open.find(({ category }) => category === 'forms')) ?? open[0]
  return new Map(
    groups.map((group) => {
      if (isAllDone(group.tasks)) return [group.category, 'completed']
      return [group.category, group === next ? 'next' : 'incomplete']
    }),
  )
}
