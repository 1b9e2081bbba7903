// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { caseClosedWords } from '#contract/tasks.ts'
import { show } from '#web/testing.tsx'
import { longestRetry, typingPause } from './autosave.ts'
import { FormTask } from './dialog.tsx'
import { done, heading, noDraft, open, press, questionnaireTask, reviewed, version } from './testing.tsx'

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
// What is saved when the form closes must not reach the portal of the next test.
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const close = async () => {
  cleanup()
  await pass(0)
}
const occupation = () => screen.getByLabelText(/^Occupation/)
const enter = (value: string) => fireEvent.change(occupation(), { target: { value } })
const notSaved = () => screen.queryByText(/^Not saved yet/)
const isPrivate = () => screen.getByRole('checkbox', { name: /^Keep what I type to myself/ })

const away = () => new Problem('unavailable', "We couldn't reach the portal.")
const isAway = () => {
  throw away()
}
const typedElsewhere = () => new Problem('conflict', 'You have typed elsewhere.', { reason: 'draft_changed' })
const elsewhere = 'You also typed in this form elsewhere'

/** A portal that carries out the first save, but its answer is lost on the way. Then it is away for a while. */
const lossyPortal = () => {
  const state = { isLost: true, isDown: false, reading: Promise.resolve() }
  const page = open(questionnaireTask, {
    read: () => state.reading,
    save: ({ formData, step, basedOn }) => {
      if (state.isDown) throw away()
      if (basedOn?.getTime() !== page.server.draft.savedAt?.getTime()) throw typedElsewhere()
      if (!state.isLost) return
      state.isLost = false
      page.server.draft = { ...noDraft, formData, step, savedAt: new Date('2026-11-09T09:05:00Z') }
      throw away()
    },
  })
  return { ...page, state }
}

test('what is typed while a lost answer is looked into is saved, although the form is closed', async () => {
  const { state, saved } = lossyPortal()
  await heading('Personal Information')
  enter('Tea')
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  const slow = Promise.withResolvers<void>()
  state.reading = slow.promise
  enter('Teach')
  await pass(typingPause)
  enter('Teacher')
  await close()
  slow.resolve()
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ formData: { occupation: 'Teacher' } }))
})

test('a save whose answer was lost is not taken for another device after a long outage', async () => {
  const { state, saved } = lossyPortal()
  await heading('Personal Information')
  enter('Tea')
  await pass(typingPause)
  state.isDown = true
  enter('Teacher')
  for (let again = 0; again < 25; again += 1) await pass(longestRetry)
  state.isDown = false
  await pass(longestRetry)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(saved).toMatchObject([{ formData: { occupation: 'Teacher' } }])
  expect(screen.queryByText(elsewhere)).not.toBeInTheDocument()
})

test('a draft that was hidden from the other client is still hidden after a reload', async () => {
  const shared = { with: ['Kofi'], version: 0, isPrivate: false, startedBy: null, savedBy: null }
  const draft = { ...noDraft, shared }
  let refusals = 0
  open(questionnaireTask, {
    draft,
    save: () => {
      refusals += 1
      throw away()
    },
  })
  await heading('Personal Information')
  fireEvent.click(isPrivate())
  enter('Teacher')
  await pass(typingPause)
  // That it is hidden, and what was typed: neither may be on its way still when the page is loaded again.
  await waitFor(() => expect(refusals).toBeGreaterThan(1))
  await waitFor(() => expect(notSaved()).toBeVisible())
  await close()

  const hidden: (boolean | undefined)[] = []
  const again = open(questionnaireTask, { draft, save: (typed) => void hidden.push(typed.shared?.isPrivate) })
  await heading('Personal Information')
  expect(isPrivate()).toBeChecked()
  await pass(typingPause)
  await waitFor(() => expect(again.saved).toMatchObject([{ formData: { occupation: 'Teacher' } }]))
  expect(hidden).toEqual([true])
})

test('an answer that is too long to be saved is still there after a reload, with its error', async () => {
  const tooLong = 'x'.repeat(9_000)
  const save = () => {
    throw new Problem('invalid', 'Please check the highlighted fields.')
  }
  open(questionnaireTask, { save })
  await heading('Personal Information')
  enter(tooLong)
  await pass(typingPause)
  expect(await screen.findByText('Not saved')).toBeVisible()
  await close()

  open(questionnaireTask, { save })
  await heading('Personal Information')
  expect(occupation()).toHaveValue(tooLong)
  await pass(typingPause)
  expect(await screen.findByText('Please use at most 120 characters')).toBeVisible()
})

