import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { home } from '#contract/home/home.ts'
import { merges } from '#contract/merges.ts'
import { messages } from '#contract/messages.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

/** Two records of one client, and Marcus, whose clients Priya takes over when he leaves. */
async function openRecords() {
  const marcus = await portal.staff('fee_earner', { firstName: 'Marcus', lastName: 'Webb' })
  const priya = await portal.staff('fee_earner')
  const [kept, merged] = [await portal.client(), await portal.client()]
  for (const { user } of [kept, merged]) {
    await boss.ask(firm.joinTeam, { email: user.email })
    const memberIds = [priya.user.id, boss.user.id]
    await boss.ask(firm.assign, { id: user.id, feeEarnerId: marcus.user.id, memberIds })
  }
  /** Writes to Marcus, who reads it. */
  const write = async (client: Client, content: string) => {
    const { id } = await client.ask(messages.send, { receiverId: marcus.user.id, content })
    await marcus.ask(messages.markRead, { id })
  }
  const reply = (client: Client) =>
    marcus.ask(messages.send, { receiverId: client.user.id, content: 'It has.' })
  const leave = () => boss.ask(people.deactivate, { id: marcus.user.id, handTo: priya.user.id })
  const merge = () => boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })
  /** Returns the paths under which something waits for Priya. */
  const waiting = async () =>
    (await priya.ask(home.show, {})).find(({ kind }) => kind === 'messages')?.oldest.map(({ path }) => path)
  const pathOf = ({ user }: Client) => `/firm/messages?with=${user.id}&of=${marcus.user.id}`
  return { kept, merged, write, reply, leave, merge, waiting, pathOf }
}

test('what a merged record wrote to somebody who has left and nobody answered waits under the kept one', async () => {
  const { kept, merged, write, leave, merge, waiting, pathOf } = await openRecords()
  await write(merged, 'Has the registry replied?')
  await leave()
  const { id } = await merge()
  expect(await waiting()).toEqual([pathOf(kept)])
  await boss.ask(merges.undo, { id })
  expect(await waiting()).toEqual([pathOf(merged)])
})

test('what a merged record wrote to somebody who has left waits although they had answered the kept one', async () => {
  const { kept, merged, write, reply, leave, merge, waiting, pathOf } = await openRecords()
  await write(kept, 'Has the registry replied?')
  await reply(kept)
  await write(merged, 'And the council?')
  await leave()
  expect(await waiting()).toEqual([pathOf(merged)])
  const { id } = await merge()
  expect(await waiting()).toEqual([pathOf(kept)])
  await boss.ask(merges.undo, { id })
  expect(await waiting()).toEqual([pathOf(merged)])
})

test('what the kept record wrote to somebody who has left waits although they had answered the merged one', async () => {
  const { kept, merged, write, reply, leave, merge, waiting, pathOf } = await openRecords()
  await write(merged, 'Has the registry replied?')
  await reply(merged)
  await write(kept, 'And the council?')
  await leave()
  const { id } = await merge()
  expect(await waiting()).toEqual([pathOf(kept)])
  await boss.ask(merges.undo, { id })
  expect(await waiting()).toEqual([pathOf(kept)])
})
