import { expect, test } from 'vitest'
import { type MatterId } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { funds, openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, read, answer } = await openMatters()

const needed = async (id: MatterId) =>
  Object.fromEntries(
    (await priya.ask(matterTemplates.one, { id })).steps.map(({ key, neededBy }) => [key, neededBy]),
  )

test('a step says by which stage it should be over, once it is known to apply', async () => {
  const { type } = await publish(
    reading('terms'),
    funds,
    reading('gift', {
      waitsFor: ['terms'],
      condition: { step: 'funds', field: 'sources', value: 'gift' },
    }),
  )
  const client = await portal.client()
  const { id } = await start(client, type)
  const general = { terms: 'gathering_facts', funds: 'gathering_facts' }
  expect(await needed(id)).toEqual({ ...general, gift: null })
  await answer(client, ['gift'])
  expect(await needed(id), 'it waits, and is known to apply').toEqual({ ...general, gift: 'gathering_facts' })
  await read(client, 'Read terms')
  expect(await needed(id)).toMatchObject({ gift: 'gathering_facts' })
})
