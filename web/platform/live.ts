import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { LiveEvent, portal, type Topic } from '#contract/kit/portal.ts'
import { typingLasts } from '#contract/messages.ts'
import { parsedBody } from './ask.ts'
import { createEmitter } from './emitter.ts'
import { invalidate, refresh } from './queries.ts'

/** Returns the endpoints whose responses are out of date after a topic has changed. */
type OutOfDate = (topic: Topic) => Endpoint[]

interface LiveOptions {
  enabled: boolean
  /** Whether to ignore events now. */
  isDeaf?: () => boolean
  onSignedOut?: () => void
}

/** Keeps the page up to date while someone is signed in. Mounted once, in the frame around all pages. */
export function useLiveChanges(outOfDate: OutOfDate, { enabled, isDeaf, onSignedOut }: LiveOptions) {
  const cache = useQueryClient()
  const latest = useRef({ outOfDate, isDeaf, onSignedOut })
  useEffect(() => {
    latest.current = { outOfDate, isDeaf, onSignedOut }
  })

  useEffect(() => {
    if (!enabled) return
    const handle = ({ type, topics, from }: LiveEvent) => {
      if (latest.current.isDeaf?.()) return
      if (type === 'typing') heardTyping(from ?? '')
      else if (type === 'signed_out') latest.current.onSignedOut?.()
      else if (type === 'resync') void invalidate(cache)
      else void refresh(cache, [...new Set(topics.flatMap((topic) => latest.current.outOfDate(topic)))])
    }
    // Browsers offer locks only with TLS. Without them, each tab listens for itself.
    return 'locks' in navigator ? listenTogether(handle) : listenToServer(handle)
  }, [enabled, cache])
}

type Listener = (event: LiveEvent) => void
/** Opens the stream: as the browser's EventSource, or a test's own. */
type OpenStream = (
  url: string,
) => Pick<EventSource, 'close' | 'onopen' | 'onmessage' | 'onerror' | 'readyState'>

const firstWait = 1_000
const longestWait = 60_000
const resync: LiveEvent = { type: 'resync', topics: [] }
const signedOut: LiveEvent = { type: 'signed_out', topics: [] }
/** EventSource.CLOSED: the server answered and refused the stream. */
const refused = 2

/**
 * Reports changes on the server until the returned function is called. After a lost connection it waits longer each
 * time and then reports `resync`, because events may have been missed. So it does if the stream first opens more than a
 * second after `since`, the time in milliseconds when the page first wanted to listen. It reports a refusal as
 * `signed_out`, and the receiver checks whether that is true.
 */
export const listenToServer = (
  handle: Listener,
  { open = (url) => new EventSource(url), since = Date.now() }: { open?: OpenStream; since?: number } = {},
) => {
  let wait = firstWait
  let timer: ReturnType<typeof setTimeout> | undefined
  let stream: ReturnType<OpenStream> | undefined
  let mayHaveMissed = false
  let hasOpened = false

  const connect = () => {
    stream = open(portal.events.path)
    stream.onopen = () => {
      wait = firstWait
      const isLate = !hasOpened && Date.now() - since > firstWait
      if (mayHaveMissed || isLate) handle(resync)
      mayHaveMissed = false
      hasOpened = true
    }
    stream.onmessage = ({ data }) => {
      const event = LiveEvent.safeParse(parsedBody(data))
      if (event.success) handle(event.data)
    }
    stream.onerror = () => {
      // The browser does not say why. Most likely the session ended while this stream was down.
      if (stream?.readyState === refused) handle(signedOut)
      stream?.close()
      mayHaveMissed = true
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
 * Opens one stream per browser, because browsers allow few connections to one server. The tab that holds the lock
 * listens, and passes events on to the other tabs.
 */
const listenTogether = (handle: Listener) => {
  const tabs = new BroadcastChannel('portico_events')
  const ended = new AbortController()
  const began = Date.now()
  tabs.onmessage = ({ data }) => handle(data)
  const lead = () =>
    new Promise<void>((release) => {
      // The lock may be granted after this page has stopped listening.
      if (ended.signal.aborted) return release()
      const handleForAllTabs = (event: LiveEvent) => {
        handle(event)
        tabs.postMessage(event)
      }
      // Events may have been missed since the tab that listened before was closed.
      const stop = listenToServer(handleForAllTabs, { since: began })
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

// People who are typing to this page. A timer removes them after a while without a sign, unless their message arrives
// first.
const typing = new Map<string, ReturnType<typeof setTimeout>>()
const { subscribe, emit } = createEmitter()

export const clearTyping = (from: string) => {
  clearTimeout(typing.get(from))
  if (typing.delete(from)) emit()
}

const heardTyping = (from: string) => {
  clearTimeout(typing.get(from))
  typing.set(
    from,
    setTimeout(() => clearTyping(from), typingLasts),
  )
  emit()
}

/** Returns whether someone is typing to this page now. */
export const useIsTyping = (from: string) => useSyncExternalStore(subscribe, () => typing.has(from))
