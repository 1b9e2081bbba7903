// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirmField, FirmForm } from '#contract/forms/firm-form.ts'
import { firmField, rowField } from '#contract/forms/testing/fields.ts'
import { heading, noDraft, open, press, questionnaireTask } from './testing.tsx'

const yesOrNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]
const ifYes = (key: string) => ({ shownWhen: { field: key, value: 'yes' } })
const task = { ...questionnaireTask, title: 'About your mortgage', kind: 'firm_form' as const }

const fill = (...pages: FirmField[][]) => {
  const questions: FirmForm = {
    sections: pages.map((fields, index) => ({ title: `Page ${index + 1}`, fields })),
  }
  open(task, { draft: { ...noDraft, questions } })
}
const choose = async (question: string, answer: string) => {
  const group = await screen.findByRole('group', { name: new RegExp(`^${question}`) })
  const radio = [...group.querySelectorAll('input')].find(({ value }) => value === answer)
  await userEvent.click(radio as HTMLElement)
}

test('a question that depends on one no longer asked is no longer asked either, on any page', async () => {
  fill(
    [
      firmField('choice', 'mortgage', { offers: yesOrNo }),
      firmField('choice', 'offer', { offers: yesOrNo, ...ifYes('mortgage') }),
      firmField('text', 'lender', ifYes('offer')),
    ],
    [firmField('text', 'price'), firmField('text', 'account', ifYes('offer'))],
  )
  await choose('The mortgage', 'yes')
  await choose('The offer', 'yes')
  expect(screen.getByLabelText(/^The lender/)).toBeVisible()
  await choose('The mortgage', 'no')
  expect(screen.queryByRole('group', { name: /^The offer/ })).toBeNull()
  expect(screen.queryByLabelText(/^The lender/)).toBeNull()

  await press('Next')
  await heading('Page 2')
  expect(screen.getByLabelText(/^The price/)).toBeVisible()
  expect(screen.queryByLabelText(/^The account/)).toBeNull()
})

test('in a group, a question that depends on one no longer asked is no longer asked either', async () => {
  const person = [
    rowField('choice', 'adult', { offers: yesOrNo }),
    rowField('choice', 'works', { offers: yesOrNo, ...ifYes('adult') }),
    rowField('text', 'employer', ifYes('works')),
  ]
  fill([{ ...firmField('text', 'people'), kind: 'group', fields: person }])
  await choose('The adult', 'yes')
  await choose('The works', 'yes')
  expect(screen.getByLabelText(/^The employer/)).toBeVisible()
  await choose('The adult', 'no')
  expect(screen.queryByLabelText(/^The employer/)).toBeNull()
})

test('a page on which earlier answers leave nothing to ask says so', async () => {
  fill(
    [firmField('choice', 'mortgage', { offers: yesOrNo })],
    [firmField('text', 'lender', ifYes('mortgage'))],
  )
  const nothing = 'Because of your earlier answers, there’s nothing to fill in on this page.'
  await choose('The mortgage', 'no')
  expect(screen.queryByText(nothing)).toBeNull()
  await press('Next')
  await heading('Page 2')
  expect(screen.getByText(nothing)).toBeVisible()
  await press('Previous')
  await choose('The mortgage', 'yes')
  await press('Next')
  await heading('Page 2')
  expect(screen.queryByText(nothing)).toBeNull()
})

test('what was answered to an earlier version of a question, and can’t be answered now, is not in the way', async () => {
  const person = [rowField('choice', 'adult', { offers: yesOrNo, isRequired: false })]
  const sections = [
    {
      title: 'Page 1',
      fields: [
        firmField('choice', 'mortgage', { offers: yesOrNo, isRequired: false }),
        firmField('several', 'funds', { offers: yesOrNo, isRequired: false }),
        firmField('date', 'price', { isRequired: false }),
        { ...firmField('text', 'people', { isRequired: false }), kind: 'group' as const, fields: person },
      ],
    },
  ]
  const formData = {
    mortgage: 'perhaps',
    funds: ['gift', 'yes'],
    price: '385000',
    'people-rows': '1',
    'people-0-adult': 'perhaps',
  }
  open(task, { draft: { ...noDraft, formData, questions: { sections } } })
  await heading('Page 1')
  expect(screen.getByRole('checkbox', { name: 'Yes' })).toBeChecked()
  await press('Next')
  await heading('Review & Submit')
  expect(screen.getAllByText('Not given')).toHaveLength(2)
  expect(screen.getByText('The adult: Not given')).toBeVisible()
})
