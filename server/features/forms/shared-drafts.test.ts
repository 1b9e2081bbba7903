import { describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { fundsOf, openCouple as openCoupleOf } from './testing/couple.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')

const openCouple = () => openCoupleOf(portal, priya)

const save = async (
  client: Client,
  formData: Record<string, string>,
  shared: { version: number; isPrivate: boolean },
) => client.ask(forms.saveDraft, { id: await fundsOf(client), formData, step: 1, shared })
const open = async (client: Client) => client.ask(forms.draft, { id: await fundsOf(client) })
const public0 = { version: 0, isPrivate: false }

describe('the draft of a form that joint clients share', () => {
  test('is begun by one client and carried on by the other, who sees who began it and when', async () => {
    const { ana, tom } = await openCouple()
    expect((await open(tom)).shared).toEqual({
      with: ['Ana Silva'],
      version: 0,
      isPrivate: false,
      startedBy: null,
      savedBy: null,
    })
    await save(ana, { price: '385000' }, public0)
    const seen = await open(tom)
    expect(seen).toMatchObject({
      formData: { price: '385000' },
      shared: { version: 1, startedBy: { name: 'Ana Silva', isYou: false, at: portal.now() } },
    })
    await save(tom, { price: '385000', own_money: '60000' }, { version: 1, isPrivate: false })
    expect(await open(ana)).toMatchObject({
      formData: { own_money: '60000' },
      shared: { version: 2, startedBy: { isYou: true }, savedBy: { name: 'Tom Silva' } },
    })
  })

  test('loses nothing when two clients write at once: the later one is told, and the first stays', async () => {
    const { ana, tom } = await openCouple()
    await save(ana, { price: '385000' }, public0)
    const both = await Promise.allSettled([
      save(ana, { price: '1' }, { version: 1, isPrivate: false }),
      save(tom, { price: '2' }, { version: 1, isPrivate: false }),
    ])
    const refused = both.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(refused).toMatchObject([{ code: 'conflict', reason: 'draft_changed' }])
    expect(refused[0].message).toMatch(/ Silva has typed here since you opened this form\./)
    expect((await open(ana)).shared?.version).toBe(2)
    // A submission does not overwrite what was typed since it was read either.
    const stale = ana.ask(forms.complete, { id: await fundsOf(ana), formData: answers, draftVersion: 1 })
    await expect(stale).rejects.toMatchObject({ reason: 'draft_changed' })
    await ana.ask(forms.complete, { id: await fundsOf(ana), formData: answers, draftVersion: 2 })
    expect((await open(tom)).formData).toEqual({})
  })

  test('is hidden from the other client while one keeps what they type to themselves', async () => {
    const { ana, tom } = await openCouple()
    await save(ana, { price: '385000' }, { version: 0, isPrivate: true })
    expect(await open(tom)).toMatchObject({ formData: {}, shared: { startedBy: null } })
    await expect(tom.ask(forms.draft, { id: await fundsOf(ana) })).rejects.toMatchObject({
      code: 'not_found',
    })
    await save(tom, { price: '2' }, public0)
    expect(await open(ana)).toMatchObject({ formData: { price: '385000' }, shared: { isPrivate: true } })
    // A private draft does not overwrite what the other has typed.
    await expect(save(ana, { price: '385000' }, { version: 1, isPrivate: false })).rejects.toMatchObject({
      reason: 'draft_changed',
    })
    expect((await open(tom)).formData).toEqual({ price: '2' })
  })

  test('is no correction of what one had kept private and then submitted', async () => {
    const { ana, tom } = await openCouple()
    await save(ana, { price: '385000' }, { version: 0, isPrivate: true })
    await save(tom, { price: '2' }, public0)
    await ana.ask(forms.complete, { id: await fundsOf(ana), formData: answers })
    expect(await open(ana)).toMatchObject({ formData: {}, shared: { version: 1, startedBy: null } })
    portal.wait(minutes(1))
    await save(tom, { price: '3' }, { version: 1, isPrivate: false })
    expect(await open(ana)).toMatchObject({
      formData: { price: '3' },
      shared: { savedBy: { name: 'Tom Silva' } },
    })
  })

  test('is taken out of the other’s sight by whoever alone has typed in it', async () => {
    const { ana, tom } = await openCouple()
    await save(ana, { price: '385000' }, public0)
    await save(ana, { price: '385000' }, { version: 1, isPrivate: true })
    expect((await open(tom)).formData).toEqual({})
  })

  test('names a file to nobody but the client who sent it, and keeps it through what the other saves', async () => {
    const { ana, tom } = await openCouple()
    const file = { 'letter-documentId': '0197a4a0-0000-7000-8000-000000000009', 'letter-name': 'secret.pdf' }
    await save(ana, { price: '1', ...file }, public0)
    expect((await open(tom)).formData).toEqual({ price: '1' })
    await save(tom, { price: '2' }, { version: 1, isPrivate: false })
    expect((await open(ana)).formData).toEqual({ price: '2', ...file })
  })
})

test('a form about a person alone is nobody else’s: its draft is not shared', async () => {
  const { ana, tom } = await openCouple()
  const questionnaire = async (client: Client) =>
    TaskId.parse((await client.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')?.id)
  const id = await questionnaire(ana)
  await ana.ask(forms.saveDraft, { id, formData: { occupation: 'Teacher' }, step: 1, shared: public0 })
  expect((await ana.ask(forms.draft, { id })).shared).toBeUndefined()
  expect((await tom.ask(forms.draft, { id: await questionnaire(tom) })).formData).toEqual({})
})

const answers = {
  client_kind: 'people',
  price: '385000',
  own_money: '60000',
  sources: ['savings'],
  givers: [],
}
