import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { seconds } from '../time/durations.ts'
import { watchPulse } from './liveness.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A database that accepts no new connection, and work that waits on an open one. */
const openSilent = () => {
  const closeConnections = vi.fn()
  const answers = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(false), seconds(2.5)))
  const pulse = watchPulse({ answers, closeConnections })
  const begin = () => {
    const began = performance.now()
    const ended = vi.fn()
    pulse.during(() => new Promise(() => {})).catch(() => ended(performance.now() - began))
    return { ended, endedAfter: () => ended.mock.calls[0]?.[0] as number | undefined }
  }
  return { pulse, closeConnections, begin }
}

test('a database that says nothing is given up within five seconds, and nobody is kept waiting after that', async () => {
  const { pulse, closeConnections, begin } = openSilent()
  const work = begin()
  await vi.advanceTimersByTimeAsync(seconds(5))
  expect(work.endedAfter()).toBeLessThan(seconds(4))
  expect(closeConnections).toHaveBeenCalledOnce()
  await expect(pulse.during(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
})

test('a database that answers others is not given up, however long it leaves one question', async () => {
  const { pulse, closeConnections, begin } = openSilent()
  const { ended } = begin()
  for (let spent = 0; spent < 60; spent++) {
    await vi.advanceTimersByTimeAsync(seconds(1))
    pulse.heard()
  }
  expect(ended).not.toHaveBeenCalled()
  expect(closeConnections).not.toHaveBeenCalled()
})

test.each(Array.from({ length: 20 }, (_, at) => at * 250))(
  'whoever asks a database that stopped after %i ms of another question is refused within five seconds',
  async (stopped) => {
    const { pulse, begin } = openSilent()
    begin()
    for (let spent = 0; spent < stopped; spent += 250) {
      pulse.heard()
      await vi.advanceTimersByTimeAsync(250)
    }
    pulse.heard()
    const late = begin()
    await vi.advanceTimersByTimeAsync(seconds(6))
    expect(late.endedAfter()).toBeLessThan(seconds(5))
  },
)

test('once it answers again, work goes on', async () => {
  let isThere = false
  const pulse = watchPulse({ answers: async () => isThere, closeConnections: () => {} })
  await pulse.look()
  await expect(pulse.during(async () => 'done')).rejects.toMatchObject({ code: 'unavailable' })
  isThere = true
  await vi.advanceTimersByTimeAsync(seconds(1))
  expect(await pulse.during(async () => 'done')).toBe('done')
})
