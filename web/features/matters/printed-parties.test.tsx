// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MatterHeader } from './firm-panels.tsx'
import { firmFileOf } from './testing.ts'

const partyOf = (n: number, name: string): Party => ({
  id: PartyId.parse(idOf(n)),
  personId: PersonId.parse(idOf(100 + n)),
  role: 'executor',
  kind: 'person',
  name,
  email: '',
  phone: '',
  number: '',
  detail: '',
  clientId: null,
})

test('the parties that the page of a case only counts are all named on paper', async () => {
  const parties = [partyOf(1, 'Ben Mensah'), partyOf(2, 'Cleo Hart'), partyOf(3, 'Dan Hart')]
  show(<MatterHeader file={firmFileOf(1, { parties })} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(compliance.risk, () => ({ marks: [] })),
  ])
  expect(await screen.findByRole('link', { name: 'and 1 other' })).toBeVisible()
  expect(screen.queryByText(/Dan Hart/)).not.toBeInTheDocument()
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(screen.getByText(/Dan Hart/)).toBeVisible()
  expect(screen.queryByText('and 1 other')).not.toBeInTheDocument()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(screen.queryByText(/Dan Hart/)).not.toBeInTheDocument()
})

test('two parties of one name and role are each listed on the page of a case', async () => {
  const complaint = vi.spyOn(console, 'error')
  const parties = [partyOf(1, 'Dan Hart'), partyOf(2, 'Dan Hart')]
  show(<MatterHeader file={firmFileOf(1, { parties })} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(compliance.risk, () => ({ marks: [] })),
  ])
  expect(await screen.findAllByText(/Dan Hart/)).toHaveLength(2)
  expect(complaint).not.toHaveBeenCalled()
  complaint.mockRestore()
})
