import { expect, test } from 'vitest'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { forms } from '#contract/forms/forms.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, party, reading } from './testing/matters.ts'

const { portal, priya, publish } = await openMatters()
const identity = step({
  key: 'identity',
  asks: 'proof_of_identity',
  title: 'Prove your identity',
  description: '',
})
const { type } = await publish(identity, reading('terms'))
const words = {
  title: 'Estate of Ida Lindholm',
  type,
  priority: 'medium',
  description: 'Probate',
  whose: 'firm',
  nextStep: 'We read the will',
} as const
const titlesOf = async (client: Client) => (await client.ask(tasks.list, {})).map(({ title }) => title)
const untouchedOf = async (client: Client, ofType = type) =>
  (await priya.ask(matterTemplates.untouched, { id: client.user.id, type: ofType })).map(({ title }) => title)

test('a case closes what the client was asked for before, has not started, and its template does not ask for', async () => {
  const client = await portal.client()
  const list = await client.ask(tasks.list, {})
  const begun = list.find(({ kind }) => kind === 'client_questionnaire')
  const wanted = list.find(({ kind }) => kind === 'proof_of_identity')
  if (!begun || !wanted) throw new Error('the list lacks a task')
  await client.ask(forms.saveDraft, { id: begun.id, formData: {}, step: 1 })
  const named = await untouchedOf(client)
  expect(named).toContain('Pay search fees')
  expect(named).not.toContain(begun.title)
  expect(named).not.toContain(wanted.title)

  const { id, reference } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const taskIds = (await priya.ask(matterTemplates.unneeded, { id })).map((task) => task.id)
  const { closed, kept } = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect(closed.map(({ title }) => title)).toEqual(named)
  expect(kept).toEqual([])
  const left = await titlesOf(client)
  expect(left.toSorted()).toEqual(['Read terms', begun.title, wanted.title].toSorted())
  for (const title of named) expect(left).not.toContain(title)
  expect(await untouchedOf(client)).toEqual([])
  const { rows } = await portal.pool.query(
    "select details from audit where event = 'case.tasks_closed' and subject_id = $1",
    [client.user.id],
  )
  expect(rows).toEqual([{ details: { reference, tasks: named.join('; ') } }])
  const news = (await client.ask(notifications.list, {})).filter(({ title }) =>
    /no longer needed/.test(title),
  )
  expect(news).toMatchObject([
    {
      title: 'Some tasks are no longer needed',
      body: `These tasks are no longer needed: ${named.map((title) => `“${title}”`).join(', ')}. You don’t have to do anything.`,
    },
  ])
  expect((await priya.ask(matterTabs.activity, { id })).map(({ event }) => event)).toContain(
    'case.tasks_closed',
  )
})

test('without being asked to, a case closes nothing, and one without a template never does', async () => {
  const client = await portal.client()
  const before = await titlesOf(client)
  await priya.ask(matters.start, { clientId: client.user.id, ...words })
  expect(await titlesOf(client)).toEqual(expect.arrayContaining(before))
  const alone = await portal.client()
  const list = await titlesOf(alone)
  expect(await untouchedOf(alone, 'Something else')).toEqual([])
  const { id } = await priya.ask(matters.start, { clientId: alone.user.id, ...words, type: 'Something else' })
  expect(await priya.ask(matterTemplates.unneeded, { id })).toEqual([])
  const taskIds = (await alone.ask(tasks.list, {})).map((task) => task.id)
  expect(await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })).toEqual({ closed: [], kept: [] })
  expect(await titlesOf(alone)).toEqual(list)
})

test('only the tasks that were shown are closed, and one that the client has started since is kept and named', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const unneeded = await priya.ask(matterTemplates.unneeded, { id })
  const [begun, shown, notShown] = unneeded
  if (!begun || !shown || !notShown) throw new Error('the list is too short')
  await portal.pool.query("update tasks set status = 'in_progress' where id = $1", [begun.id])
  const taskIds = [begun.id, shown.id]
  const done = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect(done).toEqual({ closed: [shown], kept: [{ ...begun, why: 'begun' }] })
  const left = await titlesOf(client)
  expect(left).toEqual(expect.arrayContaining([begun.title, notShown.title]))
  expect(left).not.toContain(shown.title)
  const again = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect(again).toEqual({ closed: [], kept: [{ ...begun, why: 'begun' }] })
})

test('a task that the client starts while it is being closed stays', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const unneeded = await priya.ask(matterTemplates.unneeded, { id })
  const fees = unneeded.find(({ title }) => title === 'Pay search fees')
  const other = await portal.pool.connect()
  await other.query('begin')
  await other.query("update tasks set status = 'in_progress' where id = $1", [fees?.id])
  const taskIds = unneeded.map((task) => task.id)
  const closing = priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  const waiting =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(async () => (await portal.pool.query(waiting)).rows).toHaveLength(1)
  await other.query('commit')
  other.release()
  expect((await closing).kept).toMatchObject([{ title: 'Pay search fees', why: 'begun' }])
  expect(await titlesOf(client)).toContain('Pay search fees')
})