const keepHere = async (value: string) => {
  open(questionnaireTask, { save: isAway })
  await heading('Personal Information')
  enter(value)
  await pass(typingPause)
  await waitFor(() => expect(notSaved()).toBeVisible())
  await close()
}

test('a correction starts from what another device has submitted, not from what this one never saved', async () => {
  await keepHere('Nurse')
  const submittedAt = new Date('2026-11-09T10:00:00Z')
  open(done(questionnaireTask), {
    draft: { ...noDraft, submittedAt },
    versions: [version(1, { submittedAt })],
  })
  await press('Correct')
  await heading('Personal Information')
  expect(occupation()).toHaveValue('Teacher')
})

test('a draft that could not be saved is dropped from the device after two weeks', async () => {
  await keepHere('Nurse')
  vi.setSystemTime(Date.now() + 15 * 24 * 60 * 60 * 1_000)
  open(questionnaireTask)
  await heading('Personal Information')
  expect(occupation()).toHaveValue('')
})

const submittedElsewhere = 'This form has been submitted elsewhere.'
const overtaken = () => {
  throw new Problem('conflict', submittedElsewhere, { reason: 'already_submitted' })
}

test('what another device has submitted is not saved over, and this is said', async () => {
  let tries = 0
  open(questionnaireTask, {
    save: () => {
      tries += 1
      overtaken()
    },
  })
  await heading('Personal Information')
  enter('Nurse')
  await pass(typingPause)
  expect(await screen.findByText(submittedElsewhere)).toBeVisible()
  await pass(3 * longestRetry)
  expect(tries).toBe(1)
  expect(screen.getByText('Not saved')).toBeVisible()
})

const toReview = { formData: { ...reviewed }, step: 4, savedAt: new Date('2026-11-09T09:00:00Z') }

test('a form that another device has submitted is not submitted again, and this is said', async () => {
  const page = open(questionnaireTask, { draft: toReview, complete: overtaken })
  await heading('Review & Submit')
  await press('Submit')
  expect((await screen.findAllByText(submittedElsewhere))[0]).toBeVisible()
  expect(page.done).not.toHaveBeenCalled()
})

test('a submission that another device overtook says so too if the connection drops meanwhile', async () => {
  let isDown = false
  open(questionnaireTask, {
    draft: toReview,
    read: () => (isDown ? isAway() : undefined),
    complete: () => {
      isDown = true
      throw typedElsewhere()
    },
  })
  await heading('Review & Submit')
  await press('Submit')
  expect(await screen.findByText('Submission failed')).toBeVisible()
  expect(screen.getByText("We couldn't reach the portal.")).toBeVisible()
})

test('a form that is closed before it could be saved says where its answers are', async () => {
  await keepHere('Nurse')
  show(<p>The dashboard</p>, [])
  expect(await screen.findByText(/^They’re kept on this device/)).toBeVisible()
})

test('what is typed once the case is closed is kept on this device, and saved when the case is open again', async () => {
  let isClosed = true
  let refusals = 0
  const { answers, saved } = open(questionnaireTask, {
    save: () => {
      if (!isClosed) return
      refusals += 1
      throw new Problem('conflict', caseClosedWords, { reason: 'case_closed' })
    },
  })
  await heading('Personal Information')
  enter('Nurse')
  await pass(typingPause)
  expect(
    await screen.findByText(`${caseClosedWords} What you’ve typed is kept on this device.`),
  ).toBeVisible()
  await close()
  // Closing the form has tried once more.
  await waitFor(() => expect(refusals).toBe(2))
  isClosed = false
  show(<FormTask task={questionnaireTask} close={() => {}} done={() => {}} />, answers)
  await heading('Personal Information')
  expect(occupation()).toHaveValue('Nurse')
  await pass(typingPause)
  await waitFor(() => expect(saved.at(-1)).toMatchObject({ formData: { occupation: 'Nurse' } }))
  expect(await screen.findByText('Saved')).toBeVisible()
})

test('a draft that is refused again right after it was merged waits for its next try', async () => {
  let saves = 0
  open(questionnaireTask, {
    save: () => {
      saves += 1
      throw typedElsewhere()
    },
  })
  await heading('Personal Information')
  enter('Tea')
  await pass(typingPause)
  await waitFor(() => expect(saves).toBe(2))
  await pass(0)
  expect(saves).toBe(2)
})
