// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { matterOf } from '#web/features/matters/testing.ts'
import { requestOf } from '#web/features/signatures/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { ana, newAna, portalOf, someTasks, taskIn } from './testing.ts'

const beside = { name: 'Also waiting for you' }

test.each([
  ['on the first visit', newAna],
  ['later', ana],
])('a client with open tasks is led to what else waits for them, %s', async (_, user) => {
  show(<DashboardPage />, [
    answer(signatures.requests, () => [
      requestOf(1, { name: 'Contract for sale' }),
      requestOf(2, { name: 'Transfer', state: 'signed' }),
    ]),
    answer(matters.list, () => [
      matterOf(1, { title: 'Sale of 9 Mill Lane', move: null }),
      matterOf(2, { title: 'Purchase of 4 Elm Road' }),
    ]),
    ...portalOf(user),
  ])
  const section = within(await screen.findByRole('region', beside))
  const rows = section.getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Sign “Contract for sale”',
    'In Purchase of 4 Elm Road, the next step is yours: “Send us your payslips”.',
  ])
  const hrefs = section.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([`/signatures?sign=${requestOf(1).id}`, `/cases?case=${matterOf(2).id}`])
  expect(screen.getByRole('region', { name: 'Do this next' })).toBeVisible()
})

test('of many documents and cases the first are listed, and the others counted, so that the tasks stay near', async () => {
  const numbers = [1, 2, 3, 4, 5]
  show(<DashboardPage />, [
    answer(signatures.requests, () => numbers.map((n) => requestOf(n, { name: `Deed ${n}` }))),
    answer(matters.list, () => numbers.slice(1).map((n) => matterOf(n, { title: `Sale of ${n} Mill Lane` }))),
    ...portalOf(ana),
  ])
  const section = within(await screen.findByRole('region', beside))
  const links = section.getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Sign “Deed 1”',
    'Sign “Deed 2”',
    'Sign “Deed 3”',
    '2 more documents to sign',
    'Sale of 2 Mill Lane',
    'Sale of 3 Mill Lane',
    'Sale of 4 Mill Lane',
    '1 more case where the next step is yours',
  ])
  expect(links[3]).toHaveAttribute('href', '/signatures')
  expect(links[7]).toHaveAttribute('href', '/cases')
})

test('what is a task anyway is not listed again', async () => {
  const [signing, reading] = [taskIn('documents', 'Sign the contract'), taskIn('forms', 'Risk Assessment')]
  const ours = matterOf(3).move
  show(<DashboardPage />, [
    answer(signatures.requests, () => [requestOf(1, { taskId: signing.id })]),
    answer(matters.list, () => [
      matterOf(2, { move: ours && { ...ours, taskId: reading.id } }),
      matterOf(3, { move: ours && { ...ours, nextStep: taskSteps.finish } }),
      matterOf(4, { move: ours && { ...ours, whose: 'firm' } }),
    ]),
    ...portalOf(ana, { list: [signing, reading] }),
  ])
  expect(await screen.findByRole('region', { name: 'Do this next' })).toBeVisible()
  expect(screen.queryByRole('region', beside)).not.toBeInTheDocument()
})

test('the tasks are shown although what is beside them could not be loaded', async () => {
  const fail = () => {
    throw new Problem('unavailable', 'The portal is busy.')
  }
  show(<DashboardPage />, [
    answer(signatures.requests, fail),
    answer(matters.list, fail),
    ...portalOf(ana, { list: someTasks() }),
  ])
  expect(await screen.findByRole('region', { name: 'Do this next' })).toBeVisible()
  expect(screen.queryByRole('region', beside)).not.toBeInTheDocument()
})
