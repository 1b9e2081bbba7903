import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { portal as contract } from '#contract/kit/portal.ts'
import { openPortal } from '#server/testing/portal.ts'
import { serveHealth } from './health.ts'

test('however often the health is asked for, it is looked after once in two seconds', async () => {
  const portal = await openPortal()
  let checks = 0
  const check = () => {
    checks += 1
    return portal.ports.files.check()
  }
  const app = Fastify()
  onTestFinished(() => app.close())
  serveHealth(app, {
    database: portal.database,
    files: { check },
    jobs: { isWorking: () => true },
    warnings: async () => [],
  })
  const ask = () => app.inject({ url: contract.health.path })

  const replies = await Promise.all(Array.from({ length: 100 }, ask))
  for (const reply of replies) expect(reply.json()).toMatchObject({ status: 'ok', files: 'ok' })
  await ask()
  expect(checks).toBe(1)
  await expect.poll(async () => (await ask()) && checks, { interval: 250 }).toBe(2)
})
