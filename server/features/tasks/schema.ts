import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Task, TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export interface TemplateItem {
  kind: Task['kind']
  category: Task['category']
  title: string
  /** May contain `{amount}`, which is replaced by the amount in pounds. */
  description: string
  /** In pence. */
  amount: number | null
  /** Money on account of costs belongs to the client, the firm's own fees go to the office account. */
  account: 'client' | 'office' | null
  /** The part of the amount that is VAT, in pence. */
  vat: number | null
}

/** The tasks that a new client gets. A version is never changed, only replaced by a new one. */
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

/**
 * The firm's own forms, each stored once and never changed, so that answers are shown with the form they were given to.
 */
export const taskForms = pgTable(
  'task_forms',
  {
    id: uuid().primaryKey(),
    sha256: text().notNull(),
    form: jsonb().$type<FirmForm>().notNull(),
  },
  (t) => [uniqueIndex('task_forms_once').on(t.sha256)],
)

// An index is used where a condition says the same.
const isDueText = sql.raw(
  "(status <> 'completed' or reason is not null) and (not is_of_closed or is_being_paid)",
)

export const tasks = pgTable(
  'tasks',
  {
    id: uuid().primaryKey().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    /** The position in the template. Unique per client, which makes `ensureTasks` idempotent. */
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
    /** The last day on which it is still useful. Null if there is none. */
    dueOn: date(),
    /** The firm's own form to fill in. */
    formId: uuid().references(() => taskForms.id),
    /** The matter that it is for. Null if it is about the client, independent of any matter. */
    matterId: uuid().$type<MatterId>(),
    /** Tasks of several clients with the same id are shared: one client does it for all. */
    sharedId: uuid(),
    /** On the others' tasks, the name of the client who did it. */
    doneBy: text(),
    /** Days after it was opened. Null if the portal's usual reminders are sent. */
    reminders: jsonb().$type<number[]>(),
    createdAt: instant().notNull(),
    /** When it started to wait for the client: when it was created or reopened, or another was requested. */
    openedAt: instant().notNull(),
    completedAt: instant(),
    /**
     * It belongs to closed matters and to no other, so that nothing is taken for it. Triggers keep it, whoever closes or
     * reopens a matter, or changes what belongs to one.
     */
    isOfClosed: boolean().notNull().default(false),
    /** A payment of it, or of one that shares it, was asked for and may still go through. A trigger keeps it. */
    isBeingPaid: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('tasks_client_position').on(t.clientId, t.position),
    // What is held is in neither: closed matters leave it behind for years.
    index('tasks_due').on(t.dueOn).where(sql`due_on is not null and ${isDueText}`),
    // The reminders ask every quarter of an hour which open tasks are not older than the last reminder.
    index('tasks_open').on(t.openedAt).where(isDueText),
    index().on(t.sharedId).where(sql`shared_id is not null`),
    index().on(t.matterId).where(sql`matter_id is not null`),
  ],
)

/**
 * Tasks of matters that no longer exist. Documents, payments and appointments that belonged to one still name it, so
 * that they stay as restricted as their matter.
 */
export const withdrawnTasks = pgTable(
  'withdrawn_tasks',
  {
    id: uuid().primaryKey().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    matterId: uuid().notNull().$type<MatterId>(),
  },
  (t) => [index().on(t.matterId), index().on(t.clientId)],
)

/**
 * Matters on which somebody was a guest and no longer is. They may be a guest of another one, and neither see nor do
 * what belongs to these.
 */
export const endedGuestAccess = pgTable(
  'ended_guest_access',
  { clientId: uuid().notNull().$type<UserId>(), matterId: uuid().notNull().$type<MatterId>() },
  (t) => [primaryKey({ columns: [t.clientId, t.matterId] })],
)

export const personalData = [
  registerPersonalData(tasks, {
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
      isOfClosed: 'Follows from your cases, which are listed.',
      isBeingPaid: 'Follows from your payments, which are listed.',
    },
  }),
  registerPersonalData(withdrawnTasks, {
    title: 'What your cases no longer ask you for',
    whose: withdrawnTasks.clientId,
    columns: { id: true, clientId: 'Your own reference number.', matterId: true },
  }),
  registerPersonalData(endedGuestAccess, {
    title: 'Cases on which you are no longer a guest',
    whose: endedGuestAccess.clientId,
    columns: { clientId: 'Your own reference number.', matterId: true },
  }),
]
