import { expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { documents } from '#contract/documents/documents.ts'
import { drawFlatPicture } from '#inspector/testing/pictures.ts'
import { openPortal } from '#server/testing/portal.ts'
import {
  anew,
  auditOf,
  decide,
  filesOf,
  goodBill,
  openAdaeze,
  plainPage,
  readOf,
  send,
  statusesOf,
  taskOf,
  upload,
} from './testing/documents.ts'

const portal = await openPortal()

test('a good bill is verified at once, and so is its task', async () => {
  const ada = await openAdaeze(portal)
  const { id, title } = await taskOf(ada, 'proof_of_address')
  // Loading the reader takes some of the seconds that an upload waits for its verdict.
  await portal.ports.inspector.wake()

  const { document, validation } = await upload(ada, goodBill, { taskId: id, documentType: title })

  expect(validation).toMatchObject({ valid: true, issues: [] })
  expect(validation.confidence).toBeGreaterThanOrEqual(0.9)
  expect(document).toMatchObject({
    taskId: id,
    filename: 'bill.pdf',
    fileType: 'application/pdf',
    fileSize: goodBill.length,
    documentType: title,
    status: 'verified',
    verifiedAt: portal.now(),
    validation,
  })
  expect(await ada.ask(documents.list, {})).toEqual([document])
  expect(await ada.ask(documents.one, { id: document.id })).toEqual(document)
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'completed', outcome: 'verified' })
  const news = (await ada.ask(activities.list, {})).map(({ type, description }) => [type, description])
  expect(news).toEqual([
    ['document_verified', 'Proof of address verified'],
    ['document_uploaded', 'Proof of address uploaded'],
  ])
  expect(await auditOf(portal, ada.user.id, 'document.judged')).toEqual([
    { documentId: document.id, outcome: 'verified' },
  ])
})

test('a photo on which nothing can be read is pending, and its task is submitted', async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'proof_of_identity')

  const sent = await upload(ana, await drawFlatPicture(1200, 900, 'jpeg'), {
    taskId: id,
    filename: 'passport.jpg',
  })

  const { validation, ...document } = await readOf(ana, sent.document)
  expect(validation.valid).toBe(false)
  expect(validation.metadata.verificationFlags.requiresManualReview).toBe(true)
  expect(document).toMatchObject({ status: 'pending', verifiedAt: null, fileType: 'image/jpeg' })
  expect(await taskOf(ana, 'proof_of_identity')).toMatchObject({ status: 'completed', outcome: 'review' })
})

test('a bill of somebody else is kept, pending, with what to do about it', async () => {
  const ben = await portal.client({ firstName: 'Ben', lastName: 'Whitlock' })
  const { id } = await taskOf(ben, 'proof_of_address')

  const { status, validation } = await readOf(ben, (await upload(ben, goodBill, { taskId: id })).document)

  expect(status).toBe('pending')
  expect(validation.issues.join(' ')).toContain('Please upload one in your own name.')
  expect(await taskOf(ben, 'proof_of_address')).toMatchObject({ status: 'completed', outcome: 'review' })
})

test('one client neither sees, opens, nor deletes the document of another', async () => {
  const ana = await portal.client()
  const ben = await portal.client()
  const { document } = await upload(ana, plainPage, { filename: 'photo.pdf' })
  const { id } = document

  expect(await ben.ask(documents.list, {})).toEqual([])
  for (const path of ['', '/file', '/download', '/preview', '/pages/1', '/pages/1/text'])
    expect(await ben.send('GET', `/api/documents/${id}${path}`, undefined, {})).toMatchObject({ status: 404 })
  await expect(ben.ask(documents.remove, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ana.ask(documents.list, {})).toHaveLength(1)
})

test("a file for another client's task is answered as if there were no such task", async () => {
  const ana = await portal.client()
  const ben = await portal.client()
  const { id } = await taskOf(ana, 'proof_of_funds')
  const before = filesOf(portal)

  expect(await send(ben, goodBill, { taskId: id })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  })
  expect(filesOf(portal)).toEqual(before)
  expect(await auditOf(portal, ben.user.id, 'document.refused')).toMatchObject([{ reason: 'not_found' }])
})

