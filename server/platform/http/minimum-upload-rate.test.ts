import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openRaw } from '#server/process/testing/raw.ts'
import { enforceMinimumRate } from './uploads.ts'

test('a sender is slow when a span brings too little, and not for pausing after the whole has come', async () => {
  let slow = 0
  const server = createServer((request) => {
    const stop = enforceMinimumRate(request.resume(), { bytes: 1000, time: 500, tooSlow: () => (slow += 1) })
    request.once('close', stop)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const address = server.address()
  const sender = await openRaw(typeof address === 'object' && address ? address.port : 0)
  sender.say('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 22000\r\n\r\n')
  for (let n = 0; n < 20; n += 1) {
    sender.say('x'.repeat(1000))
    await sleep(50)
  }
  expect(slow).toBe(0)
  await expect.poll(() => slow).toBeGreaterThan(0)
  sender.say('x'.repeat(2000))
  await sleep(700)
  const before = slow
  await sleep(1_200)
  expect(slow).toBe(before)
  sender.leave()
})
