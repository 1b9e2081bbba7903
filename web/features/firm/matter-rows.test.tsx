// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MatterTasks } from './parts/matter-rows.tsx'

test('what a restricted case asked of somebody whose file one can’t open can be withdrawn there', async () => {
  const esi = { id: UserId.parse(idOf(52)), firstName: 'Esi', lastName: 'Mensah', role: 'executor' as const }
  const title = 'A marriage certificate'
  const request = taskOf(63, { title, kind: 'requested_document' })
  show(<MatterTasks file={firmFileOf(1)} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => ({ version: 1, steps: [], newer: null })),
    answer(matterTabs.summary, () => ({ ...emptySummary, hidden: [esi], isPartShown: true })),
    answer(matterTabs.tasks, () => [
      { ...request, clientId: esi.id, isOfCase: true, isStep: false, isHeldByClosing: false },
    ]),
  ])
  await userEvent.click(await screen.findByRole('button', { name: `Withdraw the request: ${title}` }))
  expect(await screen.findByText(/^“A marriage certificate” is taken off Esi's list/)).toBeVisible()
})
