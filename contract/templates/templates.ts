import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import {
  command,
  create,
  id,
  instant,
  line,
  newInOutput,
  pageSize,
  prose,
  read,
  remove,
  replace,
} from '../kit/endpoint.ts'
import { KeyDateKind } from '../matters/facts.ts'
import { MatterId } from '../matters/matters.ts'
import { PartyId, PartyRole } from '../matters/party.ts'
import { TaskId, TaskStatus } from '../tasks.ts'
import { StepAsks, TemplateSteps } from './step.ts'

declare module '../kit/portal.ts' {
  interface Topics {
    templates: true
  }
}

export const TemplateId = id('template')
export type TemplateId = z.infer<typeof TemplateId>

const version = z.number().int().min(1)

/** A published version. It is never changed, only replaced by a newer one. */
export const TemplateVersion = z.strictObject({
  version,
  steps: TemplateSteps,
  /** What changed, in the words of the person who published it. */
  note: z.string(),
  publishedAt: instant,
  /** The person who published it. Null for the one that came with the portal. */
  publishedBy: z.string().nullable(),
})
export type TemplateVersion = z.infer<typeof TemplateVersion>

/** The version being edited, which is not in use yet. */
export const TemplateDraft = z.strictObject({
  steps: TemplateSteps,
  /** Counts the saves, so that two people who edit at once cannot overwrite each other's work. */
  revision: z.number().int(),
  savedAt: instant,
  savedBy: z.string(),
})
export type TemplateDraft = z.infer<typeof TemplateDraft>

export const TemplateSummary = z.strictObject({
  id: TemplateId,
  /** The type of case that uses it. */
  type: z.string(),
  /** The published version. Null if there is none. */
  version: version.nullable(),
  steps: z.number().int(),
  publishedAt: instant.nullable(),
  hasDraft: z.boolean(),
  /** How many cases use it, in any version. */
  matters: z.number().int(),
})
export type TemplateSummary = z.infer<typeof TemplateSummary>

export const Template = z.strictObject({
  id: TemplateId,
  type: z.string(),
  /** The newest first. */
  versions: z.array(TemplateVersion),
  draft: TemplateDraft.nullable(),
})
export type Template = z.infer<typeof Template>

const byId = z.strictObject({ id: TemplateId })
const revision = z.number().int().min(0)

export const templates = {
  list: read('/api/firm/templates', {
    output: z.array(TemplateSummary),
    audience: 'firm',
    action: 'templates.manage',
    summary: 'The templates by which new cases are run, by type of case',
  }),
  one: read('/api/firm/templates/:id', {
    input: byId,
    output: Template,
    audience: 'firm',
    action: 'templates.manage',
    summary: 'One template with its versions and what is being written',
  }),
  add: create('/api/firm/templates', {
    input: z.strictObject({ type: line(60, 'Please enter the type of case') }),
    output: Template,
    audience: 'firm',
    action: 'templates.manage',
    summary: 'Starts a template for another type of case, as a draft from the general one',
  }),
  saveDraft: replace('/api/firm/templates/:id/draft', {
    input: byId.extend({
      steps: TemplateSteps,
      revision,
      /** The newest published version when writing began, 0 before the first: what came out since is not undone. */
      basedOn: z.number().int().min(0).optional(),
    }),
    output: Template,
    audience: 'firm',
    action: 'templates.manage',
    summary: 'Keeps what is being written; it is used once it is published',
  }),
  discardDraft: remove('/api/firm/templates/:id/draft', {
    input: byId.extend({
      /** The save that is thrown away: a later one is not. Left out by a page of the release before. */
      revision: revision.optional(),
    }),
    audience: 'firm',
    action: 'templates.manage',
    summary:
      'Throws away what is being written; the published version stays, and without one the template is removed',
  }),
  publish: command('/api/firm/templates/:id/publish', {
    input: byId.extend({ revision, note: prose(600, 'Please say what has changed') }),
    output: Template,
    audience: 'firm',
    action: 'templates.manage',
    summary: 'Publishes the draft: new cases start from it, running cases keep theirs',
  }),
}

/** One person's task of a step. */
export const StepTask = z.strictObject({
  id: TaskId,
  clientId: UserId,
  client: z.string(),
  status: TaskStatus,
  needsAnother: z.boolean(),
  /** It was sent, and waits for the firm to decide. */
  isInReview: newInOutput(z.boolean(), false),
  /** The person who did it, if it was another client of the case. */
  doneBy: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** The last day on which a task that is reused from another case is valid, or null if it never expires. */
  reusedUntil: z.string().nullable().optional(),
})

export const MatterStep = z.strictObject({
  key: z.string(),
  asks: StepAsks,
  title: z.string(),
  roles: z.array(PartyRole),
  everyone: z.enum(['each', 'any']),
  state: z.enum(['waiting', 'open', 'ended', 'skipped']),
  /** A sentence on what it waits for. Null if it does not wait. */
  waitsFor: z.string().nullable(),
  /** Nobody on the case who could do it has an account. */
  lacksPeople: z.boolean(),
  /** It is left out only because all who would do it are guests, and it needs an account. */
  needsAccount: newInOutput(z.boolean(), false),
  /** The key date of the case that its due date follows, if the case does not have that date and the step is not over. */
  awaitsDate: newInOutput(KeyDateKind.nullable(), null),
  /** The stage by which it should be over. Null while an answer has yet to say whether it applies. */
  neededBy: newInOutput(z.string().nullable(), null),
  tasks: z.array(StepTask),
})
export type MatterStep = z.infer<typeof MatterStep>

