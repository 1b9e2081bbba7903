import { expect, test } from 'vitest'
import { stillReading } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { absences } from '#contract/firm/teams.ts'
import { londonDay } from '#contract/kit/london.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { queue } from '#contract/queue.ts'
import { plainPage, readOf, upload } from '#server/features/documents/testing/documents.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { after, days } from '#server/platform/time/durations.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { openPortal, type Portal } from '#server/testing/portal.ts'

type Staff = Awaited<ReturnType<Portal['staff']>>

// The document's contents do not matter here, so it is not read.
const inspect = async () => ({ ...stillReading, issues: [] })
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })
const [priya, omar] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
const boss = await portal.staff('administrator')
const ana = await portal.client()
await boss.ask(firm.joinTeam, { email: ana.user.email })

test('who is assigned a document of a restricted case is told, their cover is not, and restricting it takes that back', async () => {
  const clientId = ana.user.id
  const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase, title: 'Divorce' })
  const { id: taskId } = await boss.ask(matterTabs.requestDocument, { id, clientId, title: 'Zanzibar deed' })
  const restrictTo = (...named: Staff[]) =>
    boss.ask(matterParties.saveAccess, {
      id,
      isRestricted: true,
      memberIds: named.map(({ user }) => user.id),
    })
  await restrictTo(boss, priya)
  const { document } = await upload(ana, plainPage, { taskId, filename: 'deed.pdf' })
  await readOf(ana, document)
  await priya.ask(absences.save, {
    id: priya.user.id,
    from: londonDay(portal.now()),
    backOn: londonDay(after(portal.now(), days(9))),
    coverId: omar.user.id,
  })

  await boss.ask(queue.assign, { kind: 'document', id: document.id, toId: priya.user.id })

  const heardBy = async ({ ask }: Staff) =>
    (await ask(notifications.list, {})).filter(({ body }) => body.includes('Zanzibar')).length
  expect([await heardBy(priya), await heardBy(omar)]).toEqual([1, 0])
  await restrictTo(boss)
  expect(await heardBy(priya)).toBe(0)
})

test('a document of a restricted case is assigned to whoever is named on it, also if they do not work with its client', async () => {
  const ben = await portal.client()
  const clientId = ben.user.id
  const nora = await portal.staff('fee_earner')
  await boss.ask(firm.joinTeam, { email: ben.user.email })
  await boss.ask(firm.assign, { id: clientId, feeEarnerId: omar.user.id, memberIds: [boss.user.id] })
  const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase, title: 'Divorce' })
  const { id: taskId } = await boss.ask(matterTabs.requestDocument, { id, clientId, title: 'A deed' })
  const memberIds = [boss.user.id, nora.user.id]
  await boss.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
  const { document } = await upload(ben, plainPage, { taskId, filename: 'deed.pdf' })
  await readOf(ben, document)
  const item = { kind: 'document', id: document.id } as const
  const ids = (await boss.ask(queue.people, item)).map((person) => person.id)
  expect(ids).toContain(nora.user.id)
  expect(ids).not.toContain(omar.user.id)
  await boss.ask(queue.assign, { ...item, toId: nora.user.id })
  expect((await nora.ask(queue.list, { state: 'mine' })).items.map((found) => found.id)).toEqual([item.id])
})

test('an item that waits until all tasks are done waits for none of a restricted case but its own', async () => {
  const ben = await portal.client()
  await boss.ask(firm.joinTeam, { email: ben.user.email })
  const clientId = ben.user.id
  const openMatter = async () => {
    const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase })
    const { id: taskId } = await boss.ask(matterTabs.requestDocument, { id, clientId, title: 'A deed' })
    return { id, taskId }
  }
  const [open, secret] = [await openMatter(), await openMatter()]
  await boss.ask(matterTabs.requestDocument, { id: secret.id, clientId, title: 'Another deed' })
  await boss.ask(matterParties.saveAccess, { id: secret.id, isRestricted: true, memberIds: [boss.user.id] })
  const sendFor = async (taskId: typeof open.taskId, filename: string) => {
    const { document } = await upload(ben, plainPage, { taskId, filename })
    await readOf(ben, document)
    return { kind: 'document', id: document.id } as const
  }
  const items = [await sendFor(open.taskId, 'a.pdf'), await sendFor(secret.taskId, 'b.pdf')]
  await portal.pool.query(
    "update tasks set status = 'completed', reason = null where client_id = $1 and title <> 'Another deed'",
    [clientId],
  )
  for (const item of items) await boss.ask(queue.snooze, { ...item, returnsWhen: 'tasks_done' })
  const snoozed = (await boss.ask(queue.list, { state: 'snoozed' })).items.map(({ id }) => id)
  expect(snoozed).toEqual([items[1]?.id])
})
