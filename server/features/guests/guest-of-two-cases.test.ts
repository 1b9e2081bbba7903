import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type TaskId, tasks } from '#contract/tasks.ts'
import { remindClients } from '#server/features/mail/jobs.ts'
import { jobContextOf, mailsTo } from '#server/features/mail/testing.ts'
import { days } from '#server/platform/time/durations.ts'
import { openCases } from './testing/two-cases.ts'

test('a guest of two cases is reminded only of what the link that still works leads to', async () => {
  const { portal, first, email, invite, end } = await openCases()
  await invite('A payslip')
  await end(first)
  portal.wait(days(1))
  await remindClients(jobContextOf(portal))
  expect((await mailsTo(portal, email)).at(-1)).toMatchObject({
    subject: 'One task is still open in the portal',
  })
})

test('a guest who has done all that their link leads to is not reminded of a case that ended for them', async () => {
  const { portal, priya, first, guestId, invite, end } = await openCases()
  await invite('A payslip')
  await end(first)
  const remind = () => priya.ask(bulk.remindClients, { ids: [guestId], isPreview: true })
  expect(await remind()).toMatchObject({ done: [{ id: guestId }], refused: [] })
  await portal.pool.query(`update tasks set status = 'completed' where title = 'A payslip'`)
  expect(await remind()).toMatchObject({ done: [], refused: [{ reason: 'Has nothing left to do.' }] })
})

test('a guest can be asked again for what a case that ended for them had asked for', async () => {
  const { priya, first, guestId, invite, end } = await openCases()
  await invite('A payslip')
  const request = (title: string) =>
    priya.ask(bulk.requestDocuments, { ids: [guestId], isPreview: true, title })
  expect(await request('A bank statement')).toMatchObject({ done: [], refused: [{ id: guestId }] })
  await end(first)
  expect(await request('A bank statement')).toMatchObject({ done: [{ id: guestId }], refused: [] })
  expect(await request('A payslip')).toMatchObject({ done: [], refused: [{ id: guestId }] })
})

test('what a case asks for that has ended for a guest is sent to nobody, and the firm is told so', async () => {
  const { portal, priya, first, second, guestId, email, invite, request, end } = await openCases()
  await invite('A payslip')
  const reach = async (matterId?: MatterId) =>
    (await priya.ask(firm.reach, { id: guestId, ...(matterId && { matterId }) })).unreached
  await end(second)
  expect([await reach(), await reach(first.id), await reach(second.id)]).toEqual([null, null, 'link_over'])
  const before = (await mailsTo(portal, email)).length
  await request('A payslip of May')
  expect(await mailsTo(portal, email)).toHaveLength(before)
  await invite('A payslip of June')
  expect(await reach(second.id)).toBeNull()
  await request('A payslip of July')
  expect((await mailsTo(portal, email)).at(-1)?.subject).toBe('We need a document from you')
})

test('whoever reviews what a case had asked for that has ended for a guest is told so of its task alone', async () => {
  const { priya, first, second, guestId, invite, request, enter, end } = await openCases()
  await invite('A payslip')
  await request('A payslip of May')
  const guest = await enter(first)
  const taskOf = async (title: string) =>
    (await guest.ask(tasks.list, {})).find((task) => task.title === title)?.id
  const [ofFirst, ofSecond] = [await taskOf('A bank statement'), await taskOf('A payslip of May')]
  await end(second)
  const reach = async (taskId: TaskId | undefined) =>
    (await priya.ask(firm.reach, { id: guestId, ...(taskId && { taskId }) })).unreached
  expect([await reach(ofFirst), await reach(ofSecond)]).toEqual([null, 'link_over'])
})

test('a guest who is taken off a case they had no link of sees no more of it by the link of another', async () => {
  const { priya, first, second, enter, request } = await openCases()
  await request('A payslip')
  const guest = await enter(first)
  const titles = async () => (await guest.ask(tasks.list, {})).map(({ title }) => title)
  expect(await titles()).toContain('A payslip')
  await priya.ask(matterParties.remove, second)
  expect(await titles()).not.toContain('A payslip')
  expect(await titles()).not.toEqual([])
})
