import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { merges } from '#contract/merges.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

type Person = Awaited<ReturnType<typeof portal.client>>
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

const pair = async () => [await portal.client(), await portal.client()] as const
/** Lets the administrator work with a colleague's client. */
const join = (client: Person) => boss.ask(firm.joinTeam, { email: client.user.email })
/** Assigns a client to this person alone: the administrator works with them no longer. */
const assign = async (client: Person, feeEarner: Person) => {
  await join(client)
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: feeEarner.user.id, memberIds: [] })
}
/** Makes somebody else responsible. The team stays. */
const handOn = (client: Person, to: Person) =>
  boss.ask(bulk.assignClients, { ids: [client.user.id], isPreview: false, feeEarnerId: to.user.id })
const fileOf = (client: Person, reader = boss) => reader.ask(firm.client, { id: client.user.id })
/** Returns the client's team, the responsible person first. */
const teamOf = async (client: Person) => (await fileOf(client)).team.map(({ id }) => id)

test('the person responsible for the merged record is responsible for the kept one until the merge is undone', async () => {
  const [kept, merged] = await pair()
  const omar = await portal.staff('fee_earner')
  await assign(merged, omar)
  const { id } = await mergeOf(kept, merged)
  expect((await fileOf(kept, omar)).feeEarnerId).toBe(omar.user.id)
  await join(kept)
  await boss.ask(merges.undo, { id })
  expect((await fileOf(kept)).feeEarnerId).toBeNull()
  expect((await fileOf(merged, omar)).feeEarnerId).toBe(omar.user.id)
})

test('if the kept record has its own fee earner, the other one joins the team', async () => {
  const [kept, merged] = await pair()
  const [omar, priya] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  await assign(kept, priya)
  await assign(merged, omar)
  await join(kept)
  const { id } = await mergeOf(kept, merged)
  expect(await teamOf(kept)).toEqual([priya.user.id, boss.user.id, omar.user.id])
  expect((await fileOf(kept, omar)).id).toBe(kept.user.id)
  await boss.ask(merges.undo, { id })
  expect(await teamOf(kept)).toEqual([priya.user.id, boss.user.id])
  await expect(omar.ask(firm.client, { id: kept.user.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever is responsible for the kept record, and was in the team of the other, loses it when it is handed on', async () => {
  const [kept, merged] = await pair()
  const [omar, priya] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  await assign(kept, omar)
  await assign(merged, priya)
  await join(merged)
  const team = { feeEarnerId: priya.user.id, memberIds: [omar.user.id, boss.user.id] }
  await boss.ask(firm.assign, { id: merged.user.id, ...team })
  await join(kept)
  const { id } = await mergeOf(kept, merged)
  await handOn(kept, priya)
  await expect(fileOf(kept, omar)).rejects.toMatchObject({ code: 'not_found' })
  await boss.ask(merges.undo, { id })
  expect((await teamOf(merged)).toSorted()).toEqual([priya.user.id, boss.user.id, omar.user.id].toSorted())
})

test('whoever becomes responsible for the kept record, and was in its team, loses it when it is handed on', async () => {
  const [kept, merged] = await pair()
  const [omar, priya] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  await assign(kept, priya)
  await join(kept)
  const team = { feeEarnerId: priya.user.id, memberIds: [omar.user.id, boss.user.id] }
  await boss.ask(firm.assign, { id: kept.user.id, ...team })
  await portal.pool.query('update users set fee_earner_id = null where id = $1', [kept.user.id])
  await assign(merged, omar)
  const { id } = await mergeOf(kept, merged)
  expect((await fileOf(kept)).feeEarnerId).toBe(omar.user.id)
  await boss.ask(merges.undo, { id })
  expect((await fileOf(kept)).feeEarnerId).toBeNull()
  expect((await fileOf(kept, omar)).id).toBe(kept.user.id)
  await mergeOf(kept, merged)
  await handOn(kept, priya)
  await expect(fileOf(kept, omar)).rejects.toMatchObject({ code: 'not_found' })
})
