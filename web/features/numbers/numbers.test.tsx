// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Numbers, numbers, type Period } from '#contract/numbers.ts'
import { answer, show } from '#web/testing.tsx'
import { NumbersPage } from './page.tsx'

const none = { count: 0, median: null, ninetieth: null }
const nothing: Numbers = {
  onboarding: { months: [], all: none },
  stops: [],
  doubts: { documents: 0, checks: [] },
  answers: { months: [], all: none, unanswered: 0 },
  load: [],
}
const year = { count: 3, median: 4.25, ninetieth: 9 }

test('each figure stands in a table, and in a CSV file of the same period', async () => {
  const requests: Period[] = []
  show(<NumbersPage />, [
    answer(numbers.show, (period) => {
      requests.push(period)
      return { ...nothing, onboarding: { months: [{ month: '2026-11', ...year }], all: year } }
    }),
  ])
  const table = within(await screen.findByRole('table', { name: 'Time to onboard' }))
  expect(table.getByRole('cell', { name: /4\.3/ })).toBeInTheDocument()
  const [period] = requests
  expect(screen.getByRole('link', { name: 'Download CSV: Time to onboard' })).toHaveAttribute(
    'href',
    `/api/firm/numbers/onboarding/file.csv?from=${period?.from}&to=${period?.to}`,
  )
  expect(screen.getAllByText('Nothing to show')).toHaveLength(4)
  await userEvent.selectOptions(screen.getByLabelText('Period'), 'Last 30 days')
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]?.to).toBe(period?.to)
  expect(requests[1]?.from).not.toBe(period?.from)
})
