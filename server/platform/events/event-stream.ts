import type { ServerResponse } from 'node:http'
import type { LiveEvent, Topic } from '#contract/portal.ts'
import { seconds } from '../time/durations.ts'

/** What may wait for a page that does not read, in bytes: it asks anew after it was let go. */
const backlog = 64 * 1024

/** One open page. Whatever is told to a page that has gone, or has been let go, is dropped. */
export interface Stream {
  send: (event: LiveEvent) => void
  /** Tells topics together with all others of the same moment. */
  invalidate: (topics: readonly Topic[]) => void
  /** Keeps what stands between us and the page from taking the connection for idle. */
  beat: () => void
  /** Ends the stream with what was told so far; who does not read it is cut off. */
  end: () => void
}

/** Writes server-sent events on a response that has its headers. */
export function openStream(raw: ServerResponse): Stream {
  // Without a listener, a page that goes in the wrong moment would end the process.
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
