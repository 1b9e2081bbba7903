import { useSyncExternalStore } from 'react'

/**
 * Whether React runs what is seen. The sign-in page is there before: what may be pressed only then, and what this
 * browser alone knows, waits for it.
 */
export const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

const never = () => () => {}
