// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type ApiKey, ApiKeyId, apiKeys } from '#contract/api-keys.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PeoplePage } from './page.tsx'
import { memberOf } from './testing.ts'

const lena = memberOf(3, {
  firstName: 'Lena',
  lastName: 'Fischer',
  role: 'administrator',
  roles: ['administrator'],
  clients: 0,
})
const keyOf = (n: number, name: string, facts: Partial<ApiKey> = {}): ApiKey => ({
  id: ApiKeyId.parse(idOf(n)),
  name,
  hint: 'portico_abcd',
  scopes: ['clients.read'],
  createdBy: 'Lena Fischer',
  createdById: lena.id,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 86_400_000),
  lastUsedAt: null,
  lastUsedFrom: null,
  withdrawnAt: null,
  ...facts,
})
const keys = [
  keyOf(51, 'Old ledger'),
  keyOf(52, 'Reports'),
  keyOf(53, 'Withdrawn', { withdrawnAt: new Date() }),
  keyOf(54, 'Expired', { expiresAt: new Date(0) }),
  keyOf(55, 'Of a namesake', { createdById: memberOf(4).id }),
]

const open = async (item: string, list: () => ApiKey[]) => {
  show(<PeoplePage />, [
    answer(accounts.current, () => personOf({ role: 'administrator' })),
    answer(people.list, () => ({ people: [memberOf(1), lena], invitations: [] })),
    answer(teams.list, () => []),
    answer(handOver.held, () => []),
    answer(firmAppointments.list, () => []),
    answer(apiKeys.list, list),
    answer(people.saveRoles, ({ roles }) => ({ ...lena, roles })),
    answer(people.deactivate, () => ({ ...lena, deactivatedAt: new Date() })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Change Lena Fischer' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
  return within(await screen.findByRole('dialog'))
}

test('roles that manage no keys are given after reading which keys stay, and the toast names them again', async () => {
  const dialog = await open('Change roles', () => keys)
  expect(dialog.queryByText(/Old ledger/)).not.toBeInTheDocument()
  await userEvent.click(dialog.getByLabelText(/^Administrator/))
  await userEvent.click(dialog.getByLabelText(/^Cashier/))
  expect(await dialog.findByText(/^“Old ledger” and “Reports” act for the firm/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('Lena Fischer: Cashier. Their API keys still work: “Old ledger” and “Reports”.'),
  ).toBeInTheDocument()
})

test('somebody is deactivated after reading which keys stop, and the toast names what has stopped', async () => {
  let isDone = false
  const dialog = await open('Deactivate', () =>
    keys.map((key) => (isDone && key.name !== 'Reports' ? { ...key, withdrawnAt: new Date() } : key)),
  )
  expect(await dialog.findByText(/^“Old ledger” and “Reports” stop working/)).toBeInTheDocument()
  isDone = true
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(
    await screen.findByText(
      'Lena Fischer. Their API keys no longer work: “Old ledger”. Still working: “Reports”.',
    ),
  ).toBeInTheDocument()
})

test('a single key is spoken of as one', async () => {
  const dialog = await open('Change roles', () => keys.slice(0, 1))
  await userEvent.click(dialog.getByLabelText(/^Administrator/))
  await userEvent.click(dialog.getByLabelText(/^Cashier/))
  expect(
    await dialog.findByText(/^“Old ledger” acts for the firm, .* withdraw the key under/),
  ).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('Lena Fischer: Cashier. Their API key still works: “Old ledger”.'),
  ).toBeInTheDocument()
})

test('a single key that stops is spoken of as one', async () => {
  let isDone = false
  const dialog = await open('Deactivate', () => [
    keyOf(51, 'Old ledger', { withdrawnAt: isDone ? new Date() : null }),
  ])
  expect(await dialog.findByText(/^“Old ledger” stops working/)).toBeInTheDocument()
  isDone = true
  await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
  expect(
    await screen.findByText('Lena Fischer. Their API key no longer works: “Old ledger”.'),
  ).toBeInTheDocument()
})

test('roles are saved also where their keys can’t be listed any more, as for one’s own', async () => {
  let isDone = false
  const dialog = await open('Change roles', () => {
    if (isDone) throw new Problem('forbidden', 'Only administrators see this.')
    return keys
  })
  await userEvent.click(dialog.getByLabelText(/^Administrator/))
  await userEvent.click(dialog.getByLabelText(/^Cashier/))
  await dialog.findByText(/^“Old ledger” and “Reports” act for the firm/)
  isDone = true
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Lena Fischer: Cashier.')).toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
