import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { hashOf, randomPhoto, type Sending, sendFile } from './testing/send-file.ts'

const connection = await freshDatabase()
const records = await openRecords(connection)
const folder = join(temporaryFolder(), 'data')
const environment = { DATABASE_URL: urlOf(connection), PORTICO_DATA: folder, PORTICO_RATE_LIMIT: 'off' }

let portal = await startOpened({ ...environment, PORTICO_DEMO: '0' })
const client = await newClientAt(() => portal.address)
const large = { width: 1200, height: 800 }
const everything: Sending[] = []
// A new process that opens files takes a while on a busy machine.
const soon = { interval: 2 }

const send = (bytes: Buffer, pace = {}) => {
  const sending = sendFile({ address: portal.address, cookie: client.cookie() }, bytes, pace)
  everything.push(sending)
  return sending
}
/** Keeps the portal from beginning to read any document. */
const holdReadings = () => records.hold("select pg_advisory_xact_lock(hashtextextended('readings', 0))")
const restart = async () => {
  portal = await startOpened({ ...environment, PORTICO_DEMO: '0' })
}

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const staged = () => filesBelow(join(folder, 'files/staged'))
const kept = () => filesBelow(join(folder, 'files')).filter(({ parentPath }) => isKept(parentPath))
const isKept = (path: string) => !/\/(staged|orphaned)$/.test(path)
const sizeOf = (file: ReturnType<typeof filesBelow>[number]) =>
  statSync(join(file.parentPath, file.name)).size
const rowsOf = ({ filename }: Sending) =>
  records.rows<{ sha256: string }>('select sha256 from documents where filename = $1', [filename])

/** Checks that every acknowledged document is there and whole. The others must be there completely or not at all. */
async function nothingIsLost() {
  const listed = await client.ask(documents.list, {})
  for (const { filename, sha256, answer } of everything) {
    const answered = await answer
    const found = listed.filter((document) => document.filename === filename)
    expect(found.length, filename).toBeGreaterThanOrEqual(answered?.status === 201 ? 1 : 0)
    expect(found.length, filename).toBeLessThanOrEqual(1)
    for (const { id } of found) {
      const reply = await client.fetch(`/api/documents/${id}/download`)
      expect(reply.status).toBe(200)
      expect(hashOf(new Uint8Array(await reply.arrayBuffer()))).toBe(sha256)
    }
  }
  return listed
}

/** Uploads until the locked step, at which `isThere`, and kills the portal there. */
async function killedWhileHeld(lock: string, isThere: () => boolean) {
  const letGo = await records.hold(lock)
  try {
    const sending = send(await randomPhoto())
    // Another work of the portal may come to the lock before the upload does.
    const isHeld = async () => sending.isSent() && isThere() && (await records.waiting()) > 0
    await expect.poll(isHeld, soon).toBe(true)
    await portal.end('SIGKILL')
    expect(await sending.answer).toBeNull()
    return sending
  } finally {
    await letGo()
  }
}

test('killed at each step of an upload, the portal keeps what it acknowledged and no half of the rest', async () => {
  const acknowledged = send(await randomPhoto())
  expect(await acknowledged.answer).toMatchObject({ status: 201 })
  const settled = kept().length

  // Kills while the body is arriving.
  const arriving = send(await randomPhoto(large), { onlyBytes: 200_000 })
  await expect
    .poll(() =>
      staged()
        .map(sizeOf)
        .some((size) => size > 60_000),
    )
    .toBe(true)
  await portal.end('SIGKILL')
  expect(arriving.isSent()).toBe(false)
  expect(await arriving.answer).toBeNull()
  expect([staged().length, kept().length - settled]).toEqual([1, 0])
  await restart()

  // Each lock stops the upload at one step: file staged, file kept, row written, everything but the commit.
  const steps = [
    { lock: 'lock table tasks in access exclusive mode', leaves: { staged: 2, kept: 0 } },
    {
      lock: `select pg_advisory_xact_lock(hashtextextended('documents:${client.user.id}', 0))`,
      leaves: { staged: 2, kept: 1 },
    },
    { lock: 'lock table activities in access exclusive mode', leaves: { staged: 2, kept: 2 } },
    { lock: 'lock table audit in access exclusive mode', leaves: { staged: 2, kept: 3 } },
  ]
  const left = () => ({ staged: staged().length, kept: kept().length - settled })
  for (const { lock, leaves } of steps) {
    await client.ask(documents.list, {})
    const sending = await killedWhileHeld(lock, () => isDeepStrictEqual(left(), leaves))
    expect(left(), lock).toEqual(leaves)
    await restart()
    expect(await rowsOf(sending), lock).toEqual([])
  }

  // After the commit and before the response, which waits for the reading.
  const letRead = await holdReadings()
  const unanswered = send(await randomPhoto())
  await expect.poll(() => rowsOf(unanswered), soon).toHaveLength(1)
  await portal.end('SIGKILL')
  expect(await unanswered.answer).toBeNull()
  await letRead()
  await restart()

  const listed = await nothingIsLost()
  expect(listed.map(({ filename }) => filename)).toEqual([unanswered.filename, acknowledged.filename])
})

