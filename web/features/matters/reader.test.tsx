// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { may } from '#contract/kit/rights.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
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
  expect(firmPlaceOf(requested, working, 1)?.label).toMatch(/^Write to /)
  expect(firmPlaceOf(requested, reading, 1)?.label).toBe('Read the messages')
  const call = fileAt('firm', 'We call the client')
  expect(firmPlaceOf(call, working, 1)?.label).toBe('Open Appointments')
  expect(firmPlaceOf(call, reading, 1)).toBeNull()
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

const anything = () => true
const placesWith = (documents: number | null | undefined) => (whose: 'client' | 'firm', nextStep: string) =>
  firmPlaceOf(fileAt(whose, nextStep), anything, documents)

test('a next step leads to the documents only if there are any, otherwise to what there is to do', () => {
  const [withNone, withSome] = [placesWith(0), placesWith(2)]
  const tasks = { path: '?tab=tasks', label: 'See their tasks' }
  expect(withSome('client', 'Send us the plan of the shop')?.path).toBe('?tab=documents')
  expect(withNone('client', 'Send us the plan of the shop')).toEqual(tasks)
  expect(withSome('firm', taskSteps.review)?.path).toBe('?tab=documents')
  expect(withNone('firm', taskSteps.review)).toEqual(tasks)
  expect(withNone('firm', 'Review the completion report')?.label).toBe('Open the letters')
  expect(withNone('firm', 'We check the title')).toBeNull()
})

test('a next step leads to no documents that the reader may not read, and to them while their number is unknown', () => {
  expect(placesWith(null)('client', 'Upload the lease')?.path).toBe('?tab=tasks')
  expect(placesWith(undefined)('client', 'Upload the lease')?.path).toBe('?tab=documents')
})
