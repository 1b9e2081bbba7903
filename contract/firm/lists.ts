import { z } from 'zod'
import { UserId } from '../accounts/accounts.ts'
import { create, day, file, id, instant, line, newInOutput, read, remove } from '../kit/endpoint.ts'
import { MatterId } from '../matters/matters.ts'
import { NextAction } from '../matters/next-action.ts'
import { MatterStatus } from '../matters/states.ts'
import { ClientSummary } from './firm.ts'

/** The number of rows on one page of a list. */
export const rowsAtOnce = 50

export const ClientStanding = z.enum(['to_do', 'overdue', 'done', 'expiring', 'never_signed_in'])
export type ClientStanding = z.infer<typeof ClientStanding>
export const clientStandings: Record<ClientStanding, string> = {
  to_do: 'Still has things to do',
  overdue: 'Has something overdue',
  done: 'Has nothing left to do',
  expiring: 'Has a document that expires soon',
  never_signed_in: 'Has never signed in',
}

export const ClientSort = z.enum(['newest', 'name', 'last_seen'])
export const clientSorts: Record<z.infer<typeof ClientSort>, string> = {
  newest: 'Newest first',
  name: 'By surname',
  last_seen: 'Last seen first',
}

/**
 * A person's id, `nobody` for clients without a responsible person, or `mine` for all that the user looks after: by
 * name, through a team, or as cover.
 */
const FeeEarner = z.union([UserId, z.literal('nobody'), z.literal('mine')])

export const ClientFilter = z.strictObject({
  search: line(100).optional(),
  feeEarner: FeeEarner.optional(),
  standing: ClientStanding.optional(),
  sort: ClientSort.optional(),
})
export type ClientFilter = z.infer<typeof ClientFilter>

export const MatterSort = z.enum(['newest', 'waiting', 'title'])
export const matterSorts: Record<z.infer<typeof MatterSort>, string> = {
  newest: 'Newest first',
  waiting: 'Longest waiting first',
  title: 'By title',
}

export const MatterFilter = z.strictObject({
  /** Part of a reference, a title or a client's name. */
  search: line(100).optional(),
  /** A client of the case, alone or with others. */
  client: UserId.optional(),
  status: MatterStatus.optional(),
  type: line(60).optional(),
  /** Who is next to act. */
  whose: NextAction.shape.whose.optional(),
  feeEarner: UserId.optional(),
  sort: MatterSort.optional(),
})
export type MatterFilter = z.infer<typeof MatterFilter>

/** A case in the firm's list. */
export const MatterSummary = z.strictObject({
  id: MatterId,
  reference: z.string(),
  title: z.string(),
  type: z.string(),
  status: MatterStatus,
  client: z.strictObject({
    id: UserId,
    name: z.string(),
    /** Whether the user may open their page. Whoever runs a case need not work with its client. */
    canOpen: newInOutput(z.boolean(), true),
  }),
  /** The person in charge: the case's own fee earner, otherwise the client's. */
  feeEarner: z.string().nullable(),
  stage: z.string().nullable(),
  move: NextAction.nullable(),
  /** The next of its key dates. */
  nextDate: z.strictObject({ name: z.string(), on: day }).nullable(),
  createdAt: instant,
})
export type MatterSummary = z.infer<typeof MatterSummary>

export const ListName = z.enum(['clients', 'matters'])
export type ListName = z.infer<typeof ListName>

/** The columns that can be shown beside the name. */
export const columnNames = {
  clients: { tasks: 'Tasks', fee_earner: 'Responsible', last_seen: 'Last seen', joined: 'Joined' },
  matters: {
    stage: 'Stage',
    next: 'Next to act',
    fee_earner: 'Responsible',
    next_date: 'Next date',
    created: 'Created',
  },
} as const

export const ViewId = id('savedView')
export type ViewId = z.infer<typeof ViewId>

export const SavedView = z.strictObject({
  id: ViewId,
  list: ListName,
  name: z.string(),
  /** Everyone at the firm can use it. */
  isShared: z.boolean(),
  isMine: z.boolean(),
  /** Whoever saved it has left the firm, so anyone who may save views may delete it. */
  isOfLeaver: newInOutput(z.boolean(), false),
  filter: z.record(z.string(), z.string()),
  columns: z.array(z.string()),
})
export type SavedView = z.infer<typeof SavedView>

export const lists = {
  clients: read('/api/firm/lists/clients', {
    input: ClientFilter.extend({ before: UserId.optional() }),
    output: z.strictObject({ rows: z.array(ClientSummary), hasMore: z.boolean() }),
    audience: 'firm',
    action: 'clients.read',
    summary: 'The clients this person may look at, filtered and sorted; the next page after a client',
  }),
  matters: read('/api/firm/lists/cases', {
    input: MatterFilter.extend({ before: MatterId.optional() }),
    output: z.strictObject({ rows: z.array(MatterSummary), hasMore: z.boolean() }),
    audience: 'firm',
    action: 'matters.read',
    summary: 'The cases this person may look at, filtered and sorted; the next page after a case',
  }),
  clientsFile: file('/api/firm/lists/clients.csv', {
    input: ClientFilter,
    audience: 'firm',
    action: 'clients.read',
    summary: 'The same clients as a CSV file that no spreadsheet executes',
  }),
  mattersFile: file('/api/firm/lists/cases.csv', {
    input: MatterFilter,
    audience: 'firm',
    action: 'matters.read',
    summary: 'The same cases as a CSV file that no spreadsheet executes',
  }),
  people: read('/api/firm/lists/people', {
    output: z.array(z.strictObject({ id: UserId, name: z.string() })),
    audience: 'firm',
    action: 'clients.read',
    summary: 'Who at the firm can be responsible for clients and cases, for filters and choices',
  }),
  views: read('/api/firm/lists/:list/views', {
    input: z.strictObject({ list: ListName }),
    output: z.array(SavedView),
    audience: 'firm',
    action: 'clients.read',
    summary: 'The saved views of a list: one’s own, and those shared with the firm',
  }),
  saveView: create('/api/firm/lists/:list/views', {
    input: z.strictObject({
      list: ListName,
      name: line(60, 'Please give the view a name'),
      isShared: z.boolean(),
      filter: z.record(z.string().max(30), z.string().max(200)),
      columns: z.array(z.string().max(30)).max(12),
    }),
    output: SavedView,
    audience: 'firm',
    action: 'views.save',
    summary: 'Saves filters, order and columns of a list under a name; the same name is replaced',
  }),
  removeView: remove('/api/firm/lists/views/:id', {
    input: z.strictObject({ id: ViewId }),
    audience: 'firm',
    action: 'views.save',
    summary: 'Deletes a saved view of one’s own, or one shared by someone who has left the firm',
  }),
}
