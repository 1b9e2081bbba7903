import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { matters } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { queueTaskSteps } from './jobs.ts'
import { flatPurchase } from './testing/matters.ts'

const title = 'Zanzibar deed'

/**
 * Ana has an ordinary case, and a restricted one that asks her for a document. Priya is responsible for her, the
 * administrator works with her too, and only he and Nora are named on the restricted case.
 */
async function openCases() {
  const portal = await openPortal()
  const [priya, nora] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const boss = await portal.staff('administrator')
  const ana = await portal.client()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const clientId = ana.user.id
  const { id } = await priya.ask(matters.start, { clientId, ...flatPurchase })
  const { id: restrictedId } = await boss.ask(matters.start, { clientId, ...flatPurchase, title: 'Divorce' })
  const task = await boss.ask(matterTabs.requestDocument, { id: restrictedId, clientId, title })
  const access = { id: restrictedId, isRestricted: true }
  await boss.ask(matterParties.saveAccess, { ...access, memberIds: [boss.user.id, nora.user.id] })
  return { portal, priya, nora, boss, ana, id, restrictedId, task, clientId }
}

test('the next step of a case offers no task of a restricted case, and is refused with one', async () => {
  const { priya, boss, id, task } = await openCases()
  const step = { id, whose: 'client', nextStep: 'Send us the deed', taskId: task.id } as const
  const titlesFor = async ({ ask }: typeof priya) =>
    (await ask(matters.firmOne, { id })).openTasks.map((open) => open.title)
  expect(await titlesFor(priya)).not.toContain(title)
  expect(await titlesFor(boss)).toContain(title)
  expect((await titlesFor(priya)).length).toBeGreaterThan(0)
  const refused = { fields: { taskId: 'Please choose one of this client’s tasks' } }
  await expect(priya.ask(matters.move, step)).rejects.toMatchObject(refused)
  await boss.ask(matters.move, step)
})

test('a supervisor for whom the client’s file is closed reads none of its task titles', async () => {
  const { portal, boss, priya, id, clientId } = await openCases()
  const omar = await portal.staff('fee_earner')
  const { facts } = await priya.ask(matters.firmOne, { id })
  await boss.ask(matters.saveFacts, { id, ...facts, supervisorId: omar.user.id })
  await expect(omar.ask(firm.client, { id: clientId })).rejects.toMatchObject({ code: 'not_found' })
  expect((await omar.ask(matters.firmOne, { id })).openTasks).toEqual([])
})

test('a document is asked for again without a word of the restricted case that has asked for it already', async () => {
  const { priya, boss, clientId } = await openCases()
  const wanted = { ids: [clientId], title, isPreview: true }
  expect((await boss.ask(bulk.requestDocuments, wanted)).refused).toMatchObject([
    { reason: `Has already been asked for “${title}”, which is still to do.` },
  ])
  expect(await priya.ask(bulk.requestDocuments, wanted)).toMatchObject({
    refused: [],
    done: [{ id: clientId }],
  })
})

test('a client with nothing to do but for a restricted case is reminded only by those who may see it', async () => {
  const { portal, priya, nora, boss, task, clientId } = await openCases()
  await portal.pool.query(
    "update tasks set status = 'completed', reason = null where client_id = $1 and id <> $2",
    [clientId, task.id],
  )
  const wanted = { ids: [clientId], isPreview: true }
  expect(await priya.ask(bulk.remindClients, wanted)).toMatchObject({
    done: [],
    refused: [{ reason: 'Has nothing left to do.' }],
  })
  expect((await boss.ask(bulk.remindClients, wanted)).done).toMatchObject([{ id: clientId }])
  expect((await nora.ask(bulk.remindClients, wanted)).done).toEqual([])
})

test('the step that the portal sets itself takes no account of another, restricted case', async () => {
  const { portal, ana, boss, id, restrictedId, task, clientId } = await openCases()
  for (const matterId of [id, restrictedId])
    await boss.ask(matters.move, { id: matterId, whose: 'client', nextStep: taskSteps.begin })
  await portal.pool.query(
    "update tasks set status = 'completed', reason = null where client_id = $1 and id <> $2",
    [clientId, task.id],
  )
  await jobContextOf(portal).transaction((ctx) => queueTaskSteps(ctx, { clientId }))
  await expectDone(portal, 'followTasks')
  const stepOf = async (matterId: typeof id) => (await ana.ask(matters.one, { id: matterId })).move?.nextStep
  expect(await stepOf(id)).toBe(taskSteps.review)
  expect(await stepOf(restrictedId)).toBe(taskSteps.finish)
})
