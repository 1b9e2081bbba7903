import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal, type Portal } from '#server/testing/portal.ts'

type Staff = Awaited<ReturnType<Portal['staff']>>

/** Priya is responsible for every client. Omar supervises a case of Ana’s, and doesn’t work with her. */
async function openFirm() {
  const portal = await openPortal()
  const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const ana = await portal.client({ firstName: 'Ana', lastName: 'Bell' })
  const clientId = ana.user.id
  const openMatter = async (facts: { feeEarnerId?: UserId; supervisorId?: UserId }) => {
    const { id } = await priya.ask(matters.start, { clientId, ...flatPurchase })
    const { facts: before } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...before, ...facts })
    return id
  }
  const sees = async ({ ask }: Staff) => {
    const file = await ask(firm.client, { id: clientId }).catch(({ code }) => code)
    return file !== 'not_found'
  }
  const hand = (person: Staff, id: MatterId, to: Staff) =>
    person.ask(handOver.hand, {
      id,
      fromId: priya.user.id,
      toId: to.user.id,
      note: '',
      isClientTold: false,
    })
  return { priya, omar, openMatter, sees, hand }
}

test('a supervisor who puts themselves in charge of a case doesn’t get the file of its client', async () => {
  const { priya, omar, openMatter, sees, hand } = await openFirm()
  const id = await openMatter({ feeEarnerId: priya.user.id, supervisorId: omar.user.id })
  expect(await omar.ask(handOver.show, { id })).toMatchObject({
    clients: [{ name: 'Ana Bell', becomes: 'joined', isFileOpened: false, unread: 0, reviews: 0 }],
  })
  await hand(omar, id, omar)
  expect((await omar.ask(matters.firmOne, { id })).facts.feeEarnerId).toBe(omar.user.id)
  expect([await sees(omar), await sees(priya)]).toEqual([false, true])
})

test('a supervisor who names themselves in a case without a fee earner doesn’t get the file of its client', async () => {
  const { omar, priya, openMatter, sees } = await openFirm()
  const id = await openMatter({ supervisorId: omar.user.id })
  const { facts } = await omar.ask(matters.firmOne, { id })
  await omar.ask(matters.saveFacts, { id, ...facts, feeEarnerId: omar.user.id })
  expect((await omar.ask(matters.firmOne, { id })).facts.feeEarnerId).toBe(omar.user.id)
  expect([await sees(omar), await sees(priya)]).toEqual([false, true])
})

test('a restricted case is handed over without the rest of its client’s file', async () => {
  const { priya, omar, openMatter, sees, hand } = await openFirm()
  const id = await openMatter({ feeEarnerId: priya.user.id })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect((await priya.ask(handOver.show, { id })).clients).toMatchObject([{ isFileOpened: false }])
  await hand(priya, id, omar)
  expect((await omar.ask(matters.firmOne, { id })).access.memberIds).toContain(omar.user.id)
  expect([await sees(omar), await sees(priya)]).toEqual([false, true])
})
