import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { progressOf, taskState, tasks } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'
import {
  anew,
  auditOf,
  goodBill,
  openAdaeze,
  plainPage,
  readOf,
  taskOf,
  upload,
} from './testing/documents.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

const open = async () => {
  const ada = await openAdaeze(portal)
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const sendPage = async (bytes = plainPage, isReplacing = false) => {
    const { document } = await upload(ada, bytes, { taskId, isReplacing })
    return readOf(ada, document)
  }
  return { ada, taskId, sendPage, standing: () => taskOf(ada, 'proof_of_address') }
}

test('a document that its client can mend is recorded as submitted, and another is asked for with the reason', async () => {
  const { ada, sendPage, standing } = await open()
  await sendPage()
  const task = await standing()
  expect(task).toMatchObject({ status: 'completed', outcome: 'review', reason: expect.any(String) })
  expect(taskState(task)).toBe('Needs another')
  expect(progressOf(await ada.ask(tasks.list, {})).completed).toBe(0)
})

test('the firm still has it in its queue, and what it accepts is verified', async () => {
  const { sendPage, standing } = await open()
  const { id } = await sendPage()
  await priya.ask(reviews.accept, { id })
  expect(await standing()).toMatchObject({ status: 'completed', outcome: 'verified', reason: null })
})

test('what the client sends as it is waits for a person, and nothing more is asked for', async () => {
  const { ada, sendPage, standing } = await open()
  const { id } = await sendPage()
  expect(await ada.ask(documents.keep, { id })).toMatchObject({ status: 'pending', isForReview: true })
  const task = await standing()
  expect(taskState(task)).toBe('In review')
  expect(await auditOf(portal, ada.user.id, 'document.kept')).toEqual([{ documentId: id }])
  const { documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId: ada.user.id })
  expect(waiting.map((document) => document.id)).toEqual([id])
})

test('sending as it is what nothing is wrong with changes nothing', async () => {
  const { ada, sendPage, standing } = await open()
  const { id } = await sendPage(goodBill)
  const before = await standing()
  expect(await ada.ask(documents.keep, { id })).toMatchObject({ status: 'verified', isForReview: false })
  expect(await standing()).toEqual(before)
  expect(await auditOf(portal, ada.user.id, 'document.kept')).toEqual([])
})

test('a good document beside the faulty one, or in its place, is enough', async () => {
  for (const isReplacing of [false, true]) {
    const { sendPage, standing } = await open()
    await sendPage()
    await sendPage(goodBill, isReplacing)
    expect(taskState(await standing())).toBe('Verified')
  }
})

test('where none is verified, the task takes the word of the newest', async () => {
  const { ada, sendPage, standing } = await open()
  const { id } = await sendPage()
  await ada.ask(documents.keep, { id })
  expect(taskState(await standing())).toBe('In review')
  const { id: next } = await sendPage(anew(plainPage, 2))
  expect(await standing()).toMatchObject({ status: 'completed', reason: expect.any(String) })
  expect(taskState(await standing())).toBe('Needs another')
  await ada.ask(documents.keep, { id: next })
  expect(taskState(await standing())).toBe('In review')
})

test('when the good one beside it is deleted, the faulty one asks for another again', async () => {
  const { ada, sendPage, standing } = await open()
  await sendPage()
  const { id } = await sendPage(goodBill)
  await ada.ask(documents.remove, { id })
  expect(taskState(await standing())).toBe('Needs another')
})

test('while the firm takes another look at its own decision, the client has nothing to do', async () => {
  const { sendPage, standing } = await open()
  const { id } = await sendPage()
  await priya.ask(reviews.reject, { id, reason: 'Not a bill.' })
  expect(await standing()).toMatchObject({ status: 'pending', reason: 'Not a bill.' })
  await priya.ask(reviews.reopen, { id })
  expect(taskState(await standing())).toBe('In review')
})

test('a document without a task goes to the task that its like was not good enough for', async () => {
  const { ada, sendPage, taskId } = await open()
  await sendPage()
  const { document } = await upload(ada, goodBill, { documentType: 'utility_bill', isReplacing: true })
  expect(document.taskId).toBe(taskId)
})

test('the firm counts what is left as its client does', async () => {
  const { ada, sendPage } = await open()
  await sendPage()
  const { clients } = await priya.ask(firm.clients, {})
  expect(clients.find(({ id }) => id === ada.user.id)?.tasks.completed).toBe(0)
})
