// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type MatterStep, matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { StepsCard } from './parts/stages/steps-card.tsx'
import { firmFileOf } from './testing.ts'

const stepOf = (key: string, awaitsDate: MatterStep['awaitsDate']): MatterStep => ({
  key,
  asks: 'read_and_accept',
  title: `Read ${key}`,
  roles: ['client'],
  everyone: 'each',
  state: 'open',
  waitsFor: null,
  lacksPeople: false,
  needsAccount: false,
  awaitsDate,
  neededBy: null,
  tasks: [],
})

function open(
  steps: MatterStep[],
  { role = 'fee_earner', ...facts }: Partial<FirmMatterFile> & { role?: 'fee_earner' | 'auditor' } = {},
) {
  show(<StepsCard file={firmFileOf(1, facts)} />, [
    answer(accounts.current, () => personOf({ role })),
    answer(matterTemplates.one, () => ({ version: 1, steps, newer: null })),
    answer(matterTemplates.untouched, () => []),
    answer(matterTemplates.types, () => []),
    answer(matterParties.colleagues, () => ({ inCharge: [], nameable: [] })),
    answer(matters.saveFacts, () => firmFileOf(1)),
  ])
  return userEvent.setup()
}
const waiting = [
  stepOf('terms', null),
  stepOf('report', 'target_exchange'),
  stepOf('contract', 'target_exchange'),
  stepOf('bank', 'completion'),
]

test('steps whose due date follows a date that the case lacks say so, with the place to enter it', async () => {
  const user = open(waiting)
  expect(await screen.findByText('3 steps have no due date yet')).toBeVisible()
  expect(
    screen.getByText(
      'Their due dates are counted back from “Target exchange” and “Completion”, which aren’t entered for this case: “Read report”, “Read contract” and “Read bank”.',
    ),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Enter the dates' }))
  expect(await screen.findByRole('dialog', { name: 'Edit details' })).toBeVisible()
})

test('a single step without its date is spoken of as one', async () => {
  open([stepOf('bank', 'completion')])
  expect(await screen.findByText('1 step has no due date yet')).toBeVisible()
  expect(
    screen.getByText(/^Its due date is counted back from “Completion”, which isn’t entered/),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Enter the date' })).toBeVisible()
})

test('no date is asked for where all are known or the case is closed, and whoever only reads enters none', async () => {
  open([stepOf('terms', null)])
  expect(await screen.findByText('Read terms')).toBeVisible()
  open(waiting, { status: 'closed', move: null })
  expect(await screen.findByText('Read bank')).toBeVisible()
  expect(screen.queryByText(/no due date yet/)).toBeNull()
  open(waiting, { role: 'auditor' })
  const [callout] = await screen.findAllByText('3 steps have no due date yet')
  expect(within(document.body).queryByRole('button', { name: /^Enter the/ })).toBeNull()
  expect(callout).toBeVisible()
})
