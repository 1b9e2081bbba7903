import { createHash, createHmac } from 'node:crypto'
import pg from 'pg'
import { sqlState } from '../db/database.ts'
import { seconds } from '../time/durations.ts'

/**
 * Roles of the built-in database: the owner of everything in it, and the one the portal connects as. Neither is a
 * superuser.
 */
const own = { owner: 'portico_owner', app: 'portico' }

export interface Roles {
  /** Only for migrations. */
  owner: pg.ClientConfig
  /** The role that the portal connects as. The owner if no other role is possible. */
  app: pg.ClientConfig
  /** Name of the app role, to which the owner then grants what it needs. Null if there is none. */
  appName: string | null
  /** Why there is no app role. */
  refusal?: RoleRefusal
}

export interface RoleRefusal {
  /** `unmade`: the owner may not create roles. `shut_out`: the new role cannot log in. */
  reason: 'unmade' | 'shut_out'
  /** PostgreSQL's code, such as `42501`. Null if the driver refused. */
  code: string | null
}

/**
 * Gives the built-in database to a role of its own, including everything that an earlier version left to the superuser.
 */
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

/** Lists the ownership changes still to make. Objects of an extension or a column change together with it. */
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
 * Creates a role for the portal in an external PostgreSQL, if the role of DATABASE_URL may create roles. Otherwise the
 * portal connects as that role. All nodes of a database derive the same password from the owner's.
 */
export async function ensureOtherRoles(connectionString: string): Promise<Roles> {
  const owner = { connectionString }
  const { database = '', password } = new pg.Client(owner)
  const name = roleName(database)
  const secret = password ? createHmac('sha256', password).update(name).digest('base64url') : null
  const app = { connectionString: urlForUser(connectionString, { user: name, password: secret }) }
  const refusal =
    (await refusalOf('unmade', () =>
      withClient(owner, (client) => ensureRole(client, { name, secret, database })),
    )) ?? (await refusalOf('shut_out', () => withClient(app, (client) => client.query('select 1'))))
  return refusal === null ? { owner, app, appName: name } : { owner, app: owner, appName: null, refusal }
}

/**
 * Returns null on success, or the refusal. Throws any other error, such as a timeout: it must not give the portal more
 * rights.
 */
const refusalOf = async (
  reason: RoleRefusal['reason'],
  work: () => Promise<unknown>,
): Promise<RoleRefusal | null> => {
  try {
    await work()
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { reason, code: sqlState(error) ?? null }
  }
}

/** Insufficient privilege, no access for this role, wrong password. */
const refused = ['42501', '28000', '28P01']

const isRefusal = (error: unknown) => {
  const [code, words] = [sqlState(error), error instanceof Error ? error.message : '']
  if (code !== undefined && refused.includes(code)) return true
  // PgBouncer always says 08P01. The driver has no code if the server asks for a password and the owner's address has
  // none.
  if (code === '08P01') return /no such user|authentication failed|login rejected/.test(words)
  return code === undefined && words.startsWith('SASL')
}

/**
 * Returns the name of the app role. It includes the database, because all databases of a server share their roles.
 * Names have at most 63 bytes.
 */
const roleName = (database: string) => {
  const name = `portico_app_${database}`
  if (Buffer.byteLength(name) <= 63) return name
  return `portico_app_${createHash('sha256').update(database).digest('hex').slice(0, 32)}`
}

/** Time limit of a statement and of waiting for a lock in the portal's own role, in milliseconds. */
const longestWait = seconds(4)

interface OtherRole {
  name: string
  secret: string | null
  database: string
}

const ensureRole = async (client: pg.ClientBase, { name, secret, database }: OtherRole) => {
  const role = pg.escapeIdentifier(name)
  await client.query('begin')
  // Two nodes that start together may both find the role missing.
  await client.query('select pg_advisory_xact_lock(7032027)')
  if (!(await hasRole(client, name))) await client.query(`create role ${role} login`)
  await client.query(`alter role ${role} password ${secret === null ? 'null' : pg.escapeLiteral(secret)}`)
  const place = pg.escapeIdentifier(database)
  await client.query(`grant connect on database ${place} to ${role}`)
  // Set on the role, because a pooler without sessions would lose session settings.
  for (const name of ['statement_timeout', 'lock_timeout'])
    await client.query(`alter role ${role} in database ${place} set ${name} = ${longestWait}`)
  await client.query('commit')
}

/** Returns the address for another user. Query parameters override the user and password before the host. */
const urlForUser = (address: string, { user, password }: { user: string; password: string | null }) => {
  const url = new URL(address)
  url.searchParams.set('user', user)
  if (password !== null) url.searchParams.set('password', password)
  return url.href
}

/** Connects as the same role by another address: a standby, which has its primary's roles, or a pooler. */
export function appConnectionAt(
  address: string,
  { app, appName }: Pick<Roles, 'app' | 'appName'>,
): pg.ClientConfig {
  if (appName === null) return { connectionString: address }
  const { user = appName, password } = new pg.Client(app)
  return { connectionString: urlForUser(address, { user, password: password ?? null }) }
}

const schemas = ['public', 'graphile_worker']

/** Grants the portal's role what it needs: everything on the rows, but on the audit trail only adding. */
export async function grantAppRights(client: pg.ClientBase, name: string) {
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
  await client.query(`revoke update, delete, truncate on ${await trailOf(client)} from ${role}`)
  await client.query(`revoke insert, update, delete, truncate on public.refusals from ${role}`)
  await client.query('commit')
}

/** Names the audit trail, and its partitions if it has been divided as docs/scaling.md says. */
const trailOf = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ name: string }>(
    `select relid::regclass::text as name from pg_partition_tree('public.audit')
     union select 'public.audit'`,
  )
  return rows.map(({ name }) => name).join(', ')
}

/** Lists tables of the jobs with row security, which show rows only to their owner until they have a policy. */
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

/** Settings for `pg`. A host that begins with a slash is the folder of a socket. */
export interface Connection {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/** Creates the database if it is missing, and returns its connection. */
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

/** Opens one connection for one piece of work, and closes it afterwards. */
export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(connection)
  // A connection that breaks while idle reports an error here. Without a listener, that would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
