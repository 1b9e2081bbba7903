import { expect, test } from 'vitest'
import { tasks } from '#contract/tasks.ts'
import { freePort } from '#server/testing/loopback.ts'
import { openPortal } from '#server/testing/portal.ts'

const key = 'a key of sixteen letters'
const unlogged = { traces: null, logsRequests: false }

/** A line of Prometheus' text format: a comment, or a name with labels and a number. */
const format = /^(?:# (?:HELP|TYPE) \w+ .+|[a-z_]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)+\})? [\d.e+-]+)$/

test('whoever has the key reads how many requests were answered, and no name, id or address of anybody', async () => {
  const portal = await openPortal({ watched: { ...unlogged, metrics: { address: null, key } } })
  const client = await portal.client()
  const [task] = await client.ask(tasks.list, {})
  await client.send('GET', `/api/tasks/${task?.id}`, undefined, {})
  const ask = (authorization?: string) =>
    portal.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

  for (const wrong of [undefined, 'Bearer something else', key])
    expect((await ask(wrong)).statusCode).toBe(404)
  const reply = await ask(`Bearer ${key}`)
  expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = reply.body.trim().split('\n')
  expect(lines.filter((line) => !format.test(line))).toEqual([])
  expect(lines).toContain(
    'portico_http_request_duration_seconds_count{method="GET",route="/api/tasks",status="200"} 1',
  )
  expect(lines).toContain('portico_database_up 1')
  expect(lines).toContain('portico_jobs_up 1')
  expect(lines.find((line) => line.startsWith('portico_jobs{state="failing"}'))).toBe(
    'portico_jobs{state="failing"} 0',
  )
  for (const personal of [task?.id ?? '', client.user.username, client.user.id])
    expect(reply.body).not.toContain(personal)
})

test('an internal address answers the figures, and the portal’s own then does not', async () => {
  const port = await freePort()
  const address = { host: '127.0.0.1', port }
  const portal = await openPortal({ watched: { ...unlogged, metrics: { address, key: null } } })
  expect((await portal.app.inject({ url: '/metrics' })).statusCode).toBe(404)
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(await reply.text()).toContain('portico_http_request_duration_seconds_count')
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(404)
})

test('without a setting there are no figures to read', async () => {
  const portal = await openPortal()
  expect((await portal.app.inject({ url: '/metrics' })).statusCode).toBe(404)
})
