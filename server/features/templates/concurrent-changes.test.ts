import { expect, test } from 'vitest'
import { matterParties } from '#contract/matters/parties.ts'
import { openMatters, party, reading } from './testing/matters.ts'

const rounds = Array.from({ length: 12 }, (_, round) => round)
const { portal, priya, publish, start, read } = await openMatters()

test('a client does a step that opens the next one while the firm changes the case, and neither fails', async () => {
  const { type } = await publish(
    ...rounds.map((round) => reading(`page${round}`, round > 0 ? { waitsFor: [`page${round - 1}`] } : {})),
  )
  const client = await portal.client()
  const { id } = await start(client, type)
  for (const round of rounds) {
    const both = await Promise.allSettled([
      read(client, `Read page${round}`),
      priya.ask(matterParties.add, { ...party, id, role: 'giver_of_funds', name: `Giver ${round}` }),
    ])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  }
})
