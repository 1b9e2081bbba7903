import { expect, test } from 'vitest'
import { forms, noneRead } from '#contract/forms/forms.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { fundsOf, openCouple as openCoupleOf } from './testing/couple.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

/** A couple who share the form of their case, and the firm, which takes Tom off it. */
async function openCouple() {
  const { ana, tom, id, partyId } = await openCoupleOf(portal, priya)
  const task = await fundsOf(ana)
  return {
    ana,
    tom,
    task,
    save: async (client: Client, formData: Record<string, string>, version: number) =>
      client.ask(forms.saveDraft, {
        id: await fundsOf(client),
        formData,
        step: 1,
        shared: { version, isPrivate: false },
      }),
    leave: () => priya.ask(matterParties.remove, { id, partyId }),
    read: () => ana.ask(forms.draft, { id: task }),
  }
}

test('what a joint client typed last before they were taken off the case is not overwritten by the other unseen', async () => {
  const { ana, tom, task, save, leave, read } = await openCouple()
  await save(ana, { price: '385000' }, 0)
  await save(tom, { price: '385000', own_money: '60000' }, 1)
  await leave()
  const unseen = save(ana, { price: '390000' }, 1)
  await expect(unseen).rejects.toMatchObject({ code: 'conflict', reason: 'draft_changed' })
  const left = await read()
  expect(left).toMatchObject({ formData: { price: '385000', own_money: '60000' } })
  expect(left.shared).toBeUndefined()
  const formData = { price: '390000', own_money: '60000' }
  await ana.ask(forms.saveDraft, { id: task, formData, step: 1, basedOn: left.savedAt })
  expect(await read()).toMatchObject({ formData })
})

test('what is typed on a page that shared a form is saved after the other client was taken off the case', async () => {
  const { ana, save, leave, read } = await openCouple()
  await save(ana, { price: '385000' }, 0)
  await leave()
  await save(ana, { price: '390000' }, 1)
  await save(ana, { price: '395000' }, 1)
  expect(await read()).toMatchObject({ formData: { price: '395000' } })
})

test('what a joint client typed before they left is not lost by a draft that the other kept private', async () => {
  const { ana, tom, task, save, leave, read } = await openCouple()
  await save(tom, { price: '385000', own_money: '60000' }, 0)
  const keepPrivate = (formData: Record<string, string>, basedOn: Date | null) =>
    ana.ask(forms.saveDraft, {
      id: task,
      formData,
      step: 1,
      basedOn,
      shared: { version: 1, isPrivate: true },
    })
  const { savedAt } = await keepPrivate({ price: '390000' }, null)
  await leave()
  await expect(keepPrivate({ price: '391000' }, savedAt)).rejects.toMatchObject({ reason: 'draft_changed' })
  const left = await read()
  // Her own answers stay, and his are those that she had not given.
  expect(left).toMatchObject({ formData: { price: '390000', own_money: '60000' }, savedAt })
  const formData = { price: '391000', own_money: '60000' }
  await ana.ask(forms.saveDraft, { id: task, formData, step: 1, basedOn: left.savedAt })
  await ana.ask(forms.saveDraft, { id: task, formData: { price: '391000' }, step: 1 })
  expect((await read()).formData).toEqual({ price: '391000' })
})

test('what a joint client typed before they left is not lost by submitting a draft that the other kept private', async () => {
  const { ana, tom, task, save, leave, read } = await openCouple()
  const [price, own_money] = ['385000', '60000']
  await save(tom, { price, own_money }, 0)
  const formData = { client_kind: 'people', price, sources: ['savings'], givers: [] }
  const { savedAt } = await ana.ask(forms.saveDraft, {
    id: task,
    formData,
    step: 1,
    basedOn: null,
    shared: { version: 1, isPrivate: true },
  })
  await leave()
  const submit = (answers: Record<string, unknown>, draftVersion?: number) =>
    ana.ask(forms.complete, {
      id: task,
      formData: answers,
      basedOn: savedAt,
      ...(draftVersion !== undefined && { draftVersion }),
    })
  const unseen = submit({ ...formData, own_money: '1' }, noneRead)
  await expect(unseen).rejects.toMatchObject({ code: 'conflict', reason: 'draft_changed' })
  const left = await read()
  expect(left).toMatchObject({ formData: { price, own_money } })
  expect(await submit(left.formData)).toMatchObject({ status: 'completed' })
  expect((await read()).formData).toEqual({})
})

test('a draft that one kept private is submitted while the other stays, whose text stays too', async () => {
  const { ana, tom, task, save } = await openCouple()
  await save(tom, { price: '385000' }, 0)
  const answers = { client_kind: 'people', price: '1', own_money: '1', sources: ['savings'], givers: [] }
  await ana.ask(forms.complete, { id: task, formData: answers, basedOn: null, draftVersion: noneRead })
  const { formData } = await tom.ask(forms.draft, { id: await fundsOf(tom) })
  expect(formData).toEqual({ price: '385000' })
})
