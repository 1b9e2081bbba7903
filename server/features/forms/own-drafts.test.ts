import { describe, expect, test } from 'vitest'
import { forms } from '#contract/forms/forms.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

/** A client who has the questionnaire open on a phone and on a laptop. */
async function openTwice() {
  const client = await portal.client()
  const list = await client.ask(tasks.list, {})
  const id = TaskId.parse(list.find(({ kind }) => kind === 'client_questionnaire')?.id)
  const save = (occupation: string, basedOn?: Date | null) => {
    portal.wait(minutes(1))
    return client.ask(forms.saveDraft, {
      id,
      formData: { occupation },
      step: 1,
      ...(basedOn !== undefined && { basedOn }),
    })
  }
  const read = () => client.ask(forms.draft, { id })
  return { client, id, save, read }
}

const changed = {
  code: 'conflict',
  reason: 'draft_changed',
  message: expect.stringMatching(/^You have typed on another device since you opened this form\./),
}

describe('the draft that a client types on two devices', () => {
  test('is carried on by each from what the other saved', async () => {
    const { save, read } = await openTwice()
    const phone = await save('Tea', null)
    const laptop = await read()
    expect(laptop).toMatchObject({ formData: { occupation: 'Tea' }, savedAt: phone.savedAt })
    const later = await save('Teacher', laptop.savedAt)
    expect(await read()).toMatchObject({ formData: { occupation: 'Teacher' }, savedAt: later.savedAt })
  })

  test('is not overwritten by the one that did not see what the other saved', async () => {
    const { save, read } = await openTwice()
    const phone = await save('Teacher', null)
    await expect(save('Nurse', null)).rejects.toMatchObject(changed)
    await save('Head teacher', phone.savedAt)
    await expect(save('Nurse', phone.savedAt)).rejects.toMatchObject(changed)
    expect(await read()).toMatchObject({ formData: { occupation: 'Head teacher' } })
  })

  test('is not thrown away by submitting what the other device has not seen', async () => {
    const { client, id, save, read } = await openTwice()
    const phone = await save('Teacher', null)
    const later = await save('Head teacher', phone.savedAt)
    const submit = (basedOn: Date | null) =>
      client.ask(forms.complete, { id, formData: questionnaire, basedOn })
    await expect(submit(phone.savedAt)).rejects.toMatchObject(changed)
    expect(await read()).toMatchObject({ formData: { occupation: 'Head teacher' } })
    expect(await client.ask(forms.answers, { id })).toEqual([])
    expect(await submit(later.savedAt)).toMatchObject({ status: 'completed' })
  })

  test('begins again once the form has been submitted on the other', async () => {
    const { client, id, save, read } = await openTwice()
    const phone = await save('Teacher', null)
    await client.ask(forms.complete, { id, formData: questionnaire, basedOn: phone.savedAt })
    await save('Nurse', phone.savedAt)
    expect(await read()).toMatchObject({ formData: { occupation: 'Nurse' } })
  })

  test('is saved by a page from before an upgrade, which does not say what it saw', async () => {
    const { save, read } = await openTwice()
    await save('Teacher')
    await save('Nurse')
    expect(await read()).toMatchObject({ formData: { occupation: 'Nurse' } })
  })
})
