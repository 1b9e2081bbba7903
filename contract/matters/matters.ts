import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { TeamId } from '../firm/firm.ts'
import {
  command,
  create,
  id,
  instant,
  line,
  list,
  newInOutput,
  pageSize,
  prose,
  read,
  replace,
} from '../kit/endpoint.ts'
import { ClosedRoles } from '../kit/rights.ts'
import { takesKey } from '../kit/takes-key.ts'
import { TaskId } from '../tasks.ts'
import { ChangedFacts, InternalNote, MatterFacts, MatterPriority, SharedFacts } from './facts.ts'
import { Assignee, NextAction } from './next-action.ts'
import { GuestIds, HiddenIds, JointClient, KnownClient, MatterAccess, NamesOnMatter, Party } from './party.ts'
import { StageProgress } from './stages.ts'
import { MatterStatus } from './states.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    cases: true
  }
}

export const MatterId = id('case')
export type MatterId = z.infer<typeof MatterId>

export const Matter = z.strictObject({
  id: MatterId,
  title: z.string(),
  /** The number that people quote on the telephone: `HR-2026-00012`. */
  reference: z.string(),
  status: MatterStatus,
  type: z.string(),
  priority: MatterPriority,
  description: z.string(),
  /** Why the firm rejected it. */
  reason: z.string().nullable(),
  /** Null unless the matter is open. */
  move: NextAction.nullable(),
  /** Its progress through the stages of its type. Empty until it has been opened. */
  stages: z.array(StageProgress),
  ...SharedFacts,
  /** All clients of a matter with several, the first one first. */
  clients: z.array(JointClient),
  createdAt: instant,
  closedAt: instant.nullable(),
  /** The client's own tasks that are on hold while it is closed. One that several matters ask for is in each. */
  heldTasks: newInOutput(z.array(TaskId), []),
})
export type Matter = z.infer<typeof Matter>

export const MatterEventKind = z.enum([
  'requested',
  'opened',
  'rejected',
  'moved',
  'noted',
  'closed',
  'reopened',
  'staged',
  'changed',
  'handed_over',
])
export type MatterEventKind = z.infer<typeof MatterEventKind>

export const MatterEvent = z.strictObject({
  id: id('caseEvent'),
  kind: MatterEventKind,
  at: instant,
  /** The name that they had at the time. */
  by: z.strictObject({ name: z.string(), isOfFirm: z.boolean() }),
  /** The next step, the reason, the note, or the firm's words about the stage. */
  words: z.string().nullable(),
  /** The name of the stage that the matter reached. */
  stage: z.string().nullable(),
  move: NextAction.pick({ whose: true, thirdParty: true }).nullable(),
})
export type MatterEvent = z.infer<typeof MatterEvent>

/** A matter with its events, newest first. */
export const MatterFile = Matter.extend({ events: z.array(MatterEvent) })
export type MatterFile = z.infer<typeof MatterFile>

const MatterClient = z.strictObject({ id: UserId, name: z.string() })
export type MatterClient = z.infer<typeof MatterClient>
/** A matter for the firm, which has many clients. */
export const FirmMatter = Matter.omit({ heldTasks: true }).extend({ client: MatterClient })
export type FirmMatter = z.infer<typeof FirmMatter>

/** All data of the firm's page of a matter. */
export const FirmMatterFile = MatterFile.omit({ heldTasks: true }).extend({
  client: MatterClient.extend({ email: newInOutput(z.string(), '') }),
  facts: MatterFacts,
  notes: z.array(InternalNote),
  parties: z.array(Party),
  guestIds: GuestIds,
  hiddenIds: HiddenIds,
  access: MatterAccess,
  /** The client's open tasks, which the next step can link to. */
  openTasks: z.array(z.strictObject({ id: TaskId, title: z.string() })),
  named: NamesOnMatter,
  closedRoles: newInOutput(ClosedRoles, []),
  /** The teams that it can be assigned to. */
  teams: z.array(z.strictObject({ id: TeamId, name: z.string() })),
})
export type FirmMatterFile = z.infer<typeof FirmMatterFile>

const requested = z.strictObject({
  title: line(120, 'Please give the case a title'),
  type: line(60, 'Please choose what it is about'),
  priority: MatterPriority,
  description: prose(4000, 'Please tell us what it is about'),
})

/** The same as the firm writes it about a case that it opens itself. */
const described = requested.extend({
  description: prose(4000, 'Please describe the case for your client'),
})

const step = z.strictObject({
  whose: Assignee,
  thirdParty: line(80).optional(),
  nextStep: line(200, 'Please say what happens next'),
  taskId: TaskId.optional(),
})
export type Step = z.infer<typeof step>

/** "Someone else" needs a name, because the client wants to know whom the matter is waiting for. */
const isNamed = ({ whose, thirdParty }: Pick<Step, 'whose' | 'thirdParty'>) =>
  whose !== 'third_party' || Boolean(thirdParty)
