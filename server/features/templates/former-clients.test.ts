import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { PartyId } from '#contract/matters/party.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { plainPage, upload } from '#server/features/documents/testing/documents.ts'
import { feesOf, pay } from '#server/features/payments/testing.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { openPage } from '#server/testing/live-stream.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { funds, openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish, start, join, taskOf, required, answer } = await openMatters()

/** A couple whose case asks them for one form, and for something more if a gift is among the answers. */
const openCouple = async () => {
  const ifGift = { step: 'funds', field: 'sources', value: 'gift' }
  const { type } = await publish(funds, reading('more', { waitsFor: ['funds'], condition: ifGift }))
  const ana = await portal.client({ firstName: 'Ana' })
  const ben = await portal.client({ firstName: 'Ben' })
  const { id } = await start(ana, type)
  await join(id, ben, 'joint_client')
  return { ana, ben, id }
}
const partyOf = async (id: MatterId) =>
  PartyId.parse((await priya.ask(matters.firmOne, { id })).parties[0]?.id)
const remove = async (id: MatterId) => priya.ask(matterParties.remove, { id, partyId: await partyOf(id) })
const formOf = (client: Client) => required(client, 'Your money')
const draftOf = async (client: Client) => client.ask(forms.draft, { id: (await formOf(client)).id })
const save = async (client: Client, sources: string[]) =>
  client.ask(forms.saveDraft, { id: (await formOf(client)).id, formData: { sources }, step: 1 })

test('a joint client who is taken off a case neither reads, changes nor submits the shared form', async () => {
  const { ana, ben, id } = await openCouple()
  await save(ben, ['gift'])
  await remove(id)
  // What both had typed is still there for the client who stays, whoever typed it.
  expect((await draftOf(ana)).formData).toEqual({ sources: ['gift'] })
  await save(ana, ['savings'])
  expect((await draftOf(ben)).formData).toEqual({})
  await save(ben, ['gift'])
  expect((await draftOf(ana)).formData).toEqual({ sources: ['savings'] })
  await answer(ben, ['gift'])
  expect(await formOf(ana)).toMatchObject({ status: 'in_progress', doneBy: null, isShared: false })
  expect((await draftOf(ana)).formData).toEqual({ sources: ['savings'] })
  expect(await taskOf(ana, 'Read more')).toBeUndefined()
  await answer(ana, ['savings'])
  const { steps } = await priya.ask(matterTemplates.one, { id })
  expect(steps.map(({ state }) => state)).toEqual(['ended', 'skipped'])
})

test('what a joint client submitted before they left counts, and they can’t change it any more', async () => {
  const { ana, ben, id } = await openCouple()
  await answer(ben, ['savings'])
  await remove(id)
  expect(await formOf(ana)).toMatchObject({ status: 'completed', doneBy: 'Ben Okafor' })
  await save(ana, ['savings', 'gift'])
  expect((await draftOf(ben)).formData).toEqual({})
  await expect(answer(ben, ['gift'])).rejects.toMatchObject({ code: 'conflict', reason: 'not_on_case' })
  expect(await taskOf(ana, 'Read more')).toBeUndefined()
  const { steps } = await priya.ask(matterTemplates.one, { id })
  expect(steps.map(({ state }) => state)).toEqual(['ended', 'skipped'])
})

