import { useSyncExternalStore } from 'react'

let place: HTMLElement | null = null
const listeners = new Set<() => void>()

const take = (element: HTMLElement | null) => {
  place = element
  for (const listener of listeners) listener()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where a page wants the tips of the assistant: beside what they are about. */
export const TipPlace = () => <div ref={take} data-print="hide" className="empty:hidden" />

/** The place that the page of this moment has for tips, if it has one. */
export const useTipPlace = () => useSyncExternalStore(listen, () => place)
