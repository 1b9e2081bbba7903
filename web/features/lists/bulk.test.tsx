// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type BulkResult, mostAtOnce } from '#contract/firm/bulk.ts'
import { rowsAtOnce } from '#contract/firm/lists.ts'
import { idOf } from '#web/testing.tsx'
import {
  doneOf,
  heldAnswers,
  nameOf,
  openClients,
  openReminder,
  selectEverybody,
  selectPage,
} from './testing.tsx'

test('several clients are changed after a preview, and whoever was refused is named with the reason', async () => {
  const calls: unknown[] = []
  const { user } = openClients(2, ({ ids, isPreview }) => {
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
  const { user } = openClients(2, refuse)
  await selectPage(user)
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByRole('listitem')).toHaveTextContent(
    '2 clients: Has nothing left to do. Amara Okafor 1, Amara Okafor 2',
  )
  expect(dialog.getByRole('button', { name: 'Confirm for 0 clients' })).toBeDisabled()
})

test('rows that the user reads and doesn’t work with are counted once, whether or not others share the reason', async () => {
  const reason = "Isn't one you work with."
  const refuse = ({ ids }: { ids: readonly string[] }) => ({
    done: [],
    refused: ids.map((id) => ({ id, name: '', reason })),
  })
  const { user } = openClients(3, refuse)
  await selectPage(user)
  const dialog = await openReminder(user)
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  const line = await dialog.findByRole('listitem')
  expect(line.textContent.trim()).toBe("3 clients: Isn't one you work with.")
})

test('a list of one page offers no other rows to select', async () => {
  const { user } = openClients(rowsAtOnce, ({ ids }) => doneOf(ids))
  await selectPage(user)
  expect(await screen.findByText('50 selected')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Select all/ })).not.toBeInTheDocument()
})

test('every row that matches is selected from all pages, in batches, and no row is sent twice', async () => {
  const sent: { ids: string[]; isPreview: boolean }[] = []
  const held = heldAnswers<BulkResult>()
  const { requests, user } = openClients(
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

test('a link to the list with other filters leaves nobody selected, and its first page', async () => {
  const { requests, user } = openClients(60, ({ ids }) => doneOf(ids), {
    at: '/?standing=to_do&search=Okafor',
  })
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
  const { user } = openClients(60, ({ ids }) => doneOf(ids))
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
