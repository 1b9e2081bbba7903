import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { newBucketForNodes } from '#server/providers/storage/testing/bucket.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openDoors } from './testing/proxy.ts'
import { openRecords } from './testing/records.ts'
import { hashOf, randomPhoto, sendFile } from './testing/send-file.ts'

const connection = await freshDatabase()
const records = await openRecords(connection)
const bucket = await newBucketForNodes()
const folders = ['one', 'two', 'three'].map((name) => join(temporaryFolder(), name)) as [
  string,
  string,
  string,
]
const start = (folder: string) =>
  startOpened({
    DATABASE_URL: urlOf(connection),
    PORTICO_DATA: folder,
    PORTICO_DEMO: '0',
    PORTICO_RATE_LIMIT: 'off',
    PORTICO_PROXIES: '1',
    ...bucket,
  })
const firstNode = await start(folders[0])
// As docs/scaling.md requires: the same keys on every node.
for (const folder of folders.slice(1)) {
  mkdirSync(folder, { mode: 0o700 })
  cpSync(join(folders[0], 'keys'), join(folder, 'keys'), { recursive: true })
}
const [two, three] = await Promise.all([start(folders[1]), start(folders[2])])

const [first, second, third] = (await openDoors([firstNode, two, three])) as [string, string, string]

/** The same person at another node. */
const travelTo = (address: string, { jar }: Pick<ReturnType<typeof browserAt>, 'jar'>) => {
  const there = browserAt(() => address)
  for (const [name, value] of jar) there.jar.set(name, value)
  return there
}

test('a person signs in on one node, acts on the second, and sees it live on the third', async () => {
  const near = await newClientAt(() => first)
  const [acting, watching] = [travelTo(second, near), travelTo(third, near)]
  const stream = await watching.fetch('/api/events')
  let heard = ''
  const listening = (async () => {
    for await (const words of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += words
  })().catch(() => {})
  const paper = await randomPhoto()
  const sent = await sendFile({ address: second, cookie: acting.cookie() }, paper).answer
  expect(sent).toMatchObject({ status: 201 })
  await expect.poll(() => heard, { interval: 20 }).toContain('documents')
  const id = sent?.document?.id ?? ''
  const file = await watching.fetch(`/api/documents/${id}/download`)
  expect(hashOf(Buffer.from(await file.arrayBuffer()))).toBe(hashOf(paper))
  await acting.ask(accounts.logout, {})
  await expect.poll(async () => (await near.fetch('/api/tasks')).status, { interval: 20 }).toBe(401)
  await listening
})

test('a node that is killed under load loses nothing that was acknowledged, and no job is lost or done twice', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => newClientAt(() => first)))
  const papers = await Promise.all(Array.from({ length: 24 }, () => randomPhoto()))
  const sending = papers.map(async (paper, at) => {
    await sleep(at * 60)
    const person = people[at % people.length]
    const address = [first, second, third][at % 3] ?? first
    const answer = await sendFile({ address, cookie: person?.cookie() ?? '' }, paper).answer
    return answer?.document && person ? { person, paper, id: answer.document.id } : null
  })
  await sleep(900)
  await three.end('SIGKILL')
  const kept = (await Promise.all(sending)).filter((answer) => answer !== null)
  expect(kept.length).toBeGreaterThanOrEqual(8)
  for (const { person, paper, id } of kept) {
    const fetched = async () => {
      const reply = await travelTo(second, person).fetch(`/api/documents/${id}/download`)
      return reply.status === 200 ? hashOf(Buffer.from(await reply.arrayBuffer())) : reply.status
    }
    // A proxy that has not yet noticed the death answers 503, after which pages ask again.
    await expect.poll(fetched).toBe(hashOf(paper))
    expect(await travelTo(first, person).ask(tasks.list, {})).not.toEqual([])
  }
  // A remaining node reads each document once. What the killed node was reading is due again after two minutes.
  await records.rows(
    "update document_readings set due_at = now() where ended_at is null and due_at > now() + interval '30 s'",
  )
  await records.rows("select graphile_worker.add_job('readWaiting')")
  const unread = () => records.rows('select from documents where validation is null')
  await expect.poll(unread, { timeout: 25_000, interval: 200 }).toEqual([])
  const [judged] = await records.rows<{ verdicts: number; documents: number }>(
    "select count(*)::int as verdicts, count(distinct details ->> 'documentId')::int as documents from audit where event = 'document.judged'",
  )
  expect(judged?.documents).toBeGreaterThanOrEqual(kept.length)
  expect(judged?.verdicts).toBe(judged?.documents)
  const [person] = people
  if (!person) throw new Error('no client')
  for (const door of [first, second])
    expect((await travelTo(door, person).ask(documents.list, {})).length).toBeGreaterThan(0)
})
