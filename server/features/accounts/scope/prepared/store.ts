import { sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { Involvement } from '#server/platform/ctx.ts'
import type { Db, Prepared } from '#server/platform/db/database.ts'
import { listedAtMost, paddedIds } from '#server/platform/db/ids.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { Asking } from '../store.ts'

/** A select of drizzle. */
interface Preparable<T> {
  prepare: (name: string) => Prepared<T>
}

/** The most kinds of readers for whom a connection keeps a built statement. */
const mostKept = 50

/**
 * Returns a read that is built once per connection for everybody whose roles are the same and who is responsible by name
 * for about as many colleagues, teams and cases: of a statement that says whose rows somebody may see, building it takes
 * longer than sending it. `build` gets a placeholder for each id and value; it must read nothing of the person but what
 * `Asking` has.
 */
export const preparedForStaff = <V extends object, T>(
  build: (reader: { db: Db; actor: Asking }, values: Placeholders<V>) => Preparable<T>,
) => {
  const built = new WeakMap<Db, Map<string, Prepared<T>>>()
  return ({ db, actor }: { db: Db; actor: Asking }, values: V): Promise<T> => {
    const { shape, ids, person } = modelOf(actor)
    const prepare = () => build({ db, actor: person() }, placeholdersOf(values)).prepare('')
    if (shape === null) return prepare().execute({ ...ids, ...values })
    const known = built.get(db) ?? new Map<string, Prepared<T>>()
    built.set(db, known)
    const statement = known.get(shape) ?? prepare()
    if (!known.has(shape) && known.size >= mostKept) known.clear()
    known.set(shape, statement)
    return statement.execute({ ...ids, ...values })
  }
}

interface Model {
  /** What decides the text of a statement. Null if each person's differs. */
  shape: string | null
  ids: Record<string, unknown>
  /** The person with placeholders for the ids. */
  person: () => Asking
}

function modelOf(asking: Asking): Model {
  const { id, roles, opensAll = false, involvement } = asking
  const itself = { shape: null, ids: {}, person: () => asking }
  if (involvement?.personId !== id) return itself
  const { actsFor, teams, namedOn, unassigned } = involvement
  const lists = { actsFor: paddedIds(actsFor), teams: paddedIds(teams), namedOn: paddedIds(namedOn) }
  if (Object.values(lists).some(({ length }) => length > listedAtMost)) return itself
  const lengths = Object.values(lists).map(({ length }) => length)
  const ids: Record<string, unknown> = { personId: id, unassigned }
  for (const [name, list] of Object.entries(lists))
    for (const [at, value] of list.entries()) ids[`${name}${at}`] = value
  const person = (): Asking => {
    const of = (name: keyof typeof lists) => lists[name].map((_, at) => later(`${name}${at}`))
    const personId: UserId = later('personId')
    const actsFor: UserId[] = of('actsFor')
    const teams: TeamId[] = of('teams')
    const namedOn: MatterId[] = of('namedOn')
    const known: Involvement = { personId, actsFor, teams, namedOn }
    return {
      id: personId,
      roles,
      opensAll,
      involvement: unassigned ? { ...known, unassigned: later('unassigned') } : known,
    }
  }
  return { shape: [...roles, opensAll, ...lengths, unassigned !== undefined].join(' '), ids, person }
}

/** A placeholder where a store takes an id: drizzle accepts it, and only the type says otherwise. */
const later = (name: string): never => sql.placeholder(name) as never

const placeholdersOf = <V extends object>(values: V): Placeholders<V> =>
  Object.fromEntries(Object.keys(values).map((name) => [name, sql.placeholder(name)])) as Placeholders<V>
