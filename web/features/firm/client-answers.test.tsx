// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import { type AnswersOfClient, forms } from '#contract/forms/forms.ts'
import { firmField, rowField } from '#contract/forms/testing/fields.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer } from '#web/testing.tsx'
import { fileOf, openClientPage } from './testing.tsx'

const task = { ...taskOf(60, { kind: 'firm_form', title: 'Your home' }), isHeld: false, matters: [] }
const questions: FirmForm = {
  sections: [
    {
      title: 'The house',
      fields: [
        firmField('money', 'price', { label: 'Price' }),
        firmField('text', 'town', { label: 'Town' }),
        firmField('group', 'people', {
          label: 'Person',
          fields: [rowField('text', 'name', { label: 'Name' })],
        }),
      ],
    },
  ],
}
const submission = (version: number, day: string, formData: Record<string, unknown>) => ({
  version,
  formData,
  questions,
  submittedAt: new Date(`2026-11-${day}Z`),
})
const home = { price: '450000.00', town: 'Leeds', people: [{ name: 'Ada' }, { name: 'Ben' }] }
const first = submission(1, '12T10:00', home)

const open = async (...[newest, ...earlier]: [typeof first, ...(typeof first)[]]) => {
  const answers: AnswersOfClient = {
    ...newest,
    taskId: task.id,
    form: 'firm_form',
    isAccepted: false,
    mergedFrom: null,
    earlier,
  }
  openClientPage(() => fileOf({ tasks: [task] }), { more: [answer(forms.ofClient, () => [answers])] })
  await userEvent.click(await screen.findByRole('button', { name: 'Your home' }))
  return within(screen.getByRole('region', { name: 'Your home' }))
}
const answerOf = (label: string) => screen.getByText(label).nextElementSibling

test('a corrected form says how many answers have changed since when, and what each was', async () => {
  const corrected = { ...home, price: '445000.00', people: [{ name: 'Ben' }, { name: 'Cleo' }] }
  const card = await open(submission(2, '14T09:00', corrected), first)
  card.getByText('2 answers have changed since 12 November 2026.')
  expect(answerOf('Price')).toHaveTextContent('£445,000.00Before: £450,000.00')
  expect(answerOf('Town')).toHaveTextContent(/^Leeds$/)
  expect(answerOf('Person (1)')).toHaveTextContent(/^Name: Ben$/)
  expect(answerOf('Person (2)')).toHaveTextContent('Name: CleoBefore: Name: Ada')
  expect(card.queryByLabelText('Compared with')).not.toBeInTheDocument()
})

test('a form that was submitted once says nothing of changes', async () => {
  const card = await open(first)
  expect(card.queryByText(/changed since/)).not.toBeInTheDocument()
})

test('a form that was corrected twice is compared with the last submission, or with the one that is chosen', async () => {
  const moved = submission(2, '14T09:00', { ...home, town: 'York' })
  const card = await open(submission(3, '14T09:30', home), moved, first)
  card.getByText('1 answer has changed since 14 November 2026 at 09:00.')
  expect(answerOf('Town')).toHaveTextContent('LeedsBefore: York')
  await userEvent.selectOptions(card.getByLabelText('Compared with'), 'Version 1, 12 November 2026 at 10:00')
  card.getByText('No answers have changed since 12 November 2026.')
  expect(card.queryByText(/^Before:/)).not.toBeInTheDocument()
})
