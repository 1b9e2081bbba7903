import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#contract/kit/portal.ts'
import { listenToServer } from './live.ts'

// @vitest-environment jsdom

const connecting = 0
const closed = 2

const makeStream = () => ({
  onopen: null as (() => void) | null,
  onmessage: null as ((event: { data: string }) => void) | null,
  onerror: null as (() => void) | null,
  close: vi.fn(),
  readyState: connecting,
})
type Stream = ReturnType<typeof makeStream>

const listen = () => {
  const streams: Stream[] = []
  const heard: LiveEvent[] = []
  const stop = listenToServer((event) => heard.push(event), {
    open: () => {
      const stream = makeStream()
      streams.push(stream)
      return stream
    },
  })
  return { streams, heard, stop, latest: () => streams.at(-1) as Stream }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what changed is passed on, and what cannot be read is left out', () => {
  const { heard, latest } = listen()
  latest().onmessage?.({ data: '{"type":"changed","topics":["tasks"]}' })
  latest().onmessage?.({ data: 'not ours' })
  latest().onmessage?.({ data: '{"type":"changed","topics":"tasks"}' })
  expect(heard).toEqual([{ type: 'changed', topics: ['tasks'] }])
})

test('a lost connection is opened again, each time after a longer wait, a minute at most', () => {
  const { streams, latest } = listen()
  const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
  for (const [lost, wait] of waits.entries()) {
    latest().onerror?.()
    vi.advanceTimersByTime(wait - 1)
    expect(streams).toHaveLength(lost + 1)
    vi.advanceTimersByTime(1)
    expect(streams).toHaveLength(lost + 2)
  }
  expect(streams.slice(0, -1).every(({ close }) => close.mock.calls.length === 1)).toBe(true)
})

test('after a lost connection everything is asked again, after the first opening nothing is', () => {
  const { heard, latest } = listen()
  latest().onopen?.()
  expect(heard).toEqual([])
  latest().onerror?.()
  vi.advanceTimersByTime(1_000)
  latest().onopen?.()
  expect(heard).toEqual([{ type: 'resync', topics: [] }])
})

test('a first opening that took longer than a second has everything asked again, once', () => {
  const { heard, latest } = listen()
  vi.advanceTimersByTime(1_001)
  latest().onopen?.()
  expect(heard).toEqual([{ type: 'resync', topics: [] }])
  latest().onopen?.()
  expect(heard).toHaveLength(1)
})

test('a server that will not let us listen is told as the end of the session, and asked again', () => {
  const { streams, heard, latest } = listen()
  latest().onerror?.()
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1_000)
  latest().readyState = closed
  latest().onerror?.()
  expect(heard).toEqual([{ type: 'signed_out', topics: [] }])
  vi.advanceTimersByTime(2_000)
  expect(streams).toHaveLength(3)
})

test('whoever stops listening is neither told nor connected again', () => {
  const { streams, stop, latest } = listen()
  latest().onerror?.()
  stop()
  vi.advanceTimersByTime(120_000)
  expect(streams).toHaveLength(1)
})
