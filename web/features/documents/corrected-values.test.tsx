// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ClientDocument, documents } from '#contract/documents/documents.ts'
import { nothingRead } from '#contract/documents/validation.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DocumentTask } from './dialog.tsx'
import { checkOf, documentOf, validationOf } from './testing.ts'

const task = taskOf(1, { status: 'completed', outcome: 'review' })
const validation = validationOf({
  confidence: 0.75,
  metadata: {
    ...nothingRead,
    fullName: 'MRS A OKAF0R',
    documentDate: '2026-11-03',
    issuer: 'Octopus Energy',
  },
  checks: [
    checkOf({ read: 'MRS A OKAF0R' }),
    checkOf({ rule: 'recent', title: 'Recent enough', outcome: 'failed', read: '3 March 2026' }),
    checkOf({ rule: 'address_matches', title: 'Address matches yours', outcome: 'not_checked' }),
  ],
})
const bill = documentOf(2, { taskId: task.id, validation })

type CorrectInput = Input<typeof documents.correct>
const open = async (start: ClientDocument, refusal?: Problem) => {
  let document = start
  const inputs: CorrectInput[] = []
  show(<DocumentTask task={task} close={() => {}} done={() => {}} />, [
    answer(documents.list, () => [document]),
    answer(documents.correct, (input) => {
      inputs.push(input)
      if (refusal) throw refusal
      const { field, value } = input
      document = { ...document, corrections: [{ field, read: 'MRS A OKAF0R', value }] }
      return document
    }),
  ])
  await screen.findByText(document.filename)
  return inputs
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const readValues = () => within(screen.getByRole('region', { name: 'What we read' }))

test('what was read is told field by field, and every rule with its outcome in words', async () => {
  await open(bill)
  const values = readValues()
  expect(values.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'Date of the document',
    'Issuer',
  ])
  expect(values.getByText('3 November 2026')).toBeInTheDocument()
  expect(screen.getByText('1 passed · 1 failed · 1 not checked')).toBeInTheDocument()
  const rules = within(screen.getByRole('list', { name: 'What was checked' })).getAllByRole('listitem')
  expect(rules.map(({ lastChild }) => lastChild?.textContent)).toEqual(['Passed', 'Failed', 'Not checked'])
})

test('a misread value is corrected, and what was read stays beside it', async () => {
  const inputs = await open(bill)
  await press('Correct a misread value')
  const box = screen.getByLabelText(/^Name, as the document says/)
  expect(box).toHaveValue('MRS A OKAF0R')
  await userEvent.clear(box)
  await userEvent.type(box, 'Mrs A Okafor')
  await press('Save correction')

  expect(await screen.findByText('Correction saved')).toBeInTheDocument()
  expect(inputs).toEqual([{ id: bill.id, field: 'fullName', value: 'Mrs A Okafor' }])
  expect(await readValues().findByText('Mrs A Okafor')).toBeInTheDocument()
  expect(readValues().getByText('We read: Mrs A Okaf0r')).toBeInTheDocument()
  expect(document.activeElement?.textContent).toBe('Correct a misread value')
})

test('a date is corrected as a date, and an unfinished one is not sent', async () => {
  const inputs = await open(bill)
  await press('Correct a misread value')
  await userEvent.selectOptions(screen.getByLabelText('Which value was misread?'), 'Date of the document')
  const dayBox = screen.getByLabelText('Day')
  await userEvent.clear(dayBox)
  await press('Save correction')
  expect(await screen.findByText('Please enter a date')).toBeInTheDocument()
  await userEvent.type(dayBox, '2')
  await press('Save correction')
  await screen.findByText('Correction saved')
  expect(inputs).toEqual([{ id: bill.id, field: 'documentDate', value: '2026-11-02' }])
})

test('a refused correction is told, and what was typed stays', async () => {
  await open(bill, new Problem('conflict', 'The firm has accepted this document.'))
  await press('Correct a misread value')
  await userEvent.type(screen.getByLabelText(/^Name, as/), ' Chidinma')
  await press('Save correction')
  expect(await screen.findByText('The firm has accepted this document.')).toBeInTheDocument()
  expect(screen.getByLabelText(/^Name, as/)).toHaveValue('MRS A OKAF0R Chidinma')
})

test('where nothing was read, or the firm has accepted it, nothing is offered to correct', async () => {
  await open({ ...bill, validation: validationOf() })
  expect(screen.queryByText('What we read')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Correct a misread value' })).not.toBeInTheDocument()
})

test('what the firm has accepted still shows what was read, without a correction', async () => {
  await open({ ...bill, status: 'verified', isAccepted: true })
  expect(readValues().getByText('Octopus Energy')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Correct a misread value' })).not.toBeInTheDocument()
})
