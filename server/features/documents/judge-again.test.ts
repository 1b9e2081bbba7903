import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { verdictFor } from '#contract/documents/verdict.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { taskState } from '#contract/tasks.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { goodBill, openAdaeze, readOf, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'W1U 4PL' }
const confirmHome = ({ user, ask }: Client) => {
  const { firstName, lastName, email } = user
  return ask(accounts.saveProfile, { firstName, lastName, email, ...home })
}
/** Opens a client whose bill is good but whose address is not known yet. */
const openUnknown = async () => {
  const ada = await portal.client({ firstName: 'Adaeze', lastName: 'Okafor' })
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const { document } = await upload(ada, goodBill, { taskId })
  return { ada, document: await readOf(ada, document) }
}

test('an address that the client tells later is compared at once with the bill that waits for it', async () => {
  const { ada, document } = await openUnknown()
  expect(document.status).toBe('pending')
  expect(verdictFor(document).lines).toEqual([
    "We couldn't compare the address, because we don't have yours yet.",
  ])
  await confirmHome(ada)
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id: document.id })).toMatchObject({ status: 'verified' })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ outcome: 'verified' })
})

const noticesOf = async (id: string) =>
  (await priya.ask(notifications.list, {})).filter(({ link }) => link === `/firm/documents/${id}`)

test('the firm is no longer told of a document that waits once it was verified, or deleted', async () => {
  const [{ ada, document }, other] = [await openUnknown(), await openUnknown()]
  expect(await noticesOf(document.id)).toHaveLength(1)
  await confirmHome(ada)
  await expectDone(portal, 'judgeAgain')
  expect(await noticesOf(document.id)).toEqual([])
  expect(await noticesOf(other.document.id)).toHaveLength(1)
  await other.ada.ask(documents.remove, { id: other.document.id })
  expect(await noticesOf(other.document.id)).toEqual([])
})

test('what a person has decided meanwhile stands', async () => {
  const { ada, document } = await openUnknown()
  await priya.ask(reviews.reject, { id: document.id, reason: 'Please send all pages.' })
  await confirmHome(ada)
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id: document.id })).toMatchObject({ status: 'rejected' })
})

const verifiedBill = async () => {
  const ada = await openAdaeze(portal)
  const { id: taskId } = await taskOf(ada, 'proof_of_address')
  const { document } = await upload(ada, goodBill, { taskId })
  await readOf(ada, document)
  expect(await ada.ask(documents.one, { id: document.id })).toMatchObject({ status: 'verified' })
  return { ada, id: document.id }
}

test('a verdict follows what the client tells later: a bill for another address is verified no more, and the firm hears of it', async () => {
  const { ada, id } = await verifiedBill()
  const { firstName, lastName, email } = ada.user
  const elsewhere = { address: '9 Quay Lane', city: 'Bristol', postalCode: 'BS1 4RB' }
  await ada.ask(accounts.saveProfile, { firstName, lastName, email, ...elsewhere })
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id })).toMatchObject({ status: 'pending', verifiedAt: null })
  expect(taskState(await taskOf(ada, 'proof_of_address'))).toBe('Needs another')
  expect((await priya.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'A verified document no longer matches its client',
    link: `/firm/documents/${id}`,
  })
  expect((await ada.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'Some document: no longer matches your details',
  })
})

test('what a person has accepted is not compared again', async () => {
  const { ada, id } = await verifiedBill()
  await priya.ask(reviews.accept, { id })
  const { firstName, lastName, email } = ada.user
  await ada.ask(accounts.saveProfile, { firstName, lastName, email, address: '9 Quay Lane', city: 'Bristol' })
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id })).toMatchObject({ status: 'verified', isAccepted: true })
})
