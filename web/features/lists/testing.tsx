import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { expect } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type BulkResult, bulk } from '#contract/firm/bulk.ts'
import type { ClientSummary } from '#contract/firm/firm.ts'
import { type ClientFilter, lists, rowsAtOnce } from '#contract/firm/lists.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { ClientsPage } from './clients-page.tsx'

export const admin = personOf({ role: 'administrator', roles: ['administrator'] })
export const clientOf = (n: number): ClientSummary => ({
  id: UserId.parse(idOf(n)),
  firstName: 'Amara',
  lastName: `Okafor ${n}`,
  email: `amara${n}@example.com`,
  isGuest: false,
  joinedAt: new Date('2026-11-01T09:00:00Z'),
  lastSeenAt: null,
  feeEarner: null,
  tasks: { completed: 1, total: 3 },
})
export const nameOf = (id: string) => `Amara Okafor ${Number(id.slice(-12))}`
export const doneOf = (ids: readonly string[]): BulkResult => ({
  done: ids.map((id) => ({ id, name: nameOf(id), openTasks: 0 })),
  refused: [],
})

/** A list of so many clients, page by page, and what the reminders of them answer. */
export const openClients = (
  count: number,
  remind: (input: Input<typeof bulk.remindClients>) => BulkResult | Promise<BulkResult>,
  { at = '/' } = {},
) => {
  const requests: ClientFilter[] = []
  const rows = Array.from({ length: count }, (_, n) => clientOf(n + 1))
  show(
    <UserOfEndedSession value={admin}>
      <ClientsPage />
      <Link to="/">Every client</Link>
    </UserOfEndedSession>,
    [
      answer(accounts.current, () => admin),
      answer(lists.people, () => []),
      answer(lists.views, () => []),
      answer(lists.clients, (filter) => {
        requests.push(filter)
        const from = rows.findIndex(({ id }) => id === filter.before) + 1
        return { rows: rows.slice(from, from + rowsAtOnce), hasMore: from + rowsAtOnce < count }
      }),
      answer(bulk.remindClients, remind),
    ],
    { at },
  )
  return { requests, user: userEvent.setup() }
}

type User = ReturnType<typeof openClients>['user']

export async function openReminder(user: User) {
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send a reminder' }))
  return within(await screen.findByRole('dialog', { name: 'Send a reminder' }))
}

export const selectPage = async (user: User) =>
  user.click(await screen.findByRole('button', { name: 'Select this page' }))

export async function selectEverybody(user: User, count: string) {
  await selectPage(user)
  await user.click(await screen.findByRole('button', { name: /^Select all clients/ }))
  await screen.findByText(`${count} selected`)
}

/** Answers that are given one at a time, by the test. */
export function heldAnswers<T>() {
  const waiting: (() => void)[] = []
  return {
    hold: (give: () => T) =>
      new Promise<T>((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(give())
          } catch (error) {
            reject(error as Error)
          }
        })
      }),
    next: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0)
      waiting.shift()?.()
    },
  }
}
