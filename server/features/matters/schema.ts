import { asc, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type { TeamId } from '#contract/firm/firm.ts'
import type { KeyDate, MatterPriority, Scope } from '#contract/matters/facts.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Assignee } from '#contract/matters/next-action.ts'
import type { PartyId, PartyRole, PersonId, PersonKind } from '#contract/matters/party.ts'
import type { MatterStatus } from '#contract/matters/states.ts'
import type { TaskId } from '#contract/tasks.ts'
import { registerPersonalData } from '#server/platform/audit/personal-data.ts'
import { instant } from '#server/platform/db/columns.ts'

const matterIdColumn = () =>
  uuid()
    .notNull()
    .$type<MatterId>()
    .references(() => matters.id, { onDelete: 'cascade' })

/** The text in which a search looks for words. */
export const wordsOfMatter = (t: Record<'reference' | 'title', SQLWrapper>) =>
  sql`lower(${t.reference} || ' ' || ${t.title})`

/**
 * The sort keys of matters: the title, or since when somebody has had to act. Matters without a next step come last.
 */
export const titleKeyOf = (t: Record<'title', SQLWrapper>) => sql`lower(${t.title})`
export const waitingKeyOf = (t: Record<'assignedAt', SQLWrapper>) =>
  sql`coalesce(${t.assignedAt}, 'infinity'::timestamptz)`

export const matters = pgTable(
  'matters',
  {
    id: uuid().primaryKey().$type<MatterId>(),
    clientId: uuid().notNull().$type<UserId>(),
    reference: text().notNull(),
    title: text().notNull(),
    type: text().notNull(),
    priority: text().$type<MatterPriority>().notNull(),
    description: text().notNull(),
    status: text().$type<MatterStatus>().notNull(),
    reason: text(),
    /** The next to act, the third party, the step and its start. All are null unless the matter is open. */
    assignee: text().$type<Assignee>(),
    thirdParty: text(),
    nextStep: text(),
    /** The client's task that completes the next step. */
    nextTaskId: uuid().$type<TaskId>(),
    assignedAt: instant(),
    createdAt: instant().notNull(),
    closedAt: instant(),
    feeEarnerId: uuid().$type<UserId>(),
    supervisorId: uuid().$type<UserId>(),
    /** The firm's team that it is assigned to. */
    teamId: uuid().$type<TeamId>(),
    /** In pence, like the costs. */
    value: bigint({ mode: 'number' }),
    dates: jsonb().$type<KeyDate[]>().notNull().default([]),
    scope: text().$type<Scope>().notNull().default('undecided'),
    scopeReason: text().notNull().default(''),
    costsEstimate: bigint({ mode: 'number' }),
    costsSoFar: bigint({ mode: 'number' }),
    costsAt: instant(),
    /** Only the people in `matter_access` know that it exists. It has rows there while it is restricted. */
    isRestricted: boolean().notNull().default(false),
  },
  (t) => [
    index().on(t.clientId, t.id),
    index().on(t.feeEarnerId),
    index().on(t.supervisorId),
    index().on(t.teamId),
    index().on(t.type, t.id),
    index('matters_by_title').on(titleKeyOf(t), t.id),
    index('matters_by_waiting').on(waitingKeyOf(t), t.id),
    // The home page counts these for each of its readers, and reads no row for it.
    index('matters_of_firm')
      .on(t.clientId, t.id)
      .where(sql`status = 'open' and assignee = 'firm' and fee_earner_id is null`),
    index('matters_requested').on(t.createdAt).where(sql`status = 'pending'`),
    uniqueIndex('matters_reference').on(t.reference),
    index('matters_words').using('gin', sql`${wordsOfMatter(t)} gin_trgm_ops`),
  ],
)

/** The clients who can see a matter. The first of them is also in the matter's own row. */
export const matterClients = pgTable(
  'matter_clients',
  {
    matterId: matterIdColumn(),
    clientId: uuid().notNull().$type<UserId>(),
    addedAt: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.matterId, t.clientId] }), index().on(t.clientId, t.matterId)],
)

