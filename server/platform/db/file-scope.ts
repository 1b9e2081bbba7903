import { and, inArray, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type Ids, isLookedUpIn } from './ids.ts'

/**
 * The clients whom a member of the firm may see, and the restricted matters hidden from or open to them: queries of
 * ids.
 */
export interface ClientScope {
  clients: SQLWrapper
  /** Whether these are all clients. */
  isAll: boolean
  /** Restricted matters they may not know about. Undefined if there are none. */
  hiddenMatters: SQLWrapper | undefined
  /** Restricted matters that name them. Undefined if none does, or if they see every client anyway. */
  namedMatters: Ids | undefined
}

/**
 * What a member of the firm may see of everything that belongs to clients' tasks (the tasks, documents, answers,
 * payments, meetings): rows of their clients outside restricted matters, and rows of restricted matters that name them.
 * Every store of the firm's side with such rows uses `isInScope` or `isUnhidden`.
 */
export interface FileScope extends ClientScope {
  /** Tasks of the hidden matters. */
  hidden: SQLWrapper | undefined
  /** Tasks of the matters that name them, and the clients of those tasks. */
  named: { tasks: SQLWrapper; clients: SQLWrapper } | undefined
}

/** Selects rows of no hidden task, among rows of clients they may already see. */
export const isUnhidden = (hidden: SQLWrapper | undefined, taskId: SQLWrapper): SQL | undefined =>
  hidden && or(isNull(taskId), notInArray(taskId, hidden))

/** Selects the clients in scope, even if only one of their matters is. Undefined if those are all clients. */
export const clientsIn = ({ clients, isAll, named }: FileScope): SQLWrapper | undefined => {
  if (isAll) return undefined
  // One set, so that PostgreSQL looks rows up client by client.
  return named ? sql`(${clients} union ${named.clients})` : clients
}

interface Columns {
  clientId: SQLWrapper
  taskId: SQLWrapper
}

/** Selects the rows in scope among those of `clientsIn`. Undefined if those are all. */
export const isShown = ({ clients, hidden, named }: FileScope, { clientId, taskId }: Columns) => {
  if (!named) return isUnhidden(hidden, taskId)
  // Few clients have a matter that names the user. Only for them is it asked again whether they are in scope.
  const isOfClient = or(notInArray(clientId, named.clients), inArray(clientId, clients))
  return or(and(isOfClient, isUnhidden(hidden, taskId)), inArray(taskId, named.tasks))
}

/** Selects the rows in scope among those of all clients. */
export const isInScope = (scope: FileScope, columns: Columns) => {
  const { clients, named } = scope
  const { clientId } = columns
  const isOfClients = named
    ? sql`${clientId} in (${clients} union ${named.clients})`
    : inArray(clientId, clients)
  return and(isOfClients, isShown(scope, columns))
}

/** Selects the rows in scope among few. */
export const isInScopeOfFew = (scope: FileScope, columns: Columns) => {
  const { clients, named } = scope
  const ids = named ? sql`(${clients} union ${named.clients})` : clients
  return and(isLookedUpIn(columns.clientId, ids), isShown(scope, columns))
}
