import { expect, test } from 'vitest'
import type { MatterId } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start } = await openMatters()

/** Steps of which every version has as many, with titles of its own, and one that no other version has. */
const stepsOf = (version: number) => [
  reading('terms', { title: `Read the terms ${version}` }),
  reading(`own_${version}`, { title: `Read page ${version}` }),
  reading('next', { title: `Read on ${version}`, waitsFor: ['terms'] }),
]
const opened = (version: number) => [`Read page ${version}`, `Read the terms ${version}`]

test('fifty cases that are started while their template is published are each wholly of one version', async () => {
  const { type, save } = await publish(...stepsOf(1))
  const clients = await Promise.all(Array.from({ length: 10 }, () => portal.client()))
  const matterIds: MatterId[] = []
  for (let version = 2; version <= 6; version += 1) {
    const starting = clients.map((client) => start(client, type))
    await save(stepsOf(version))
    matterIds.push(...(await Promise.all(starting)).map(({ id }) => id))
  }

  expect(matterIds).toHaveLength(50)
  for (const id of matterIds) {
    const { version, steps } = await priya.ask(matterTemplates.one, { id })
    expect(steps.map(({ title }) => title)).toEqual(stepsOf(version ?? 0).map(({ title }) => title))
    expect(await titlesOf(id)).toEqual(opened(version ?? 0))
  }
})

/** Returns the titles of a case's own tasks. */
const titlesOf = async (id: MatterId) => {
  const { rows } = await portal.pool.query<{ title: string }>(
    'select title from tasks where matter_id = $1 order by title',
    [id],
  )
  return rows.map(({ title }) => title)
}
