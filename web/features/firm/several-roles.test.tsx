// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { queue } from '#contract/queue.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { FirmMatterPage } from './matter-page.tsx'
import { fileOf, openClientPage } from './testing.tsx'

const grace = personOf({ role: 'fee_earner', roles: ['fee_earner', 'compliance_officer'] })
const asGrace = answer(accounts.current, () => grace)

const theirs = { closedRoles: ['fee_earner' as const], isOffered: false }
const own = { closedRoles: [], isOffered: true }

test.each([
  { ...theirs, whose: "a colleague's client and is offered nothing to do" },
  { ...own, whose: 'their own client and may ask them for documents' },
])('a fee earner who is the compliance officer too reads $whose', async ({ closedRoles, isOffered }) => {
  const check = taskOf(1, {
    kind: 'bank_check',
    title: 'Verify your bank account',
    status: 'completed',
  })
  openClientPage(() => fileOf({ closedRoles, tasks: [{ ...check, isHeld: false, matters: [] }] }), {
    more: [asGrace],
  })
  await screen.findByText('Verify your bank account')
  const note = "You can read this file, but you don't work with this client."
  expect(screen.queryByText(note) === null).toBe(isOffered)
  expect(screen.queryByRole('button', { name: 'Ask for a document' }) !== null).toBe(isOffered)
  // A compliance officer may read all of it.
  expect(screen.getByRole('link', { name: 'Messages' })).toBeInTheDocument()
})

test.each([
  { ...theirs, whose: "a colleague's case, and can't run it" },
  { ...own, whose: 'their own case, and can run it' },
])(
  'a fee earner who is the compliance officer too rates the risk of $whose',
  async ({ closedRoles, isOffered }) => {
    const file = firmFileOf(1, { closedRoles })
    show(
      <Routes>
        <Route path={firmMatterPage} element={<FirmMatterPage />} />
      </Routes>,
      [
        asGrace,
        answer(matters.firmOne, () => file),
        answer(matterTabs.summary, () => emptySummary),
        answer(matterTemplates.one, () => ({ version: 1, steps: [], newer: null })),
        answer(compliance.risk, () => ({ marks: [] })),
        answer(queue.list, () => ({ total: 0, items: [] })),
      ],
      { at: firmMatterPath(file.id) },
    )
    expect(await screen.findByRole('button', { name: 'Set risk' })).toBeInTheDocument()
    const note = "You can read this case, but you don't work on it."
    expect(screen.queryByText(note) === null).toBe(isOffered)
    for (const name of ['Close case', 'Set next step', 'Edit details', 'Hand over'])
      expect(screen.queryByRole('button', { name }) !== null).toBe(isOffered)
  },
)
