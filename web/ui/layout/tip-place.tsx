import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/platform/emitter.ts'

let place: HTMLElement | null = null
const changes = createEmitter()

const take = (element: HTMLElement | null) => {
  place = element
  changes.emit()
}

/** Marks where a page shows the assistant's tips: beside what they are about. */
export const TipPlace = () => <div ref={take} data-print="hide" className="empty:hidden" />

/** Returns the element for tips on the current page, or null if it has none. */
export const useTipPlace = () => useSyncExternalStore(changes.subscribe, () => place)
