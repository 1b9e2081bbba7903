import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { tasks } from '#contract/tasks.ts'
import { ensureDatabase } from '#server/platform/postgres/roles.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { runProgram } from './testing/run-program.ts'

/** The statements that docs/scaling.md gives. */
const statementsIn = (page: string) => {
  const [, after = ''] = page.split(/^\*\*Partitions\.\*\*/m)
  return /(?:^ {4}.*\n)+/m.exec(after)?.[0] ?? ''
}
const page = join(import.meta.dirname, '../../docs/scaling.md')

/** The first id of a year (UUID version 7). */
const firstIdOf = (year: number) => {
  const time = Date.UTC(year, 0).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** The statements for whoever divides the trail before another year. */
const statementsFor = (year: number, statements: string) => {
  const named = Number(/audit_until_(\d{4})/.exec(statements)?.[1])
  for (const bound of [named, named + 1]) expect(statements).toContain(`'${firstIdOf(bound)}'`)
  return statements
    .replaceAll(firstIdOf(named + 1), firstIdOf(year + 1))
    .replaceAll(firstIdOf(named), firstIdOf(year))
    .replaceAll(`${named}`, `${year}`)
}

test('an audit trail divided as docs/scaling.md says is added to, kept from change, and exported once', async () => {
  const database = await ensureDatabase(inject('cluster'), `divided_${process.pid}`)
  const settings = {
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_DEMO: '0',
    PORTICO_DATA: join(temporaryFolder(), 'data'),
    DATABASE_URL: urlOf(database),
  }
  const whole = await startOpened(settings)
  const before = await newClientAt(() => whole.address)
  await whole.end('SIGTERM')
  const { rows } = await openRecords(database)
  const statements = statementsIn(readFileSync(page, 'utf8'))
  expect(statements).toContain('attach partition')
  // What has been written belongs to the first partition, in whatever year this runs.
  const year = new Date().getUTCFullYear() + 1
  await rows(statementsFor(year, statements))

  const divided = await startPortal(settings)
  const after = await newClientAt(() => divided.address)
  expect((await after.ask(tasks.list, {})).length).toBeGreaterThan(5)
  const events = (person: typeof after) =>
    rows(`select tableoid::regclass::text as part from audit where subject_id = $1`, [person.user.id])
  for (const person of [before, after]) expect(await events(person)).not.toEqual([])
  const rights = await rows(
    `select distinct relid::regclass::text as part, privilege_type as right from pg_partition_tree('audit')
     join information_schema.role_table_grants on table_name = relid::regclass::text
     where grantee like 'portico_app_%' order by 1, 2`,
  )
  const parts = ['audit', `audit_${year}`, 'audit_later', `audit_until_${year}`]
  expect(rights).toEqual(parts.flatMap((part) => ['INSERT', 'SELECT'].map((right) => ({ part, right }))))
  for (const part of parts)
    await expect(rows(`delete from ${part}`)).rejects.toThrow('The trail is only added to')
  await divided.end('SIGTERM')

  const to = join(temporaryFolder(), 'export')
  const exported = await runProgram('server/commands/export.ts', [to], settings)
  expect(exported).toMatchObject({ code: 0, complaint: '' })
  const tables = readdirSync(join(to, 'tables')).filter((name) => name.startsWith('audit'))
  expect(tables.toSorted()).toEqual(['audit.csv', 'audit.jsonl'])
  const written = readFileSync(join(to, 'tables/audit.jsonl'), 'utf8')
  for (const { user } of [before, after]) expect(written).toContain(user.id)
})
