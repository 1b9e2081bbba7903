import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const boss = await portal.staff('administrator', { firstName: 'Alex', lastName: 'Hartley' })

type Person = Awaited<ReturnType<typeof portal.client>>
type Facts = Parameters<typeof portal.client>[0]
/** A client of Priya's, with whom the administrator works. */
const sharedClient = async (facts: Facts = {}) => {
  const client = await portal.client(facts)
  await boss.ask(firm.joinTeam, { email: client.user.email })
  return client
}
/** A client of Omar's alone. */
const omarsClient = async (facts: Facts = {}) => {
  const client = await sharedClient(facts)
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  return client
}
const openMatter = (client: Person) =>
  omar.ask(matters.start, {
    clientId: client.user.id,
    title: 'A flat',
    type: 'Purchase',
    priority: 'low',
    description: 'A flat',
    whose: 'firm',
    nextStep: 'Order the searches',
  })
const previewOf = (kept: Person, merged: Person) =>
  boss.ask(merges.preview, { id: kept.user.id, otherId: merged.user.id })
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

const title = 'Alex Hartley merged the record of one of your clients with another'
const undoTitle = 'Alex Hartley undid the merge of the record of one of your clients'
const newsOf = async (person: Pick<Person, 'ask'>) =>
  (await person.ask(notifications.list, {})).filter((notice) => notice.title === title)

test('the people who work with a record that the administrator did not see before are told of the merge', async () => {
  const [ana, twin] = [
    await sharedClient({ firstName: 'Ana', lastName: 'Bell' }),
    await omarsClient({ firstName: 'Anna', lastName: 'Bell' }),
  ]
  const { id } = await mergeOf(twin, ana)
  expect(await newsOf(omar)).toMatchObject([
    {
      body: `They merged the record of Anna Bell, one of your clients, with that of Ana Bell (${ana.user.email}). Everything of both is in one record now. An administrator can undo this for 24 hours.`,
      link: clientPath(twin.user.id),
    },
  ])
  await boss.ask(merges.undo, { id })
  await mergeOf(ana, twin)
  const [news] = await newsOf(omar)
  expect(news).toMatchObject({ link: clientPath(ana.user.id) })
  expect((await omar.ask(firm.client, { id: ana.user.id })).id).toBe(ana.user.id)
  // The administrator worked with Priya's client already.
  expect([await newsOf(priya), await newsOf(boss)]).toEqual([[], []])
})

test('the people who work with either record are told of the undo, each with a link to their own client', async () => {
  const [ana, twin] = [
    await sharedClient({ firstName: 'Ana', lastName: 'Bell' }),
    await omarsClient({ firstName: 'Anna', lastName: 'Bell' }),
  ]
  const { id } = await mergeOf(ana, twin)
  await boss.ask(merges.undo, { id })
  const undoNewsOf = async (person: Pick<Person, 'ask'>) =>
    (await person.ask(notifications.list, {})).filter(
      ({ title: found, body }) => found === undoTitle && body.includes(ana.user.email),
    )
  const stays = `What was added since the merge stays in the record of Ana Bell (${ana.user.email}).`
  expect(await undoNewsOf(omar)).toMatchObject([
    {
      body: `The record of Anna Bell (${twin.user.email}), one of your clients, is separate from that of Ana Bell again. ${stays}`,
      link: clientPath(twin.user.id),
    },
  ])
  expect(await undoNewsOf(priya)).toMatchObject([
    {
      body: `The record of Ana Bell (${ana.user.email}), one of your clients, is separate from that of Anna Bell again. ${stays}`,
      link: clientPath(ana.user.id),
    },
  ])
  expect(await undoNewsOf(boss)).toEqual([])
})

test('of possible duplicates, it is said which the administrator may open', async () => {
  const phone = '020 7946 0222'
  const [ana, own, colleagues] = [await sharedClient(), await sharedClient(), await omarsClient()]
  for (const { user } of [ana, own, colleagues])
    await portal.pool.query('update users set phone = $2 where id = $1', [user.id, phone])
  const { alike } = await boss.ask(merges.ofClient, { id: ana.user.id })
  expect(alike.map(({ id, canOpen }) => ({ id, canOpen }))).toEqual([
    { id: own.user.id, canOpen: true },
    { id: colleagues.user.id, canOpen: false },
  ])
  const ofTeam = await portal.staff('administrator')
  for (const { user } of [ana, colleagues]) await ofTeam.ask(firm.joinTeam, { email: user.email })
  const seen = (await ofTeam.ask(merges.ofClient, { id: ana.user.id })).alike
  expect(seen.map(({ canOpen }) => canOpen)).toEqual([false, true])
})

test('the cases of a colleague’s record are counted, but for restricted ones', async () => {
  const [ana, colleagues] = [await sharedClient(), await omarsClient()]
  await openMatter(colleagues)
  const { id } = await openMatter(colleagues)
  const casesOf = async () =>
    (await previewOf(ana, colleagues)).joined.find((entry) => entry.title === 'Cases')
  expect(await casesOf()).toEqual({ title: 'Cases', kept: 0, merged: 2 })
  await omar.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  expect(await casesOf()).toEqual({ title: 'Cases', kept: 0, merged: 1 })
})

test('a case of a colleague’s that both records are on is the reason given, unless it is restricted', async () => {
  const [ana, colleagues] = [await sharedClient(), await omarsClient()]
  const { id } = await openMatter(colleagues)
  const party = { kind: 'person', name: 'Ana', email: '', phone: '', number: '', detail: '' } as const
  // Only who works with both can name one of them on a case of the other.
  await boss.ask(firm.assign, {
    id: ana.user.id,
    feeEarnerId: priya.user.id,
    memberIds: [omar.user.id, boss.user.id],
  })
  await omar.ask(matterParties.add, { id, ...party, role: 'other_side', clientId: ana.user.id })
  expect((await previewOf(ana, colleagues)).refusal).toMatch(/on different sides of a case/)
  await omar.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const hidden = await previewOf(ana, colleagues)
  expect(hidden.refusal).toBe(
    'These records can’t be merged. Please ask the people who work with them, or your compliance officer, for the reason.',
  )
  await expect(mergeOf(ana, colleagues)).rejects.toMatchObject({ message: hidden.refusal })
})
