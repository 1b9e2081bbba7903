import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import type { Draft, FormType } from '#contract/forms/forms.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

export const formDrafts = pgTable('form_drafts', {
  taskId: uuid().primaryKey().$type<TaskId>(),
  clientId: uuid().notNull().$type<UserId>(),
  formData: jsonb().$type<Draft['formData']>().notNull(),
  step: integer().notNull(),
  savedAt: instant().notNull(),
})

/** A draft that several clients with a shared task type together. One of them submits it for all. */
export const sharedFormDrafts = pgTable(
  'shared_form_drafts',
  {
    /** The id that their tasks share. */
    sharedId: uuid().primaryKey(),
    /** The client who typed last. */
    clientId: uuid().notNull().$type<UserId>(),
    startedById: uuid().notNull().$type<UserId>(),
    startedAt: instant().notNull(),
    formData: jsonb().$type<Draft['formData']>().notNull(),
    /** Who sent each file that is named in the draft. Only they see it. */
    fileOwners: jsonb().$type<Record<string, UserId>>().notNull().default({}),
    step: integer().notNull(),
    version: integer().notNull(),
    savedAt: instant().notNull(),
  },
  (t) => [index().on(t.clientId), index().on(t.startedById)],
)

/** Every version of the submitted answers; a correction is a new version. */
export const formAnswers = pgTable(
  'form_answers',
  {
    id: uuid().primaryKey(),
    taskId: uuid().notNull().$type<TaskId>(),
    clientId: uuid().notNull().$type<UserId>(),
    form: text().$type<FormType>().notNull(),
    version: integer().notNull(),
    formData: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The firm's own form, as it was when these answers were given. */
    questions: jsonb().$type<FirmForm>(),
    isAccepted: boolean().notNull().default(false),
    submittedAt: instant().notNull(),
    /** The client's other account, which gave these answers before it was merged into theirs. */
    mergedFromId: uuid().$type<UserId>(),
  },
  (t) => [uniqueIndex('form_answers_version').on(t.taskId, t.version), index().on(t.clientId)],
)

export const personalData = [
  registerPersonalData(formAnswers, {
    title: 'Your answers to our forms',
    whose: formAnswers.clientId,
    columns: {
      id: true,
      taskId: true,
      clientId: 'Your own reference number.',
      form: true,
      version: true,
      formData: true,
      questions: true,
      isAccepted: true,
      submittedAt: true,
      mergedFromId: true,
    },
  }),
  registerPersonalData(sharedFormDrafts, {
    title: "Forms you've started together with others of your case",
    whose: sharedFormDrafts.clientId,
    columns: {
      sharedId: 'Ties it to the same task of the other clients of your case.',
      clientId: 'Your own reference number.',
      startedById: 'The reference number of whoever began it.',
      startedAt: true,
      formData: true,
      fileOwners: 'How the portal keeps files apart.',
      step: true,
      version: true,
      savedAt: true,
    },
  }),
  registerPersonalData(formDrafts, {
    title: "Forms you've started",
    whose: formDrafts.clientId,
    columns: {
      taskId: true,
      clientId: 'Your own reference number.',
      formData: true,
      step: true,
      savedAt: true,
    },
  }),
]
