// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirmField, FirmForm } from '#contract/forms/firm-form.ts'
import { Problem } from '#contract/kit/problem.ts'
import { done, heading, noDraft, open, press, questionnaireTask, type, version } from './testing.tsx'

const plain = { hint: '', isRequired: true, offers: [], shownWhen: null }
const field = (kind: FirmField['kind'], key: string, facts: Partial<FirmField> = {}): FirmField => ({
  ...plain,
  key,
  label: `The ${key}`,
  fields: [],
  ...facts,
  kind,
})
const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const questions: FirmForm = {
  sections: [
    {
      title: 'The loan',
      fields: [
        field('choice', 'mortgage', { offers: yesOrNo }),
        field('text', 'lender', { shownWhen: { field: 'mortgage', value: 'yes' } }),
        field('money', 'amount'),
      ],
    },
    {
      title: 'Who lives there',
      fields: [
        field('group', 'people', {
          fields: [{ ...plain, key: 'name', label: 'The name', kind: 'text' }],
        }),
      ],
    },
  ],
}
const task = { ...questionnaireTask, title: 'About your mortgage', kind: 'firm_form' as const }

test('a form in the firm’s own words is filled in page by page, asks what an answer calls for, and is submitted', async () => {
  const sent: Record<string, unknown>[] = []
  open(task, {
    draft: { ...noDraft, questions },
    complete: (formData) => {
      sent.push(formData)
      return done(task)
    },
  })
  await heading('The loan')
  expect(screen.queryByLabelText(/^The lender/)).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }))
  await type(/^The amount/, 'a lot')
  await press('Next')
  expect(await screen.findByText('Please enter an amount in pounds, such as 1,450.00')).toBeVisible()
  expect(screen.getByText('Please fill this in')).toBeVisible()
  await type(/^The lender/, 'A bank')
  await type(/^The amount/, '£250,000')
  await press('Next')

  await heading('Who lives there')
  await type(/^The name/, 'Ada')
  await press('Add another')
  const [, second] = await screen.findAllByLabelText(/^The name/)
  await userEvent.type(second as HTMLElement, 'Grace')
  await press('Remove entry 1 of “The people”')
  await press('Next')

  await heading('Review & Submit')
  expect(screen.getByText('£250,000.00')).toBeVisible()
  expect(screen.getByText('The name: Grace')).toBeVisible()
  await press('Submit')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    mortgage: 'yes',
    lender: 'A bank',
    amount: '£250,000',
    people: [{ name: 'Grace' }],
  })
})

test('a row that is added or removed after its page was saved is not called saved', async () => {
  open(task, { draft: { ...noDraft, questions } })
  await heading('The loan')
  await userEvent.click(screen.getByRole('radio', { name: 'No' }))
  await type(/^The amount/, '250')
  await press('Next')
  await heading('Who lives there')
  expect(await screen.findByText('Saved')).toBeVisible()
  await press('Add another')
  expect(screen.queryByText('Saved')).not.toBeInTheDocument()
})

test('answers are read with the questions that were asked then', async () => {
  const formData = { mortgage: 'no', amount: '100.00', people: [] }
  open(done(task), {
    draft: { ...noDraft, questions: { sections: [] } },
    versions: [version(1, { form: 'firm_form', formData, questions })],
  })
  expect(await screen.findByText('The mortgage')).toBeVisible()
  expect(screen.getByText('£100.00')).toBeVisible()
})

test('a draft that stopped on a page which the form no longer has opens on its last page', async () => {
  open(task, { draft: { ...noDraft, step: 5, questions } })
  await heading('Review & Submit')
  expect(screen.getByText('Step 3 of 3')).toBeVisible()
})

test('questions that changed while the form was open are shown with the answers that still fit', async () => {
  const asking = (...fields: FirmField[]): FirmForm => ({ sections: [{ title: 'The lease', fields }] })
  const draft = {
    ...noDraft,
    formData: { years: '71', landlord: 'Northgate' },
    step: 2,
    questions: asking(field('text', 'years'), field('text', 'landlord')),
  }
  const changed = 'We’ve changed the questions of this form since you opened it.'
  const sent: Record<string, unknown>[] = []
  const { server } = open(task, {
    draft,
    complete: (formData) => {
      sent.push(formData)
      if (sent.length > 1) return done(task)
      server.draft = { ...draft, questions: asking(field('text', 'years'), field('money', 'rent')) }
      throw new Problem('conflict', changed, { reason: 'form_changed' })
    },
  })
  await heading('Review & Submit')
  await press('Submit')

  expect(await screen.findByText(changed)).toBeVisible()
  expect(await screen.findByLabelText(/^The years/)).toHaveValue('71')
  expect(screen.queryByLabelText(/^The landlord/)).toBeNull()
  await type(/^The rent/, '250')
  await press('Next')
  await press('Submit')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ years: '71', rent: '250' })
})

test('an answer that was emptied on another device stays empty', async () => {
  const opened = {
    formData: { mortgage: 'yes', lender: 'A bank', 'people-rows': '1' },
    step: 1,
    savedAt: new Date('2026-11-09T09:00:00Z'),
    questions,
  }
  const page = open(task, {
    draft: opened,
    save: ({ basedOn }) => {
      if (basedOn?.getTime() !== page.server.draft.savedAt?.getTime())
        throw new Problem('conflict', 'You have typed elsewhere.', { reason: 'draft_changed' })
    },
  })
  await heading('The loan')
  page.server.draft = {
    ...opened,
    formData: { mortgage: 'yes', 'people-rows': '1' },
    savedAt: new Date('2026-11-09T09:05:00Z'),
  }
  await type(/^The amount/, '1,450')
  await waitFor(() => expect(page.saved).not.toEqual([]))
  expect(page.saved).toMatchObject([{ formData: { amount: '1,450' } }])
  expect(page.saved[0]?.formData).not.toHaveProperty('lender')
  expect(screen.getByLabelText(/^The lender/)).toHaveValue('')
})
