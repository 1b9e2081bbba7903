import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { documents } from '#contract/documents.ts'
import { reviews } from '#contract/reviews.ts'
import { verdictFor } from '#contract/verdict.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { goodBill, readOf, taskOf, upload } from './testing/documents.ts'

const portal = await openPortal()
// The first fee earner answers for every client of this file.
const priya = await portal.staff('fee_earner')

const home = { address: 'Flat 2, 12 Garden Street', city: 'London', postalCode: 'W1U 4PL' }
const tellHome = ({ user, ask }: Client) => {
  const { firstName, lastName, email } = user
  return ask(accounts.saveProfile, { firstName, lastName, email, ...home })
}
/** A client whose bill is good, but whose address nobody knows yet. */
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
  await tellHome(ada)
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id: document.id })).toMatchObject({ status: 'verified' })
  expect(await taskOf(ada, 'proof_of_address')).toMatchObject({ outcome: 'verified' })
})

test('what a person has decided meanwhile stands', async () => {
  const { ada, document } = await openUnknown()
  await priya.ask(reviews.reject, { id: document.id, reason: 'Please send all pages.' })
  await tellHome(ada)
  await expectDone(portal, 'judgeAgain')
  expect(await ada.ask(documents.one, { id: document.id })).toMatchObject({ status: 'rejected' })
})
