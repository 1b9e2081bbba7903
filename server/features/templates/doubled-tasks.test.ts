import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { step } from './shipped/common.ts'
import { openMatters } from './testing/matters.ts'

const { portal, admin: boss, priya, publish, start, join } = await openMatters()

type Person = Awaited<ReturnType<typeof portal.client>>
const title = 'Client Questionnaire'
const asking = { asks: 'client_questionnaire', title, description: 'Who you are' } as const
const { type } = await publish(step({ key: 'questions', ...asking }))
const check = { asks: 'identity_check', title: 'Verify your identity', description: '' } as const

const listed = ({ user }: Person) => boss.ask(doubledTasks.list, { id: user.id })
const questionnaires = async (person: Pick<Person, 'ask'>) =>
  (await person.ask(tasks.list, {})).filter((task) => task.title === title)
const askOnce = async (person: Person) =>
  boss.ask(doubledTasks.askOnce, {
    id: person.user.id,
    taskIds: (await listed(person)).map(({ id }) => id),
  })
const stepsOf = async (id: Awaited<ReturnType<typeof start>>['id']) =>
  (await portal.pool.query('select task_id, client_id from matter_tasks where matter_id = $1', [id])).rows

/** Sets that the client did this then, and that it was verified. */
const finish = ({ user }: Person, { kind, at }: { kind: string; at: string }) =>
  portal.pool.query(
    `update tasks set status = 'completed', outcome = 'verified', completed_at = $1
     where client_id = $2 and kind = $3`,
    [at, user.id, kind],
  )

/** One person with two records and a case of each, now merged into the first. The administrator works with both. */
const openTwice = async () => {
  const [kept, merged] = [await portal.client(), await portal.client()]
  for (const { user } of [kept, merged]) await boss.ask(firm.joinTeam, { email: user.email })
  const [first, second] = [await start(kept, type), await start(merged, type)]
  const { id: mergeId } = await boss.ask(merges.merge, {
    id: kept.user.id,
    otherId: merged.user.id,
    isConfirmed: true,
  })
  const [older, newer] = await questionnaires(kept)
  if (!older || !newer) throw new Error('They were asked twice')
  return { kept, merged, first, second, mergeId, older, newer }
}

test('what two cases of merged records ask for is asked once, and counts for both', async () => {
  const { kept, first, second, older, newer } = await openTwice()
  expect(await listed(kept)).toEqual([{ id: newer.id, title, references: [second.reference] }])
  expect(await askOnce(kept)).toHaveLength(1)

  expect((await questionnaires(kept)).map(({ id }) => id)).toEqual([older.id])
  for (const { id } of [first, second]) expect(await stepsOf(id)).toMatchObject([{ task_id: older.id }])
  expect(await listed(kept)).toEqual([])
  const { rows } = await portal.pool.query(
    `select actor_id, details from audit where event = 'case.tasks_closed' and subject_id = $1`,
    [kept.user.id],
  )
  expect(rows).toEqual([{ actor_id: boss.user.id, details: { reference: second.reference, tasks: title } }])
  const [notice] = await kept.ask(notifications.list, {})
  expect(notice?.body).toBe(
    'We had asked you twice for this: “Client Questionnaire”. Once is enough: please do the one on your list.',
  )
})

test('the one that was begun stays, whichever is newer, and of two that were begun both do', async () => {
  const { kept, second, older, newer } = await openTwice()
  const begin = ({ id }: typeof older) =>
    kept.ask(forms.saveDraft, { id, formData: { fullName: 'Ana Bell' }, step: 1 })
  await begin(newer)
  expect((await listed(kept)).map(({ id }) => id)).toEqual([older.id])
  await askOnce(kept)
  expect((await questionnaires(kept)).map(({ id }) => id)).toEqual([newer.id])
  expect(await stepsOf(second.id)).toMatchObject([{ task_id: newer.id }])

  const both = await openTwice()
  await both.kept.ask(forms.saveDraft, { id: both.older.id, formData: { fullName: 'Ana' }, step: 1 })
  const taskIds = [both.newer.id]
  await both.kept.ask(forms.saveDraft, { id: both.newer.id, formData: { fullName: 'Ana' }, step: 1 })
  expect(await listed(both.kept)).toEqual([])
  expect(await boss.ask(doubledTasks.askOnce, { id: both.kept.user.id, taskIds })).toEqual([])
  expect(await questionnaires(both.kept)).toHaveLength(2)
})

