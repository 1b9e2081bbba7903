// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftValues } from '#contract/forms/forms.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settle } from '#web/testing.tsx'
import { longestRetry, typingPause } from './autosave.ts'
import { heading, noDraft, open, press, questionnaireTask, reviewed } from './testing.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
// What is saved when the form closes must not reach the portal of the next test.
afterEach(async () => {
  cleanup()
  await pass(0)
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const occupation = () => screen.getByLabelText(/^Occupation/)
const enter = (value: string) => fireEvent.change(occupation(), { target: { value } })
const notSaved = () => screen.queryByText(/^Not saved yet/)

const away = () => new Problem('unavailable', "We couldn't reach the portal.")
const typedElsewhere = () => new Problem('conflict', 'You have typed elsewhere.', { reason: 'draft_changed' })

test('what is typed in a form is saved once typing stops, and called saved once the portal has it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const page = open(questionnaireTask, { save: () => promise })
  await heading('Personal Information')
  enter('Tea')
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText('Saving…')).toBeVisible()
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  resolve()
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(page.saved).toMatchObject([{ step: 1, formData: { occupation: 'Teacher' } }])
})

test('a form that is only read is not saved', async () => {
  const page = open(questionnaireTask)
  await heading('Personal Information')
  await pass(2 * typingPause)
  expect(page.saved).toEqual([])
})

test('a draft that could not be saved is tried again until the portal has it, and told of once', async () => {
  let isDown = true
  let tries = 0
  const page = open(questionnaireTask, {
    save: () => {
      tries += 1
      if (isDown) throw away()
    },
  })
  await heading('Personal Information')
  enter('Teacher')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  for (let again = 0; again < 3; again += 1) await pass(longestRetry)
  expect(tries).toBeGreaterThan(3)
  // The toast has gone, and did not come again with each failure.
  expect(screen.queryByText('Your answers are not saved yet')).not.toBeInTheDocument()
  isDown = false
  await pass(longestRetry)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(notSaved()).not.toBeInTheDocument()
  expect(page.saved).toMatchObject([{ formData: { occupation: 'Teacher' } }])
})

test('a draft that is behind the form is not called saved while a newer one waits', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = [first.promise, second.promise]
  const page = open(questionnaireTask, { save: () => held.shift() })
  await heading('Personal Information')
  // From here on time passes only as the test says: to wait for the portal must not use up a pause.
  vi.useFakeTimers()
  enter('Tea')
  await pass(typingPause)
  enter('Teach')
  await pass(typingPause)
  enter('Teacher')
  first.resolve()
  await settle(() => page.saved.length === 1)
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  second.resolve()
  await settle(() => page.saved.length === 2)
  await pass(0)
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  await pass(typingPause)
  await settle(() => screen.queryByText('Saved') !== null)
  expect(page.saved.at(-1)).toMatchObject({ formData: { occupation: 'Teacher' } })
})

test('a form announces once that saving works again', async () => {
  let isDown = true
  open(questionnaireTask, {
    save: () => {
      if (isDown) throw away()
    },
  })
  await heading('Personal Information')
  enter('Tea')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toHaveAttribute('role', 'status'))
  isDown = false
  await pass(longestRetry)
  expect(await screen.findByText('Saved')).toHaveAttribute('role', 'status')
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText('Saved')).not.toHaveAttribute('role')
})

test('a draft that could not be saved is tried again as soon as the device is online', async () => {
  let isDown = true
  open(questionnaireTask, {
    save: () => {
      if (isDown) throw away()
    },
  })
  await heading('Personal Information')
  enter('Teacher')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  isDown = false
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText('Saved')).toBeVisible()
})

test('a draft of a form that the firm no longer takes is not sent again and again', async () => {
  let tries = 0
  open(questionnaireTask, {
    save: () => {
      tries += 1
      throw new Problem('conflict', "We've accepted these answers.", { reason: 'already_accepted' })
    },
  })
  await heading('Personal Information')
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText("We've accepted these answers.")).toBeVisible()
  await pass(3 * longestRetry)
  expect(tries).toBe(1)
  expect(screen.getByText('Not saved')).toBeVisible()
})

