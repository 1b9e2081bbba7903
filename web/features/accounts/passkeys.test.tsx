// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Passkey, PasskeyId, passkeys } from '#contract/accounts/passkeys.ts'
import { Problem } from '#contract/kit/problem.ts'
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

test('passkeys are listed, and one is removed after its owner has typed their password', async () => {
  let kept = [passkeyOf(2, { isSynced: true }), passkeyOf(1)]
  const words = 'Your current password is incorrect.'
  show(<PasskeysCard />, [
    answer(passkeys.list, () => kept),
    answer(passkeys.remove, ({ id, password }) => {
      if (password !== 'my-secret') throw new Problem('invalid', words, { fields: { password: words } })
      kept = kept.filter((passkey) => passkey.id !== id)
      return kept
    }),
  ])
  const list = within(await screen.findByRole('list', { name: 'Passkeys' }))
  expect(list.getAllByRole('listitem')).toHaveLength(2)
  expect(list.getByText('Synced')).toBeInTheDocument()
  await userEvent.click(list.getByRole('button', { name: 'Remove: Device 2' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove this passkey?' }))
  const remove = () => userEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await remove()
  await dialog.findByText('Please enter your password')
  await userEvent.type(dialog.getByLabelText('Your password'), 'my')
  await remove()
  await dialog.findByText(words)
  await userEvent.type(dialog.getByLabelText('Your password'), '-secret')
  await remove()
  await screen.findByText('Passkey removed')
  expect(list.getByRole('listitem')).toHaveTextContent('Device 1')
})

test('a browser that has no passkeys at this address says so, and offers none', async () => {
  show(<PasskeysCard />, [answer(passkeys.list, () => [])])
  expect(await screen.findByText("This browser can't use passkeys at this address.")).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument()
})
