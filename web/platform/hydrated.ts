import { useSyncExternalStore } from 'react'

/**
 * Returns whether React runs on the page. The sign-in page is shown before that. Controls that need React, and what
 * only this browser knows, wait for it.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
