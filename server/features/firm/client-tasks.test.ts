import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { step } from '#server/features/templates/shipped/common.ts'
import { openMatters } from '#server/features/templates/testing/matters.ts'

const { portal, admin, priya, publish, start } = await openMatters()

test("tasks on the firm's page of a client name the cases they are for, but none that the reader may not see", async () => {
  const reading = { asks: 'read_and_accept', description: 'Words', title: 'Read our terms' } as const
  const client = await portal.client()
  const { type } = await publish(step({ key: 'terms', ...reading }))
  const other = await publish(step({ key: 'terms', ...reading }))
  const first = await start(client, type)
  const second = await start(client, other.type)
  const casesOf = async (reader: typeof priya) =>
    (await reader.ask(firm.client, { id: client.user.id })).tasks
      .filter(({ title }) => title === reading.title)
      .map(({ matters }) => matters.map(({ id }) => id))
  expect(await casesOf(priya)).toEqual([[first.id], [second.id]])
  await admin.ask(firm.joinTeam, { email: client.user.email })
  expect(await casesOf(admin)).toEqual([[first.id], [second.id]])
  await priya.ask(matterParties.saveAccess, { id: second.id, isRestricted: true, memberIds: [] })
  expect(await casesOf(admin)).toEqual([[first.id]])
})
