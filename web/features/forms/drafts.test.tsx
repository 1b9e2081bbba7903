// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FirmField, FirmForm } from '#contract/forms/firm-form.ts'
import { Problem } from '#contract/kit/problem.ts'
import { show } from '#web/testing.tsx'
import { FormTask } from './dialog.tsx'
import {
  fillContact,
  fillPersonal,
  heading,
  noDraft,
  open,
  press,
  questionnaireTask,
  reviewed,
  type,
} from './testing.tsx'

const lender: FirmField = {
  key: 'lender',
  kind: 'text',
  label: 'Your lender',
  hint: '',
  isRequired: true,
  offers: [],
  shownWhen: null,
  fields: [],
}
const questions: FirmForm = { sections: [{ title: 'The loan', fields: [lender] }] }

test('a step is kept on the server, and the form opens where it was left', async () => {
  const page = open(questionnaireTask)
  await heading('Personal Information')
  await fillPersonal()
  await press('Next')
  await screen.findByText('Saved')
  await expect
    .poll(() => page.saved.at(-1))
    .toMatchObject({ step: 2, formData: { occupation: 'Teacher', dob: '1990-04-17' } })

  cleanup()
  show(<FormTask task={questionnaireTask} close={() => {}} done={() => {}} />, page.answers)

  await heading('Contact Information')
  await press('Previous')
  expect(await screen.findByLabelText(/^Occupation/)).toHaveValue('Teacher')
})

/** A portal that answers saves until it is told to wait. */
const slowPortal = () => {
  let answered = Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    save: () => answered,
    hold: () => {
      answered = promise
    },
    goOn: resolve,
  }
}

test('what is typed after a step was saved is not called saved', async () => {
  const portal = slowPortal()
  open(questionnaireTask, { save: portal.save })
  await heading('Personal Information')
  await fillPersonal()
  await press('Next')
  await screen.findByText('Saved')
  portal.hold()
  await type(/^Town or city/, 'Lon')
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  portal.goOn()
  expect(await screen.findByText('Saved')).toBeVisible()
})

test('a date that is changed after its step was saved is not called saved', async () => {
  const portal = slowPortal()
  open(questionnaireTask, { save: portal.save })
  await heading('Personal Information')
  await fillPersonal()
  await press('Next')
  await press('Previous')
  expect(await screen.findByText('Saved')).toBeVisible()
  portal.hold()
  await type('Year', '1991')
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
  portal.goOn()
  expect(await screen.findByText('Saved')).toBeVisible()
})

test.each([
  { first: 'you', last: 'you', words: 'Started by you · 2 hours ago · last change 5 minutes ago' },
  { first: 'Kofi', last: 'Kofi', words: 'Started by Kofi · 2 hours ago · last change 5 minutes ago' },
  { first: 'you', last: 'Kofi', words: 'Started by you · 2 hours ago · Kofi typed last · 5 minutes ago' },
  { first: 'Kofi', last: 'you', words: 'Started by Kofi · 2 hours ago · You typed last · 5 minutes ago' },
])(
  'a shared form started by $first, in which $last typed last, names each once',
  async ({ first, last, words }) => {
    vi.useFakeTimers({ now: new Date('2026-11-09T09:00:00Z'), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const person = (name: string, at: string) => ({
      name: name === 'you' ? 'Ana' : name,
      isYou: name === 'you',
      at: new Date(at),
    })
    const people = {
      startedBy: person(first, '2026-11-09T07:00:00Z'),
      savedBy: person(last, '2026-11-09T08:55:00Z'),
    }
    const shared = { with: ['Kofi'], version: 2, isPrivate: false, ...people }
    open(questionnaireTask, { draft: { ...noDraft, shared } })
    expect((await screen.findByText(/^Started by/)).textContent).toBe(words)
  },
)

test('what somebody else typed into a shared draft is brought in, and both are then called saved', async () => {
  const shared = { with: ['Kofi'], version: 0, isPrivate: false, startedBy: null, savedBy: null }
  let isTheirs = false
  const page = open(questionnaireTask, {
    draft: { ...noDraft, shared },
    save: (mine) => {
      if (isTheirs) return
      isTheirs = true
      const formData = { ...mine.formData, dob: '', occupation: '', town: 'Leeds' }
      page.server.draft = { formData, step: 1, savedAt: new Date(), shared: { ...shared, version: 1 } }
      throw new Problem('conflict', 'Kofi has typed meanwhile.', { reason: 'draft_changed' })
    },
  })
  await heading('Personal Information')
  await fillPersonal()
  await press('Next')
  await expect
    .poll(() => page.saved.at(-1))
    .toMatchObject({ formData: { occupation: 'Teacher', town: 'Leeds' } })
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(screen.getByLabelText(/^Town or city/)).toHaveValue('Leeds')
})

test('what is typed while a shared draft is brought together is saved with it', async () => {
  const shared = { with: ['Kofi'], version: 0, isPrivate: false, startedBy: null, savedBy: null }
  const { promise, resolve } = Promise.withResolvers<void>()
  let isTheirs = false
  const task = { ...questionnaireTask, kind: 'firm_form' as const }
  const page = open(task, {
    draft: { ...noDraft, questions, shared },
    save: async () => {
      if (isTheirs) return
      isTheirs = true
      await promise
      page.server.draft = { ...noDraft, questions, shared: { ...shared, version: 1 } }
      throw new Problem('conflict', 'Kofi has typed meanwhile.', { reason: 'draft_changed' })
    },
  })
  await type(/^Your lender/, 'A bank')
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValueOnce('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await userEvent.type(screen.getByLabelText(/^Your lender/), ' in Leeds')
  resolve()
  await expect.poll(() => page.saved.at(-1)).toMatchObject({ formData: { lender: 'A bank in Leeds' } })
  expect(screen.getByLabelText(/^Your lender/)).toHaveValue('A bank in Leeds')
  expect(await screen.findByText('Saved')).toBeVisible()
})

test('closing in the middle of a step keeps what was typed, and opening alone keeps nothing', async () => {
  const page = open(questionnaireTask)
  await heading('Personal Information')
  cleanup()
  expect(page.saved).toEqual([])

  const again = open(questionnaireTask)
  await type(/^Occupation/, 'Tea')
  cleanup()
  await expect.poll(() => again.saved.at(-1)).toMatchObject({ step: 1, formData: { occupation: 'Tea' } })
})

test('a draft that could not be saved is told, kept, and saved with the next step', async () => {
  let isDown = true
  const page = open(questionnaireTask, {
    save: () => {
      if (isDown) throw new Problem('unavailable', "We couldn't reach the portal.")
    },
  })
  await heading('Personal Information')
  await fillPersonal()
  await press('Next')
  await screen.findByText('Your answers are not saved yet')
  await heading('Contact Information')

  isDown = false
  await fillContact()
  await press('Next')

  await expect
    .poll(() => page.saved.at(-1))
    .toMatchObject({ step: 3, formData: { occupation: 'Teacher', town: 'London' } })
  await screen.findByText('Saved')
})

test('a submitted form leaves no draft behind when its dialog closes', async () => {
  const page = open(questionnaireTask, {
    draft: { formData: reviewed, step: 4, savedAt: new Date() },
  })
  await press('Submit')
  await screen.findByText('Form submitted successfully')
  cleanup()
  expect(page.saved).toEqual([])
})
