import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { LiveEvent, portal, type Topic } from '#contract/kit/portal.ts'
import { typingLasts } from '#contract/messages.ts'
import { readable } from './ask.ts'
import { createEmitter } from './emitter.ts'
import { refresh } from './queries.ts'

/** Which answers are out of date when a topic has changed. */
type OutOfDate = (topic: Topic) => Endpoint[]

interface LiveOptions {
  enabled: boolean
  /** Whether what is told now is passed over. */
  isDeaf?: () => boolean
  onSignedOut?: () => void
}

/** Keeps the page true while somebody is signed in: mounted once, in the frame around all pages. */
export function useLiveChanges(outOfDate: OutOfDate, { enabled, isDeaf, onSignedOut }: LiveOptions) {
  const cache = useQueryClient()
  const latest = useRef({ outOfDate, isDeaf, onSignedOut })
  useEffect(() => {
    latest.current = { outOfDate, isDeaf, onSignedOut }
  })

  useEffect(() => {
    if (!enabled) return
    const tell = ({ type, topics, from }: LiveEvent) => {
      if (latest.current.isDeaf?.()) return
      if (type === 'typing') heardTyping(from ?? '')
      else if (type === 'signed_out') latest.current.onSignedOut?.()
      else if (type === 'resync') void cache.invalidateQueries()
      else void refresh(cache, [...new Set(topics.flatMap((topic) => latest.current.outOfDate(topic)))])
    }
    // Without TLS there are no locks: each tab then listens for itself.
    return 'locks' in navigator ? listenTogether(tell) : listenToServer(tell)
  }, [enabled, cache])
}

type Listener = (event: LiveEvent) => void
/** Where the stream comes from: the browser's EventSource, or a test's own. */
type OpenStream = (
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
 * so it does where it listens more than a second after `since`, by the clock, when the page was first asked for.
 * A refusal is told as `signed_out`: whoever hears it asks whether that is so.
 */
export const listenToServer = (
  tell: Listener,
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
      if (mayHaveMissed || isLate) tell(resync)
      mayHaveMissed = false
      hasOpened = true
    }
    stream.onmessage = ({ data }) => {
      const event = LiveEvent.safeParse(readable(data))
      if (event.success) tell(event.data)
    }
    stream.onerror = () => {
      // Why, the browser keeps to itself. Most likely the session ended while nobody listened here.
      if (stream?.readyState === refused) tell(signedOut)
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
 * One stream a browser: browsers allow few connections to one server, so the tab that holds the
 * lock listens and passes on what it hears to the other tabs.
 */
const listenTogether = (tell: Listener) => {
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
      const stop = listenToServer(tellAll, { since: began })
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

// Who is typing to this page, each with what ends it: no sign of it for a while, or what was typed.
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

/** Whether somebody is typing to this page now. */
export const useIsTyping = (from: string) => useSyncExternalStore(subscribe, () => typing.has(from))
