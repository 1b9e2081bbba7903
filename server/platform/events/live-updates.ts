import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type LiveEvent, portal, type Topic } from '#contract/kit/portal.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Member } from '../ctx.ts'
import { admit } from '../http/audience.ts'
import type { Platform } from '../http/request.ts'
import { seconds } from '../time/durations.ts'
import { everyone } from './bus.ts'
import { openRecentChanges } from './recent-changes.ts'

const heartbeatEvery = seconds(20)
const streamsPerPerson = 20

interface Live extends Pick<Platform, 'bus' | 'whoIs' | 'pulse'> {
  /** Returns whether the session that opened a stream is still valid. */
  isOpen: (request: FastifyRequest) => Promise<boolean>
}

/** Streams changes to open pages: only ids and nouns, so that a page requests the data with its own rights. */
export function serveLive(app: FastifyInstance, live: Live) {
  const closers = new Set<() => void>()
  const openOf = new Map<string, number>()
  const recent = openRecentChanges(live.bus)

  app.get(portal.events.path, async (request, reply) => {
    const actor = admit(portal.events, await live.pulse.during(async () => live.whoIs(request)))
    const { raw } = reply
    // A client that left meanwhile would never close again, and its stream would be counted for ever.
    if (raw.destroyed) return reply.hijack()
    const open = openOf.get(actor.id) ?? 0
    if (open >= streamsPerPerson) throw tooMany()
    openOf.set(actor.id, open + 1)

    beginEvents(reply)
    const close = follow(live, { request, reply, actor, missed: recent.topicsFor(actor.id) })
    closers.add(close)
    raw.on('close', () => {
      close()
      closers.delete(close)
      const left = (openOf.get(actor.id) ?? 1) - 1
      if (left > 0) openOf.set(actor.id, left)
      else openOf.delete(actor.id)
    })
  })
  app.addHook('preClose', async () => {
    recent.close()
    for (const close of closers) close()
  })
}

const tooMany = () =>
  new Problem('too_many', 'The portal is open in too many windows. Please close some.', { retryAfter: 30 })

const beginEvents = (reply: FastifyReply) => {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
}

interface Follower {
  request: FastifyRequest
  reply: FastifyReply
  actor: Member
  /** What may have changed between the page's first requests and this stream. */
  missed: ReadonlySet<Topic>
}

/** Streams a person's signals while the session is valid, then ends the response. */
function follow({ bus, isOpen }: Live, { request, reply, actor, missed }: Follower) {
  const stream = openStream(reply.raw)
  stream.invalidate([...missed])
  const leaveBus = bus.on((signal) => {
    if (signal.kind === 'connections') return
    if (signal.userId !== actor.id && signal.userId !== everyone) return
    if (signal.kind === 'changed') stream.invalidate(signal.topics)
    else if (signal.kind === 'typing') stream.send({ type: 'typing', topics: [], from: signal.fromId })
    else void endIfOver().catch(close)
  })
  const leaveResync = bus.onResync(() => stream.send({ type: 'resync', topics: [] }))
  const heartbeat = setInterval(() => void endIfOver().then(stream.beat, () => {}), heartbeatEvery)
  const close = () => {
    clearInterval(heartbeat)
    leaveBus()
    leaveResync()
    stream.end()
  }
  const endIfOver = async () => {
    if (await isOpen(request)) return
    stream.send({ type: 'signed_out', topics: [] })
    close()
  }
  return close
}

/** How many bytes may wait for a page that does not read. The page reconnects after it was cut off. */
const backlog = 64 * 1024

/** The stream of one open page. Events for a page that has gone or was cut off are dropped. */
interface Stream {
  send: (event: LiveEvent) => void
  /** Sends topics together with all others of the same moment. */
  invalidate: (topics: readonly Topic[]) => void
  /** Keeps proxies from closing the connection as idle. */
  beat: () => void
  /** Ends the stream after sending what is pending. A page that does not read is cut off. */
  end: () => void
}

/** Writes server-sent events to a response whose headers have been sent. */
export function openStream(raw: ServerResponse): Stream {
  // Without a listener, a page that disconnects at the wrong moment would end the process.
  raw.on('error', () => {})
  const write = (text: string) => {
    if (raw.writableEnded || raw.destroyed) return
    if (raw.writableLength > backlog) raw.destroy()
    else raw.write(text)
  }
  const send = (event: LiveEvent) => write(`data: ${JSON.stringify(event)}\n\n`)
  const changed = new Set<Topic>()
  const flush = () => {
    const topics = [...changed]
    changed.clear()
    if (topics.length > 0) send({ type: 'changed', topics })
  }
  write('retry: 2000\n\n')
  return {
    send,
    invalidate: (topics) => {
      if (changed.size === 0) setImmediate(flush)
      for (const topic of topics) changed.add(topic)
    },
    beat: () => write(':\n\n'),
    end: () => {
      if (raw.writableEnded || raw.destroyed) return
      raw.end()
      const cutOff = setTimeout(() => raw.destroy(), seconds(5))
      raw.once('close', () => clearTimeout(cutOff))
    },
  }
}
