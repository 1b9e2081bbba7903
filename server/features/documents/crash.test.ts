import { type ChildProcess, fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { documents } from '#contract/documents.ts'
import type { Output } from '#contract/kit.ts'
import { drawPng } from '#inspector/testing/pictures.ts'
import { openDatabase } from '#server/platform/db.ts'
import { hours } from '#server/platform/durations.ts'
import { queueJob } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { freshDatabase } from '#server/testing/cluster.ts'
import { newPerson } from '#server/testing/portal.ts'
import { quiet } from '#server/testing/quiet.ts'
import { formOf, unread } from './testing/documents.ts'
import type { Told } from './testing/process.ts'

const dataFolder = mkdtempSync(join(tmpdir(), 'portico-crash-'))
const connection = await freshDatabase()
const { db, close } = openDatabase(connection, { log: openLog(quiet) })
const portals: ChildProcess[] = []
afterAll(async () => {
  for (const portal of portals) portal.kill('SIGKILL')
  await close()
  rmSync(dataFolder, { recursive: true, force: true })
})

const start = async (ahead = 0) => {
  const told: Told = { connection, dataFolder, ahead }
  const process = fork(join(import.meta.dirname, 'testing/process.ts'), [JSON.stringify(told)])
  portals.push(process)
  const [address] = await once(process, 'message')
  return { process, address: String(address) }
}

const person = newPerson()
const signIn = async (address: string, how: 'login' | 'register') => {
  const { username, password } = person
  const reply = await fetch(address + accounts[how].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(how === 'login' ? { username, password } : person),
  })
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

const filesLeft = () =>
  readdirSync(join(dataFolder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/orphaned'))
    .map(({ name }) => name)
    .toSorted()
const filesOwned = async () => {
  const found = await db.execute<{ file_key: string }>(sql`select file_key from documents`)
  return found.rows.map(({ file_key }) => String(file_key.split('/').at(-1))).toSorted()
}

const rounds = 8
const widest = 80

test('whenever the process is killed, what was acknowledged is there and nothing else stays', async () => {
  const acknowledged = new Map<string, string>()
  let broken = 0
  let how: 'login' | 'register' = 'register'
  for (let round = 0; round < rounds; round++) {
    const { process, address } = await start()
    const cookie = await signIn(address, how)
    how = 'login'
    const bytes = await drawPng(300 + round, 200)
    const options = {
      method: 'POST',
      headers: { cookie },
      body: formOf(bytes, { ...unread, filename: 'a.png' }),
    }
    // The first makes the process warm, so that the second is killed at the step that is meant.
    const upload = () =>
      fetch(address + documents.upload.path, options).then(
        (reply) => reply.json() as Promise<Output<typeof documents.upload>>,
      )
    const note = ({ document }: Output<typeof documents.upload>) =>
      acknowledged.set(document.id, createHash('sha256').update(bytes).digest('hex'))
    note(await upload())
    const second = upload().then(note, () => (broken += 1))
    await sleep((round * widest) / rounds)
    process.kill('SIGKILL')
    await second
  }
  // A kill that never hit an upload under way would prove nothing.
  expect(broken).toBeGreaterThan(1)

  const { address } = await start(hours(2))
  const cookie = await signIn(address, 'login')
  for (const [id, sha256] of acknowledged) {
    const reply = await fetch(`${address}/api/documents/${id}/file`, { headers: { cookie } })
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
  }
  await queueJob(db)('sweepFiles', {})
  const owned = await filesOwned()
  await expect.poll(filesLeft).toEqual(owned)
})