test('an answer that is too long to be saved is named at its field', async () => {
  open(questionnaireTask, {
    save: () => {
      throw new Problem('invalid', 'Please check the highlighted fields.', {
        fields: { formData: 'Please check this' },
      })
    },
  })
  await heading('Personal Information')
  enter('x'.repeat(9_000))
  await pass(typingPause)
  expect(await screen.findByText('Not saved')).toBeVisible()
  expect(await screen.findByText('Please use at most 120 characters')).toBeVisible()
  // What is still empty is not called wrong before its step is left.
  expect(screen.queryByText('Date of birth is required')).not.toBeInTheDocument()
})

test('what could not be saved is still there after the page was loaded again, and is saved then', async () => {
  open(questionnaireTask, {
    save: () => {
      throw away()
    },
  })
  await heading('Personal Information')
  enter('Teacher')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  cleanup()
  await pass(0)

  const again = open(questionnaireTask)
  await heading('Personal Information')
  expect(occupation()).toHaveValue('Teacher')
  await pass(typingPause)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(again.saved).toMatchObject([{ formData: { occupation: 'Teacher' } }])
})

/** The client has the questionnaire open here and on another device. */
const openTwice = () => {
  const before = { ...reviewed, address: '', occupation: '', town: '', legalMatter: '' }
  const opened = { formData: before, step: 1, savedAt: new Date('2026-11-09T09:00:00Z') }
  const page = open(questionnaireTask, {
    draft: opened,
    save: ({ basedOn }) => {
      if (basedOn?.getTime() !== page.server.draft.savedAt?.getTime()) throw typedElsewhere()
    },
  })
  const typeElsewhere = (formData: DraftValues) => {
    page.server.draft = {
      formData: { ...before, ...formData },
      step: 1,
      savedAt: new Date('2026-11-09T09:05:00Z'),
    }
  }
  return { ...page, typeElsewhere }
}
const elsewhere = 'You also typed in this form elsewhere'

test('what was typed on another device is kept beside what is typed here', async () => {
  const page = openTwice()
  await heading('Personal Information')
  page.typeElsewhere({ town: 'Leeds' })
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(page.saved).toMatchObject([{ formData: { occupation: 'Teacher', town: 'Leeds' } }])
  expect(screen.getByText(elsewhere)).toBeVisible()
})

test('an answer that both devices changed is shown in the words of the form, and this one is kept', async () => {
  const page = openTwice()
  await heading('Personal Information')
  page.typeElsewhere({ occupation: 'Nurse', legalMatter: 'property' })
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText(elsewhere)).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent('“Occupation”: what’s here is kept')
  expect(screen.getByRole('listitem')).toHaveTextContent('Elsewhere: “Nurse”')
  await waitFor(() => expect(page.saved).toMatchObject([{ formData: { occupation: 'Teacher' } }]))
})

test('a save whose answer was lost on the way is not taken for another device', async () => {
  let isLost = true
  const page = open(questionnaireTask, {
    save: ({ formData, step, basedOn }) => {
      if (basedOn?.getTime() !== page.server.draft.savedAt?.getTime()) throw typedElsewhere()
      if (!isLost) return
      isLost = false
      page.server.draft = { ...noDraft, formData, step, savedAt: new Date('2026-11-09T09:05:00Z') }
      throw away()
    },
  })
  await heading('Personal Information')
  enter('Tea')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  enter('Teacher')
  await pass(typingPause)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(page.saved).toMatchObject([{ formData: { occupation: 'Teacher' } }])
  expect(screen.queryByText(elsewhere)).not.toBeInTheDocument()
})

test('a submission that another device overtook shows what it typed and is not sent', async () => {
  const page = open(questionnaireTask, {
    draft: { formData: { ...reviewed }, step: 4, savedAt: new Date('2026-11-09T09:00:00Z') },
    complete: () => {
      throw typedElsewhere()
    },
  })
  await heading('Review & Submit')
  page.server.draft = {
    formData: { ...reviewed, occupation: 'Nurse' },
    step: 4,
    savedAt: new Date('2026-11-09T09:05:00Z'),
  }
  await press('Submit')
  expect(await screen.findByText(elsewhere)).toBeVisible()
  expect(screen.getByText('Nurse')).toBeVisible()
})
