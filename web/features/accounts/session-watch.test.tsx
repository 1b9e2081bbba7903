import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accounts, type Role } from '#contract/accounts/accounts.ts'
import { unattendedHeader } from '#contract/kit/portal.ts'
import { answer, show } from '#web/testing.tsx'
import { ExpiryWarning } from './session-watch.tsx'
import { personOf } from './testing.ts'

// @vitest-environment jsdom

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

const minutes = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 60_000))
const warning = () => screen.queryByRole('dialog', { name: 'Are you still there?' })

const leaveOpen = async (role: Role) => {
  const page = (
    <>
      <ExpiryWarning />
      <p>An open page</p>
    </>
  )
  const { cache } = show(page, [answer(accounts.current, () => personOf({ role }))])
  const unattended: (string | null)[] = []
  const server = fetch
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    unattended.push(new Headers(request.headers).get(unattendedHeader))
    return server(url, request)
  })
  await screen.findByText('An open page')
  return { cache, unattended }
}

test.each<[Role, number]>([
  ['client', 118],
  ['fee_earner', 28],
  ['administrator', 28],
])('after its quiet minutes (%s: %i) a session offers to stay, and stays by a press', async (role, quiet) => {
  await leaveOpen(role)
  await minutes(quiet - 1)
  expect(warning()).toBeNull()

  await minutes(1.5)
  expect(warning()).not.toBeNull()
  act(() => screen.getByRole('button', { name: 'Stay signed in' }).click())

  await waitFor(() => expect(warning()).toBeNull())
  await minutes(quiet - 1)
  expect(warning()).toBeNull()
})

test('what was asked in another tab counts', async () => {
  await leaveOpen('client')
  await minutes(117)
  localStorage.setItem('portico_last_answer', String(Date.now()))
  await minutes(10)
  expect(warning()).toBeNull()
})

test('the last end of a session is told once, and what is done does not put it off', async () => {
  localStorage.setItem('portico_session_began', String(Date.now()))
  await leaveOpen('client')
  const last = () => screen.queryByRole('dialog', { name: 'Please sign in again soon' })
  for (let hour = 1; hour < 12; hour += 1) {
    await minutes(60)
    localStorage.setItem('portico_last_answer', String(Date.now()))
  }
  await minutes(57)
  expect(last()).toBeNull()
  await minutes(1.5)
  expect(last()).not.toBeNull()
  act(() => screen.getByRole('button', { name: 'Carry on' }).click())
  await waitFor(() => expect(last()).toBeNull())
  await minutes(1)
  expect(last()).toBeNull()
})

test('a page that only keeps itself true says so, and does not put the warning off', async () => {
  const { cache, unattended } = await leaveOpen('client')
  for (let minute = 0; minute < 117; minute += 1) {
    await minutes(1)
    await act(() => cache.invalidateQueries())
  }
  expect(unattended.length).toBeGreaterThan(100)
  expect(new Set(unattended.slice(1))).toEqual(new Set(['1']))
  await minutes(1.5)
  expect(warning()).not.toBeNull()
})

test('whoever does something on the page stays signed in by what they ask for', async () => {
  const { cache, unattended } = await leaveOpen('client')
  await minutes(117)
  fireEvent.pointerDown(document.body)
  await act(() => cache.invalidateQueries())
  expect(unattended.at(-1)).toBeNull()
  await minutes(10)
  expect(warning()).toBeNull()
})
