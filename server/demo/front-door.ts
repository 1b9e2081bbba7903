import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { statusOf } from '#contract/kit/problem.ts'
import type { Send } from '#contract/kit/transport.ts'
import { injectClient } from '#server/platform/http/inject.ts'
import { seconds } from '#server/platform/time/durations.ts'

const timesAtMost = 20

/**
 * Returns a browser that repeats a request answered with 503. While a portal first starts on a busy machine, a file may
 * take longer than a person would be kept waiting, and that must not end the start.
 */
export function demoBrowserOn(app: FastifyInstance, pause = seconds(3)) {
  const browser = injectClient(app)
  const send: Send = async (...args) => {
    for (let time = 1; ; time += 1) {
      const reply = await browser.send(...args)
      if (reply.status !== statusOf.unavailable || time === timesAtMost) return reply
      await sleep(pause)
    }
  }
  return { ...browser, send }
}
