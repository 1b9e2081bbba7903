import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import { tasks } from '#contract/tasks.ts'
import { goodBill, openAdaeze, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { madeBy, pay } from '#server/features/payments/testing.ts'
import { openPortal } from '#server/testing/portal.ts'

// The firm's own PostgreSQL: over TCP, with a password, and as a user who may only create databases.
const portal = await openPortal()
const many = Array.from({ length: 20 }, (_, index) => index)

test("on the firm's own database a client registers, signs out and comes back to their tasks", async () => {
  const ana = await portal.client()
  const list = await ana.ask(tasks.list, {})
  expect(list.length).toBeGreaterThan(5)
  await ana.ask(accounts.logout, {})
  await expect(ana.ask(tasks.list, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await ana.ask(accounts.login, { username: ana.user.username, password: portal.password })
  expect(await ana.ask(tasks.list, {})).toEqual(list)
})

test("on the firm's own database a bill is kept, read and verified, its task done and the client told", async () => {
  const ada = await openAdaeze(portal)
  const { id, title } = await taskOf(ada, 'proof_of_address')
  await portal.ports.inspector.wake()
  const { document } = await upload(ada, goodBill, { taskId: id, documentType: title })
  expect(await readOf(ada, document)).toMatchObject({ taskId: id, status: 'verified' })
  expect((await ada.ask(documents.list, {})).map((kept) => kept.id)).toEqual([document.id])
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'completed', outcome: 'verified' })
  expect((await ada.ask(activities.list, {})).map(({ type }) => type)).toEqual([
    'document_verified',
    'document_uploaded',
  ])
})

test("on the firm's own database twenty payments of one task at once are one charge", async () => {
  const ana = await portal.client()
  const tries = await Promise.allSettled(many.map((index) => pay(ana, { key: `window-${index}` })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await madeBy(ana)).toHaveLength(1)
})

test("on the firm's own database a mail is written down with what caused it, and kept in the outbox", async () => {
  const ana = await portal.client()
  await expect
    .poll(async () => (await mailsTo(portal, ana.user.email)).map(({ state }) => state))
    .toEqual(['kept'])
})

test("on the firm's own database what stands in the audit trail is neither changed nor removed", async () => {
  await portal.client()
  for (const change of [
    "update audit set event = 'nothing'",
    'delete from audit',
    'truncate audit',
    'delete from refusals',
  ])
    await expect(portal.pool.query(change), change).rejects.toThrow(/audit|refusals|permission denied/)
})
