import { LiveEvent, portal } from '#contract/portal.ts'
import { readable } from './ask.ts'

type Listener = (event: LiveEvent) => void
/** Where the stream comes from: the browser's EventSource, or a test's own. */
export type OpenStream = (
  url: string,
) => Pick<EventSource, 'close' | 'onopen' | 'onmessage' | 'onerror' | 'readyState'>

const firstWait = 1_000
const longestWait = 60_000
const resync: LiveEvent = { type: 'resync', topics: [] }
const signedOut: LiveEvent = { type: 'signed_out', topics: [] }
/** EventSource.CLOSED: the server answered, and would not let us listen. */
const refused = 2

/**
 * Listens to what changes on the server until the returned function is called. After a lost
 * connection it waits longer each time, and tells `resync`, for nobody knows what was missed;
 * so it does from the start when it `isLate`. A refusal is told as `signed_out`: whoever hears it asks
 * whether that is so.
 */
export const listenToServer = (
  tell: Listener,
  { open = (url) => new EventSource(url), isLate = false }: { open?: OpenStream; isLate?: boolean } = {},
) => {
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: ReturnType<OpenStream> | undefined
  let wasLost = isLate

  const connect = () => {
    stream = open(portal.events.path)
    stream.onopen = () => {
      wait = firstWait
      if (wasLost) tell(resync)
      wasLost = false
    }
    stream.onmessage = ({ data }) => {
      const event = LiveEvent.safeParse(readable(data))
      if (event.success) tell(event.data)
    }
    stream.onerror = () => {
      // Why, the browser keeps to itself. Most likely the session ended while nobody listened here.
      if (stream?.readyState === refused) tell(signedOut)
      stream?.close()
      wasLost = true
      timer = setTimeout(connect, wait)
      wait = Math.min(wait * 2, longestWait)
    }
  }
  connect()
  return () => {
    clearTimeout(timer)
    stream?.close()
  }
}

/**
 * One stream a browser: browsers allow few connections to one server, so the tab that holds the
 * lock listens and passes on what it hears to the other tabs.
 */
export const listenTogether = (tell: Listener) => {
  const tabs = new BroadcastChannel('portico_events')
  const ended = new AbortController()
  const began = Date.now()
  tabs.onmessage = ({ data }) => tell(data)
  const lead = () =>
    new Promise<void>((release) => {
      // The lock may be granted to somebody who has left meanwhile.
      if (ended.signal.aborted) return release()
      const tellAll = (event: LiveEvent) => {
        tell(event)
        tabs.postMessage(event)
      }
      // Whoever takes over from a tab that was closed may have missed what came in between.
      const stop = listenToServer(tellAll, { isLate: Date.now() - began > firstWait })
      ended.signal.addEventListener('abort', () => {
        stop()
        release()
      })
    })
  navigator.locks.request('portico_events', { signal: ended.signal }, lead).catch(() => undefined)
  return () => {
    ended.abort()
    tabs.close()
  }
}
