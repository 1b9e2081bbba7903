import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openRaw } from '#server/process/testing/raw.ts'
import { enforceMinimumRate } from './uploads.ts'

// Spans end when the test says so, however slow the machine is.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a sender is slow when a span brings too little, and not for pausing after the whole has come', async () => {
  const span = 500
  let [slow, received, isWhole] = [0, 0, false]
  const server = createServer((request) => {
    onTestFinished(enforceMinimumRate(request, { bytes: 1000, time: span, tooSlow: () => (slow += 1) }))
    request.on('data', (part: Buffer) => {
      received += part.length
    })
    request.on('end', () => {
      isWhole = true
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const begun = once(server, 'request')
  const address = server.address()
  const sender = await openRaw(typeof address === 'object' && address ? address.port : 0)
  sender.say('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 22000\r\n\r\n')
  await begun
  for (let n = 1; n <= 20; n += 1) {
    sender.say('x'.repeat(1000))
    await expect.poll(() => received, { interval: 1 }).toBe(n * 1000)
    vi.advanceTimersByTime(span)
  }
  expect(slow).toBe(0)
  vi.advanceTimersByTime(span)
  expect(slow).toBe(1)
  sender.say('x'.repeat(2000))
  await expect.poll(() => isWhole).toBe(true)
  vi.advanceTimersByTime(3 * span)
  expect(slow).toBe(1)
  sender.leave()
})
