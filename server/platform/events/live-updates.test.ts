import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Topic } from '#contract/kit/portal.ts'
import { listenTo, openLiveStream } from '#server/testing/live-stream.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { signal } from './bus.ts'

const portal = await openPortal()
const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))

const openStream = (client: Client) => openLiveStream(address, client)

const connections = () =>
  new Promise<number>((resolve) => portal.app.server.getConnections((_, count) => resolve(count)))

const topics: Topic[] = ['user', 'tasks', 'documents', 'payments', 'activities', 'notifications', 'identity']

test('what changes at once is told once', async () => {
  const ana = await portal.client()
  const heard = listenTo(await openStream(ana))
  await expect.poll(heard).toContain('retry:')
  await portal.db.transaction(async (tx) => {
    for (const topic of topics) await signal(tx, { kind: 'changed', userId: ana.user.id, topics: [topic] })
  })
  await expect.poll(heard).toContain(JSON.stringify({ type: 'changed', topics }))
  expect(heard().match(/"tasks"/g)).toHaveLength(1)
})

test('what changed between the first requests of a page and its stream is told when the stream opens', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const opened = listenTo(await openStream(ana))
  await signal(portal.db, { kind: 'changed', userId: ana.user.id, topics: ['payments'] })
  await expect.poll(opened).toContain('"payments"')
  const [hers, his] = [listenTo(await openStream(ana)), listenTo(await openStream(ben))]
  await expect.poll(hers).toContain('"payments"')
  await expect.poll(his).toContain('retry:')
  expect(his()).not.toContain('"payments"')
})

test('a session that ends while it is asked for many times over ends its stream once', async () => {
  const ana = await portal.client()
  const socket = await openStream(ana)
  const heard = listenTo(socket)
  await expect.poll(heard).toContain('retry:')
  await portal.db.execute(sql`delete from sessions where user_id = ${ana.user.id}`)
  await portal.db.transaction(async (tx) => {
    for (let n = 0; n < 20; n += 1) {
      await signal(tx, { kind: 'sessions', userId: ana.user.id })
      // PostgreSQL would merge two equal signals into one.
      await signal(tx, Object.assign({ kind: 'sessions' as const, userId: ana.user.id }, { n }))
      await signal(
        tx,
        Object.assign({ kind: 'changed' as const, userId: ana.user.id, topics: ['tasks' as const] }, { n }),
      )
    }
  })
  await expect.poll(heard).toContain('signed_out')
  // The end of a complete chunked response.
  await expect.poll(heard).toMatch(/\r\n0\r\n\r\n$/)
  expect(heard().match(/signed_out/g)).toHaveLength(1)
})

test('pages that are closed before they are let in are not counted as open', async () => {
  const ana = await portal.client()
  const before = await connections()
  let requestCount = 0
  const count = () => {
    requestCount += 1
  }
  portal.app.server.on('request', count)
  const holder = await portal.pool.connect()
  await holder.query('begin; lock table sessions in access exclusive mode')
  await signal(portal.db, { kind: 'sessions', userId: ana.user.id })
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openStream(ana)))
  await expect.poll(() => requestCount).toBe(20)
  for (const socket of sockets) socket.destroy()
  await expect.poll(connections).toBe(before)
  portal.app.server.off('request', count)
  await holder.query('commit')
  holder.release()

  const heard = listenTo(await openStream(ana))
  await expect.poll(heard).toContain('retry:')
  expect(heard()).toMatch(/^HTTP\/1.1 200 /)
})