test('killed at any moment under many uploads, the portal keeps all that it acknowledged', async () => {
  const before = everything.length
  const moments = [
    ...[60, 250].map((delay) => () => sleep(delay)),
    ...[1, 2, 4].map((count) => (burst: Sending[]) => acknowledgements(burst, count)),
  ]
  for (const moment of moments) {
    // Seven are sent at full speed. The eighth never finishes.
    const papers = await Promise.all(Array.from({ length: 7 }, () => randomPhoto()))
    const larger = await randomPhoto(large)
    const burst = [...papers.map((paper) => send(paper)), send(larger, { onlyBytes: 200_000 })]
    await moment(burst)
    await portal.end('SIGKILL')
    await Promise.all(burst.map(({ answer }) => answer))
    await restart()
  }
  await nothingIsLost()

  const outcomes = { arriving: 0, silent: 0, acknowledged: 0 }
  for (const { isSent, answer } of everything.slice(before)) {
    if ((await answer)?.status === 201) outcomes.acknowledged += 1
    else outcomes[isSent() ? 'silent' : 'arriving'] += 1
  }
  // The kills came at the right moments: before, during and after.
  expect(outcomes.arriving).toBeGreaterThanOrEqual(moments.length)
  expect(outcomes.acknowledged).toBeGreaterThanOrEqual(7)
  expect(outcomes.silent).toBeGreaterThan(0)
})

/** Resolves with the nth acknowledgement of a burst. */
const acknowledgements = (burst: Sending[], count: number) =>
  new Promise<void>((resolve) => {
    let left = count
    for (const { answer } of burst)
      void answer.then((answered) => {
        if (answered?.status === 201) left -= 1
        if (left === 0) resolve()
      })
  })

test('a document whose reading was cut off, even twice, is read in the end', async () => {
  const unread = () =>
    records.rows<{ filename: string }>('select filename from documents where validation is null')
  // It is not read before its row is locked. After that, what was read of it cannot be recorded.
  const letRead = await holdReadings()
  const sending = send(await randomPhoto())
  await expect.poll(() => rowsOf(sending), soon).toHaveLength(1)
  const letRecord = await records.hold('select from documents where filename = $1 for update', [
    sending.filename,
  ])
  await letRead()
  const isBeingRead = () =>
    records.rows(
      `select from document_readings join documents on id = document_id
       where filename = $1 and attempts = 1 and ended_at is null`,
      [sending.filename],
    )
  await expect.poll(isBeingRead, soon).toHaveLength(1)
  await portal.end('SIGKILL')
  await letRecord()
  expect(await unread()).toContainEqual({ filename: sending.filename })
  // As if a second kill had hit the job that reads it: a dead worker holds the job.
  await records.rows('update document_readings set due_at = now() where ended_at is null')
  await records.rows(
    `update graphile_worker._private_jobs
     set run_at = now(), locked_by = 'a worker that was killed', locked_at = now() - interval '3 minutes'`,
  )
  await restart()
  await expect.poll(unread).toEqual([])
})

test('what the kills left behind is swept away, and nothing else', async () => {
  const documentsBefore = await client.ask(documents.list, {})
  expect(staged().length).toBeGreaterThan(0)
  expect(kept().length).toBeGreaterThan(documentsBefore.length)
  const yesterday = new Date(Date.now() - 24 * 3_600_000)
  for (const { parentPath, name } of filesBelow(join(folder, 'files')))
    utimesSync(join(parentPath, name), yesterday, yesterday)

  await records.rows("select graphile_worker.add_job('sweepFiles')")

  await expect.poll(() => staged().length).toBe(0)
  await expect.poll(() => kept().length).toBe(documentsBefore.length)
  expect(await nothingIsLost()).toEqual(documentsBefore)
})
