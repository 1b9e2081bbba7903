import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { sqlState } from '../db/database.ts'
import { seconds } from '../time/durations.ts'

/** In the built-in database: who owns what is in it, and whom the portal asks as. Neither is its superuser. */
const own = { owner: 'portico_owner', app: 'portico' }

export interface Roles {
  /** For migrations alone. */
  owner: pg.ClientConfig
  /** Whom the portal asks as; the owner where there can be no other. */
  app: pg.ClientConfig
  /** The name of the other role, which the owner then lets do what it needs. */
  appName: string | null
  /** Why there can be no other. */
  refusal?: Refusal
}

export interface Refusal {
  /** The owner may make no other role, or the one that it has made is not let in. */
  what: 'unmade' | 'shut_out'
  /** PostgreSQL's, such as `42501`; null where the driver refused. */
  code: string | null
}

/** Gives the built-in database to a role of its own, with all that an earlier version left the superuser in it. */
export async function ensureOwnRoles(superuser: Connection): Promise<Roles> {
  await withClient(superuser, async (client) => {
    await client.query('begin')
    for (const name of [own.owner, own.app])
      if (!(await hasRole(client, name))) await client.query(`create role ${pg.escapeIdentifier(name)} login`)
    const { rows } = await client.query<{ change: string }>(handOver, [own.owner])
    for (const { change } of rows) await client.query(change)
    await client.query('commit')
  })
  return {
    owner: { ...superuser, user: own.owner },
    app: { ...superuser, user: own.app },
    appName: own.app,
  }
}

const hasRole = async (client: pg.ClientBase, name: string) =>
  (await client.query('select from pg_roles where rolname = $1', [name])).rowCount === 1

/** Every change of owner that is still to be made. What belongs to an extension or to a column goes with that. */
const handOver = `
  with system as (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$'),
  bound as (select classid, objid from pg_depend where deptype in ('a', 'i', 'e')),
  things as (
    select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'c' then 'type' else 'table' end as kind,
      format('%I.%I', n.nspname, c.relname) as name, c.relowner as owner
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'S', 'c') and n.oid not in (select oid from system)
      and ('pg_class'::regclass, c.oid) not in (select classid, objid from bound)
    union all
    select 'routine', oid::regprocedure::text, proowner from pg_proc
    where pronamespace not in (select oid from system)
      and ('pg_proc'::regclass, oid) not in (select classid, objid from bound)
    union all
    select 'type', oid::regtype::text, typowner from pg_type
    where typtype in ('d', 'e') and typnamespace not in (select oid from system)
      and ('pg_type'::regclass, oid) not in (select classid, objid from bound)
    union all
    select 'schema', format('%I', nspname), nspowner from pg_namespace
    where nspname <> 'public' and oid not in (select oid from system)
    union all
    select 'database', format('%I', datname), datdba from pg_database where datname = current_database()
  )
  select format('alter %s %s owner to %I', kind, name, $1::text) as change from things
  where owner <> (select oid from pg_roles where rolname = $1)`

/**
 * Makes a role for the portal in somebody else's PostgreSQL, where the one of DATABASE_URL may make roles; else the
 * portal asks as that. Nodes of one database arrive at the same password, for each makes it of the owner's.
 */
export async function ensureOtherRoles(connectionString: string): Promise<Roles> {
  const owner = { connectionString }
  const { database = '', password } = new pg.Client(owner)
  const name = roleName(database)
  const secret = password ? createHmac('sha256', password).update(name).digest('base64url') : null
  const app = { connectionString: as(connectionString, { user: name, password: secret }) }
  const refusal =
    (await refusalOf('unmade', () =>
      withClient(owner, (client) => ensureRole(client, { name, secret, database })),
    )) ?? (await refusalOf('shut_out', () => withClient(app, (client) => client.query('select 1'))))
  return refusal === null ? { owner, app, appName: name } : { owner, app: owner, appName: null, refusal }
}

/**
 * Null where it is done. Whatever else goes wrong, such as an answer that comes too late, is thrown: the portal must not
 * work with more rights because of it.
 */
const refusalOf = async (what: Refusal['what'], work: () => Promise<unknown>): Promise<Refusal | null> => {
  try {
    await work()
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { what, code: sqlState(error) ?? null }
  }
}

/** Insufficient privilege; no way in for somebody of that name; a wrong password. */
const refused = ['42501', '28000', '28P01']

