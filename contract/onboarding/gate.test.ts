import { describe, expect, test } from 'vitest'
import { Role } from '../accounts/accounts.ts'
import { type Page, pages } from '../kit/pages.ts'
import { TaskStatus } from '../tasks.ts'
import { detourFrom, type GateState, lockWords, shouldShowOnboarding } from './gate.ts'

const both = [true, false]
const taskLists = [null, [], ...TaskStatus.options.map((status) => [{ status }])].concat([
  [{ status: 'pending' }, { status: 'completed' }],
])
const users = [null, ...Role.options.flatMap((role) => both.map((isFirstLogin) => ({ role, isFirstLogin })))]

/** Every combination of the gate's state. */
const states: GateState[] = both.flatMap((isLoading) =>
  users.flatMap((user) =>
    taskLists.flatMap((tasks) =>
      both.map((isMarkedComplete) => ({ isLoading, user, tasks, isMarkedComplete })),
    ),
  ),
)

const newClient: GateState = {
  isLoading: false,
  user: { role: 'client', isFirstLogin: true },
  tasks: [{ status: 'pending' }, { status: 'in_progress' }],
  isMarkedComplete: false,
}

describe('the onboarding gate', () => {
  test('holds only while all five conditions hold, in every state there is', () => {
    expect(states).toHaveLength(2 * 13 * 6 * 2)
    for (const state of states) {
      const { isLoading, user, tasks, isMarkedComplete } = state
      const isClientOnFirstLogin = user?.role === 'client' && user.isFirstLogin
      const hasDone = tasks?.some(({ status }) => status === 'completed') ?? false
      const expected = !isLoading && isClientOnFirstLogin && !hasDone && !isMarkedComplete
      expect(shouldShowOnboarding(state), JSON.stringify(state)).toBe(expected)
    }
  })

  test.each<[string, Partial<GateState>]>([
    ['while anything still loads', { isLoading: true }],
    ['for a visitor', { user: null }],
    ['after the first login', { user: { role: 'client', isFirstLogin: false } }],
    ['for a person of the firm', { user: { role: 'fee_earner', isFirstLogin: true } }],
    ['once a task is completed', { tasks: [{ status: 'pending' }, { status: 'completed' }] }],
    ['once onboarding is marked complete', { isMarkedComplete: true }],
  ])('does not hold %s', (_, change) => {
    expect(shouldShowOnboarding(newClient)).toBe(true)
    expect(shouldShowOnboarding({ ...newClient, ...change })).toBe(false)
  })

  test('locks the dashboard and the payments, each with its own words', () => {
    expect(lockWords).toEqual({
      '/': 'Complete onboarding to access dashboard',
      '/payments': 'Complete onboarding to access this feature',
    })
  })
})

describe('a page redirects', () => {
  const arrival = (change: Partial<GateState>, hasViewedWelcome: boolean) => ({
    gate: { ...newClient, ...change },
    hasViewedWelcome,
  })
  const old: Partial<GateState> = { user: { role: 'client', isFirstLogin: false } }

  test.each<[string, Page, ReturnType<typeof arrival>, Page | null]>([
    ['the dashboard, before the welcome', pages.dashboard, arrival({}, false), pages.welcome],
    ['the dashboard, after the welcome', pages.dashboard, arrival({}, true), pages.onboarding],
    ['the payments, before the welcome', pages.payments, arrival({}, false), pages.welcome],
    ['the payments, after the welcome', pages.payments, arrival({}, true), pages.onboarding],
    ['the welcome, after the first login', pages.welcome, arrival(old, true), pages.dashboard],
    ['the chat, after the first login', pages.onboarding, arrival(old, true), pages.dashboard],
  ])('%s', (_, page, state, place) => expect(detourFrom(page, state)).toBe(place))

  test('only in these cases', () => {
    const started = { tasks: [{ status: 'completed' }] } as const
    expect(detourFrom(pages.dashboard, arrival(old, false))).toBeNull()
    expect(detourFrom(pages.payments, arrival(old, false))).toBeNull()
    expect(detourFrom(pages.dashboard, arrival(started, true))).toBeNull()
    expect(detourFrom(pages.payments, arrival(started, false))).toBeNull()
    expect(detourFrom(pages.dashboard, arrival({ isMarkedComplete: true }, false))).toBeNull()
    expect(detourFrom(pages.welcome, arrival({}, true))).toBeNull()
    expect(detourFrom(pages.onboarding, arrival({}, false))).toBeNull()
  })

  test('a first login is welcomed on the dashboard even when a task is already done', () => {
    expect(detourFrom(pages.dashboard, arrival({ tasks: [{ status: 'completed' }] }, false))).toBe('/welcome')
  })

  test('documents and settings are never held back', () => {
    for (const gate of states)
      for (const hasViewedWelcome of both)
        for (const page of [pages.documents, pages.settings])
          expect(detourFrom(page, { gate, hasViewedWelcome })).toBeNull()
  })

  test('redirects never form a circle, in any state', () => {
    for (const gate of states)
      for (const hasViewedWelcome of both)
        for (const start of Object.values(pages)) {
          const second = detourFrom(start, { gate, hasViewedWelcome })
          const third = second && detourFrom(second, { gate, hasViewedWelcome })
          expect(third, `${start} → ${second} in ${JSON.stringify(gate)}`).toBeNull()
        }
  })
})
