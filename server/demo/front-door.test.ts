import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { demoBrowserOn } from './front-door.ts'

test('a start on a busy machine asks again what was put off, and only that', async () => {
  const app = Fastify()
  let count = 0
  app.post('/busy', async (_, reply) => {
    count += 1
    return reply.code(count < 3 ? 503 : 201).send({ count })
  })
  app.post('/refused', async (_, reply) => {
    count += 1
    return reply.code(409).send({ count })
  })
  const { send } = demoBrowserOn(app, 1)
  expect(await send('POST', '/busy', {}, {})).toEqual({ status: 201, body: { count: 3 } })
  expect(await send('POST', '/refused', {}, {})).toEqual({ status: 409, body: { count: 4 } })
})
