import { expect, inject, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { checkPooler } from '#server/platform/db/replica.ts'
import { ensureDatabase, withClient } from '#server/platform/postgres/roles.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { openForgetfulLine } from './testing/forgetful-line.ts'
import { startOpened } from './testing/opened.ts'
import { failedStart, temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { saveNumber } from './testing/save-profile.ts'
import { randomPhoto, sendFile } from './testing/send-file.ts'

const direct = await freshDatabase()
const records = await openRecords(direct)
// The real PgBouncer if `npm run test:providers` has started it.
const port = inject('pooler')
const pooler = { ...direct, ...(port ? { port } : await openForgetfulLine(direct)) }
const environment = {
  DATABASE_DIRECT_URL: urlOf(direct),
  PORTICO_DATA: temporaryFolder(),
  PORTICO_DEMO: '0',
  PORTICO_RATE_LIMIT: 'off',
}
const portal = await startOpened({ ...environment, DATABASE_URL: urlOf(pooler) })

// This test is only about the stand-in, not PgBouncer.
test.each(port ? [] : [pooler])(
  'the stand-in for such a pooler forgets statements that have names, and settings',
  async (line) => {
    await withClient(line, async (client) => {
      const named = { name: 'one', text: "select current_setting('work_mem') as kept" }
      await client.query("set work_mem = '7MB'")
      expect((await client.query(named)).rows).not.toEqual([{ kept: '7MB' }])
      await expect(client.query(named)).rejects.toThrow('"one" does not exist')
    })
  },
)

test('behind a pooler that keeps no session a client uploads, sees it live, and has it read', async () => {
  const client = await newClientAt(() => portal.address)
  const stream = await client.fetch('/api/events')
  let heard = ''
  const listening = (async () => {
    for await (const words of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += words
  })().catch(() => {})
  const cookie = client.cookie()
  expect(await sendFile({ address: portal.address, cookie }, await randomPhoto()).answer).toMatchObject({
    status: 201,
  })
  await expect.poll(() => heard, { interval: 20 }).toContain('documents')
  const isRead = async () => (await client.ask(documents.list, {})).every(({ validation }) => validation)
  await expect.poll(isRead).toBe(true)
  await client.ask(accounts.logout, {})
  expect((await client.fetch(tasks.list.path)).status).toBe(401)
  await listening
})

test('behind it many read and write at the same time, each sees their own, and nobody is refused', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newClientAt(() => portal.address)))
  const rounds = Array.from({ length: 6 }, (_, at) => at)
  const seen = await Promise.all(
    people.flatMap((person) =>
      rounds.map(async (at) => {
        const isSaved = at % 3 !== 0 || (await saveNumber(person, at)).status === 200
        await person.ask(tasks.list, {})
        const { id } = await person.ask(accounts.current, {})
        return isSaved && id === person.user.id
      }),
    ),
  )
  expect(seen).not.toContain(false)
})

test('behind it a write that waits for a lock is given up within seconds, and what was locked stays as it was', async () => {
  const client = await newClientAt(() => portal.address)
  const letGo = await records.hold('select from users where id = $1 for update', [client.user.id])
  try {
    expect((await saveNumber(client, 7)).status).toBe(503)
  } finally {
    await letGo()
  }
  expect((await saveNumber(client, 8)).status).toBe(200)
})

test('a pooler that leads to another database, or is not there, ends the start with a sentence', async () => {
  const other = await ensureDatabase(inject('cluster'), `another_${process.pid}`)
  const DATABASE_URL = urlOf({ ...pooler, database: other.database })
  expect(await failedStart({ ...environment, PORTICO_DATA: temporaryFolder(), DATABASE_URL })).toMatchObject({
    code: 1,
    complaint: 'DATABASE_URL (a pooler) and DATABASE_DIRECT_URL have to lead to the same database.',
  })
  await expect(checkPooler({ ...pooler, port: 1 }, direct)).rejects.toThrow(
    'The pooler of DATABASE_URL does not answer: ',
  )
})
