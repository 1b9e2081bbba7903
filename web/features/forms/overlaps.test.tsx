// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { FirmField, FirmForm } from '#contract/forms/firm-form.ts'
import { Problem } from '#contract/kit/problem.ts'
import { noDraft, open, press, questionnaireTask, type } from './testing.tsx'

const field = (key: string, facts: Pick<FirmField, 'kind' | 'label'> & Partial<FirmField>): FirmField => ({
  key,
  hint: '',
  isRequired: false,
  offers: [],
  shownWhen: null,
  fields: [],
  ...facts,
})
const buyer = field('buyer', {
  kind: 'choice',
  label: 'Who is buying?',
  offers: [
    { value: 'individual', label: 'Me, alone or with other people' },
    { value: 'company', label: 'A company' },
  ],
})
const price = field('price', { kind: 'money', label: 'What price have you agreed?' })
const questions: FirmForm = { sections: [{ title: 'The price', fields: [buyer, price] }] }
const task = { ...questionnaireTask, kind: 'firm_form' as const }
const shared = { with: ['Tom'], version: 0, isPrivate: false, startedBy: null, savedBy: null }

/** Opens a form in which Tom answers otherwise before the first save. */
const openBeside = (formData: Record<string, string>) => {
  let isTheirs = false
  const page = open(task, {
    draft: { ...noDraft, questions, shared },
    save: () => {
      if (isTheirs) return
      isTheirs = true
      const savedBy = { name: 'Tom', isYou: false, at: new Date() }
      const draft = { formData, step: 1, savedAt: new Date(), questions }
      page.server.draft = { ...draft, shared: { ...shared, version: 1, savedBy } }
      throw new Problem('conflict', 'Tom has typed here.', { reason: 'draft_changed' })
    },
  })
}
const overlaps = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)

test('a different answer of another client is shown in the words of a form of the firm’s own', async () => {
  openBeside({ buyer: 'company', price: '385000' })
  await userEvent.click(await screen.findByLabelText('Me, alone or with other people'))
  await type(/^What price/, '390000')
  await press('Next')
  await screen.findByText('Tom typed here at the same time')
  expect(await overlaps()).toEqual([
    '“Who is buying?”: what’s here is kept. The other answer: “A company”.',
    '“What price have you agreed?”: what’s here is kept. The other answer: “£385,000.00”.',
  ])
})

test('a different answer that could not be submitted as it is is shown as it was typed', async () => {
  openBeside({ price: 'about 385' })
  await type(/^What price/, '390000')
  await press('Next')
  await screen.findByText('Tom typed here at the same time')
  expect(await overlaps()).toEqual([
    '“What price have you agreed?”: what’s here is kept. The other answer: “about 385”.',
  ])
})
