import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, goodBill, openAdaeze, plainPage, readOf, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

/** Opens a client who sent a page that is no bill and was told to send another. */
const openFaulty = async () => {
  const ada = await openAdaeze(portal)
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const { document } = await upload(ada, plainPage, { taskId, filename: 'wrong.pdf' })
  await readOf(ada, document)
  return { ada, taskId, wrong: document.id }
}
const waitingFor = async (clientId: UserId) => {
  const { total, documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId })
  return { total, ids: waiting.map(({ id }) => id) }
}

test('what a client sends in place of a faulty file leaves that out of the grid and the queue, kept for the record', async () => {
  const { ada, taskId, wrong } = await openFaulty()
  expect((await waitingFor(ada.user.id)).ids).toEqual([wrong])
  const { document } = await upload(ada, goodBill, { taskId, isReplacing: true })
  await readOf(ada, document)

  expect((await ada.ask(documents.list, {})).map(({ id }) => id)).toEqual([document.id])
  expect(await waitingFor(ada.user.id)).toEqual({ total: 0, ids: [] })
  const kept = await priya.ask(reviews.ofClient, { id: ada.user.id })
  expect(kept.map(({ id, isSuperseded }) => [id, isSuperseded])).toEqual([
    [document.id, false],
    [wrong, true],
  ])
  expect(await auditOf(portal, ada.user.id, 'document.superseded')).toEqual([{ documentId: wrong }])
  for (const decide of [
    () => priya.ask(reviews.accept, { id: wrong }),
    () => priya.ask(reviews.reject, { id: wrong, reason: 'Not a bill.' }),
  ])
    await expect(decide()).rejects.toMatchObject({ code: 'conflict', reason: 'superseded' })
})

test('a file that is added beside a faulty one replaces nothing', async () => {
  const { ada, taskId, wrong } = await openFaulty()
  const { document } = await upload(ada, goodBill, { taskId })
  expect((await ada.ask(documents.list, {})).map(({ id }) => id)).toEqual([document.id, wrong])
})

test('what is good, and what a person has decided, is not replaced', async () => {
  const { ada, taskId, wrong } = await openFaulty()
  await priya.ask(reviews.reject, { id: wrong, reason: 'Not a bill.' })
  const { document: good } = await upload(ada, goodBill, { taskId, isReplacing: true })
  await readOf(ada, good)
  const { document } = await upload(ada, plainPage, { taskId, isReplacing: true })
  expect((await ada.ask(documents.list, {})).map(({ id }) => id)).toEqual([document.id, good.id, wrong])
})

test('when the newer one is deleted its task is open again, and the one it replaced does not come back', async () => {
  const { ada, taskId } = await openFaulty()
  const { document } = await upload(ada, goodBill, { taskId, isReplacing: true })
  await readOf(ada, document)
  await ada.ask(documents.remove, { id: document.id })
  expect(await ada.ask(documents.list, {})).toEqual([])
  expect(await waitingFor(ada.user.id)).toEqual({ total: 0, ids: [] })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ status: 'pending', outcome: null })
})
