import type { UserId } from '#contract/accounts/accounts.ts'
import type { Portal } from '#server/testing/portal.ts'

interface Column {
  name: string
  type: string
  isNeeded: boolean
  /** Whether it alone is unique. */
  isUnique: boolean
  /** Table and column that it refers to. */
  refersTo: [string, string] | null
}

/** Columns that name the owner of a row. */
const owners = ['client_id', 'user_id', 'actor_id', 'kept_id', 'invited_by_id']

/** Columns that lead to the owner and have no constraint that says so. */
const unconstrained: Record<string, [string, string]> = {
  'message_attachments.message_id': ['messages', 'id'],
}

/** Inserts a row of this client's into a table, with a recognisable word in each of its texts. */
export async function plantRow({ pool }: Pick<Portal, 'pool'>, table: string, clientId: UserId) {
  const values: Record<string, unknown> = {}
  for (const { name, type, isNeeded, isUnique, refersTo } of await columnsOf({ pool }, table)) {
    const target = refersTo ?? unconstrained[`${table}.${name}`]
    if (owners.includes(name)) values[name] = clientId
    else if (target) values[name] = await referred({ pool }, target, clientId)
    else if (isNeeded) values[name] = valueOf({ name, type }, isUnique ? `${table} ${clientId}` : table)
  }
  const names = Object.keys(values)
  await pool.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(values),
  )
}

async function columnsOf({ pool }: Pick<Portal, 'pool'>, table: string) {
  const { rows } = await pool.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       a.attnotnull and not a.atthasdef and a.attgenerated = '' as "isNeeded",
       exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique
         and i.indkey::text = a.attnum::text) as "isUnique",
       (select array[f.relname, r.attname]::text[] from pg_constraint c join pg_class f on f.oid = c.confrelid
        join pg_attribute r on r.attrelid = c.confrelid and r.attnum = c.confkey[1]
        where c.contype = 'f' and c.conrelid = a.attrelid and a.attnum = c.conkey[1] limit 1) as "refersTo"
     from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
  return rows
}

/** Returns what a row of this client's refers to, or null if they have nothing of the kind. */
async function referred({ pool }: Pick<Portal, 'pool'>, [table, column]: [string, string], clientId: UserId) {
  const through = table === 'matters' ? ['matter_clients', 'matter_id'] : [table, column]
  const owner = table === 'users' ? 'id' : 'client_id'
  const { rows } = await pool.query(
    `select ${through[1]} as id from ${through[0]} where ${owner} = $1 limit 1`,
    [clientId],
  )
  return rows[0]?.id ?? null
}

const valueOf = ({ name, type }: Pick<Column, 'name' | 'type'>, place: string) => {
  if (type === 'uuid') return crypto.randomUUID()
  if (type === 'text' || type === 'character varying') return `planted in ${place}`
  if (type.startsWith('timestamp') || type === 'date')
    return name.startsWith('end') ? '2026-11-02' : '2026-11-01'
  if (type === 'boolean') return false
  if (type === 'jsonb') return '{}'
  if (type.endsWith('[]')) return []
  return type === 'bytea' ? Buffer.from(place) : 1
}
