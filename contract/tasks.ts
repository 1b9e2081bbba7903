import { z } from 'zod'
import { DocumentType } from './documents/validation.ts'
import { command, day, id, instant, read } from './kit/endpoint.ts'

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

/** What settles a task. The title is the firm's to word; the kind is what the portal goes by. */
export const TaskKind = z.enum([
  'proof_of_identity',
  'proof_of_address',
  'proof_of_funds',
  // What a person of the firm asked for in their own words.
  'requested_document',
  'payment',
  'identity_check',
  'bank_check',
  'client_questionnaire',
  'risk_assessment',
  'care_letter',
  // A form in the firm's own words.
  'firm_form',
  // What the firm sends to be signed, beside the client care letter.
  'signature',
  'read_and_accept',
  'appointment',
  'other',
])
export type TaskKind = z.infer<typeof TaskKind>

export const Task = z.strictObject({
  id: TaskId,
  title: z.string(),
  /** A payment's description names its pound figure. */
  description: z.string(),
  /** An unknown category falls into forms, and an unknown status counts as pending. */
  category: TaskCategory.catch('forms'),
  kind: TaskKind.catch('other'),
  status: TaskStatus.catch('pending'),
  /** In pence, for payment tasks. */
  amount: z.number().int().nullable(),
  currency: z.literal('GBP').nullable(),
  /** How a completed task stands: checked, or waiting for a person of the firm. */
  outcome: z.enum(['verified', 'review']).nullable(),
  /** Why another is needed: the firm's words, or what the check found and its client can mend. */
  reason: z.string().nullable(),
  /** The last day on which it helps, where the firm has named one. */
  dueOn: day.nullable(),
  /** Of a task that several clients share: who of the others did it. */
  doneBy: z.string().nullable(),
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
  accept: command('/api/tasks/:id/accept', {
    input: z.strictObject({ id: TaskId }),
    output: Task,
    audience: 'client',
    summary: 'Says that what the task gives to read was read and is accepted',
  }),
}

// Shared rules: the server enforces them, the page shows only what they allow.

/** It was submitted: the state that the record, the gate and the server go by. */
export const isDone = ({ status }: Pick<Task, 'status'>) => status === 'completed'

type Standing = Pick<Task, 'status' | 'reason'>
/** Nothing is left of it for its client: it was submitted, and no other is needed in place of what was sent. */
export const isFinished = ({ status, reason }: Standing) => status === 'completed' && reason === null

export const taskStates = ['To do', 'In review', 'Verified', 'Done', 'Needs another'] as const
export type TaskState = (typeof taskStates)[number]

/** How another is asked for, with the reason; null where none is. */
export const askedAgain = (task: Standing) =>
  task.reason === null
    ? null
    : `${isDone(task) ? 'Please send another.' : 'Please send this again.'} ${task.reason}`

/** The one word for how a task stands, wherever it is shown; "Completed" is the word of a whole group. */
export const taskState = ({
  status,
  outcome,
  reason,
  kind,
}: Pick<Task, 'status' | 'outcome' | 'reason'> & Partial<Pick<Task, 'kind'>>): TaskState => {
  if (reason !== null) return 'Needs another'
  if (status !== 'completed') return 'To do'
  // Of a bank account nobody has asked whose it is: its numbers were checked, and no more.
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

/** The form is chosen by the words of the title, so that a firm may title it more fully. */
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

/** Finished tasks over all tasks, in whole percent; 0 when there are none. */
export const progressOf = (all: readonly Standing[]) => {
  const completed = all.filter(isFinished).length
  const total = all.length
  const percentage = total === 0 ? 0 : Math.round((completed / total) * 100)
  return { completed, total, percentage, minutesLeft: (total - completed) * minutesPerTask }
}

/** Nothing is left to do. Where nothing was asked, nothing is done either. */
export const isAllDone = (all: readonly Standing[]) => all.length > 0 && all.every(isFinished)

export const groupTitles: Record<TaskCategory, string> = {
  documents: 'Documents & Signatures',
  payments: 'Payments',
  verification: 'ID & Bank Verification',
  forms: 'Forms',
  risk_assessment: 'Risk Assessment Questionnaire',
  legal_services: 'Legal Services',
}

/** The order in which a client is led through the groups, and in which "next" is looked for. */
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

/** All tasks by category, in this order; a category without tasks is an empty group. */
export const groupsOf = <T extends Grouped>(
  all: readonly T[],
  order: readonly TaskCategory[] = categories,
): TaskGroup<T>[] =>
  order.map((category) => ({ category, tasks: all.filter((task) => task.category === category) }))

const shownWithTasksOnly: readonly TaskCategory[] = ['risk_assessment', 'legal_services']
/** A dashboard always shows its four main groups, and the two others where they hold something. */
export const isOnDashboard = ({ category, tasks }: TaskGroup<Grouped>) =>
  tasks.length > 0 || !shownWithTasksOnly.includes(category)

export type GroupStatus = 'completed' | 'next' | 'incomplete'

/**
 * How each group of tasks stands: completed when it has tasks and all are finished; next is the first that
 * is not completed once any task is finished, and `forms` when none is; all others are incomplete. A group
 * that asks for nothing is never next.
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
