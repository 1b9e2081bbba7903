import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/kit.ts'
import type { LiveEvent, Topic } from '#contract/portal.ts'
import { listenTogether, listenToServer } from './events.ts'
import { refresh } from './queries.ts'
import { heardTyping } from './typing-indicator.ts'

/** Which answers are out of date when a topic has changed. */
export type LiveMap = Partial<Record<Topic, Endpoint[]>>

interface LiveOptions {
  enabled: boolean
  /** Whether what is told now is passed over. */
  isDeaf?: () => boolean
  onSignedOut?: () => void
}

/** Keeps the page true while somebody is signed in: mounted once, in the frame around all pages. */
export function useLiveChanges(map: LiveMap, { enabled, isDeaf, onSignedOut }: LiveOptions) {
  const cache = useQueryClient()
  const latest = useRef({ map, isDeaf, onSignedOut })
  useEffect(() => {
    latest.current = { map, isDeaf, onSignedOut }
  })

  useEffect(() => {
    if (!enabled) return
    const tell = ({ type, topics, from }: LiveEvent) => {
      if (latest.current.isDeaf?.()) return
      if (type === 'typing') heardTyping(from ?? '')
      else if (type === 'signed_out') latest.current.onSignedOut?.()
      else if (type === 'resync') void cache.invalidateQueries()
      else void refresh(cache, [...new Set(topics.flatMap((topic) => latest.current.map[topic] ?? []))])
    }
    // Without TLS there are no locks: each tab then listens for itself.
    return 'locks' in navigator ? listenTogether(tell) : listenToServer(tell)
  }, [enabled, cache])
}
