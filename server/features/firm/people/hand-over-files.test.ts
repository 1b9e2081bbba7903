import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { bulk } from '#contract/firm/bulk.ts'
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
  const boss = await portal.staff('administrator')
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
  return { boss, priya, omar, ana, openMatter, sees, hand }
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

test('somebody who takes over a client of whom they were a contact keeps no file that they give away later', async () => {
  const { boss, priya, omar, ana, openMatter, sees, hand } = await openFirm()
  const { id, email } = ana.user
  await boss.ask(firm.joinTeam, { email })
  const memberIds = [omar.user.id, boss.user.id]
  await boss.ask(firm.assign, { id, feeEarnerId: priya.user.id, memberIds })
  await hand(priya, await openMatter({ feeEarnerId: priya.user.id }), omar)
  expect(await omar.ask(firm.client, { id })).toMatchObject({ feeEarnerId: omar.user.id })
  await boss.ask(bulk.assignClients, { ids: [id], isPreview: false, feeEarnerId: priya.user.id })
  expect(await sees(omar)).toBe(false)
})
