import { expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { documentRequests } from '#contract/document-requests.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { type TaskId, taskState, tasks } from '#contract/tasks.ts'
import { plainPage, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const later = '2026-12-03'
const certificate = { title: 'Your marriage certificate', description: 'Both sides, please.', dueOn: later }

const openAsked = async () => {
  const ana = await portal.client()
  const request = await priya.ask(documentRequests.create, { id: ana.user.id, ...certificate })
  const find = async (id: TaskId = request.id) =>
    (await ana.ask(tasks.list, {})).find((task) => task.id === id)
  return { ana, request, find }
}

test('a document that the firm asks for in its own words is the last task of its client, who is told', async () => {
  const { ana, request } = await openAsked()
  const all = await ana.ask(tasks.list, {})
  expect(all.at(-1)).toEqual(request)
  expect(request).toMatchObject({ ...certificate, kind: 'requested_document', category: 'documents' })
  const [notice] = await ana.ask(notifications.list, {})
  expect(notice).toMatchObject({
    title: 'We need a document from you',
    body: 'Your marriage certificate. Please send it by 3 December 2026.',
    link: `/?task=${request.id}`,
  })
  expect((await ana.ask(activities.list, {}))[0]).toMatchObject({ type: 'document_requested' })
})

test('a document sent for a request is reviewed by a person, and accepted like any other', async () => {
  const { ana, request, find } = await openAsked()
  const sent = { taskId: request.id, documentType: request.title }
  const { document } = await upload(ana, plainPage, sent)
  await readOf(ana, document)
  expect(await find()).toMatchObject({ status: 'completed', outcome: 'review' })
  const { id } = document
  expect(await priya.ask(reviews.one, { id })).toMatchObject({ requestWords: 'Both sides, please.' })
  expect(await priya.ask(reviews.accept, { id })).toMatchObject({ requestWords: 'Both sides, please.' })
  const task = await find()
  expect(task && taskState(task)).toBe('Verified')
})

test('whoever reviews a document reads nothing of words where nobody wrote any', async () => {
  const ana = await portal.client()
  const { id: taskId, title } = await priya.ask(documentRequests.create, {
    id: ana.user.id,
    title: 'A council tax bill',
  })
  const { document } = await upload(ana, plainPage, { taskId, documentType: title })
  expect((await priya.ask(reviews.one, { id: document.id })).requestWords).toBeNull()
  const proof = await upload(ana, plainPage, { taskId: (await taskOf(ana, 'proof_of_funds')).id })
  expect((await priya.ask(reviews.one, { id: proof.document.id })).requestWords).toBeNull()
})

test('a request can be withdrawn until something has been sent for it', async () => {
  const { ana, request, find } = await openAsked()
  const withdraw = (taskId: TaskId) => priya.ask(documentRequests.withdraw, { id: ana.user.id, taskId })
  await withdraw(request.id)
  expect(await find()).toBeUndefined()
  await expect(withdraw(request.id)).rejects.toMatchObject({ code: 'not_found' })

  const second = await priya.ask(documentRequests.create, { id: ana.user.id, title: 'A council tax bill' })
  await upload(ana, plainPage, { taskId: second.id, documentType: second.title })
  await expect(withdraw(second.id)).rejects.toMatchObject({ code: 'conflict', reason: 'document_sent' })
})

test('a request can be withdrawn after the document sent for it was deleted', async () => {
  const { ana, request, find } = await openAsked()
  const { document } = await upload(ana, plainPage, { taskId: request.id, documentType: request.title })
  await ana.ask(documents.remove, { id: document.id })
  await priya.ask(documentRequests.withdraw, { id: ana.user.id, taskId: request.id })
  expect(await find()).toBeUndefined()
})

test('only a requested task can be withdrawn, and a due day in the past is refused', async () => {
  const { ana } = await openAsked()
  const [first] = await ana.ask(tasks.list, {})
  if (!first) throw new Error('There is no task.')
  await expect(
    priya.ask(documentRequests.withdraw, { id: ana.user.id, taskId: first.id }),
  ).rejects.toMatchObject({ code: 'unprocessable', reason: 'wrong_task' })
  await expect(
    priya.ask(documentRequests.create, { id: ana.user.id, title: 'A bill', dueOn: '2020-01-01' }),
  ).rejects.toMatchObject({ fields: { dueOn: 'Please choose today or a later day' } })
  await expect(priya.ask(documentRequests.create, { id: ana.user.id, title: '   ' })).rejects.toMatchObject({
    fields: { title: 'Please say which document you need' },
  })
})

test('what is asked twice in the same words, as after an answer that was lost, is asked once', async () => {
  const { ana } = await openAsked()
  const ask = (words = {}) =>
    priya.ask(documentRequests.create, { id: ana.user.id, ...certificate, ...words })
  const refusal = {
    code: 'conflict',
    reason: 'asked_already',
    message: 'They have already been asked for “Your marriage certificate”, which is still to do.',
  }
  await expect(ask()).rejects.toMatchObject(refusal)
  const twice = [ask({ description: 'The other one.' }), ask({ description: 'The other one.' })]
  const outcomes = (await Promise.allSettled(twice)).map(({ status }) => status)
  expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected'])
  const own = await ana.ask(tasks.list, {})
  expect(own.filter(({ kind }) => kind === 'requested_document')).toHaveLength(2)
})

test('what was withdrawn can be asked for again in the same words', async () => {
  const { ana, request } = await openAsked()
  await priya.ask(documentRequests.withdraw, { id: ana.user.id, taskId: request.id })
  const again = await priya.ask(documentRequests.create, { id: ana.user.id, ...certificate })
  expect(again).toMatchObject({ title: certificate.title, status: 'pending' })
})

test('ten concurrent requests make ten tasks with different positions', async () => {
  const ana = await portal.client()
  const before = (await ana.ask(tasks.list, {})).length
  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      priya.ask(documentRequests.create, { id: ana.user.id, title: `Document ${at}` }),
    ),
  )
  expect(await ana.ask(tasks.list, {})).toHaveLength(before + 10)
})