/** The first client first, the others in the order in which they were added. */
export const inClientOrder = [
  sql`${matterClients.clientId} <> ${matters.clientId}`,
  asc(matterClients.addedAt),
  asc(matterClients.clientId),
]

/** A person or an organisation, stored once for all matters. */
export const matterPeople = pgTable(
  'matter_people',
  {
    id: uuid().primaryKey().$type<PersonId>(),
    kind: text().$type<PersonKind>().notNull(),
    name: text().notNull(),
    /** The name as `foldName` normalises it, by which the same person is found again. */
    nameKey: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    number: text().notNull(),
    clientId: uuid().$type<UserId>(),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.nameKey), uniqueIndex('matter_people_client').on(t.clientId)],
)

export const matterParties = pgTable(
  'matter_parties',
  {
    id: uuid().primaryKey().$type<PartyId>(),
    matterId: matterIdColumn(),
    personId: uuid()
      .notNull()
      .$type<PersonId>()
      .references(() => matterPeople.id),
    role: text().$type<PartyRole>().notNull(),
    detail: text().notNull(),
    addedAt: instant().notNull(),
  },
  (t) => [uniqueIndex('matter_parties_once').on(t.matterId, t.personId, t.role), index().on(t.personId)],
)

/** Links clients' tasks to the steps of matters. */
export const matterTasks = pgTable(
  'matter_tasks',
  {
    matterId: uuid().notNull().$type<MatterId>(),
    stepKey: text().notNull(),
    clientId: uuid().notNull().$type<UserId>(),
    /** Null if a person of the firm withdrew the task. The step is then not requested again. */
    taskId: uuid().$type<TaskId>(),
    /** The client had the task before, for another matter or for none, so it is kept when this matter ends. */
    isAdopted: boolean().notNull(),
    openedAt: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.matterId, t.stepKey, t.clientId] }),
    index().on(t.taskId),
    index().on(t.clientId),
  ],
)

/** The last matter number of each year. It outlives the matters, so that no reference is given twice. */
export const matterNumbers = pgTable('matter_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

export const personalData = [
  registerPersonalData(matters, {
    title: 'Your cases',
    whose: { column: matters.id, to: matterClients.matterId, whose: matterClients.clientId },
    columns: {
      id: true,
      clientId: 'The reference number of the first client of the case.',
      reference: true,
      title: true,
      type: true,
      priority: true,
      description: true,
      status: true,
      reason: true,
      assignee: true,
      thirdParty: true,
      nextStep: true,
      nextTaskId: true,
      assignedAt: true,
      createdAt: true,
      closedAt: true,
      feeEarnerId: 'The reference number of the person in charge; their name is on the page of your case.',
      supervisorId: 'The reference number of their supervisor; the name is on the page of your case.',
      teamId: 'How the firm divides its work.',
      value: true,
      dates: (dates) => dates.filter(({ isShared }) => isShared),
      scope: 'How the firm classifies its own work.',
      scopeReason: 'How the firm classifies its own work.',
      costsEstimate: true,
      costsSoFar: true,
      costsAt: true,
      isRestricted: 'Who at the firm may know of a case is the order of the firm.',
    },
  }),
  registerPersonalData(matterClients, {
    title: 'Cases of which you are a client',
    whose: matterClients.clientId,
    columns: { matterId: true, clientId: 'Your own reference number.', addedAt: true },
  }),
  registerPersonalData(matterPeople, {
    title: 'How you are listed on cases',
    whose: matterPeople.clientId,
    columns: {
      id: true,
      kind: true,
      name: true,
      nameKey: 'The name again, for searching.',
      email: true,
      phone: true,
      number: true,
      clientId: 'Your own reference number.',
      createdAt: true,
    },
  }),
  registerPersonalData(matterTasks, {
    title: 'Which of your tasks belong to which case',
    whose: matterTasks.clientId,
    columns: {
      matterId: true,
      stepKey: true,
      clientId: 'Your own reference number.',
      taskId: true,
      isAdopted: true,
      openedAt: true,
    },
  }),
]
