// @vitest-environment jsdom
import { useSuspenseQuery } from '@tanstack/react-query'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { create, read } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { answer, show } from '#web/testing.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { query, useCommand } from './queries.ts'
import { retryPeriod, useRecovery } from './recovery.ts'

const words = { audience: 'client', summary: 'Only for this test' } as const
const letters = read('/api/letters', { output: z.array(z.string()), ...words })
const bills = read('/api/bills', { output: z.array(z.string()), ...words })
const write = create('/api/letters', {
  input: z.strictObject({ text: z.string() }),
  output: z.string(),
  ...words,
})

const Letters = () => {
  const list = useSuspenseQuery(query(letters, {})).data
  const { mutate } = useCommand(write, { refreshes: [letters] })
  return (
    <>
      <p>Letters: {list.join()}</p>
      <input aria-label="Reply" />
      <button type="button" onClick={() => mutate({ text: 'Dear client' })}>
        Send
      </button>
    </>
  )
}
const Bills = () => <p>Bills: {useSuspenseQuery(query(bills, {})).data.join()}</p>
const Page = () => {
  useRecovery()
  return (
    <>
      <AsyncBoundary skeleton="…">
        <Letters />
      </AsyncBoundary>
      <AsyncBoundary skeleton="…">
        <Bills />
      </AsyncBoundary>
    </>
  )
}

/** A page of a portal whose database can be away. */
const open = async ({ isAway = false, retryAfter = 5 } = {}) => {
  const portal = { isAway, letters: ['one'], requests: [] as string[], commands: 0 }
  const refuse = () => {
    if (portal.isAway) throw new Problem('unavailable', 'The portal is busy.', { retryAfter })
  }
  const { cache } = show(<Page />, [
    answer(letters, () => {
      portal.requests.push('letters')
      refuse()
      return portal.letters
    }),
    answer(bills, () => {
      portal.requests.push('bills')
      refuse()
      return ['£90']
    }),
    answer(write, ({ text }) => {
      portal.commands += 1
      refuse()
      return text
    }),
  ])
  await pass(0)
  return { portal, refetch: () => act(() => cache.invalidateQueries()) }
}
const pass = (time: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(time)
    // The first toast brings its part of the page.
    await vi.dynamicImportSettled()
  })
const typed = () => screen.getByLabelText<HTMLInputElement>('Reply').value
const look = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a page whose portal was away for a minute shows the new state by itself, and keeps what was typed', async () => {
  const { portal, refetch } = await open()
  fireEvent.change(screen.getByLabelText('Reply'), { target: { value: 'Thank you for' } })
  portal.isAway = true
  portal.requests = []
  await refetch()
  expect(portal.requests).toHaveLength(2)
  // The portal has said not to ask for five seconds.
  await pass(4_900)
  expect(portal.requests).toHaveLength(2)
  await pass(60_000)
  expect(screen.getByText('Letters: one')).toBeVisible()
  expect(screen.getByText("We can't reach the portal")).toBeVisible()
  // One request asks whether it is back, not one for each part of the page.
  expect(portal.requests.length).toBeGreaterThan(2)
  expect(portal.requests.length).toBeLessThanOrEqual(10)
  portal.isAway = false
  portal.letters = ['one', 'two']
  await pass(15_000)
  expect(screen.getByText('Letters: one,two')).toBeVisible()
  expect(typed()).toBe('Thank you for')
  expect(screen.queryByText("We can't reach the portal")).toBeNull()
  portal.requests = []
  await pass(retryPeriod)
  expect(portal.requests).toEqual([])
})

test('a page that could not be loaded says why, and comes by itself once the portal is back', async () => {
  const { portal } = await open({ isAway: true })
  expect(screen.getAllByRole('alert')).toHaveLength(2)
  await pass(20_000)
  portal.isAway = false
  await pass(45_000)
  expect(screen.getByText('Letters: one')).toBeVisible()
  expect(screen.getByText('Bills: £90')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a portal that wants longer is asked no sooner', async () => {
  const { portal, refetch } = await open({ retryAfter: 120 })
  portal.isAway = true
  portal.requests = []
  await refetch()
  await pass(119_900)
  expect(portal.requests).toHaveLength(2)
  await pass(61_000)
  expect(portal.requests).toHaveLength(3)
})

test('a page that nobody looks at asks nothing, and goes on when somebody does', async () => {
  const { portal, refetch } = await open()
  portal.isAway = true
  await refetch()
  portal.requests = []
  look('hidden')
  await pass(retryPeriod)
  expect(portal.requests).toEqual([])
  portal.isAway = false
  portal.letters = ['two']
  look('visible')
  await pass(2_000)
  expect(screen.getByText('Letters: two')).toBeVisible()
})

test('a page stops asking after ten minutes, and then a person does', async () => {
  const { portal, refetch } = await open()
  portal.isAway = true
  await refetch()
  await pass(retryPeriod + 60_000)
  portal.requests = []
  await pass(retryPeriod)
  expect(portal.requests).toEqual([])
  expect(screen.getByText('Letters: one')).toBeVisible()
  portal.isAway = false
  portal.letters = ['two']
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await pass(2_000)
  expect(screen.getByText('Letters: two')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a command that was refused is not repeated when the portal is back', async () => {
  const { portal } = await open()
  portal.isAway = true
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await pass(10_000)
  portal.isAway = false
  await pass(retryPeriod)
  expect(portal.commands).toBe(1)
})

test('a portal that wants much longer is asked once a page would give up', async () => {
  const { portal, refetch } = await open({ retryAfter: 100_000 })
  portal.isAway = true
  portal.requests = []
  await refetch()
  await pass(retryPeriod)
  expect(portal.requests).toHaveLength(2)
  await pass(retryPeriod)
  expect(portal.requests.length).toBeGreaterThan(2)
})

test.each([
  ['there is no such thing', new Problem('not_found', 'We could not find that.')],
  [
    'a payment provider does not answer',
    new Problem('unavailable', "We can't reach the payment page right now.", {
      reason: 'processor_unavailable',
      retryAfter: 30,
    }),
  ],
])('what failed because %s is not asked again', async (_, problem) => {
  const { portal, refetch } = await open()
  portal.isAway = true
  vi.spyOn(portal, 'isAway', 'get').mockImplementation(() => {
    throw problem
  })
  portal.requests = []
  await refetch()
  await pass(retryPeriod)
  expect(portal.requests).toHaveLength(2)
})