test('a file for a task that asks for something else is refused', async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'payment')
  expect(await send(ana, goodBill, { taskId: id })).toMatchObject({
    status: 422,
    body: { reason: 'wrong_task' },
  })
})

test('a file without a task goes to the open one that asks for such a document, else to none', async () => {
  const ana = await openAdaeze(portal)
  const address = await taskOf(ana, 'proof_of_address')
  const first = await upload(ana, goodBill, { documentType: 'utility_bill', filename: 'a.pdf' })
  await readOf(ana, first.document)
  const second = await upload(ana, plainPage, { documentType: 'utility_bill', filename: 'b.pdf' })
  const third = await upload(ana, plainPage, { documentType: 'Upload proof of funds', filename: 'c.pdf' })

  expect(first.document.taskId).toBe(address.id)
  expect(second.document.taskId).toBeNull()
  expect(third.document.taskId).toBe((await taskOf(ana, 'proof_of_funds')).id)
})

test('a task may hold several files until the firm has accepted one', async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'proof_of_funds')
  const front = await upload(ana, plainPage, { taskId: id, filename: 'front.pdf' })
  await upload(ana, anew(plainPage, 1), { taskId: id, filename: 'back.pdf' })

  await decide(portal, front.document.id, 'accept')

  expect(await send(ana, plainPage, { taskId: id, filename: 'third.pdf' })).toMatchObject({
    status: 409,
    body: { reason: 'already_accepted' },
  })
  await expect(ana.ask(documents.remove, { id: front.document.id })).rejects.toMatchObject({
    code: 'conflict',
    message: "We've accepted this document, so it is kept and can't be deleted.",
  })
  expect(await ana.ask(documents.list, {})).toHaveLength(2)
})

test('a task is open again when its only document is deleted, and the file is gone', async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'proof_of_funds')
  const before = filesOf(portal)
  const front = await upload(ana, plainPage, { taskId: id, filename: 'front.pdf' })
  const back = await upload(ana, anew(plainPage, 1), { taskId: id, filename: 'back.pdf' })

  await ana.ask(documents.remove, { id: front.document.id })
  expect(await taskOf(ana, 'proof_of_funds')).toMatchObject({ status: 'completed', outcome: 'review' })
  await ana.ask(documents.remove, { id: back.document.id })

  expect(await taskOf(ana, 'proof_of_funds')).toMatchObject({ status: 'pending', outcome: null })
  expect(await ana.ask(documents.list, {})).toEqual([])
  await expect.poll(() => filesOf(portal)).toEqual(before)
  expect(await auditOf(portal, ana.user.id, 'document.deleted')).toHaveLength(2)
})

test('a verified document that is deleted leaves its task to those that are left', async () => {
  const ada = await openAdaeze(portal)
  const { id } = await taskOf(ada, 'proof_of_address')
  const good = await upload(ada, goodBill, { taskId: id })
  await readOf(ada, good.document)
  const other = await upload(ada, plainPage, { taskId: id, filename: 'other.pdf' })
  await readOf(ada, other.document)
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ outcome: 'verified' })

  await ada.ask(documents.remove, { id: good.document.id })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'completed', outcome: 'review' })

  await decide(portal, other.document.id, 'reject')
  const third = await upload(ada, plainPage, { taskId: id, filename: 'third.pdf' })
  await ada.ask(documents.remove, { id: third.document.id })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'pending', outcome: null })
})

test('the 201st document of a client is refused, and counts again once one is deleted', async () => {
  const ana = await portal.client()
  const { document } = await upload(ana, plainPage, { filename: 'photo.pdf' })
  await portal.pool.query(
    `insert into documents (id, client_id, purpose, filename, file_key, sha256, file_type, file_size,
       document_type, status, created_at)
     select gen_random_uuid(), client_id, purpose, filename, 'made-up-' || n, sha256, file_type, file_size,
       document_type, status, created_at from documents, generate_series(1, 199) n where id = $1`,
    [document.id],
  )
  expect(await send(ana, plainPage, { filename: 'x.pdf' })).toMatchObject({
    status: 409,
    body: { reason: 'quota_reached' },
  })
  await ana.ask(documents.remove, { id: document.id })
  const two = await Promise.all([1, 2].map((n) => send(ana, plainPage, { filename: `${n}.pdf` })))
  expect(statusesOf(two)).toEqual([201, 409])
})