const unnamed = {
  message: 'Please say who that is',
  path: ['thirdParty'],
  when: ({ value }: { value: unknown }) => (value as { whose?: unknown } | null)?.whose === 'third_party',
}

/** What the firm enters to open a case that no client requested. */
export const NewMatter = z.strictObject({ ...described.shape, ...step.shape }).refine(isNamed, unnamed)

const byId = z.strictObject({ id: MatterId })

export const matters = {
  list: list('/api/cases', { item: Matter, audience: 'client', summary: "The client's cases, newest first" }),
  one: read('/api/cases/:id', {
    input: byId,
    output: MatterFile,
    audience: 'client',
    summary: 'One case and what happened in it',
  }),
  request: create('/api/cases', {
    input: requested,
    output: Matter,
    audience: 'client',
    summary: `Requests a new case, which is pending until the firm opens it; ${takesKey}`,
  }),
  closing: read('/api/cases/:id/closing', {
    input: byId,
    output: z.strictObject({
      /** The titles of the client's own tasks that are on hold while the case is closed, or would be. */
      held: newInOutput(z.array(z.string()), []),
      /** Those of them that are payments. A page of the previous release reads these only. */
      fees: z.array(z.string()),
    }),
    audience: 'client',
    summary: 'What closing a case means for the client',
  }),
  close: command('/api/cases/:id/close', {
    input: byId,
    output: Matter,
    audience: 'client',
    summary: 'Closes an open case',
  }),
  firmList: list('/api/firm/cases', {
    item: FirmMatter,
    audience: 'firm',
    action: 'matters.read',
    byKey: true,
    summary: 'The cases of this person’s clients, requested ones first',
  }),
  firmOne: read('/api/firm/cases/:id', {
    input: byId,
    output: FirmMatterFile,
    audience: 'firm',
    action: 'matters.read',
    byKey: true,
    summary: 'One case of a client and what happened in it',
  }),
  clients: read('/api/firm/case-clients', {
    input: z.strictObject({ search: line(100).optional() }),
    output: z.array(KnownClient).max(pageSize),
    audience: 'firm',
    action: 'matters.run',
    summary: 'The clients for whom this person may open a case, by name',
  }),
  start: create('/api/firm/cases', {
    input: z.strictObject({ clientId: UserId, ...described.shape, ...step.shape }).refine(isNamed, unnamed),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: `Opens a case for a client who has not asked for it; ${takesKey}`,
  }),
  open: command('/api/firm/cases/:id/open', {
    input: step
      .extend({
        id: MatterId,
        /** Absent if it keeps the type that the client asked for. */
        type: line(60, 'Please choose what it is about').optional(),
        /** False if the case should not follow the template of its type. */
        isByTemplate: z.boolean().optional(),
      })
      .refine(isNamed, unnamed),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: 'Opens a requested case, says who is next to act, and runs the template of its type',
  }),
  reject: command('/api/firm/cases/:id/reject', {
    input: byId.extend({ reason: prose(1000, 'Please tell the client why') }),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Turns a requested case down, with the reason',
  }),
  move: command('/api/firm/cases/:id/step', {
    input: step.extend({ id: MatterId }).refine(isNamed, unnamed),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: `Says what happens next in an open case, and who is next to act; ${takesKey}`,
  }),
  note: command('/api/firm/cases/:id/notes', {
    input: byId.extend({ note: prose(2000, 'Please write what you want the client to know') }),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: `Tells the client something in the timeline of a case; ${takesKey}`,
  }),
  saveFacts: replace('/api/firm/cases/:id/facts', {
    input: ChangedFacts.safeExtend({ id: MatterId }),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Saves type, people in charge, value, dates, scope and costs of a case',
  }),
  setStage: command('/api/firm/cases/:id/stage', {
    input: byId.extend({ stage: line(40, 'Please choose a stage'), words: line(200) }),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: `Moves an open case to a stage, which the client is notified of 15 seconds later; ${takesKey}`,
  }),
  undoStage: command('/api/firm/cases/:id/stage/undo', {
    input: byId,
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Takes back the stage that this person has just set',
  }),
  addInternalNote: create('/api/firm/cases/:id/internal-notes', {
    input: byId.extend({ words: prose(4000, 'Please write the note') }),
    output: InternalNote,
    audience: 'firm',
    action: 'matters.run',
    summary: `Adds a note that only the firm reads; ${takesKey}`,
  }),
  firmClose: command('/api/firm/cases/:id/close', {
    input: byId,
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: 'Closes an open case of a client',
  }),
  reopen: command('/api/firm/cases/:id/reopen', {
    input: step.extend({ id: MatterId }).refine(isNamed, unnamed),
    output: FirmMatter,
    audience: 'firm',
    action: 'matters.run',
    byKey: true,
    summary: 'Reopens a closed case and says who is next to act',
  }),
}