test('a joint client’s own tasks from before are offered too, and each client is told of theirs', async () => {
  const [client, partner] = [
    await portal.client(),
    await portal.client({ firstName: 'Olaf', lastName: 'Lindholm' }),
  ]
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const own = await priya.ask(matterTemplates.unneeded, { id })
  await priya.ask(matterParties.add, {
    ...party,
    id,
    role: 'joint_client',
    name: 'Olaf Lindholm',
    clientId: partner.user.id,
  })
  const both = await priya.ask(matterTemplates.unneeded, { id })
  const joined = both.filter((task) => task.client === 'Olaf Lindholm')
  expect(both).toHaveLength(own.length + joined.length)
  expect(joined.map(({ title }) => title)).toContain('Pay search fees')
  await priya.ask(matterTemplates.closeUnneeded, { id, taskIds: joined.map((task) => task.id) })
  expect(await priya.ask(matterTemplates.unneeded, { id })).toEqual(own)
  expect(await titlesOf(partner)).not.toContain('Pay search fees')
  expect(await titlesOf(client)).toContain('Pay search fees')
  const toldOf = async ({ ask }: Client) =>
    (await ask(notifications.list, {})).filter(({ title }) => /no longer needed/.test(title)).length
  expect([await toldOf(client), await toldOf(partner)]).toEqual([0, 1])
})

test('the tasks of somebody who is not a client of the case are left alone', async () => {
  const [client, stranger] = [await portal.client(), await portal.client()]
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const before = await titlesOf(stranger)
  const taskIds = (await stranger.ask(tasks.list, {})).map((task) => task.id)
  expect(await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })).toEqual({ closed: [], kept: [] })
  expect(await titlesOf(stranger)).toEqual(before)
})

test('a closed case closes what nobody has started, keeps what was begun, and asks again when it is reopened', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  const list = await client.ask(tasks.list, {})
  const terms = list.find(({ title }) => title === 'Read terms')
  const wanted = list.find(({ kind }) => kind === 'proof_of_identity')
  if (!terms || !wanted) throw new Error('the case asks for too little')
  await portal.pool.query("update tasks set status = 'in_progress' where id = $1", [wanted.id])
  await priya.ask(matters.firmClose, { id })
  const leftOver = await priya.ask(matterTemplates.unneeded, { id })
  expect(leftOver.map((task) => task.id)).toEqual([terms.id])
  const taskIds = [terms.id, wanted.id]
  const done = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect(done.closed.map((task) => task.id)).toEqual([terms.id])
  expect(done.kept).toMatchObject([{ id: wanted.id, why: 'begun' }])
  expect(await titlesOf(client)).not.toContain('Read terms')
  const [news] = await client.ask(notifications.list, {})
  expect(news?.body).toBe('This task is no longer needed: “Read terms”. You don’t have to do anything.')
  await priya.ask(matters.reopen, { id, whose: 'firm', nextStep: 'We read the will again' })
  expect(await titlesOf(client)).toContain('Read terms')
})

test('a closed case leaves alone what another open case of the client asks for', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  await priya.ask(matters.start, { clientId: client.user.id, ...words, title: 'A second estate' })
  await priya.ask(matters.firmClose, { id })
  const titles = (await priya.ask(matterTemplates.unneeded, { id })).map(({ title }) => title)
  expect(titles).toEqual(['Read terms'])
  expect(await titlesOf(client)).toContain('Upload proof of identity')
})

test('what two closed cases shared is asked for again by whichever is reopened', async () => {
  const client = await portal.client()
  const openFor = async (title: string) =>
    (await priya.ask(matters.start, { clientId: client.user.id, ...words, title })).id
  const [id, other] = [await openFor('A first estate'), await openFor('A second estate')]
  for (const closing of [id, other]) await priya.ask(matters.firmClose, { id: closing })
  const taskIds = (await priya.ask(matterTemplates.unneeded, { id })).map((task) => task.id)
  const { closed } = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect(closed.map(({ title }) => title)).toContain('Upload proof of identity')
  await priya.ask(matters.reopen, { id: other, whose: 'firm', nextStep: 'We read the will again' })
  const { steps } = await priya.ask(matterTemplates.one, { id: other })
  expect(steps.find(({ key }) => key === 'identity')).toMatchObject({ state: 'open' })
  expect(await titlesOf(client)).toContain('Prove your identity')
})

test('whoever runs a case sees and closes no tasks of a client whose file they may not open', async () => {
  const client = await portal.client()
  const omar = await portal.staff('fee_earner')
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words })
  await portal.pool.query('update matters set fee_earner_id = $1 where id = $2', [omar.user.id, id])
  const list = await titlesOf(client)
  const taskIds = (await priya.ask(matterTemplates.unneeded, { id })).map((task) => task.id)
  expect(taskIds).not.toEqual([])
  expect((await omar.ask(matters.firmOne, { id })).id).toBe(id)
  expect(await omar.ask(matterTemplates.unneeded, { id })).toEqual([])
  expect(await omar.ask(matterTemplates.closeUnneeded, { id, taskIds })).toEqual({ closed: [], kept: [] })
  expect(await titlesOf(client)).toEqual(list)
})
