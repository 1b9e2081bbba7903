// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { FactsDialog } from './parts/facts/facts-dialog.tsx'
import { firmFileOf } from './testing.ts'

test('a date whose name is taken says so beside the name', async () => {
  const { facts } = firmFileOf(1)
  const completion = { kind: 'completion', words: '', on: '2026-12-18', isShared: true } as const
  const file = firmFileOf(1, {
    facts: { ...facts, dates: [completion, { ...completion, on: '2027-01-08' }] },
  })
  const words = 'This case has a date called “Completion” already.'
  show(<FactsDialog file={file} close={() => undefined} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.types, () => []),
    answer(matterParties.colleagues, () => ({ inCharge: [], nameable: [] })),
    answer(matters.saveFacts, () => {
      throw invalidFields({ 'dates.1.kind': words })
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Save details' }))
  const [first, second] = await screen.findAllByLabelText('Which date')
  expect(await screen.findByText(words)).toBeVisible()
  expect(second).toHaveAccessibleDescription(words)
  expect(first).not.toHaveAccessibleDescription()
})

test('what a colleague has changed while the details were open is said, and typed words stay', async () => {
  const file = firmFileOf(1)
  const received: unknown[] = []
  const words = 'Someone has changed “Costs so far” since you opened these details.'
  // The form is longer than most windows, and its fault stands at its end.
  const scrolledTo: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this)
  })
  show(<FactsDialog file={file} close={() => undefined} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.types, () => []),
    answer(matterParties.colleagues, () => ({ inCharge: [], nameable: [] })),
    answer(matters.saveFacts, (input) => {
      received.push(input)
      throw new Problem('conflict', words, { reason: 'facts_changed' })
    }),
  ])
  const costs = await screen.findByLabelText(/^Costs so far/)
  await userEvent.clear(costs)
  await userEvent.type(costs, '400.00')
  await userEvent.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(scrolledTo.at(-1)).toHaveTextContent(words)
  expect(costs).toHaveValue('400.00')
  expect(received).toEqual([expect.objectContaining({ costsSoFar: 40_000, basedOn: file.facts })])
})
