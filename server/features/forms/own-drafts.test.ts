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
  const save = (occupation: string, basedOn?: Date | null, basedOnAnswers?: Date | null) => {
    portal.wait(minutes(1))
    return client.ask(forms.saveDraft, {
      id,
      formData: { occupation },
      step: 1,
      ...(basedOn !== undefined && { basedOn }),
      ...(basedOnAnswers !== undefined && { basedOnAnswers }),
    })
  }
  const read = () => client.ask(forms.draft, { id })
  return { client, id, save, read }
}

const changed = {
  code: 'conflict',
  reason: 'draft_changed',
  message: expect.stringMatching(/^You have typed elsewhere since you opened this form\./),
}

const submitted = {
  code: 'conflict',
  reason: 'already_submitted',
  message: expect.stringMatching(/^This form has been submitted elsewhere/),
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

  test('is refused once the form has been submitted on the other, and begins again from that', async () => {
    const { client, id, save, read } = await openTwice()
    const phone = await save('Teacher', null)
    portal.wait(minutes(1))
    await client.ask(forms.complete, { id, formData: questionnaire, basedOn: phone.savedAt })
    await expect(save('Nurse', phone.savedAt, null)).rejects.toMatchObject(submitted)
    await expect(save('Nurse', null, null)).rejects.toMatchObject(submitted)
    // A page from before an upgrade.
    await expect(save('Nurse', phone.savedAt)).rejects.toMatchObject(submitted)
    const correction = await read()
    expect(correction).toMatchObject({ formData: {}, savedAt: null })
    const begun = await save('Nurse', correction.savedAt, correction.submittedAt)
    expect(begun.submittedAt).toEqual(correction.submittedAt)
    expect(await read()).toMatchObject({ formData: { occupation: 'Nurse' } })
  })

  test('does not submit old answers over those that the other has submitted', async () => {
    const { client, id, save } = await openTwice()
    const phone = await save('Teacher', null)
    portal.wait(minutes(1))
    const submit = (occupation: string, basedOn: Date | null) =>
      client.ask(forms.complete, {
        id,
        formData: { ...questionnaire, occupation },
        basedOn,
        basedOnAnswers: null,
      })
    await submit('Head teacher', phone.savedAt)
    await expect(submit('Nurse', phone.savedAt)).rejects.toMatchObject(submitted)
    await expect(submit('Nurse', null)).rejects.toMatchObject(submitted)
    // Its own submission once more, whose answer was lost on the way.
    expect(await submit('Head teacher', phone.savedAt)).toMatchObject({ status: 'completed' })
    const versions = await client.ask(forms.answers, { id })
    expect(versions).toMatchObject([{ version: 1, formData: { occupation: 'Head teacher' } }])
  })

  test('is saved for a page of an earlier version, which does not say what it has read', async () => {
    const { save, read } = await openTwice()
    await save('Teacher')
    await save('Nurse')
    expect(await read()).toMatchObject({ formData: { occupation: 'Nurse' } })
  })
})
