import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { merges, undoHours } from '#contract/merges.ts'
import { tasks } from '#contract/tasks.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { mergesJobs } from './jobs.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

const clientOf = async (facts: Parameters<typeof portal.client>[0]) => {
  const client = await portal.client(facts)
  await boss.ask(firm.joinTeam, { email: client.user.email })
  return client
}

const questionnaireOf = async ({ ask }: Pick<Client, 'ask'>) => {
  const task = (await ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  if (!task) throw new Error('the template has no questionnaire')
  return task.id
}

const answer = async (client: Pick<Client, 'ask'>, fullName: string, change: { dob?: string } = {}) =>
  client.ask(forms.complete, {
    id: await questionnaireOf(client),
    formData: { ...questionnaire, fullName, ...change },
  })

const particularsOf = async ({ user }: Pick<Client, 'user'>) =>
  (await boss.ask(firm.client, { id: user.id })).particulars

const merge = (kept: Client, merged: Client) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

const nadia = { firstName: 'Nadia', lastName: 'Hale' }
const nell = { firstName: 'Nell', lastName: 'Haley' }
const given = { dateOfBirth: questionnaire.dob, address: questionnaire.address }

test("the kept record keeps its name, and what only the merged record gave says that it's from there", async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  await merge(kept, merged)
  expect(await particularsOf(kept)).toMatchObject({
    fullName: 'Nadia Hale',
    ...given,
    fromMerged: ['dateOfBirth', 'address'],
  })
  const { known } = await kept.ask(forms.draft, { id: await questionnaireOf(kept) })
  expect(known).toMatchObject({ fullName: 'Nadia Hale', dob: questionnaire.dob })
})

test('what the kept record gave itself is shown, whatever the merged record gave', async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  const home = { address: '8 Mill Lane', city: 'Ely', postal_code: 'CB7 4QT' }
  await portal.pool.query('update users set address = $2, city = $3, postal_code = $4 where id = $1', [
    kept.user.id,
    ...Object.values(home),
  ])
  await answer(merged, 'Nell Mary Haley')
  await merge(kept, merged)
  expect(await particularsOf(kept)).toMatchObject({
    address: '8 Mill Lane, Ely, CB7 4QT',
    postalCode: 'CB7 4QT',
    fromMerged: ['dateOfBirth'],
  })
})

test('what the client says after a merge is their own', async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  await merge(kept, merged)
  const { email } = kept.user
  const moved = { address: '8 Mill Lane', city: 'Ely', postalCode: 'CB7 4QT', phone: '07700 900999' }
  await kept.ask(accounts.saveProfile, { ...nadia, email, ...moved })
  expect(await particularsOf(kept)).toMatchObject({
    address: '8 Mill Lane, Ely, CB7 4QT',
    fromMerged: ['dateOfBirth'],
  })
  await answer(kept, 'Nadia Jane Hale', { dob: '1980-05-06' })
  expect(await particularsOf(kept)).toMatchObject({
    fullName: 'Nadia Jane Hale',
    dateOfBirth: '1980-05-06',
    fromMerged: [],
  })
})

test('a name that the firm confirmed for the merged record does not fix another name of the kept one', async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  await portal.pool.query('update personal_details set confirmed_at = now() where user_id = $1', [
    merged.user.id,
  ])
  await merge(kept, merged)
  await answer(kept, 'Nadia Jane Hale')
  expect(await particularsOf(kept)).toMatchObject({ fullName: 'Nadia Jane Hale' })
})

test('an undo gives each record its own details, with what the kept client has said since', async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  const before = [await particularsOf(kept), await particularsOf(merged)]
  await boss.ask(merges.undo, { id: (await merge(kept, merged)).id })
  expect([await particularsOf(kept), await particularsOf(merged)]).toEqual(before)

  const { id } = await merge(kept, merged)
  const moved = { address: '8 Mill Lane', city: 'Ely', postalCode: 'CB7 4QT', phone: '07700 900999' }
  await kept.ask(accounts.saveProfile, { ...nadia, email: kept.user.email, ...moved })
  await boss.ask(merges.undo, { id })
  expect(await particularsOf(merged)).toEqual(before[1])
  expect(await particularsOf(kept)).toMatchObject({
    fullName: 'Nadia Hale',
    dateOfBirth: null,
    address: '8 Mill Lane, Ely, CB7 4QT',
    fromMerged: [],
  })
})

test('answers say which record gave them, until the kept client has answered or the merge is undone', async () => {
  const [kept, middle, merged] = [await clientOf(nadia), await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  const answersOf = async ({ user }: Pick<Client, 'user'>) =>
    (await boss.ask(forms.ofClient, { id: user.id })).map(({ version, mergedFrom }) => ({
      version,
      mergedFrom,
    }))
  expect(await answersOf(merged)).toEqual([{ version: 1, mergedFrom: null }])
  const first = await merge(middle, merged)
  const mergedFrom = { name: 'Nell Haley', email: merged.user.email }
  expect(await answersOf(middle)).toEqual([{ version: 1, mergedFrom }])
  const second = await merge(kept, middle)
  expect(await answersOf(kept)).toEqual([{ version: 1, mergedFrom }])
  await boss.ask(merges.undo, { id: second.id })
  expect(await answersOf(middle)).toEqual([{ version: 1, mergedFrom }])
  await boss.ask(merges.undo, { id: first.id })
  expect(await answersOf(merged)).toEqual([{ version: 1, mergedFrom: null }])
  await merge(kept, merged)
  await answer(kept, 'Nadia Jane Hale')
  expect(await answersOf(kept)).toEqual([{ version: 2, mergedFrom: null }])
})

test('what the other record said is kept for an undo only while a merge can be undone', async () => {
  const [kept, merged] = [await clientOf(nadia), await clientOf(nell)]
  await answer(merged, 'Nell Mary Haley')
  await merge(kept, merged)
  const { eraseMergeRows } = mergesJobs(jobContextOf(portal))
  const keptForUndo = async () => {
    const details = 'select merged from personal_details where user_id = $1'
    return JSON.stringify((await portal.pool.query(details, [kept.user.id])).rows)
  }
  portal.wait(hours(undoHours) - minutes(1))
  await eraseMergeRows?.run({})
  expect(await keptForUndo()).toContain('Nell Mary Haley')
  portal.wait(minutes(2))
  await eraseMergeRows?.run({})
  expect(await keptForUndo()).not.toContain('Nell Mary Haley')
  const again = portal.visitor()
  await again.ask(accounts.login, { username: kept.user.username, password: portal.password })
  const { id } = (await again.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire') ?? {}
  if (!id) throw new Error('the template has no questionnaire')
  expect((await again.ask(forms.draft, { id })).known).toMatchObject({
    dob: questionnaire.dob,
    address: questionnaire.address,
  })
})
