import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'
import { newBucketForNodes } from '#server/providers/storage/testing/bucket.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { type Browser, browserAt, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { failedStart, startPortal, temporaryFolder } from './testing/portal-process.ts'
import { openDoors } from './testing/proxy.ts'
import { openRecords } from './testing/records.ts'
import { runProgram } from './testing/run-program.ts'
import { hashOf, randomPhoto, sendFile } from './testing/send-file.ts'

const data = join(temporaryFolder(), 'data')
const settings = { PORTICO_RATE_LIMIT: 'off', PORTICO_DEMO: '0', PORTICO_DATA: data }
const empty = urlOf(await ensureDatabase(inject('cluster'), `moved_${process.pid}`))
const move = (databaseUrl: string) =>
  runProgram('server/commands/move-database.ts', [], { PORTICO_DATA: data, DATABASE_URL: databaseUrl })

const laptop = await startOpened(settings)
const client = await newClientAt(() => laptop.address)
const paper = sendFile({ address: laptop.address, cookie: client.cookie() }, await randomPhoto())
await paper.answer

/** What the client sees, and the hash of the file they sent. */
async function seenBy(browser: Pick<Browser, 'ask' | 'fetch'>) {
  const [document] = await browser.ask(documents.list, {})
  const reply = await browser.fetch(`/api/documents/${document?.id}/download`)
  return {
    user: await browser.ask(accounts.current, {}),
    tasks: await browser.ask(tasks.list, {}),
    filename: document?.filename,
    sha256: hashOf(new Uint8Array(await reply.arrayBuffer())),
  }
}

test('a portal that runs is not moved, nor into a database that holds something', async () => {
  expect(await move(empty)).toMatchObject({ code: 1, complaint: expect.stringContaining('is already') })
  await laptop.end('SIGTERM')
  const other = await freshDatabase()
  const records = await openRecords(other)
  await records.rows("insert into rate_limits (key, points) values ('somebody else', 1)")
  const refusal = { code: 1, complaint: 'The database of DATABASE_URL is not empty. Nothing was changed.' }
  expect(await move(urlOf(other))).toMatchObject(refusal)
  // Someone else's database, in which the move must not create a table.
  const foreign = await ensureDatabase(inject('cluster'), `foreign_${process.pid}`)
  const theirs = await openRecords(foreign)
  await theirs.rows('create table ledger (id int)')
  expect(await move(urlOf(foreign))).toMatchObject(refusal)
  expect(await theirs.rows("select from pg_tables where schemaname = 'public'")).toHaveLength(1)
})

test('a portal moved to another PostgreSQL is the same to whoever comes back, and the old copy starts no more', async () => {
  const again = await startPortal(settings)
  const before = await seenBy(browserOf(again.address))
  await again.end('SIGTERM')
  expect(before.sha256).toBe(paper.sha256)

  const moved = await move(empty)
  expect(moved).toMatchObject({ code: 0, complaint: '' })
  expect(moved.said).toContain('count and hash of each table are the same')
  // As after a crash between the last two steps.
  rmSync(join(data, 'database.moved'))
  expect(await move(empty)).toMatchObject({ code: 0, said: expect.stringContaining('there already') })
  expect(await move(empty)).toMatchObject({ code: 1, complaint: expect.stringContaining('has been moved') })
  const refused = await failedStart(settings)
  expect(refused).toMatchObject({ code: 1, complaint: expect.stringContaining('set DATABASE_URL') })

  const there = await startPortal({ ...settings, DATABASE_URL: empty })
  expect(await seenBy(browserOf(there.address))).toEqual(before)
  const newcomer = await newClientAt(() => there.address)
  expect((await newcomer.ask(tasks.list, {})).length).toBeGreaterThan(5)
  await there.end('SIGTERM')
})

const shared = { ...settings, DATABASE_URL: empty, PORTICO_PROXIES: '1', ...(await newBucketForNodes()) }

test('moved on to three nodes and a bucket, it is the same on each of them, to the byte', async () => {
  const firstNode = await startPortal(shared)
  const before = await seenBy(browserOf(firstNode.address))
  const moved = await runProgram('server/commands/move-files.ts', ['--to', 's3'], shared)
  expect(moved).toMatchObject({ code: 0, complaint: '' })
  expect(moved.said).toMatch(/^[1-9]\d* files have been moved/m)
  const others = ['two', 'three'].map((name) => ({ ...shared, PORTICO_DATA: join(temporaryFolder(), name) }))
  for (const { PORTICO_DATA: folder } of others) {
    mkdirSync(folder, { mode: 0o700 })
    cpSync(join(data, 'keys'), join(folder, 'keys'), { recursive: true })
  }
  const nodes = [firstNode, ...(await Promise.all(others.map((node) => startPortal(node))))]
  for (const door of await openDoors(nodes)) expect(await seenBy(browserOf(door))).toEqual(before)
  expect(before.sha256).toBe(paper.sha256)
  await Promise.all(nodes.map((node) => node.end('SIGTERM')))
})

test('the bucket of a moved portal is backed up at work, and restored beside a copy of the database to an empty bucket, to the byte', async () => {
  const firstNode = await startPortal(shared)
  const before = await seenBy(browserOf(firstNode.address))
  const [backups, keys] = ['backups', 'backup-keys'].map((name) => join(temporaryFolder(), name))
  const order = [backups ?? '', '--keys', keys ?? '']
  const made = await runProgram('server/commands/backup.ts', order, shared)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  expect(made.said).toContain('The database is one of your own')
  await firstNode.end('SIGTERM')
  // Stands in for the database's own backup.
  const copy = `restored_${process.pid}`
  await withClient(inject('cluster'), (cluster) =>
    cluster.query(`create database ${copy} template moved_${process.pid}`),
  )

  const back = {
    ...settings,
    ...(await newBucketForNodes()),
    PORTICO_DATA: join(temporaryFolder(), 'back'),
    DATABASE_URL: urlOf({ ...inject('cluster'), database: copy }),
  }
  const restored = await runProgram('server/commands/restore.ts', order, back)
  expect(restored).toMatchObject({ code: 0, complaint: '' })
  expect(restored.said).toContain('It holds no database')
  const portal = await startPortal(back)
  expect(await seenBy(browserOf(portal.address))).toEqual(before)
  expect(before.sha256).toBe(paper.sha256)
  await portal.end('SIGTERM')
})

/** The client's own browser, at the portal's current address. */
function browserOf(address: string) {
  const browser = browserAt(() => address)
  for (const [name, value] of client.jar) browser.jar.set(name, value)
  return browser
}
