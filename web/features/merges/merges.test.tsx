// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Merge, MergeId, type MergePreview, merges } from '#contract/merges.ts'
import { TaskId } from '#contract/tasks.ts'
import { type DoubledTask, doubledTasks } from '#contract/templates/doubled-tasks.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MergeCard } from './dialog.tsx'

const [ana, twin] = [UserId.parse(idOf(1)), UserId.parse(idOf(2))]
const sides = {
  [ana]: {
    id: ana,
    name: 'Ana Bell',
    email: 'ana@example.com',
    phone: '020 7946 0111',
    dateOfBirth: '1990-02-01',
    joinedAt: new Date('2026-11-01T09:00:00Z'),
  },
  [twin]: {
    id: twin,
    name: 'Ana Bell',
    email: 'ana@work.example',
    phone: '020 7946 0111',
    dateOfBirth: '1991-02-01',
    joinedAt: new Date('2026-11-05T09:00:00Z'),
  },
}
const sideOf = (id: UserId) => sides[id] as MergePreview['kept']

const open = (
  facts: Partial<MergePreview> = {},
  doubled: DoubledTask[] = [],
  { begun = [], canOpen = true }: { begun?: TaskId[]; canOpen?: boolean } = {},
) => {
  let twice = doubled
  const requests: unknown[] = []
  const state: { merges: Merge[] } = { merges: [] }
  const merged: Merge = {
    id: MergeId.parse(idOf(9)),
    name: 'Ana Bell',
    email: 'ana@work.example',
    by: 'Alex Hartley',
    at: new Date('2026-11-09T09:00:00Z'),
    undoneAt: null,
    doubled: { closed: ['Upload proof of address'], left: ['Client Questionnaire'] },
    canUndo: true,
  }
  show(<MergeCard id={ana} />, [
    answer(merges.ofClient, () => ({
      alike:
        state.merges.length > 0 ? [] : [{ id: twin, name: 'Ana Bell', because: ['phone' as const], canOpen }],
      merges: state.merges,
    })),
    answer(merges.preview, ({ id, otherId }) => ({
      kept: sideOf(id),
      merged: sideOf(otherId),
      joined: [
        { title: 'Tasks', kept: 9, merged: 9 },
        { title: 'Letters', kept: 0, merged: 0 },
      ],
      differences: [
        {
          name: 'Date of birth',
          kept: sideOf(id).dateOfBirth ?? '',
          merged: sideOf(otherId).dateOfBirth ?? '',
        },
      ],
      doubled: merged.doubled,
      identities: [],
      mustConfirm: true,
      refusal: null,
      ...facts,
    })),
    answer(merges.merge, (input) => {
      requests.push(input)
      if (!input.isConfirmed)
        throw new Problem('invalid', 'Please confirm that you have checked that this is one person')
      state.merges = [merged]
      return merged
    }),
    answer(doubledTasks.list, () => twice),
    answer(doubledTasks.askOnce, (input) => {
      requests.push(input)
      const withdrawn = twice.filter(({ id }) => input.taskIds.includes(id) && !begun.includes(id))
      twice = []
      return withdrawn
    }),
    answer(merges.undo, () => {
      state.merges = [{ ...merged, canUndo: false, undoneAt: new Date('2026-11-09T10:00:00Z') }]
      return merged
    }),
  ])
  return { requests, user: userEvent.setup() }
}

test('two records are compared, the account to keep is chosen, and a difference has to be confirmed', async () => {
  const { requests, user } = open()
  expect(await screen.findByText('Both have the same phone number.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge two records' }))
  expect(await dialog.findByText('9 + 9')).toBeVisible()
  expect(dialog.queryByText('Letters')).not.toBeInTheDocument()
  expect(dialog.getByText('1 February 1990 (kept), 1 February 1991')).toBeVisible()
  expect(
    dialog.getByText(/^Both records ask for “Upload proof of address”\. The one that nobody/),
  ).toBeVisible()
  expect(
    dialog.getByText(/^Both records ask for “Client Questionnaire”, and both have been started/),
  ).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(
    await dialog.findByText('Please confirm that you have checked that this is one person'),
  ).toBeVisible()
  await user.click(dialog.getByLabelText(/^I have checked that this is one person/))
  await user.click(dialog.getByRole('button', { name: 'Merge' }))
  expect(await screen.findByText(/was merged into this record by Alex Hartley/)).toBeVisible()
  expect(
    screen.getByText(/^Closed, because both records asked for it: “Upload proof of address”/),
  ).toBeVisible()
  expect(screen.getByText(/^Still asked for twice .* “Client Questionnaire”/)).toBeVisible()
  expect(requests.at(-1)).toMatchObject({ id: ana, otherId: twin, isConfirmed: true })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(await screen.findByRole('button', { name: 'Undo the merge' }))
  expect(await screen.findByText(/Undone on 9 November 2026/)).toBeVisible()
})

test("a colleague's client who may be the same person is named without a link, and can be compared", async () => {
  const { user } = open({}, [], { canOpen: false })
  expect(await screen.findByText('May be the same person as Ana Bell')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Ana Bell' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(await screen.findByText('9 + 9')).toBeVisible()
})

test('the other account can be the one that is kept', async () => {
  const { requests, user } = open({ mustConfirm: false })
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  await user.click(await screen.findByLabelText(/^ana@work\.example/))
  expect(await screen.findByText('1 February 1991 (kept), 1 February 1990')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Merge' }))
  await screen.findByText('Please confirm that you have checked that this is one person')
  expect(requests).toMatchObject([{ id: twin, otherId: ana }])
})

test('records that must stay two show why, and offer no merge', async () => {
  const refusal = 'Ana Bell and Ana Bell are both on the same case. Remove one of them from it first.'
  const { user } = open({ refusal })
  await user.click(await screen.findByRole('button', { name: 'Compare' }))
  expect(await screen.findByText(refusal)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Merge' })).not.toBeInTheDocument()
})

test('what two cases ask for is asked once after a question that names the case', async () => {
  const task = { id: TaskId.parse(idOf(31)), title: 'Client Questionnaire', references: ['CASE-2026-0002'] }
  const other = { ...task, id: TaskId.parse(idOf(32)), title: 'Your address' }
  const { requests, user } = open({}, [task, other])
  const words =
    'The client is asked twice for the same. Nobody has started “Client Questionnaire” and “Your address” (CASE-2026-0002).'
  expect(await screen.findByText((text) => text.includes(words))).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Ask once' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Ask once?' }))
  expect(
    question.getByText(/^This withdraws “Client Questionnaire” and “Your address” \(CASE-2026-0002\)/),
  ).toBeVisible()
  expect(
    question.getByText(/That case uses the client's other task for each instead\. We'll tell them/),
  ).toBeVisible()
  expect(requests).toEqual([])
  await user.click(question.getByRole('button', { name: 'Ask once' }))
  expect(await screen.findByText('Asked for once')).toBeVisible()
  expect(requests).toEqual([{ id: ana, taskIds: [task.id, other.id] }])
  await waitFor(() => expect(screen.queryByText('Asked for twice')).not.toBeInTheDocument())
})

test('what has been started since stays, and no more is said than that it stays', async () => {
  const task = { id: TaskId.parse(idOf(31)), title: 'Client Questionnaire', references: ['CASE-2026-0002'] }
  const { user } = open({}, [task], { begun: [task.id] })
  await user.click(await screen.findByRole('button', { name: 'Ask once' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Ask once?' }))
  expect(question.getByText(/That case uses the client's other task instead\. We'll tell them/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Ask once' }))
  expect(await screen.findByText('None of this can be withdrawn any more.')).toBeVisible()
})