const isRefusal = (error: unknown) => {
  const [code, words] = [sqlState(error), error instanceof Error ? error.message : '']
  if (code !== undefined && refused.includes(code)) return true
  // PgBouncer says 08P01 whatever is wrong; and the driver has no code where the server asks for a password that the
  // address of the owner does not name.
  if (code === '08P01') return /no such user|authentication failed|login rejected/.test(words)
  return code === undefined && words.startsWith('SASL')
}

/** Roles are shared by all databases of a server, so it carries the name of its own; no name has above 63 bytes. */
const roleName = (database: string) => {
  const name = `portico_app_${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `portico_app_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** What a statement, and a lock, may take in the portal's own role, in milliseconds. */
const longestWait = seconds(4)

interface OtherRole {
  name: string
  secret: string | null
  database: string
}

const ensureRole = async (client: pg.ClientBase, { name, secret, database }: OtherRole) => {
  const role = pg.escapeIdentifier(name)
  await client.query('begin')
  // Two nodes that start together may both find it missing.
  await client.query('select pg_advisory_xact_lock(7032027)')
  if (!(await hasRole(client, name))) await client.query(`create role ${role} login`)
  await client.query(`alter role ${role} password ${secret === null ? 'null' : pg.escapeLiteral(secret)}`)
  const place = pg.escapeIdentifier(database)
  await client.query(`grant connect on database ${place} to ${role}`)
  // A pooler that keeps no session would forget what is set in one.
  for (const name of ['statement_timeout', 'lock_timeout'])
    await client.query(`alter role ${role} in database ${place} set ${name} = ${longestWait}`)
  await client.query('commit')
}

/** The same address for somebody else. What stands behind its question mark goes before what stands in front. */
const as = (address: string, { user, password }: { user: string; password: string | null }) => {
  const url = new URL(address)
  url.searchParams.set('user', user)
  if (password !== null) url.searchParams.set('password', password)
  return url.href
}

/** The same role by another way: on a standby, which has the roles of its primary, or behind a pooler. */
export function appOn(address: string, { app, appName }: Pick<Roles, 'app' | 'appName'>): pg.ClientConfig {
  if (appName === null) return { connectionString: address }
  const { user = appName, password } = new pg.Client(app)
  return { connectionString: as(address, { user, password: password ?? null }) }
}

const schemas = ['public', 'graphile_worker']

/** Lets the portal's role do what it does: everything with the rows, but with those of the trail only what adds. */
export async function letWork(client: pg.ClientBase, name: string) {
  const role = pg.escapeIdentifier(name)
  const { rows } = await client.query<{ kind: string; name: string }>(
    `select case relkind when 'S' then 'sequence' else 'table' end as kind, format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any($1) and relkind in ('r', 'p', 'v', 'S') and pg_has_role(relowner, 'usage')`,
    [schemas],
  )
  const named = (kind: string) => rows.filter((row) => row.kind === kind).map((row) => row.name)
  await client.query('begin')
  await client.query(`grant usage on schema ${schemas.join(', ')} to ${role}`)
  await client.query(`grant select, insert, update, delete on ${named('table').join(', ')} to ${role}`)
  await client.query(`grant usage, select, update on sequence ${named('sequence').join(', ')} to ${role}`)
  for (const table of await closedTables(client, name))
    await client.query(`create policy ${role} on ${table} to ${role} using (true)`)
  await client.query(`revoke update, delete, truncate on public.audit from ${role}`)
  await client.query(`revoke insert, update, delete, truncate on public.refusals from ${role}`)
  await client.query('commit')
}

/** The tables of the jobs show their rows to nobody but their owner, until a policy says otherwise. */
const closedTables = async (client: pg.ClientBase, name: string) => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname = any($1) and relrowsecurity and pg_has_role(relowner, 'usage')
       and not exists (select from pg_policy where polrelid = c.oid and polname = $2)`,
    [schemas, name],
  )
  return rows.map((row) => row.name)
}

/** What `pg` connects with. A host that begins with a slash is the folder of a socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Makes the database when it is missing, and answers the connection to it. */
export async function ensureDatabase(connection: Connection, name: string): Promise<Connection> {
  await withClient(connection, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`)
  })
  return { ...connection, database: name }
}

export const setPassword = (connection: Connection, password: string) =>
  withClient(connection, (client) =>
    client.query(`alter role ${pg.escapeIdentifier(connection.user)} password ${pg.escapeLiteral(password)}`),
  )

/** One connection for one piece of work. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection)
  // A connection that breaks while idle reports here, and without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
