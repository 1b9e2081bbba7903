import { z } from 'zod'
import { UserId } from './accounts/accounts.ts'
import { command, day, instant, pageSize, read, uuid } from './kit/endpoint.ts'
import { checkPath, complianceItemPath, reviewPath } from './kit/pages.ts'
import type { Action } from './kit/rights.ts'
import { MatterId } from './matters/matters.ts'
import { MatterName } from './matters/parties.ts'

/** What can await a decision of the firm. All kinds are taken, snoozed and assigned in the same way. */
export const QueueKind = z.enum(['document', 'check', 'compliance'])
export type QueueKind = z.infer<typeof QueueKind>

interface Queued {
  /** The right that is needed to decide it. */
  action: Action
  /** Its name within a sentence: "Priya Raman is looking at this document". */
  name: string
  /** Its name in a list. */
  label: string
  pathOf: (id: string) => string
}

export const queued: Record<QueueKind, Queued> = {
  document: { action: 'documents.decide', name: 'document', label: 'Document', pathOf: reviewPath },
  check: { action: 'identity.decide', name: 'check', label: 'Check', pathOf: checkPath },
  compliance: { action: 'risk.decide', name: 'item', label: 'Compliance', pathOf: complianceItemPath },
}

/** For somebody who decides for their own clients, and reads this one's file by another role. */
export const colleagueDecides = 'You can read this. Someone who works with the client decides.'

/** After how many minutes without activity an item that somebody has taken is free again. */
export const idleMinutes = 10
/** The longest snooze, in days. An item that waits for an event returns after this time at the latest. */
export const longestSnoozeDays = 366
/** How long a decision can be undone, in milliseconds. */
export const undoTime = 10_000

/** When the decision to undo was made. If it is given, a later decision stays. */
export const undone = instant.optional()

/** What ends a snooze before its day: the client writes or sends something, or finishes all their tasks. */
export const SnoozeEvent = z.enum(['client_writes', 'tasks_done'])
export type SnoozeEvent = z.infer<typeof SnoozeEvent>

export const QueuePerson = z.strictObject({ id: UserId, name: z.string() })
export type QueuePerson = z.infer<typeof QueuePerson>

/** Who is dealing with an item. All are null if nobody has touched it. */
export const QueueFacts = z.strictObject({
  /** Who is looking at it, and since when. */
  takenBy: QueuePerson.extend({ since: instant }).nullable(),
  assignedTo: QueuePerson.nullable(),
  /** It stays out of the queue until this time at the latest. */
  snoozedUntil: instant.nullable(),
  returnsWhen: SnoozeEvent.nullable(),
})
export type QueueFacts = z.infer<typeof QueueFacts>

export const noQueueFacts: QueueFacts = {
  takenBy: null,
  assignedTo: null,
  snoozedUntil: null,
  returnsWhen: null,
}

export const QueueItem = QueueFacts.extend({
  kind: QueueKind,
  id: uuid(),
  client: QueuePerson,
  /** What was asked for, or the name of the check. */
  title: z.string(),
  /** The name of the file that was sent. Null for anything but a document. */
  filename: z.string().nullable(),
  /** The cases that it is for, among those that the user may see. */
  matters: z.array(MatterName),
  /** When it started to wait. */
  since: instant,
  /** It is assigned to the user, or to somebody whom they cover for. */
  isYours: z.boolean(),
})
export type QueueItem = z.infer<typeof QueueItem>

export const QueueState = z.enum(['waiting', 'mine', 'snoozed'])
export type QueueState = z.infer<typeof QueueState>

type Seen = Pick<QueueItem, 'takenBy' | 'assignedTo' | 'isYours'>
/** Whether "next" may lead a user to this item: nobody else has taken it, and it is not assigned to somebody else. */
export const isNextFor = ({ takenBy, assignedTo, isYours }: Seen, me: UserId) =>
  (takenBy === null || takenBy.id === me) && (assignedTo === null || isYours)

const byId = z.strictObject({ kind: QueueKind, id: uuid() })
const ofFirm = { audience: 'firm', action: 'home.read' } as const
const ofDeciders = { audience: 'firm', action: 'queue.work' } as const

export const queue = {
  list: read('/api/firm/queue', {
    input: z.strictObject({
      state: QueueState.default('waiting'),
      /** Only what is for this case. */
      matterId: MatterId.optional(),
    }),
    output: z.strictObject({ total: z.number().int(), items: z.array(QueueItem).max(pageSize) }),
    ...ofFirm,
    summary: 'Everything awaiting a decision of this person, whatever its kind, the longest wait first',
  }),
  people: read('/api/firm/queue/:kind/:id/people', {
    input: byId,
    output: z.array(QueuePerson),
    ...ofFirm,
    summary: 'Who may decide something that waits, and so can be given it',
  }),
  take: command('/api/firm/queue/:kind/:id/take', {
    input: byId.extend({ takeOver: z.boolean().optional() }),
    output: QueueFacts,
    ...ofDeciders,
    summary:
      'Takes something that waits, so that nobody else decides it meanwhile; asked again, it keeps it. What was decided already stays as it is',
  }),
  release: command('/api/firm/queue/:kind/:id/release', {
    input: byId,
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Leaves to others what one has taken',
  }),
  snooze: command('/api/firm/queue/:kind/:id/snooze', {
    input: byId
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
    input: byId,
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Returns something that was snoozed to the queue',
  }),
  assign: command('/api/firm/queue/:kind/:id/assign', {
    input: byId.extend({ toId: UserId.nullable() }),
    output: QueueFacts,
    ...ofDeciders,
    summary: 'Gives something that waits to one person, who is told, or to whoever comes first',
  }),
}
