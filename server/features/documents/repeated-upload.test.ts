import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { days } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import {
  auditOf,
  filesOf,
  formOf,
  plainPage,
  readOf,
  statusesOf,
  taskOf,
  upload,
} from './testing/documents.ts'

const portal = await openPortal()
const unlike = Buffer.concat([plainPage, Buffer.from('\n')])

const sendUnder = (client: Client, key: string, bytes: Uint8Array = plainPage, sent = {}) =>
  client.send('POST', documents.upload.path, formOf(bytes, sent), { 'idempotency-key': key })
const idOf = ({ body }: { body: unknown }) => (body as { document: { id: string } }).document.id

test('an upload that comes again under its key is answered with the same document, which is kept once', async () => {
  const ana = await portal.client()
  const before = filesOf(portal).length
  const first = await sendUnder(ana, 'one')
  const again = await sendUnder(ana, 'one')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(idOf(again)).toBe(idOf(first))
  expect(again.body).not.toHaveProperty('notices')
  expect(await ana.ask(documents.list, {})).toHaveLength(1)
  expect(filesOf(portal)).toHaveLength(before + 1)
})

test('of uploads under one key at the same time one is kept, and all are answered with it', async () => {
  const ana = await portal.client()
  for (const round of [1, 2, 3, 4]) {
    const before = filesOf(portal).length
    const all = await Promise.all(Array.from({ length: 3 }, () => sendUnder(ana, `race-${round}`)))
    expect(statusesOf(all)).toEqual([201, 201, 201])
    expect(new Set(all.map(idOf)).size).toBe(1)
    await expect.poll(() => filesOf(portal)).toHaveLength(before + 1)
  }
})

test('a key that stands for another file, or for the same file as something else, is refused', async () => {
  const ana = await portal.client()
  expect((await sendUnder(ana, 'two')).status).toBe(201)
  const reused = { status: 422, body: { reason: 'idempotency_key_reused' } }
  expect(await sendUnder(ana, 'two', unlike)).toMatchObject(reused)
  expect(await sendUnder(ana, 'two', plainPage, { documentType: 'legal' })).toMatchObject(reused)
  expect(await sendUnder(ana, 'two', plainPage, { filename: 'other.pdf' })).toMatchObject(reused)
  expect(await ana.ask(documents.list, {})).toHaveLength(1)
  expect(await sendUnder(ana, 'a key with spaces')).toMatchObject({
    status: 400,
    body: { reason: 'bad_idempotency_key' },
  })
})

test('the keys of one person are nothing to another', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const [first, second] = [await sendUnder(ana, 'shared'), await sendUnder(ben, 'shared', unlike)]
  expect([first.status, second.status]).toEqual([201, 201])
  expect(idOf(second)).not.toBe(idOf(first))
})

test('the same bytes for the same task are one document, with a word of when they came before', async () => {
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'proof_of_funds')
  const first = await upload(ana, plainPage, { taskId })
  expect(first.notices).toBeUndefined()
  await readOf(ana, first.document)
  const files = filesOf(portal)
  portal.wait(days(2))
  await ana.ask(accounts.login, { username: ana.user.username, password: portal.password })
  const again = await upload(ana, plainPage, { taskId })
  expect(again.notices).toEqual(['You sent this on 9 November.'])
  expect(again.document.id).toBe(first.document.id)
  expect((await ana.ask(documents.list, {})).map(({ id }) => id)).toEqual([first.document.id])
  expect(filesOf(portal)).toEqual(files)
  expect(await auditOf(portal, ana.user.id, 'document.repeated')).toEqual([{ documentId: first.document.id }])
})

test('what the firm has rejected, or nobody could read, is another document when it is sent again', async () => {
  const ana = await portal.client()
  const priya = await portal.staff('administrator')
  const { id: taskId } = await taskOf(ana, 'proof_of_funds')
  const { document: rejected } = await upload(ana, unlike, { taskId })
  await priya.ask(reviews.reject, { id: rejected.id, reason: 'Please send all pages.' })
  const { document: unread } = await upload(ana, unlike, { taskId })
  expect(unread.id).not.toBe(rejected.id)
  await readOf(ana, unread)
  await portal.db.execute(
    sql`update documents set validation = jsonb_set(validation, '{checks}', '[]') where id = ${unread.id}`,
  )
  const { document } = await upload(ana, unlike, { taskId })
  expect(document.id).not.toBe(unread.id)
})
