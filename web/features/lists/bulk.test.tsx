// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type BulkResult, bulk, mostAtOnce } from '#contract/firm/bulk.ts'
import type { ClientSummary } from '#contract/firm/firm.ts'
import { type ClientFilter, lists, rowsAtOnce } from '#contract/firm/lists.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { ClientsPage } from './clients-page.tsx'

const admin = personOf({ role: 'administrator', roles: ['administrator'] })
const clientOf = (n: number): ClientSummary => ({
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
const nameOf = (id: string) => `Amara Okafor ${Number(id.slice(-12))}`
const doneOf = (ids: readonly string[]): BulkResult => ({
  done: ids.map((id) => ({ id, name: nameOf(id), openTasks: 0 })),
  refused: [],
})

/** A list of so many clients, page by page, and what the reminders of them answer. */
const open = (
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

type User = ReturnType<typeof open>['user']

async function openReminder(user: User) {
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Send a reminder' }))
  return within(await screen.findByRole('dialog', { name: 'Send a reminder' }))
}

const selectPage = async (user: User) =>
  user.click(await screen.findByRole('button', { name: 'Select this page' }))

async function selectEverybody(user: User, count: string) {
  await selectPage(user)
  await user.click(await screen.findByRole('button', { name: /^Select all clients/ }))
  await screen.findByText(`${count} selected`)
}

/** Answers that are given one at a time, by the test. */
function heldAnswers<T>() {
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

test('several clients are changed after a preview, and whoever was refused is named with the reason', async () => {
  const calls: unknown[] = []
  const { user } = open(2, ({ ids, isPreview }) => {
    calls.push({ ids, isPreview })
    const refused = ids.filter((id) => id === idOf(2))
    return {
      ...doneOf(ids.filter((id) => id !== idOf(2))),
      refused: refused.map((id) => ({ id, name: nameOf(id), reason: 'Has nothing left to do.' })),
    }
  })
  await user.click(await screen.findByLabelText('Select Amara Okafor 1'))
  await user.click(screen.getByLabelText('Select Amara Okafor 2'))
  const dialog = await openReminder(user)
  expect(dialog.getByRole('alert')).toBeEmptyDOMElement()
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('1 client will be reminded')).toBeInTheDocument()
  expect(dialog.getByText(': Has nothing left to do.')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Confirm for 1 client' }))
  expect(await dialog.findByText('1 client reminded')).toBeInTheDocument()
  expect(dialog.getByText('1 client not reminded')).toBeInTheDocument()
  expect(calls).toEqual([
    { ids: [idOf(1), idOf(2)], isPreview: true },
    { ids: [idOf(1)], isPreview: false },
  ])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByLabelText('Select Amara Okafor 1')).not.toBeChecked()
  expect(screen.queryByText(/ selected$/)).not.toBeInTheDocument()
})

test('a reason that many rows share is said before their names', async () => {
  const reason = 'Has nothing left to do.'
  const refuse = ({ ids }: { ids: readonly string[] }) => ({
    done: [],
    refused: ids.map((id) => ({ id, name: nameOf(id), reason })),
  })
  const { user } = open(2, refuse)
  await selectPage(user)
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByRole('listitem')).toHaveTextContent(
    '2 clients: Has nothing left to do. Amara Okafor 1, Amara Okafor 2',
  )
  expect(dialog.getByRole('button', { name: 'Confirm for 0 clients' })).toBeDisabled()
})

test('a list of one page offers no other rows to select', async () => {
  const { user } = open(rowsAtOnce, ({ ids }) => doneOf(ids))
  await selectPage(user)
  expect(await screen.findByText('50 selected')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument()
})

test('every row that matches is selected from all pages, in batches, and no row is sent twice', async () => {
  const sent: { ids: string[]; isPreview: boolean }[] = []
  const held = heldAnswers<BulkResult>()
  const { requests, user } = open(
    110,
    (input) => {
      sent.push(input)
      return input.isPreview && sent.length > 2 ? doneOf(input.ids) : held.hold(() => doneOf(input.ids))
    },
    { at: '/?standing=to_do&sort=last_seen' },
  )
  await selectPage(user)
  await user.click(await screen.findByRole('button', { name: 'Select all clients that match' }))
  expect(await screen.findByText('All 110 clients that match are selected.')).toBeInTheDocument()
  expect(requests.at(-1)).toMatchObject({ standing: 'to_do', sort: 'newest', before: idOf(100) })

  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('0 of 110 checked')).toBeInTheDocument()
  await held.next()
  expect(await dialog.findByText('25 of 110 checked')).toBeInTheDocument()
  expect(dialog.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await held.next()
  expect(await dialog.findByText('110 clients will be reminded')).toBeInTheDocument()

  sent.length = 0
  await user.click(dialog.getByRole('button', { name: 'Confirm for 110 clients' }))
  await held.next()
  expect(await dialog.findByText('25 of 110 done')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  // The batch that is under way still counts.
  await held.next()
  expect(await dialog.findByText('50 clients reminded')).toBeInTheDocument()
  expect(dialog.getByText('60 clients still to go')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Carry on with 60 clients' }))
  for (const _ of [3, 4, 5]) await held.next()
  expect(await dialog.findByText('110 clients reminded')).toBeInTheDocument()
  const ids = sent.flatMap((batch) => batch.ids)
  expect(Math.max(...sent.map((batch) => batch.ids.length))).toBeLessThanOrEqual(mostAtOnce)
  expect([ids.length, new Set(ids).size]).toEqual([110, 110])
})

test('a batch that fails says why, and the rest can be sent again', async () => {
  let isAway = false
  let batches = 0
  const { user } = open(60, ({ ids, isPreview }) => {
    if (!isPreview && isAway) throw new Problem('unavailable', 'The portal is restarting.')
    batches += isPreview ? 0 : 1
    isAway = batches === 1
    return doneOf(ids)
  })
  await selectEverybody(user, '60')
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Confirm for 60 clients' }))
  expect(await dialog.findByText('The portal is restarting.')).toBeInTheDocument()
  expect(dialog.getByText('25 clients reminded')).toBeInTheDocument()
  isAway = false
  await user.click(dialog.getByRole('button', { name: 'Carry on with 35 clients' }))
  expect(await dialog.findByText('60 clients reminded')).toBeInTheDocument()
})

test('rows that were left when it was stopped stay selected, and no others', async () => {
  const held = heldAnswers<BulkResult>()
  const { user } = open(60, ({ ids, isPreview }) => (isPreview ? doneOf(ids) : held.hold(() => doneOf(ids))))
  await selectEverybody(user, '60')
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Confirm for 60 clients' }))
  await user.click(await dialog.findByRole('button', { name: 'Stop' }))
  await held.next()
  await user.click(await dialog.findByRole('button', { name: 'Leave the rest' }))
  expect(await screen.findByText('35 selected')).toBeInTheDocument()
  expect(screen.getByLabelText('Select Amara Okafor 25')).not.toBeChecked()
  expect(screen.getByLabelText('Select Amara Okafor 26')).toBeChecked()
})

test('rows of a batch whose answer was lost are not said to be undone where they are refused afterwards', async () => {
  let sent = 0
  const { user } = open(30, ({ ids, isPreview }) => {
    if (isPreview) return doneOf(ids)
    sent += 1
    if (sent === 1) throw new Problem('unavailable', 'The portal is restarting.')
    const refused = ids.filter((id) => [idOf(3), idOf(4), idOf(28)].includes(id))
    return {
      ...doneOf(ids.filter((id) => !refused.includes(id))),
      refused: refused.map((id) => ({ id, name: nameOf(id), reason: 'Was reminded today.' })),
    }
  })
  await selectPage(user)
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Confirm for 30 clients' }))
  await user.click(await dialog.findByRole('button', { name: 'Carry on with 30 clients' }))
  expect(await dialog.findByText('27 clients reminded')).toBeInTheDocument()
  expect(dialog.getByText('1 client not reminded')).toBeInTheDocument()
  expect(
    dialog.getByText('Please check: these may have been done before the connection broke'),
  ).toBeInTheDocument()
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Amara Okafor 28: Was reminded today.',
    '2 clients: Was reminded today. Amara Okafor 3, Amara Okafor 4',
  ])
})

test('a stopped preview changes nothing, and can be carried on or left', async () => {
  const sent: { ids: string[]; isPreview: boolean }[] = []
  const held = heldAnswers<BulkResult>()
  const { user } = open(60, (input) => {
    sent.push(input)
    return held.hold(() => doneOf(input.ids))
  })
  await selectEverybody(user, '60')
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  await user.click(await dialog.findByRole('button', { name: 'Stop' }))
  await held.next()
  await user.click(await dialog.findByRole('button', { name: 'Carry on with 35 clients' }))
  await held.next()
  await held.next()
  expect(await dialog.findByText('60 clients will be reminded')).toBeInTheDocument()
  expect(sent.map(({ ids, isPreview }) => [ids[0], ids.length, isPreview])).toEqual([
    [idOf(1), 25, true],
    [idOf(26), 25, true],
    [idOf(51), 10, true],
  ])
  await user.click(dialog.getByRole('button', { name: 'Back' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  // Nothing was changed, so everybody is still selected.
  expect(await screen.findByText('60 selected')).toBeInTheDocument()
})

test('a preview that breaks off says why, and keeps what it found', async () => {
  let previews = 0
  const { user } = open(60, ({ ids }) => {
    previews += 1
    if (previews === 2) throw new Problem('unavailable', 'The portal is restarting.')
    return doneOf(ids)
  })
  await selectEverybody(user, '60')
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('The portal is restarting.')).toBeInTheDocument()
  expect(dialog.getByText('25 of 60 checked')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Carry on with 35 clients' }))
  expect(await dialog.findByText('60 clients will be reminded')).toBeInTheDocument()
  expect(previews).toBe(4)
})

test('a link to the list with other filters leaves nobody selected, and its first page', async () => {
  const { requests, user } = open(60, ({ ids }) => doneOf(ids), { at: '/?standing=to_do&search=Okafor' })
  await selectEverybody(user, '60')
  await user.click(screen.getByText('Next'))
  await screen.findByText(/^Page 2/)
  await user.click(screen.getByRole('link', { name: 'Every client' }))
  expect(await screen.findByText(/^Page 1/)).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Actions' })).toBeDisabled()
  expect(screen.getByLabelText('Search')).toHaveValue('')
  expect(requests.at(-1)).toEqual({})
})

test('a row that is deselected leaves the others of all pages selected, and a new filter none', async () => {
  const { user } = open(60, ({ ids }) => doneOf(ids))
  await selectEverybody(user, '60')
  await user.click(screen.getByLabelText('Select Amara Okafor 7'))
  expect(await screen.findByText('59 selected')).toBeInTheDocument()
  await user.click(screen.getByLabelText('Select Amara Okafor 7'))
  await user.click(await screen.findByRole('button', { name: 'Select all clients' }))
  await user.click(await screen.findByRole('button', { name: 'Select only this page' }))
  expect(await screen.findByText('50 selected')).toBeInTheDocument()
  await user.selectOptions(screen.getByLabelText('Progress'), 'Has something overdue')
  expect(await screen.findByRole('button', { name: 'Actions' })).toBeDisabled()
})