test('what a joint client sent before they left stays while it counts for others, and is theirs to delete otherwise', async () => {
  const document = {
    key: 'deposit',
    asks: 'requested_document',
    title: 'Show the money',
    description: '',
  } as const
  const { type } = await publish(step(document))
  const [ana, ben] = [await portal.client({ firstName: 'Ana' }), await portal.client({ firstName: 'Ben' })]
  const { id } = await start(ana, type)
  await join(id, ben, 'joint_client')
  const send = async () => {
    const { id: taskId } = await required(ben, 'Show the money')
    return (await upload(ben, plainPage, { taskId })).document
  }
  const mistaken = await send()
  await ben.ask(documents.remove, { id: mistaken.id })
  expect(await required(ana, 'Show the money')).toMatchObject({ status: 'pending', doneBy: null })
  const sent = await send()
  await remove(id)
  await expect(ben.ask(documents.remove, { id: sent.id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'not_on_case',
  })
  expect(await required(ana, 'Show the money')).toMatchObject({ status: 'completed', doneBy: 'Ben Okafor' })
})

test('a joint client who is taken off a closed case reads nothing that is typed there either', async () => {
  const { ana, ben, id } = await openCouple()
  const before = await formOf(ben)
  await priya.ask(matters.firmClose, { id })
  const partyId = await partyOf(id)
  const { tasks } = await priya.ask(matterTemplates.removal, { id, partyId })
  expect(tasks).toEqual(['Your money'])
  await remove(id)
  await priya.ask(matters.reopen, { id, whose: 'client', nextStep: 'Answer our questions' })
  await save(ana, ['savings'])
  const read = ben.ask(forms.draft, { id: before.id })
  await expect(read).rejects.toMatchObject({ code: 'not_found' })
})

test('somebody who joins after another has left shares the form with those who are on the case', async () => {
  const { ana, ben, id } = await openCouple()
  await save(ben, ['gift'])
  await remove(id)
  const tom = await portal.client({ firstName: 'Tom' })
  await join(id, tom, 'joint_client')
  expect((await draftOf(tom)).shared?.with).toEqual(['Ana Okafor'])
  expect((await draftOf(ana)).shared?.with).toEqual(['Tom Okafor'])
  expect((await draftOf(ben)).shared).toBeUndefined()
})

test('answers that serve another case too can still be corrected by somebody who has left one of the two', async () => {
  const about = {
    asks: 'client_questionnaire',
    title: 'About you',
    description: '',
    everyone: 'each',
  } as const
  const { type } = await publish(step({ ...about, key: 'about' }))
  const [ana, ben] = [await portal.client({ firstName: 'Ana' }), await portal.client({ firstName: 'Ben' })]
  const [left, kept] = [await start(ana, type), await start(ana, type)]
  for (const { id } of [left, kept]) await join(id, ben, 'joint_client')
  const list = await ben.ask(tasks.list, {})
  const id = TaskId.parse(list.find(({ kind }) => kind === 'client_questionnaire')?.id)
  const complete = (occupation: string) =>
    ben.ask(forms.complete, { id, formData: { ...questionnaire, occupation } })
  const saveDraft = (occupation: string) =>
    ben.ask(forms.saveDraft, { id, formData: { occupation }, step: 1 })
  await complete('Teacher')
  await remove(left.id)
  await saveDraft('Head')
  await complete('Head teacher')
  const refusal = { code: 'conflict', reason: 'not_on_case' }
  await remove(kept.id)
  await expect(saveDraft('Inspector')).rejects.toMatchObject(refusal)
  await expect(complete('Inspector')).rejects.toMatchObject(refusal)
})

/** A couple whose case uses the search fees that each one's own list asks for. */
const openPayers = async () => {
  const [ana, ben] = [await portal.client({ firstName: 'Ana' }), await portal.client({ firstName: 'Ben' })]
  const { amount } = await feesOf(ben)
  const words = { title: 'Pay search fees', description: '{amount}' } as const
  const { type } = await publish(
    step({ ...words, key: 'fees', asks: 'payment', amount, account: 'client', everyone: 'any' }),
  )
  const { id } = await start(ana, type)
  await join(id, ben, 'joint_client')
  expect(await feesOf(ben)).toMatchObject({ isShared: true })
  return { ana, ben, id }
}

test('a fee that a joint client’s own list had asked for is theirs alone after they are taken off the case', async () => {
  const { ana, ben, id } = await openPayers()
  await remove(id)
  expect(await feesOf(ben)).toMatchObject({ isShared: false })
  await pay(ana)
  expect(await feesOf(ben)).toMatchObject({ status: 'pending', doneBy: null })
  expect(await pay(ben)).toMatchObject({ status: 'completed' })
})

test('the migration gives those who left before it the tasks of their own list, and others keep theirs', async () => {
  const [left, stays] = [await openPayers(), await openPayers()]
  const { id: taskId } = await feesOf(left.ben)
  const before = await portal.pool.query('select shared_id from tasks where id = $1', [taskId])
  await remove(left.id)
  await portal.pool.query('update tasks set shared_id = $2 where id = $1', [taskId, before.rows[0].shared_id])
  expect(await feesOf(left.ben)).toMatchObject({ isShared: true })
  await portal.pool.query(await readFile(path.join(migrationsFolder, '0067_former_sharers.sql'), 'utf8'))
  expect(await feesOf(left.ben)).toMatchObject({ isShared: false })
  expect(await feesOf(stays.ben)).toMatchObject({ isShared: true })
})

test('the open page of a client hears that the others of a shared form have left, whether they had begun it or not', async () => {
  const [begun, untouched] = [await openCouple(), await openCouple()]
  await save(begun.ben, ['gift'])
  const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  for (const { ana, id } of [begun, untouched]) {
    const page = await openPage(ana, { address, db: portal.db })
    await remove(id)
    expect((await page.received()).topics).toContain('tasks')
    expect(await formOf(ana)).toMatchObject({ isShared: false })
  }
})
