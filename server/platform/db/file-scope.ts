import { and, inArray, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** Whom somebody of the firm may look at, and which matters are hidden from them or theirs by name: ids, as queries. */
export interface ClientScope {
  clients: SQLWrapper
  /** Restricted matters of which they may not know; undefined where there is none. */
  hiddenMatters: SQLWrapper | undefined
  /** Restricted matters on which they are named; undefined where they see every client anyway. */
  namedMatters: SQLWrapper | undefined
}

/**
 * What somebody of the firm may look at of all that belongs to clients' tasks (the tasks, documents, answers, payments,
 * meetings): what is of their clients and of no restricted matter, and what is of a restricted matter on which they are
 * named. Every store of the firm's side that keeps such rows asks `isInScope` or `isUnhidden`.
 */
export interface FileScope extends ClientScope {
  /** The tasks of the hidden matters. */
  hidden: SQLWrapper | undefined
  /** The tasks of the matters on which they are named, and whose these are. */
  named: { tasks: SQLWrapper; clients: SQLWrapper } | undefined
}

/** Of rows of clients who are known to be theirs: those of no hidden task. */
export const isUnhidden = (hidden: SQLWrapper | undefined, taskId: SQLWrapper): SQL | undefined =>
  hidden && or(isNull(taskId), notInArray(taskId, hidden))

/** Of rows of any client's. */
export const isInScope = (
  { clients, hidden, named }: FileScope,
  { clientId, taskId }: { clientId: SQLWrapper; taskId: SQLWrapper },
) => {
  const isOwn = and(inArray(clientId, clients), isUnhidden(hidden, taskId))
  if (!named) return isOwn
  // Whose rows they are is said once for both, so that it is looked up client by client.
  const reached = sql`${clientId} in (${clients} union ${named.clients})`
  return and(reached, or(isOwn, inArray(taskId, named.tasks)))
}
