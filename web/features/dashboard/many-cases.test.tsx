// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageSize } from '#contract/kit/endpoint.ts'
import { type Matter, matters } from '#contract/matters/matters.ts'
import { TaskId } from '#contract/tasks.ts'
import { matterOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { ana, done, portalOf, taskIn } from './testing.ts'

/** Opens the dashboard of a client with a full page of closed cases, and this one behind them. */
const open = (oldest: Matter) => {
  const closed = Array.from({ length: pageSize }, (_, n) =>
    matterOf(n + 10, { status: 'closed', move: null, closedAt: new Date() }),
  )
  const all = [...closed, oldest]
  show(<DashboardPage />, [
    answer(matters.list, ({ before }) => {
      const from = all.findIndex(({ id }) => id === before) + 1
      return all.slice(from, from + pageSize)
    }),
    ...portalOf(ana, { list: [taskIn('forms', 'Client Questionnaire', done)] }),
  ])
}

test('a client whose oldest case, on a later page of the list, waits for them is led there', async () => {
  open(matterOf(1, { title: 'The lease' }))
  expect(await screen.findByRole('link', { name: 'The lease' })).toBeVisible()
  expect(screen.queryByText(/All done/)).not.toBeInTheDocument()
})

test('a client whose oldest case, on a later page of the list, has tasks on hold reads of them', async () => {
  const heldTasks = [TaskId.parse(idOf(901))]
  open(matterOf(1, { title: 'The lease', status: 'closed', move: null, closedAt: new Date(), heldTasks }))
  expect(await screen.findByText(/^1 task of a closed case is on hold/)).toBeVisible()
})