export const Differences = z.strictObject({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.strictObject({ title: z.string(), what: z.array(z.string()) })),
})
export type Differences = z.infer<typeof Differences>

/** The workflow of a case: the version of its template, and the state of each step. */
export const MatterWorkflow = z.strictObject({
  /** Null if the case has no template. */
  version: version.nullable(),
  steps: z.array(MatterStep),
  /** A newer version, or the first one. Null if the case has the newest, or there is none. */
  newer: z.strictObject({ version, note: z.string(), differences: Differences }).nullable(),
})
export type MatterWorkflow = z.infer<typeof MatterWorkflow>

/** A type that the firm's cases can have. */
export const MatterType = z.strictObject({
  name: z.string(),
  /** How many steps the published template for new cases has. Null if there is none. */
  steps: z.number().int().nullable(),
})
export type MatterType = z.infer<typeof MatterType>

const PreviewedStep = z.strictObject({
  title: z.string(),
  roles: z.array(PartyRole),
  /** The condition under which the step applies. Null if it always does. */
  onlyIf: z.string().nullable(),
})

/** How a case's steps change when the template of a type is applied. */
export const TypePreview = z.strictObject({
  added: z.array(PreviewedStep),
  /** Work already started on these is kept. */
  removed: z.array(PreviewedStep),
  /** How many steps the case already has. */
  kept: z.number().int(),
})
export type TypePreview = z.infer<typeof TypePreview>

/** A task that the client completed before the case, in words for them. */
export const ReusedTask = z.strictObject({ id: TaskId, words: z.string() })

/** A task of the list for clients without a case. */
export const ListTask = z.strictObject({ id: TaskId, title: z.string() })
export type ListTask = z.infer<typeof ListTask>

/** Such a task that no case of its client asks for. The client has not started it. */
export const UnneededTask = ListTask.extend({ client: z.string() })
export type UnneededTask = z.infer<typeof UnneededTask>

/** Why a task that seemed unneeded was kept: its client has begun it since, or it is needed by now. */
export const KeptTask = UnneededTask.extend({ why: z.enum(['begun', 'needed']) })
export type KeptTask = z.infer<typeof KeptTask>

/** What a party loses when they are removed from a case. */
export const PartyRemoval = z.strictObject({
  /** The names of documents that wait for their signature, and are withdrawn. */
  signatures: z.array(z.string()),
  /** The titles of tasks that they have not begun, and are no longer asked to do. */
  tasks: z.array(z.string()),
})
export type PartyRemoval = z.infer<typeof PartyRemoval>

export const matterTemplates = {
  types: read('/api/firm/case-types', {
    output: z.array(MatterType),
    audience: 'firm',
    action: 'matters.read',
    summary: 'The types a case may have, those of the firm’s own templates included',
  }),
  one: read('/api/firm/cases/:id/template', {
    input: z.strictObject({ id: MatterId }),
    output: MatterWorkflow,
    audience: 'firm',
    action: 'matters.read',
    summary: 'The steps of a case, and what a newer version of its template would change',
  }),
  reused: read('/api/cases/:id/reused-tasks', {
    input: z.strictObject({ id: MatterId }),
    output: z.array(ReusedTask),
    audience: 'client',
    summary: 'What a case asks for that its client had done before it, and so is not asked for again',
  }),
  preview: read('/api/firm/cases/:id/template/preview', {
    input: z.strictObject({ id: MatterId, type: line(60, 'Please choose what it is about') }),
    output: TypePreview.nullable(),
    audience: 'firm',
    action: 'matters.read',
    summary: 'What would become of a case’s steps under another type; null where that has no template',
  }),
  untouched: read('/api/firm/clients/:id/untouched-tasks', {
    input: z.strictObject({ id: UserId, type: line(60, 'Please choose what it is about') }),
    output: z.array(ListTask),
    audience: 'firm',
    action: 'matters.run',
    summary:
      'What a client was asked for before they had a case, has not started, and a case of this type does not ask for',
  }),
  unneeded: read('/api/firm/cases/:id/unneeded-tasks', {
    input: z.strictObject({ id: MatterId }),
    output: z.array(UnneededTask),
    audience: 'firm',
    action: 'matters.run',
    summary:
      'What the clients of a case have not started and need not do: asked before an open case, or by a closed one',
  }),
  closeUnneeded: command('/api/firm/cases/:id/unneeded-tasks/close', {
    input: z.strictObject({ id: MatterId, taskIds: z.array(TaskId).min(1).max(pageSize) }),
    output: z.strictObject({ closed: z.array(UnneededTask), kept: z.array(KeptTask) }),
    audience: 'firm',
    action: 'matters.run',
    summary: 'Closes these of them, tells each client which, and keeps what they have begun since',
  }),
  removal: read('/api/firm/cases/:id/parties/:partyId/removal', {
    input: z.strictObject({ id: MatterId, partyId: PartyId }),
    output: PartyRemoval,
    audience: 'firm',
    action: 'matters.run',
    summary: 'What removing a party from a case would withdraw: documents to sign, and tasks not begun',
  }),
  move: command('/api/firm/cases/:id/template', {
    input: z.strictObject({ id: MatterId, version }),
    output: MatterWorkflow,
    audience: 'firm',
    action: 'matters.run',
    summary: 'Runs a case by the newest version of the template of its type; what was done stays done',
  }),
}
