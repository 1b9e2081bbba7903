import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { plainPage, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// Everybody's new clients go to the first fee earner.
const priya = await portal.staff('fee_earner')
const grace = await portal.staff('fee_earner', { otherRoles: ['compliance_officer'] })
const officer = await portal.staff('compliance_officer')
const account = {
  verificationType: 'bank',
  bank: {
    accountName: 'A Okafor',
    accountNumber: '66374958',
    sortCode: '99-99-99',
    bankName: 'Marina Savings',
  },
} as const
const asFeeEarner: StaffRole[] = ['fee_earner']

const handTo = (feeEarnerId: UserId, clientId: UserId) =>
  portal.pool.query('update users set fee_earner_id = $1 where id = $2', [feeEarnerId, clientId])

test("a fee earner who is the compliance officer too is told that they only read a colleague's client", async () => {
  const { user } = await portal.client()
  const closedTo = async ({ ask }: typeof grace) => (await ask(firm.client, { id: user.id })).closedRoles
  expect(await closedTo(grace)).toEqual(asFeeEarner)
  expect(await closedTo(officer)).toEqual([])
  await handTo(grace.user.id, user.id)
  expect(await closedTo(grace)).toEqual([])
})

test('they are told the same of a case, until they are named on it', async () => {
  const { user } = await portal.client()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: user.id })
  const closedTo = async ({ ask }: typeof grace) => (await ask(matters.firmOne, { id })).closedRoles
  const restrictTo = (memberIds: UserId[]) =>
    priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
  expect(await closedTo(grace)).toEqual(asFeeEarner)
  await restrictTo([priya.user.id])
  expect(await closedTo(grace)).toEqual(asFeeEarner)
  await restrictTo([priya.user.id, grace.user.id])
  expect(await closedTo(grace)).toEqual([])
  expect(await closedTo(priya)).toEqual([])
})

test('they are told of each document and check that a colleague decides, alone and in a list', async () => {
  const [theirs, own] = [await portal.client(), await portal.client()]
  await handTo(grace.user.id, own.user.id)
  const closed = new Map<string, StaffRole[]>()
  for (const client of [theirs, own]) {
    const { document } = await upload(client, plainPage)
    const { id: taskId } = await taskOf(client, 'bank_check')
    await client.ask(identity.complete, { taskId, ...account })
    const isTheirs = client === theirs
    closed.set(document.id, isTheirs ? asFeeEarner : []).set(taskId, isTheirs ? asFeeEarner : [])
    expect((await grace.ask(reviews.one, { id: document.id })).closedRoles).toEqual(closed.get(document.id))
    expect((await grace.ask(identity.check, { id: taskId }))?.closedRoles).toEqual(closed.get(taskId))
  }
  const { documents } = await grace.ask(reviews.list, { state: 'waiting' })
  for (const { id, closedRoles } of documents) expect(closedRoles).toEqual(closed.get(id))
  const checks = await grace.ask(identity.waiting, {})
  for (const { taskId, closedRoles } of checks) expect(closedRoles).toEqual(closed.get(taskId))
  expect([documents.length, checks.length]).toEqual([2, 2])
})
