// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ApiKey, ApiKeyId, apiKeys } from '#contract/api-keys.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { ApiKeys } from './parts/api-keys.tsx'

const day = 86_400_000
const keyOf = (n: number, facts: Partial<ApiKey> = {}): ApiKey => ({
  id: ApiKeyId.parse(idOf(n)),
  name: `System ${n}`,
  hint: 'portico_Ab3d',
  scopes: ['clients.read', 'matters.read'],
  createdBy: 'Priya Raman',
  createdById: null,
  createdAt: new Date(Date.now() - day),
  expiresAt: new Date(Date.now() + 80 * day),
  lastUsedAt: null,
  lastUsedFrom: null,
  withdrawnAt: null,
  ...facts,
})

const open = (keys: ApiKey[], ...more: Answer[]) =>
  show(<ApiKeys />, [...more, answer(apiKeys.list, () => keys)])

test('a new key is shown once, after the password, and then only its beginning', async () => {
  const keys: ApiKey[] = []
  const sent: unknown[] = []
  open(
    keys,
    answer(apiKeys.create, (input) => {
      sent.push(input)
      keys.push(keyOf(1, { name: input.name, scopes: input.scopes }))
      return { ...keyOf(1), token: `portico_Ab3d${'x'.repeat(39)}` }
    }),
  )
  expect(await screen.findByText('No API keys yet')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'New API key' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Make API key' }))
  expect(await dialog.findByText('Please give the key a name')).toBeInTheDocument()
  await userEvent.type(dialog.getByLabelText('Name'), 'Ledger')
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Read payments/ }))
  await userEvent.type(dialog.getByLabelText('Your password'), 'portico-demo')
  await userEvent.click(dialog.getByRole('button', { name: 'Make API key' }))
  const secretDialog = within(await screen.findByRole('dialog', { name: 'Copy this API key now' }))
  expect(secretDialog.getByLabelText('API key')).toHaveValue(`portico_Ab3d${'x'.repeat(39)}`)
  await userEvent.click(secretDialog.getByRole('button', { name: "I've stored it" }))
  const list = within(await screen.findByRole('list', { name: 'API keys' }))
  expect(list.getByText('portico_Ab3d…')).toBeInTheDocument()
  expect(screen.queryByText(/x{39}/)).not.toBeInTheDocument()
  expect(sent).toEqual([
    { name: 'Ledger', scopes: ['payments.read'], lifetime: '90d', password: 'portico-demo' },
  ])
})

test('keys that open nothing are below the others, and say why', async () => {
  open([
    keyOf(4, { withdrawnAt: new Date() }),
    keyOf(3, { expiresAt: new Date(Date.now() - day) }),
    keyOf(2, { expiresAt: new Date(Date.now() + 5 * day) }),
    keyOf(1, { lastUsedAt: new Date(), lastUsedFrom: '10.0.0.7' }),
  ])
  const rows = await screen.findAllByRole('listitem')
  const words = rows.map(({ textContent }) => textContent ?? '')
  expect(words.map((text) => text.slice(0, 8))).toEqual(['System 2', 'System 1', 'System 4', 'System 3'])
  expect(words[0]).toContain('Expires soon')
  expect(words[1]).toContain('from 10.0.0.7')
  expect(words[2]).toContain('Withdrawn')
  expect(words[3]).toContain('Expired')
  expect(screen.getAllByRole('button', { name: /^Withdraw/ })).toHaveLength(2)
})

test('a key is withdrawn after one more question, with the password', async () => {
  const sent: unknown[] = []
  let keys = [keyOf(1)]
  open(
    keys,
    answer(apiKeys.withdraw, (input) => {
      sent.push(input)
      keys = keys.map((key) => ({ ...key, withdrawnAt: new Date() }))
      return keyOf(1, { withdrawnAt: new Date() })
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw: System 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw this API key?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText('Please enter your password')).toBeInTheDocument()
  await userEvent.type(dialog.getByLabelText('Your password'), 'portico-demo')
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText('API key withdrawn')).toBeInTheDocument()
  expect(sent).toEqual([{ id: keyOf(1).id, password: 'portico-demo' }])
})
