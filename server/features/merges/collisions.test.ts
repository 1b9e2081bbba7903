import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { PartyId } from '#contract/matters/party.ts'
import { merges } from '#contract/merges.ts'
import { messages } from '#contract/messages.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { openMatters, reading } from '#server/features/templates/testing/matters.ts'

const { portal, admin: boss, priya, publish, start, join, read, required } = await openMatters()

type Person = Awaited<ReturnType<typeof portal.client>>
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

/** Two clients with whom the administrator works. */
const pair = async () => {
  const clients = [await portal.client(), await portal.client()] as const
  for (const { user } of clients) await boss.ask(firm.joinTeam, { email: user.email })
  return clients
}

test('two records that were used with the same idempotency key are merged, and separated again', async () => {
  const [kept, merged] = await pair()
  const key = { 'idempotency-key': 'same' }
  const receiverId = priya.user.id
  for (const [client, content] of [
    [kept, 'From the first'],
    [merged, 'From the second'],
  ] as const)
    await client.ask(messages.send, { receiverId, content }, key)
  const keys = async () =>
    (await portal.pool.query('select sender_id, idempotency_key from messages order by content')).rows
  const before = await keys()

  const { id } = await mergeOf(kept, merged)

  const sent = await kept.ask(messages.list, { contactId: receiverId })
  expect(sent.map(({ content }) => content).toSorted()).toEqual(['From the first', 'From the second'])
  // A repeat of the kept client's own request is still the same message.
  const again = await kept.ask(messages.send, { receiverId, content: 'From the first' }, key)
  expect(sent.map((message) => message.id)).toContain(again.id)
  await boss.ask(merges.undo, { id })
  expect(await keys()).toEqual(before)
})

test('a client is merged with one who has left the case that both were on', async () => {
  const { type } = await publish(reading('one'), reading('two'))
  const [ana, ben] = await pair()
  const { id } = await start(ana, type)
  await join(id, ben, 'joint_client')
  await read(ben, 'Read one')
  const { parties } = await priya.ask(matters.firmOne, { id })
  const partyId = PartyId.parse(parties.find(({ clientId }) => clientId === ben.user.id)?.id)
  await priya.ask(matterParties.remove, { id, partyId })
  const links = async () =>
    (
      await portal.pool.query(
        'select * from matter_tasks where matter_id = $1 order by step_key, client_id',
        [id],
      )
    ).rows
  const before = await links()

  const { id: mergeId } = await mergeOf(ana, ben)

  expect((await priya.ask(matterTemplates.one, { id })).steps.map(({ title }) => title)).toEqual([
    'Read one',
    'Read two',
  ])
  expect(await required(ana, 'Read two')).toMatchObject({ status: 'pending' })
  await boss.ask(merges.undo, { id: mergeId })
  expect(await links()).toEqual(before)
})
