// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import type { KeyDate } from '#contract/matters/facts.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { StageCard } from './parts/stages/stage-card.tsx'
import { firmFileOf } from './testing.ts'

const completion: KeyDate = { kind: 'completion', words: '', on: '2026-12-18', isShared: true }

/** Opens the stages of a case at its completion, or at another stage. */
function open(
  dates: KeyDate[],
  { stage = 'completion', role = 'fee_earner' }: { stage?: string; role?: 'fee_earner' | 'auditor' } = {},
) {
  const { facts } = firmFileOf(1)
  const stages = progressOfStages('Purchase', [{ stage, at: new Date('2026-11-09T10:00:00Z'), words: null }])
  return show(<StageCard file={firmFileOf(1, { stages, facts: { ...facts, dates } })} />, [
    answer(accounts.current, () => personOf({ role })),
    answer(matterTemplates.one, () => ({ version: null, steps: [], newer: null })),
    answer(matterTemplates.types, () => []),
    answer(matterParties.colleagues, () => ({ inCharge: [], nameable: [] })),
    answer(matters.saveFacts, () => firmFileOf(1)),
  ])
}

test('a stage that waits for a date which nobody has entered says so, with the place to enter it', async () => {
  open([])
  expect(await screen.findByText('No completion date is entered for this case')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Enter the date' }))
  expect(await screen.findByRole('dialog', { name: 'Edit details' })).toBeVisible()
})

test('a date that the client does not see is named to the firm only', async () => {
  open([{ ...completion, isShared: false }])
  expect(await screen.findByText('Your client doesn’t see the completion date')).toBeVisible()
  expect(screen.getByText('It’s 18 December 2026, and isn’t shared with them.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Share the date' })).toBeVisible()
})

test('nothing is missing where the date is shared or the stage waits for none, and whoever only reads enters none', async () => {
  const { unmount } = open([completion])
  expect(await screen.findByRole('list', { name: 'Stages' })).toBeVisible()
  expect(screen.queryByText(/doesn’t see|is entered/)).toBeNull()
  unmount()
  const other = open([], { stage: 'searches' })
  expect(await screen.findByRole('list', { name: 'Stages' })).toBeVisible()
  expect(screen.queryByText(/is entered/)).toBeNull()
  other.unmount()
  open([], { role: 'auditor' })
  expect(await screen.findByText('No completion date is entered for this case')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Enter the date' })).toBeNull()
})
