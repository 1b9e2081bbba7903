import { describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { poundsIn } from '#contract/kit/money.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { defaultTemplate, earlierDefaults } from './template/default-template.ts'
import { ensureTemplate, insertTemplate } from './template/store.ts'

const portal = await openPortal()

const listOf = (client: Client) => client.ask(tasks.list, {})
const taskOf = async (client: Client, kind: Task['kind']) => {
  const task = (await listOf(client)).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task
}

test("a new client has the firm's tasks, all pending, in the order of the template", async () => {
  const ana = await portal.client()
  const all = await listOf(ana)
  expect(all.map(({ title }) => title)).toEqual(defaultTemplate.map(({ title }) => title))
  for (const task of all)
    expect(task).toMatchObject({ status: 'pending', outcome: null, reason: null, completedAt: null })
})

test("the pound figure in a payment's description is the amount to pay", async () => {
  const ana = await portal.client()
  const fees = (await listOf(ana)).filter(({ category }) => category === 'payments')
  expect(fees).not.toEqual([])
  for (const { amount, currency, description } of fees) {
    expect(currency).toBe('GBP')
    expect(poundsIn(description)).toBe(amount)
  }
})

test('a completed task has a completion time, and keeps its position and creation time', async () => {
  const ana = await portal.client()
  const before = await listOf(ana)
  const { id } = await taskOf(ana, 'client_questionnaire')
  await ana.ask(forms.complete, { id, formData: questionnaire })
  const doneAt = portal.now()
  portal.wait(60_000)
  await ana.ask(forms.complete, { id, formData: { ...questionnaire, occupation: 'Head teacher' } })

  const after = await listOf(ana)

  expect(after.map((task) => task.id)).toEqual(before.map((task) => task.id))
  expect(after.find((task) => task.id === id)).toMatchObject({ status: 'completed', completedAt: doneAt })
  expect(after.filter(({ status }) => status === 'completed')).toHaveLength(1)
})

test("a task that was started is in progress, and the client's other tasks are not", async () => {
  const ana = await portal.client()
  const { id } = await taskOf(ana, 'risk_assessment')
  await ana.ask(forms.saveDraft, { id, formData: { residentialStatus: 'tenant' }, step: 2 })
  const begun = (await listOf(ana)).filter(({ status }) => status === 'in_progress')
  expect(begun.map((task) => task.id)).toEqual([id])
})

test('a task refuses what settles another kind of task, and does not change', async () => {
  const ana = await portal.client()
  const { id: taskId } = await taskOf(ana, 'payment')
  const attempt = ana.ask(identity.complete, { taskId, verificationType: 'id', document: 'passport' })
  await expect(attempt).rejects.toMatchObject({ code: 'unprocessable', reason: 'wrong_task' })
  expect(await taskOf(ana, 'payment')).toMatchObject({ status: 'pending' })
})

describe('access to tasks', () => {
  test('one client can neither see nor complete the tasks of another', async () => {
    const ana = await portal.client()
    const ben = await portal.client()
    const { id } = await taskOf(ana, 'client_questionnaire')

    expect((await listOf(ben)).map((task) => task.id)).not.toContain(id)
    const attempt = ben.ask(forms.complete, { id, formData: questionnaire })
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    expect(await taskOf(ana, 'client_questionnaire')).toMatchObject({ status: 'pending' })
  })

  test('a visitor is asked to sign in, and people of the firm have no tasks of their own', async () => {
    await expect(portal.visitor().ask(tasks.list, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    const priya = await portal.staff('fee_earner')
    await expect(priya.ask(tasks.list, {})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

test('the default template is stored with the first client: one version, however many register at once', async () => {
  const fresh = await openPortal()
  const many = await Promise.all(Array.from({ length: 5 }, () => fresh.client()))
  // A concurrent request had looked for a template just before the first one was stored.
  expect(await ensureTemplate(fresh.db, defaultTemplate, fresh.now())).toMatchObject({ version: 1 })
  const { rows } = await fresh.pool.query('select version, is_current, items from task_templates')
  expect(rows).toEqual([{ version: 1, is_current: true, items: defaultTemplate }])
  for (const client of many) expect(await listOf(client)).toHaveLength(defaultTemplate.length)
})

test('a firm with an old default is moved to the newest once, and existing clients keep their tasks', async () => {
  const old = await openPortal()
  const [before] = earlierDefaults
  if (!before) throw new Error('there was no earlier default')
  await ensureTemplate(old.db, before, old.now())
  const many = await Promise.all(Array.from({ length: 5 }, () => old.client()))
  const { rows } = await old.pool.query(
    'select version, is_current, items from task_templates order by version',
  )
  expect(rows).toEqual([
    { version: 1, is_current: false, items: before },
    { version: 2, is_current: true, items: defaultTemplate },
  ])
  for (const client of many) expect(await listOf(client)).toHaveLength(defaultTemplate.length)
})

test('a new template is for new clients, and existing clients keep their tasks', async () => {
  const ana = await portal.client()
  const before = await listOf(ana)
  const [first] = defaultTemplate
  if (!first) throw new Error('the template is empty')
  const will = { ...first, kind: 'other', category: 'legal_services', title: 'Read our letter' } as const
  await insertTemplate(portal.db, [will, first], portal.now())

  const ben = await portal.client()

  expect((await listOf(ben)).map(({ title }) => title)).toEqual(['Read our letter', first.title])
  expect(await listOf(ana)).toEqual(before)
})
