import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { LiveEvent } from '#contract/portal.ts'
import { portal } from '#contract/portal.ts'
import { Problem } from '#contract/problem.ts'
import { admit } from './audience.ts'
import { seconds } from './durations.ts'
import type { Platform } from './request.ts'

const heartbeatEvery = seconds(20)
const streamsPerPerson = 20

interface Live extends Pick<Platform, 'bus' | 'whoIs'> {
  /** Whether the session that opened a stream may still be used. */
  isOpen: (request: FastifyRequest) => Promise<boolean>
}

/** Tells open pages what changed: ids and nouns, so that the page asks again with its own rights. */
export function serveLive(app: FastifyInstance, { bus, whoIs, isOpen }: Live) {
  const closers = new Set<() => void>()
  const openOf = new Map<string, number>()

  app.get(portal.events.path, async (request, reply) => {
    const actor = await whoIs(request)
    admit(portal.events, actor)
    const open = openOf.get(actor.id) ?? 0
    if (open >= streamsPerPerson)
      throw new Problem('too_many', 'The portal is open in too many windows. Please close some.', {
        retryAfter: 30,
      })
    openOf.set(actor.id, open + 1)

    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 2000\n\n')
    const send = (event: LiveEvent) => raw.write(`data: ${JSON.stringify(event)}\n\n`)
    const stillOpen = async () => {
      if (await isOpen(request)) return
      send({ type: 'signed_out', topics: [] })
      raw.end()
    }
    const leaveBus = bus.on((signal) => {
      if (signal.userId !== actor.id) return
      if (signal.kind === 'changed') send({ type: 'changed', topics: signal.topics })
      else void stillOpen().catch(() => raw.end())
    })
    const leaveResync = bus.onResync(() => send({ type: 'resync', topics: [] }))
    const heartbeat = setInterval(
      () =>
        void stillOpen().then(
          () => raw.writable && raw.write(':\n\n'),
          () => {},
        ),
      heartbeatEvery,
    )
    const close = () => raw.end()
    closers.add(close)
    raw.on('close', () => {
      closers.delete(close)
      clearInterval(heartbeat)
      leaveBus()
      leaveResync()
      openOf.set(actor.id, (openOf.get(actor.id) ?? 1) - 1)
      if (openOf.get(actor.id) === 0) openOf.delete(actor.id)
    })
  })
  app.addHook('preClose', async () => {
    for (const close of closers) close()
  })
}
