import { expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.ts'
import { matters } from '#contract/matters/matters.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

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

  const { reference } = await priya.ask(matters.start, {
    clientId: client.user.id,
    ...words,
    closesUntouched: true,
  })
  const left = await titlesOf(client)
  expect(left.toSorted()).toEqual(['Read terms', begun.title, wanted.title].toSorted())
  for (const title of named) expect(left).not.toContain(title)
  expect(await untouchedOf(client)).toEqual([])
  const { rows } = await portal.pool.query(
    "select details from audit where event = 'case.tasks_closed' and subject_id = $1",
    [client.user.id],
  )
  expect(rows).toEqual([{ details: { reference, tasks: named.join('; ') } }])
})

test('without being asked to, a case closes nothing, and one without a template never does', async () => {
  const client = await portal.client()
  const before = await titlesOf(client)
  await priya.ask(matters.start, { clientId: client.user.id, ...words })
  expect(await titlesOf(client)).toEqual(expect.arrayContaining(before))
  const alone = await portal.client()
  const list = await titlesOf(alone)
  expect(await untouchedOf(alone, 'Something else')).toEqual([])
  await priya.ask(matters.start, {
    clientId: alone.user.id,
    ...words,
    type: 'Something else',
    closesUntouched: true,
  })
  expect(await titlesOf(alone)).toEqual(list)
})

test('a case that a client asked for closes them when the firm opens it', async () => {
  const client = await portal.client()
  const { title, priority, description } = words
  const { id } = await client.ask(matters.request, { title, type, priority, description })
  await priya.ask(matters.open, { id, whose: 'firm', nextStep: 'We read the will', closesUntouched: true })
  expect(await titlesOf(client)).not.toContain('Pay search fees')
})

test('a task that the client starts while the case is being opened stays', async () => {
  const client = await portal.client()
  const fees = (await client.ask(tasks.list, {})).find(({ title }) => title === 'Pay search fees')
  const other = await portal.pool.connect()
  await other.query('begin')
  await other.query("update tasks set status = 'in_progress' where id = $1", [fees?.id])
  const opening = priya.ask(matters.start, { clientId: client.user.id, ...words, closesUntouched: true })
  const waiting =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(async () => (await portal.pool.query(waiting)).rows).toHaveLength(1)
  await other.query('commit')
  other.release()
  const { reference } = await opening
  expect(await titlesOf(client)).toContain('Pay search fees')
  const { rows } = await portal.pool.query(
    "select details->>'tasks' as closed from audit where event = 'case.tasks_closed' and details->>'reference' = $1",
    [reference],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].closed).not.toContain('Pay search fees')
})
