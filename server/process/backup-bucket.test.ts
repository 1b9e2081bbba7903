import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { newBucketForNodes } from '#server/providers/storage/testing/bucket.ts'
import { browserAt, newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { startPortal, temporaryFolder } from './testing/portal-process.ts'
import { runProgram } from './testing/run-program.ts'
import { hashOf, randomPhoto, sendFile } from './testing/send-file.ts'

const folder = temporaryFolder()
const [backups, keys, target] = ['backups', 'keys', 'target'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]
const settings = { PORTICO_RATE_LIMIT: 'off', PORTICO_DEMO: '0' }
const bucket = await newBucketForNodes()
const environment = { ...settings, PORTICO_DATA: join(folder, 'data'), ...bucket }
/** What was acknowledged: the hash of each by its name. */
const sent = new Map<string, string>()

const portal = await startOpened(environment)
const client = await newClientAt(() => portal.address)

const restore = (bucket: Record<string, string>) =>
  runProgram('server/commands/restore.ts', [backups, '--keys', keys], { PORTICO_DATA: target, ...bucket })

test('files of a bucket are backed up at work, and not restored to a bucket that holds something', async () => {
  // The second one is longer than what is read of a bucket at once.
  const papers = [await randomPhoto(), await randomPhoto({ width: 1800, height: 1400 })]
  for (const bytes of papers) {
    const paper = sendFile({ address: portal.address, cookie: client.cookie() }, bytes)
    expect(await paper.answer).toMatchObject({ status: 201 })
    sent.set(paper.filename, paper.sha256)
  }
  const made = await runProgram('server/commands/backup.ts', [backups, '--keys', keys], environment)
  expect(made).toMatchObject({ code: 0, complaint: '' })
  expect(made.said).toMatch(/^([1-9]\d*) stored files, of which \1 are new/m)
  await portal.end('SIGTERM')
  expect(await restore(bucket)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('There is something in'),
  })
  expect(existsSync(target)).toBe(false)
})

test('restored with the database to an empty bucket, they are the same to the byte', async () => {
  const emptyBucket = await newBucketForNodes()
  const restored = await restore(emptyBucket)
  expect(restored).toMatchObject({ code: 0, complaint: '' })
  expect(restored.said).toMatch(/^[1-9]\d* stored files have been copied back to the bucket/m)
  expect(readdirSync(target)).not.toContain('files')

  const again = await startPortal({ ...settings, PORTICO_DATA: target, ...emptyBucket })
  const browser = browserAt(() => again.address)
  await browser.ask(accounts.login, { username: client.user.username, password: client.password })
  const found = new Map<string, string>()
  for (const { id, filename } of await browser.ask(documents.list, {})) {
    const reply = await browser.fetch(`/api/documents/${id}/download`)
    found.set(filename, hashOf(new Uint8Array(await reply.arrayBuffer())))
  }
  expect(found).toEqual(sent)
  await again.end('SIGTERM')
})
