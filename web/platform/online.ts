import { useSyncExternalStore } from 'react'

/** Whether the browser believes that it has a network. */
export const useOnline = () => useSyncExternalStore(listen, () => navigator.onLine)

const listen = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
