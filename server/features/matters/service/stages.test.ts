import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { days, seconds } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// Jobs are due by the machine's clock. Decades ahead, a delayed job runs only when the test makes it.
portal.wait(days(20 * 365))
const priya = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const withOpenMatter = async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
  const current = async () =>
    (await client.ask(matters.one, { id })).stages.find(({ state }) => state === 'current')
  return { client, id, current }
}
const newStages = async ({ ask }: Pick<typeof priya, 'ask'>) =>
  (await ask(notifications.list, {})).filter(({ title }) => title === 'Your case has reached a new stage')
const runPutOff = async () => {
  await portal.pool.query(`update graphile_worker._private_jobs set run_at = now()`)
  await expectDone(portal, 'notifyOfStage')
}

test('the client sees the stage immediately, with what it waits for and since when', async () => {
  const { client, id, current } = await withOpenMatter()
  const openedAt = portal.now()
  expect(await current()).toMatchObject({ key: 'instruction', since: openedAt, words: null })
  portal.wait(seconds(60))
  await priya.ask(matters.setStage, { id, stage: 'searches', words: '' })
  expect(await current()).toMatchObject({
    name: 'Searches',
    words: 'waiting for the council',
    usually: 'usually 10 working days',
    since: portal.now(),
  })
  const { events, stages } = await client.ask(matters.one, { id })
  expect(stages[0]).toMatchObject({ key: 'instruction', state: 'done', since: openedAt })
  expect(events[0]).toMatchObject({ kind: 'staged', stage: 'Searches', words: null })
})

test('a stage names its date to the client only if that is shared', async () => {
  const { id, current } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'completion', words: '' })
  const { facts } = await priya.ask(matters.firmOne, { id })
  const save = (isShared: boolean) =>
    priya.ask(matters.saveFacts, {
      id,
      ...facts,
      dates: [{ kind: 'completion', words: '', on: '2046-12-18', isShared }],
    })
  await save(false)
  expect(await current()).toMatchObject({ words: 'waiting for the completion date' })
  await save(true)
  expect(await current()).toMatchObject({ words: 'the completion date is 18 December 2046' })
})

test('the client is notified of a stage only once it can no longer be undone', async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'enquiries', words: 'the seller is away until Monday' })
  expect(await newStages(client)).toEqual([])
  await runPutOff()
  const [news] = await newStages(client)
  expect(news?.body).toContain('Enquiries: the seller is away until Monday')
})

test('a stage can be undone until the notice of it is due, and no longer', async () => {
  const { id } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'searches', words: '' })
  const { rows } = await portal.pool.query<{ due: Date }>(
    'select max(run_at) as due from graphile_worker._private_jobs',
  )
  portal.wait(Number(rows[0]?.due) - portal.now().getTime() + 1)
  await expect(priya.ask(matters.undoStage, { id })).rejects.toMatchObject({ reason: 'undo_over' })
})

test('a stage that was set by mistake is undone without notifying anybody', async () => {
  const { client, id, current } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'searches', words: '' })
  portal.wait(seconds(20))
  await priya.ask(matters.setStage, { id, stage: 'completion', words: '' })
  await administrator.ask(firm.joinTeam, { email: client.user.email })
  await expect(administrator.ask(matters.undoStage, { id })).rejects.toMatchObject({ reason: 'undo_over' })
  await priya.ask(matters.undoStage, { id })
  expect(await current()).toMatchObject({ key: 'searches' })
  await expect(priya.ask(matters.undoStage, { id })).rejects.toMatchObject({ reason: 'undo_over' })
  await runPutOff()
  expect((await newStages(client)).map(({ body }) => body)).toEqual([expect.stringContaining('Searches')])
})

test('of stages that follow each other at once, as when a wrong one is corrected, the client is told the last', async () => {
  const { client, id } = await withOpenMatter()
  for (const stage of ['exchange', 'enquiries']) await priya.ask(matters.setStage, { id, stage, words: '' })
  await runPutOff()
  expect((await newStages(client)).map(({ body }) => body)).toEqual([expect.stringContaining('Enquiries')])
})

test('a stage that was not told because of the next one is told once that is undone', async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'searches', words: '' })
  portal.wait(seconds(14))
  await priya.ask(matters.setStage, { id, stage: 'enquiries', words: '' })
  const putOff = `graphile_worker._private_jobs where task_id =
    (select id from graphile_worker._private_tasks where identifier = 'notifyOfStage')`
  const { rows } = await portal.pool.query<{ id: string }>(`select min(id) as id from ${putOff}`)
  const first = rows[0]?.id
  await portal.pool.query('update graphile_worker._private_jobs set run_at = now() where id = $1', [first])
  await expect
    .poll(async () => (await portal.pool.query(`select from ${putOff} and id = $1`, [first])).rowCount)
    .toBe(0)
  portal.wait(seconds(10))
  await priya.ask(matters.undoStage, { id })
  await runPutOff()
  expect((await newStages(client)).map(({ body }) => body)).toEqual([expect.stringContaining('Searches')])
})

test('a stage of another type, and any stage of a closed matter, is refused', async () => {
  const { id } = await withOpenMatter()
  await expect(priya.ask(matters.setStage, { id, stage: 'distribution', words: '' })).rejects.toMatchObject({
    fields: { stage: 'Please choose a stage of this type of case' },
  })
  await priya.ask(matters.firmClose, { id })
  await expect(priya.ask(matters.setStage, { id, stage: 'searches', words: '' })).rejects.toMatchObject({
    reason: 'case_closed',
  })
})

test('a closed matter no longer says what it waits for, and again does once it is reopened', async () => {
  const { client, id } = await withOpenMatter()
  const last = async () => (await client.ask(matters.one, { id })).stages.at(-1)
  await priya.ask(matters.setStage, { id, stage: 'registration', words: '' })
  await priya.ask(matters.firmClose, { id })
  expect(await last()).toMatchObject({ key: 'registration', state: 'done', words: null })
  const { stages } = await priya.ask(matters.firmOne, { id })
  expect(stages.at(-1)).toEqual(await last())
  await priya.ask(matters.reopen, { id, whose: 'firm', thirdParty: '', nextStep: 'Chase the Land Registry' })
  expect(await last()).toMatchObject({ state: 'current', words: 'waiting for HM Land Registry' })
})

test('the client is told that a matter closed and no longer of a stage it reached just before', async () => {
  const { client, id } = await withOpenMatter()
  await priya.ask(matters.setStage, { id, stage: 'registration', words: '' })
  await priya.ask(matters.firmClose, { id })
  await runPutOff()
  expect(await newStages(client)).toEqual([])
})

test('a stage is checked against the type that a colleague has just given the case', async () => {
  const { id, current } = await withOpenMatter()
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query(`update matters set type = 'Probate' where id = $1`, [id])
  const setting = Promise.allSettled([priya.ask(matters.setStage, { id, stage: 'searches', words: '' })])
  const waiting = async () => {
    const { rows } = await portal.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%"matters"%'`,
    )
    return rows[0]?.n
  }
  await expect.poll(waiting).toBe(1)
  await holder.query('commit')
  holder.release()
  const refusal = { fields: { stage: 'Please choose a stage of this type of case' } }
  expect(await setting).toMatchObject([{ status: 'rejected', reason: refusal }])
  expect(await current()).not.toMatchObject({ key: 'searches' })
})
