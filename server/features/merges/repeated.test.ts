import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const colleague = await portal.staff('administrator')

type Person = Awaited<ReturnType<typeof portal.client>>

/** Two clients with whom both administrators work. */
const pair = async () => {
  const [kept, merged] = [await portal.client(), await portal.client()]
  for (const administrator of [boss, colleague])
    for (const { user } of [kept, merged]) await administrator.ask(firm.joinTeam, { email: user.email })
  return { kept, merged }
}
const mergeOf = (kept: Person, merged: Person) =>
  ({ id: kept.user.id, otherId: merged.user.id, isConfirmed: true }) as const
const newsOf = async (person: Person) =>
  (await person.ask(notifications.list, {})).filter(({ title }) => title === 'Your two accounts are now one')

test('a merge that is asked for again after a lost answer is answered with the first', async () => {
  const { kept, merged } = await pair()
  const first = await boss.ask(merges.merge, mergeOf(kept, merged))
  expect(await boss.ask(merges.merge, mergeOf(kept, merged))).toEqual(first)
  expect((await boss.ask(merges.ofClient, { id: kept.user.id })).merges).toHaveLength(1)
  expect(await newsOf(kept)).toHaveLength(1)
})

test('of two administrators who merge one pair at once, the second reads who has merged them', async () => {
  const { kept, merged } = await pair()
  const ends = await Promise.allSettled([
    boss.ask(merges.merge, mergeOf(kept, merged)),
    colleague.ask(merges.merge, mergeOf(kept, merged)),
  ])
  const [done] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  expect(refused).toEqual([
    expect.objectContaining({
      reason: 'merged_already',
      message: `${done?.by} has already merged these two records. Please reload the page.`,
    }),
  ])
})

test('after an undo the same pair is merged anew', async () => {
  const { kept, merged } = await pair()
  const first = await boss.ask(merges.merge, mergeOf(kept, merged))
  await boss.ask(merges.undo, { id: first.id })
  const second = await boss.ask(merges.merge, mergeOf(kept, merged))
  expect(second.id).not.toBe(first.id)
  // Whoever works with neither record learns nothing of the merge.
  const stranger = await portal.staff('administrator')
  await expect(stranger.ask(merges.merge, mergeOf(kept, merged))).rejects.toMatchObject({ code: 'not_found' })
})
