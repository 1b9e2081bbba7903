// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { may } from '#contract/kit/rights.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { AccessCard } from './parts/access-card.tsx'
import { firmPlaceOf } from './parts/stages/next-action.tsx'
import { firmFileOf } from './testing.ts'

const fileAt = (whose: 'client' | 'firm', nextStep: string) =>
  firmFileOf(1, { move: { whose, thirdParty: null, nextStep, taskId: null, since: new Date() } })

test('whoever only reads is led to the messages to read them, and not to a page that they do not have', () => {
  const reading = (action: Parameters<typeof may>[1]) => may(['compliance_officer'], action)
  const working = (action: Parameters<typeof may>[1]) => may(['fee_earner'], action)
  const requested = fileAt('client', 'Show us where the money comes from')
  expect(firmPlaceOf(requested, working)?.label).toMatch(/^Write to /)
  expect(firmPlaceOf(requested, reading)?.label).toBe('Read the messages')
  const call = fileAt('firm', 'We call the client')
  expect(firmPlaceOf(call, working)?.label).toBe('Open Appointments')
  expect(firmPlaceOf(call, reading)).toBeNull()
})

test('a restricted case lists everybody who can find it as one list', async () => {
  const access = { isRestricted: true, memberIds: [70, 71].map((n) => UserId.parse(idOf(n))) }
  show(<AccessCard file={firmFileOf(1, { access, named: ['Priya Raman', 'Alex Hartley'] })} />, [
    answer(accounts.current, () => personOf({ role: 'compliance_officer' })),
  ])
  expect(
    await screen.findByText(/^Restricted: only Priya Raman, Alex Hartley and the compliance officer can/),
  ).toBeInTheDocument()
})

test('a node of the previous release does not say who is named, so the card names nobody', async () => {
  const access = { isRestricted: true, memberIds: [UserId.parse(idOf(70))] }
  show(<AccessCard file={firmFileOf(1, { access, named: null })} />, [
    answer(accounts.current, () => personOf({ role: 'compliance_officer' })),
  ])
  expect(
    await screen.findByText(/^Restricted: only the people named on it and the compliance officer can/),
  ).toBeInTheDocument()
})
