// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { invalidFields } from '#contract/kit/problem.ts'
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
