import { useSyncExternalStore } from 'react'

let isPrinting = false

const listen = (listener: () => void) => {
  const start = () => {
    isPrinting = true
    listener()
  }
  const stop = () => {
    isPrinting = false
    listener()
  }
  addEventListener('beforeprint', start)
  addEventListener('afterprint', stop)
  return () => {
    removeEventListener('beforeprint', start)
    removeEventListener('afterprint', stop)
  }
}

/** Whether the page is being printed: on paper nothing can be opened, so all of it is. */
export const useIsPrinting = () => useSyncExternalStore(listen, () => isPrinting)
