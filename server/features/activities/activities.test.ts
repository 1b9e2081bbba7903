import { expect, test } from 'vitest'
import { type Activity, activities } from '#contract/activities.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { holdIdentityDocument } from '#server/testing/held-document.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { insert } from './store.ts'

const portal = await openPortal()

const listOf = (client: Client, before?: Activity['id']) => client.ask(activities.list, { before })
const idOf = async (client: Client, kind: Task['kind']) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task.id
}
const fillIn = async (client: Client) =>
  client.ask(forms.complete, { id: await idOf(client, 'client_questionnaire'), formData: questionnaire })
const verify = async (client: Client) => {
  await holdIdentityDocument(portal, client)
  const taskId = await idOf(client, 'identity_check')
  return client.ask(identity.complete, { taskId, verificationType: 'id', document: 'passport' })
}

test('a new client has no activity, and what they do appears newest first with its time', async () => {
  const ana = await portal.client()
  expect(await listOf(ana)).toEqual([])
  await fillIn(ana)
  const filledAt = portal.now()
  portal.wait(60_000)
  await verify(ana)

  expect(await listOf(ana)).toMatchObject([
    { type: 'verification_completed', createdAt: portal.now() },
    { type: 'task_completed', description: 'Completed: Client Questionnaire', createdAt: filledAt },
  ])
})

test('a refused request leaves no activity', async () => {
  const ana = await portal.client()
  const id = await idOf(ana, 'client_questionnaire')
  const attempt = ana.ask(forms.complete, { id, formData: { ...questionnaire, fullName: '' } })
  await expect(attempt).rejects.toMatchObject({ code: 'invalid' })
  expect(await listOf(ana)).toEqual([])
})

test('one client does not see what another did', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await fillIn(ana)
  expect(await listOf(ben)).toEqual([])
})

test('a full page leads to older activities, and none of another client is among them', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  for (let count = 0; count < pageSize + 3; count += 1)
    await insert(portal.db, {
      id: newId(),
      clientId: ana.user.id,
      type: 'task_completed',
      description: `Completed: ${count}`,
      metadata: {},
      createdAt: portal.now(),
    })

  const newest = await listOf(ana)
  const last = newest.at(-1)?.id
  expect(newest).toHaveLength(pageSize)
  expect((await listOf(ana, last)).map(({ description }) => description)).toEqual([
    'Completed: 2',
    'Completed: 1',
    'Completed: 0',
  ])
  expect(await listOf(ben, last)).toEqual([])
})