test('nothing is asked once that only one open case asks for', async () => {
  const { kept, second } = await openTwice()
  await priya.ask(matters.firmClose, { id: second.id })
  expect(await listed(kept)).toEqual([])
})

test('what a restricted case asks for stays, and the case is not named to those who may not know of it', async () => {
  const { kept, second, newer } = await openTwice()
  await priya.ask(matterParties.saveAccess, { id: second.id, isRestricted: true, memberIds: [] })
  expect(await listed(kept)).toEqual([])
  await boss.ask(doubledTasks.askOnce, { id: kept.user.id, taskIds: [newer.id] })
  expect(await questionnaires(kept)).toHaveLength(2)
})

test('a task that serves a restricted case gives nothing away of it', async () => {
  const { kept, first, newer } = await openTwice()
  await priya.ask(matterParties.saveAccess, { id: first.id, isRestricted: true, memberIds: [] })
  expect(await listed(kept)).toEqual([])
  expect(await boss.ask(doubledTasks.askOnce, { id: kept.user.id, taskIds: [newer.id] })).toEqual([])
  expect(await questionnaires(kept)).toHaveLength(2)
})

test('what was done and is in date counts, though an older one was done for the record merged into it', async () => {
  const { type: checking } = await publish(step({ key: 'check', ...check }))
  const [kept, merged, third] = [await portal.client(), await portal.client(), await portal.client()]
  const checksOf = async () =>
    (await kept.ask(tasks.list, {})).filter(({ kind }) => kind === check.asks).map(({ status }) => status)
  for (const [person, at] of [
    [kept, '2026-10-01T10:00:00Z'],
    [merged, '2024-10-01T10:00:00Z'],
    [third, null],
  ] as const) {
    await boss.ask(firm.joinTeam, { email: person.user.email })
    await start(person, checking)
    if (at) await finish(person, { kind: check.asks, at })
  }
  for (const { user } of [merged, third])
    await boss.ask(merges.merge, { id: kept.user.id, otherId: user.id, isConfirmed: true })
  expect(await checksOf()).toEqual(['completed', 'completed', 'pending'])

  expect(await askOnce(kept)).toHaveLength(1)
  expect(await checksOf()).toEqual(['completed', 'completed'])
  const [notice] = await kept.ask(notifications.list, {})
  expect(notice?.body).toBe('We had asked you twice for this: “Verify your identity”. Once is enough.')
})

test('what is listed is asked once, also if the record that is kept is the newer one', async () => {
  const { type: once } = await publish(step({ key: 'check', ...check }))
  const again = step({ key: 'again', ...check, waitsFor: ['check'] })
  const { type: repeated } = await publish(step({ key: 'check', ...check }), again)
  const [merged, kept] = [await portal.client(), await portal.client()]
  for (const { user } of [kept, merged]) await boss.ask(firm.joinTeam, { email: user.email })
  await start(merged, once)
  const { id, reference } = await start(kept, repeated)
  for (const person of [kept, merged]) await finish(person, { kind: check.asks, at: '2026-10-01T10:00:00Z' })
  await join(id, await portal.client(), 'giver_of_funds')
  await boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })
  const shown = await listed(kept)
  expect(shown).toMatchObject([{ title: check.title, references: [reference] }])
  expect(await askOnce(kept)).toEqual(shown)
})

test('a merge can still be undone after that, and each record is asked for its own case', async () => {
  const { kept, merged, first, second, mergeId, older } = await openTwice()
  await askOnce(kept)
  await boss.ask(merges.undo, { id: mergeId })
  const other = portal.visitor()
  await other.ask(accounts.login, { username: merged.user.username, password: portal.password })
  expect((await questionnaires(kept)).map(({ id }) => id)).toEqual([older.id])
  const [own] = await questionnaires(other)
  expect(await stepsOf(second.id)).toEqual([{ task_id: own?.id, client_id: merged.user.id }])
  expect(await stepsOf(first.id)).toEqual([{ task_id: older.id, client_id: kept.user.id }])
  const workflow = await priya.ask(matterTemplates.one, { id: second.id })
  expect(workflow).toMatchObject({ steps: [{ state: 'open' }] })
})
