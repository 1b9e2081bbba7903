// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { BulkResult } from '#contract/firm/bulk.ts'
import { Problem } from '#contract/kit/problem.ts'
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

test('a change of many rows that breaks off says why, and the rest can be sent again', async () => {
  let isAway = false
  let batches = 0
  const { user } = openClients(60, ({ ids, isPreview }) => {
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
  expect(await dialog.findByText('25 clients reminded')).toBeInTheDocument()
  isAway = false
  await user.click(dialog.getByRole('button', { name: 'Carry on with 35 clients' }))
  expect(await dialog.findByText('60 clients reminded')).toBeInTheDocument()
})

test('rows that were left when a change of many was stopped stay selected, and no others', async () => {
  const held = heldAnswers<BulkResult>()
  const { user } = openClients(60, ({ ids, isPreview }) =>
    isPreview ? doneOf(ids) : held.hold(() => doneOf(ids)),
  )
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

test('rows whose change may have been saved are not said to be undone where they are refused afterwards', async () => {
  let sent = 0
  const { user } = openClients(30, ({ ids, isPreview }) => {
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

test('a preview of many rows that is stopped changes nothing, and can be carried on or left', async () => {
  const sent: { ids: string[]; isPreview: boolean }[] = []
  const held = heldAnswers<BulkResult>()
  const { user } = openClients(60, (input) => {
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

test('a preview of many rows that breaks off says why, and keeps what it found', async () => {
  let previews = 0
  const { user } = openClients(60, ({ ids }) => {
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
