import { expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import { api } from '#contract/api.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { demoInbox } from '#contract/mail.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { readOf } from '#server/features/documents/testing/documents.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'

const portal = await openPortal()
const testuser = await portal.client({ username: testUsername })

const kept = async (client: Client) => ({
  tasks: await client.ask(tasks.list, {}),
  activities: await client.ask(activities.list, {}),
  documents: await client.ask(documents.list, {}),
  payments: await client.ask(payments.list, {}),
  notifications: await client.ask(notifications.list, {}),
})
const taskOf = async (client: Client, kind: Task['kind']) => {
  const task = (await client.ask(tasks.list, {})).find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task
}

/** Sends a questionnaire, a draft, a document and a payment through the API, and waits until the document is read. */
const addActivity = async (client: Client) => {
  const [form, risk] = [await taskOf(client, 'client_questionnaire'), await taskOf(client, 'risk_assessment')]
  await client.ask(forms.complete, { id: form.id, formData: questionnaire })
  await client.ask(forms.saveDraft, { id: risk.id, formData: { residentialStatus: 'tenant' }, step: 2 })
  const { id: taskId, amount } = await taskOf(client, 'payment')
  await client.ask(payments.pay, { taskId, amount: amount ?? 0, currency: 'GBP', paymentMethod: 'card' })
  const upload = new FormData()
  const proof = await taskOf(client, 'proof_of_address')
  upload.append('taskId', proof.id)
  upload.append('documentType', proof.title)
  upload.append('file', new Blob([await drawnStatement()], { type: 'application/pdf' }), 'statement.pdf')
  const reply = await client.send('POST', documents.upload.path, upload, {})
  await readOf(client, answerOf(documents.upload, reply).document)
}

test('resetting the test account makes it as if it had just registered', async () => {
  const fresh = await kept(testuser)
  await addActivity(testuser)
  const lived = await kept(testuser)
  expect(lived.documents).toHaveLength(1)
  expect(lived.activities.length).toBeGreaterThan(2)

  expect(await testuser.ask(dashboard.resetTestUser, {})).toEqual({ success: true })

  expect(await kept(testuser)).toEqual(fresh)
  expect(new Set(fresh.tasks.map(({ status }) => status))).toEqual(new Set(['pending']))
})

test('the files of the test account are deleted when it is reset', async () => {
  await addActivity(testuser)
  const [held] = await testuser.ask(documents.list, {})
  if (!held) throw new Error('nothing was uploaded')
  await testuser.ask(dashboard.resetTestUser, {})
  const { status } = await testuser.send('GET', `/api/documents/${held.id}/file`, undefined, {})
  expect(status).toBe(404)
})

test('resetting the test account deletes what stays with a record that was merged into it', async () => {
  const [boss, merged] = [await portal.staff('administrator'), await portal.client()]
  for (const client of [testuser, merged]) {
    await boss.ask(firm.joinTeam, { email: client.user.email })
    const { id } = await taskOf(client, 'client_questionnaire')
    await client.ask(forms.complete, { id, formData: questionnaire })
  }
  await boss.ask(merges.merge, { id: testuser.user.id, otherId: merged.user.id, isConfirmed: true })
  const toldOf = async () => {
    const { rowsOf } = await exportOf(portal, testuser)
    return ['personal_details', 'letter_subjects', 'conversations'].flatMap(rowsOf)
  }
  expect(await toldOf()).toContainEqual(
    expect.objectContaining({ fromMergedAccount: merged.user.email, fullName: questionnaire.fullName }),
  )
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await toldOf()).toEqual([])
})

test('resetting leaves the data of other clients', async () => {
  const ana = await portal.client()
  await addActivity(ana)
  const before = await kept(ana)
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await kept(ana)).toEqual(before)
})

test('another client is refused, and keeps all their data', async () => {
  const ana = await portal.client()
  await ana.ask(forms.complete, {
    id: (await taskOf(ana, 'client_questionnaire')).id,
    formData: questionnaire,
  })
  const before = await kept(ana)
  await expect(ana.ask(dashboard.resetTestUser, {})).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Only the test account can be reset.',
  })
  expect(await kept(ana)).toEqual(before)
})

test('outside the demo the endpoint does not exist, even for a client of that name', async () => {
  const portal = await openPortal({ isDemo: false })
  const namesake = await portal.client({ username: testUsername })
  for (const person of [namesake, portal.visitor(), await portal.staff('administrator')])
    await expect(person.ask(dashboard.resetTestUser, {})).rejects.toMatchObject({ code: 'not_found' })
})

test('the API documents list every endpoint, and those of the demo only in the demo', async () => {
  const pathsOf = async (portal: Portal) => {
    const admin = await portal.staff('administrator')
    const { body } = await admin.send('GET', '/api/openapi.json', undefined, {})
    return Object.keys((body as { paths: object }).paths)
  }
  const all = Object.values(api).flatMap((endpoints) => Object.values<Endpoint>(endpoints))
  const paths = [...new Set(all.map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')))]
  const ofDemo: string[] = [dashboard.resetTestUser.path, demoInbox.list.path]
  expect(await pathsOf(portal)).toEqual(paths)
  expect(await pathsOf(await openPortal({ isDemo: false }))).toEqual(
    paths.filter((path) => !ofDemo.includes(path)),
  )
})
