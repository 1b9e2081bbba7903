// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type forms, noneRead } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { done, heading, noDraft, open, press, questionnaireTask, reviewed, type } from './testing.tsx'

const shared = { with: ['Kofi'], version: 1, isPrivate: false, startedBy: null, savedBy: null }
const leavesAt = new Date('2026-11-09T09:05:00Z')
const sentence = 'You no longer share this form with Kofi'

test('a form whose other client is taken off the case says so at the next save, and keeps what was typed', async () => {
  const page = open(questionnaireTask, {
    draft: { ...noDraft, shared },
    save: () => void (page.server.draft = { ...noDraft, savedAt: leavesAt }),
  })
  await heading('Personal Information')
  expect(screen.queryByText(sentence)).toBeNull()
  await type(/^Occupation/, 'Teacher')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.queryByRole('checkbox', { name: /^Keep what I type to myself/ })).toBeNull()
  expect(screen.getByLabelText(/^Occupation/)).toHaveValue('Teacher')
})

test('what the other client typed last before they were taken off the case is brought in, and then saved', async () => {
  const tries: Omit<Input<typeof forms.saveDraft>, 'id'>[] = []
  const page = open(questionnaireTask, {
    draft: { ...noDraft, shared },
    save: (typed) => {
      tries.push(typed)
      if (typed.shared === undefined) return
      const formData = { town: 'Leeds' }
      page.server.draft = { formData, step: 1, savedAt: leavesAt }
      throw new Problem('conflict', 'Kofi has typed here.', { reason: 'draft_changed' })
    },
  })
  await heading('Personal Information')
  await type(/^Occupation/, 'Teacher')
  await expect
    .poll(() => page.saved.at(-1))
    .toMatchObject({ formData: { occupation: 'Teacher', town: 'Leeds' } })
  expect(tries.at(-1)).toMatchObject({ basedOn: leavesAt })
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('This form was also filled in elsewhere')).toBeVisible()
})

test('a draft that was kept private is not submitted over what the other client had typed before they left', async () => {
  const [savedAt, tries] = [new Date('2026-11-09T09:00:00Z'), [] as unknown[]]
  const { address: _, ...typed } = reviewed
  const page = open(questionnaireTask, {
    draft: { formData: typed, step: 4, savedAt, shared: { ...shared, isPrivate: true } },
    complete: (_, { draftVersion }) => {
      tries.push(draftVersion)
      if (draftVersion === undefined) return done(questionnaireTask)
      page.server.draft = { formData: { ...typed, addressLine2: 'Old Town' }, step: 4, savedAt }
      throw new Problem('conflict', 'Kofi has typed here.', { reason: 'draft_changed' })
    },
  })
  await press('Submit')
  expect(await screen.findByText(/Old Town/)).toBeVisible()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Submit' })).not.toHaveAttribute('aria-disabled'),
  )
  await press('Submit')
  await expect.poll(() => tries).toEqual([noneRead, undefined])
})
