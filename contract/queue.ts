import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { command, day, instant, pageSize, read } from './kit/endpoint.ts'
import { checkPath, complianceItemPath, reviewPath } from './kit/pages.ts'
import type { Action } from './kit/rights.ts'

/** What waits for a decision of the firm: all of it is taken, snoozed and assigned in one way. */
export const QueueKind = z.enum(['document', 'check', 'compliance'])
export type QueueKind = z.infer<typeof QueueKind>

interface Queued {
  /** Whoever may do this decides it. */
  action: Action
  /** In a sentence: "Priya Raman is looking at this document". */
  name: string
  /** In a list. */
  label: string
  pathOf: (id: string) => string
}

export const queued: Record<QueueKind, Queued> = {
  document: { action: 'documents.decide', name: 'document', label: 'Document', pathOf: reviewPath },
  check: { action: 'identity.decide', name: 'check', label: 'Check', pathOf: checkPath },
  compliance: { action: 'risk.decide', name: 'item', label: 'Compliance', pathOf: complianceItemPath },
}

/** What somebody has taken is free again after so many minutes in which they have not looked at it. */
export const idleMinutes = 10
/** How far ahead something can be snoozed; what waits for an event returns then at the latest. */
export const longestSnoozeDays = 366
/** For so long a decision offers to be undone, in milliseconds. */
export const undoTime = 10_000

/** What ends a snooze before its day: the client writes or sends something, or has done all their tasks. */
export const SnoozeEvent = z.enum(['client_writes', 'tasks_done'])
export type SnoozeEvent = z.infer<typeof SnoozeEvent>

export const QueuePerson = z.strictObject({ id: UserId, name: z.string() })
export type QueuePerson = z.infer<typeof QueuePerson>

/** How something that waits is being dealt with; all null of what nobody has touched. */
export const QueueFacts = z.strictObject({
  /** Who is looking at it, and since when. */
  takenBy: QueuePerson.extend({ since: instant }).nullable(),
  assignedTo: QueuePerson.nullable(),
  /** It stays out of the queue until then at the latest. */
  snoozedUntil: instant.nullable(),
  returnsWhen: SnoozeEvent.nullable(),
})
export type QueueFacts = z.infer<typeof QueueFacts>

export const untouched: QueueFacts = {
  takenBy: null,
  assignedTo: null,
  snoozedUntil: null,
  returnsWhen: null,
}

export const QueueItem = QueueFacts.extend({
  kind: QueueKind,
  id: z.uuid(),
  client: QueuePerson,
  title: z.string(),
  /** Since when it waits. */
  since: instant,
  /** It is assigned to whoever asks, or to somebody whom they cover for. */
  isYours: z.boolean(),
})
export type QueueItem = z.infer<typeof QueueItem>

export const QueueState = z.enum(['waiting', 'mine', 'snoozed'])
export type QueueState = z.infer<typeof QueueState>

type Seen = Pick<QueueItem, 'takenBy' | 'assignedTo' | 'isYours'>
/** Whether somebody who goes on to the next is led to this one: nobody else has it, and it is for nobody else. */
export const isNextFor = ({ takenBy, assignedTo, isYours }: Seen, me: UserId) =>
  (takenBy === null || takenBy.id === me) && (assignedTo === null || isYours)

const one = z.strictObject({ kind: QueueKind, id: z.uuid() })
const ofFirm = { audience: 'firm', action: 'home.read' } as const
const ofDeciders = { audience: 'firm', action: 'queue.work' } as const

export const queue = {
  list: read('/api/firm/queue', {
    input: z.strictObject({ state: QueueState.default('waiting') }),
    output: z.strictObject({ total: z.number().int(), items: z.array(QueueItem).max(pageSize) }),
    ...ofFirm,
    summary: 'Everything awaiting a decision of this person, whatever its kind, the longest wait first',
  }),
  people: read('/api/firm/queue/:kind/:id/people', {
    input: one,
    output: z.array(QueuePerson),
    ...ofFirm,
    summary: 'Who may decide something that waits, and so can be given it',
  }),
  take: command('/api/firm/queue/:kind/:id/take', {
    input: one.extend({ takeOver: z.boolean().optional() }),
    output: QueueFacts,
    ...ofDeciders,
    summary:
      'Takes something that waits, so that nobody else decides it meanwhile; asked again, it keeps it. What was decided already stays as it is',
  }),
  release: command('/api/firm/queue/:kind/:id/release', {
    input: one,
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Leaves to others what one has taken',
  }),
  snooze: command('/api/firm/queue/:kind/:id/snooze', {
    input: one
      .extend({ until: day.optional(), returnsWhen: SnoozeEvent.optional() })
      .refine(({ until, returnsWhen }) => until !== undefined || returnsWhen === 'tasks_done', {
        message: 'Please choose a day',
        path: ['until'],
      }),
    output: QueueFacts,
    ...ofDeciders,
    summary:
      'Keeps something out of the queue until a day or an event; one that has happened returns it at once',
  }),
  unsnooze: command('/api/firm/queue/:kind/:id/unsnooze', {
    input: one,
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Returns something that was snoozed to the queue',
  }),
  assign: command('/api/firm/queue/:kind/:id/assign', {
    input: one.extend({ toId: UserId.nullable() }),
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Gives something that waits to one person, who is told, or to whoever comes first',
  }),
}
