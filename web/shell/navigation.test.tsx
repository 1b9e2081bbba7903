// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StaffRole } from '#contract/kit/rights.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { openPages } from './testing.tsx'

async function entriesFor(...roles: [StaffRole, ...StaffRole[]]) {
  openPages('/settings', { user: personOf({ role: roles[0], roles }) })
  const main = within(await screen.findByRole('navigation', { name: 'Main' }))
  return main.getAllByRole('link').map((link) => link.textContent)
}

test('the navigation shows a fee earner who is the cashier too the money, as it does a cashier', async () => {
  expect(await entriesFor('fee_earner', 'cashier')).toEqual(
    expect.arrayContaining(['Clients', 'Queue', 'Refunds', 'Payouts']),
  )
})

test('the navigation shows a fee earner neither what they reach from the queue nor from their start page', async () => {
  const entries = await entriesFor('fee_earner')
  expect(entries).toContain('Queue')
  for (const label of ['Refunds', 'Payouts', 'Documents to review']) expect(entries).not.toContain(label)
})
