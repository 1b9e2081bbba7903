import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { openPortal } from '#server/testing/portal.ts'
import {
  anew,
  auditOf,
  decide,
  filesOf,
  goodBill,
  openAdaeze,
  plainPage,
  send,
  statusesOf,
  taskOf,
  upload,
} from './testing/documents.ts'

const portal = await openPortal()
const rounds = Array.from({ length: 12 }, (_, round) => round)

test('of many deletions at once, one is done and the others find nothing', async () => {
  const ana = await portal.client()
  for (const _ of rounds) {
    const { id } = (await upload(ana, plainPage, { filename: 'a.pdf' })).document
    const all = await Promise.all(
      Array.from({ length: 5 }, () => ana.send('DELETE', `/api/documents/${id}`, undefined, {})),
    )
    expect(statusesOf(all)).toEqual([204, 404, 404, 404, 404])
  }
  expect(await auditOf(portal, ana.user.id, 'document.deleted')).toHaveLength(rounds.length)
})

test('a task is never open while it holds a document, nor done without one, whatever happens at once', async () => {
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'proof_of_funds')
  for (const _ of rounds) {
    const { id } = (await upload(ana, plainPage, { taskId, filename: 'old.pdf' })).document
    await Promise.all([
      ana.ask(documents.remove, { id }),
      upload(ana, anew(plainPage, 1), { taskId, filename: 'new.pdf' }),
      upload(ana, anew(plainPage, 2), { taskId, filename: 'newer.pdf' }),
    ])
    const held = await ana.ask(documents.list, {})
    expect(held).toHaveLength(2)
    expect((await taskOf(ana, 'proof_of_funds')).status).toBe('completed')
    await Promise.all(held.map((document) => ana.ask(documents.remove, { id: document.id })))
    expect((await taskOf(ana, 'proof_of_funds')).status).toBe('pending')
  }
})

test('a document that the firm accepts in the same moment is either kept or gone, never both', async () => {
  const ana = await portal.client()
  for (const _ of rounds) {
    const { id } = (await upload(ana, plainPage, { filename: 'a.pdf' })).document
    const [removed, accepted] = await Promise.all([
      ana.send('DELETE', `/api/documents/${id}`, undefined, {}),
      decide(portal, id, 'accept'),
    ])
    const isThere = (await ana.ask(documents.list, {})).some((candidate) => candidate.id === id)
    expect(removed.status).toBe(isThere ? 409 : 204)
    expect(accepted.rowCount).toBe(isThere ? 1 : 0)
  }
})

test('of uploads that race for the last place, exactly one is taken', async () => {
  const ana = await portal.client()
  const { document } = await upload(ana, plainPage, { filename: 'a.pdf' })
  await portal.db.execute(sql`insert into documents
    (id, client_id, purpose, filename, file_key, sha256, file_type, file_size, document_type, status, created_at)
    select gen_random_uuid(), client_id, purpose, filename, 'raced-' || n, sha256, file_type, file_size,
      document_type, status, created_at
    from documents, generate_series(1, 198) n where id = ${document.id}`)
  const before = filesOf(portal)
  const all = await Promise.all(
    Array.from({ length: 6 }, () => send(ana, plainPage, { filename: 'last.pdf' })),
  )
  expect(statusesOf(all)).toEqual([201, 409, 409, 409, 409, 409])
  await expect.poll(() => filesOf(portal)).toHaveLength(before.length + 1)
})

test('two good bills at once verify one task once each, without harm', async () => {
  const ada = await openAdaeze(portal)
  const { id } = await taskOf(ada, 'proof_of_address')
  const both = await Promise.all([
    upload(ada, goodBill, { taskId: id }),
    upload(ada, anew(goodBill, 1), { taskId: id }),
  ])
  expect(both.map(({ document }) => document.status)).toEqual(['verified', 'verified'])
  expect(await auditOf(portal, ada.user.id, 'document.judged')).toHaveLength(2)
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ outcome: 'verified' })
})

test('of the same file sent several times at once for one task one is kept, and all are answered with it', async () => {
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'proof_of_funds')
  const all = await Promise.all(Array.from({ length: 4 }, () => upload(ana, plainPage, { taskId })))
  expect(new Set(all.map(({ document }) => document.id)).size).toBe(1)
  expect(await ana.ask(documents.list, {})).toHaveLength(1)
})
