import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onUnauthorized } from '#web/platform/unauthorized-events.ts'
import { sessionFlag } from './flags.ts'
import { checkSession, endSession, isLeaving } from './hooks.ts'

/** Notices, while somebody is signed in, that the session has ended: refused, elsewhere, or in another tab. */
export function useSessionWatch() {
  const cache = useQueryClient()
  useEffect(() => {
    const check = () => isLeaving(cache) || void checkSession(cache)
    const stopListening = onUnauthorized(check)
    // Another tab signed out: it clears the flag, and this tab keeps nothing either.
    const followTabs = ({ key, newValue }: StorageEvent) => {
      if (key === sessionFlag.key && newValue === null) endSession(cache)
    }
    // A page that the browser had put aside comes back as it was: it may be somebody's who has left.
    const recheck = ({ persisted }: PageTransitionEvent) => persisted && check()
    addEventListener('storage', followTabs)
    addEventListener('pageshow', recheck)
    return () => {
      stopListening()
      removeEventListener('storage', followTabs)
      removeEventListener('pageshow', recheck)
    }
  }, [cache])
}
