import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, join, taskOf } = await openMatters()

/** A case of two clients whose template has these steps. */
async function openJointly(...steps: Parameters<typeof publish>) {
  const { type } = await publish(...steps)
  const [ben, anna] = [await portal.client(), await portal.client()]
  const { id } = await start(ben, type)
  const { id: partyId } = await join(id, anna, 'joint_client')
  return { ben, anna, place: { id, partyId } }
}

test('clients of whom a template asks different things do not change places', async () => {
  const both = reading('both', { title: 'For both', roles: ['client', 'joint_client'] })
  const { ben, place } = await openJointly(both, reading('one', { title: 'For Ben', roles: ['client'] }))
  await expect(priya.ask(matterParties.nameFirst, place)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'steps_differ',
    message: expect.stringContaining('“For Ben”'),
  })
  expect((await priya.ask(matters.firmOne, { id: place.id })).client.id).toBe(ben.user.id)
})

test('clients of whom a template asks the same things change places', async () => {
  const { ben, anna, place } = await openJointly(reading('both', { roles: ['client', 'joint_client'] }))
  const tasksOf = async () => [await taskOf(ben, 'Read both'), await taskOf(anna, 'Read both')]
  const before = await tasksOf()
  await priya.ask(matterParties.nameFirst, place)
  expect((await priya.ask(matters.firmOne, { id: place.id })).client.id).toBe(anna.user.id)
  expect(before).not.toContain(undefined)
  expect(await tasksOf()).toEqual(before)
})
