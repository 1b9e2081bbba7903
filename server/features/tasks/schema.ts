import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { registerTable } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export interface TemplateItem {
  kind: Task['kind']
  category: Task['category']
  title: string
  /** May hold `{amount}`, which becomes the pound figure. */
  description: string
  /** In pence. */
  amount: number | null
  /** Money on account of costs is the client's; the firm's own fees are the office's. */
  account: 'client' | 'office' | null
  /** Of the amount, in pence. */
  vat: number | null
}

/** What a new client is asked for. A version is never changed; a new one takes its place. */
export const taskTemplates = pgTable(
  'task_templates',
  {
    id: uuid().primaryKey(),
    version: integer().notNull(),
    isCurrent: boolean().notNull(),
    items: jsonb().$type<TemplateItem[]>().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('task_templates_version').on(t.version),
    uniqueIndex('task_templates_one_current').on(t.isCurrent).where(sql`is_current`),
  ],
)

/** Forms in the firm's own words, each kept once and never changed: answers are read with the form they were given to. */
export const taskForms = pgTable(
  'task_forms',
  {
    id: uuid().primaryKey(),
    sha256: text().notNull(),
    form: jsonb().$type<FirmForm>().notNull(),
  },
  (t) => [uniqueIndex('task_forms_once').on(t.sha256)],
)

export const tasks = pgTable(
  'tasks',
  {
    id: uuid().primaryKey().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    /** The order of the template; with the client it makes `ensureTasks` idempotent. */
    position: integer().notNull(),
    templateVersion: integer().notNull(),
    kind: text().$type<Task['kind']>().notNull(),
    category: text().$type<Task['category']>().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    status: text().$type<Task['status']>().notNull(),
    amount: integer(),
    currency: text().$type<'GBP'>(),
    account: text().$type<'client' | 'office'>(),
    vat: integer(),
    outcome: text().$type<'verified' | 'review'>(),
    reason: text(),
    /** The last day on which it helps; null where there is none. */
    dueOn: date(),
    /** The firm's own form that it asks for. */
    formId: uuid().references(() => taskForms.id),
    /** The matter for which it is asked; null where it is about the client, whatever they come for. */
    matterId: uuid().$type<MatterId>(),
    /** Names the tasks of several clients of which one settles all. */
    sharedId: uuid(),
    /** Who of those clients did it, on the tasks of the others. */
    doneBy: text(),
    /** In days after it was opened; null where the portal's usual reminders are sent. */
    reminders: jsonb().$type<number[]>(),
    createdAt: instant().notNull(),
    /** Since when it waits for the client: since it was made, was opened again, or another was asked for. */
    openedAt: instant().notNull(),
    completedAt: instant(),
  },
  (t) => [
    uniqueIndex('tasks_client_position').on(t.clientId, t.position),
    index('tasks_due')
      .on(t.dueOn)
      .where(sql`due_on is not null and (status <> 'completed' or reason is not null)`),
    index().on(t.sharedId).where(sql`shared_id is not null`),
    index().on(t.matterId).where(sql`matter_id is not null`),
  ],
)

export const personalData = [
  registerTable(tasks, {
    title: 'What we asked you for',
    whose: tasks.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      position: true,
      templateVersion: true,
      kind: true,
      category: true,
      title: true,
      description: true,
      status: true,
      amount: true,
      currency: true,
      account: true,
      vat: true,
      outcome: true,
      reason: true,
      dueOn: true,
      formId: 'The reference number of the form; its questions are with your answers.',
      matterId: true,
      sharedId: 'Ties it to the same task of the other clients of your case.',
      doneBy: true,
      reminders: true,
      createdAt: true,
      openedAt: true,
      completedAt: true,
    },
  }),
]
