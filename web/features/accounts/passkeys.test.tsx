// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Passkey, PasskeyId, passkeys } from '#contract/accounts/passkeys.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { PasskeysCard } from './parts/passkeys-card.tsx'

const passkeyOf = (n: number, facts: Partial<Passkey> = {}): Passkey => ({
  id: PasskeyId.parse(idOf(n)),
  name: `Device ${n}`,
  isSynced: false,
  createdAt: new Date('2026-11-03T09:00:00Z'),
  lastUsedAt: null,
  ...facts,
})

test('passkeys are listed, and one is removed after one more question', async () => {
  let kept = [passkeyOf(2, { isSynced: true }), passkeyOf(1)]
  show(<PasskeysCard />, [
    answer(passkeys.list, () => kept),
    answer(passkeys.remove, ({ id }) => {
      kept = kept.filter((passkey) => passkey.id !== id)
      return undefined
    }),
  ])
  const list = within(await screen.findByRole('list', { name: 'Passkeys' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('Synced')).toBeInTheDocument()
  await userEvent.click(list.getByRole('button', { name: 'Remove: Device 2' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove this passkey?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Device 2')).not.toBeInTheDocument())
  expect(screen.getByText('Device 1')).toBeInTheDocument()
})

test('a browser that has no passkeys at this address says so, and offers none', async () => {
  show(<PasskeysCard />, [answer(passkeys.list, () => [])])
  expect(await screen.findByText("This browser can't use passkeys at this address.")).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})
