import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/platform/emitter.ts'

let place: HTMLElement | null = null
const changes = createEmitter()

const take = (element: HTMLElement | null) => {
  place = element
  changes.emit()
}

/** Where a page wants the tips of the assistant: beside what they are about. */
export const TipPlace = () => <div ref={take} data-print="hide" className="empty:hidden" />

/** The place that the page of this moment has for tips, if it has one. */
export const useTipPlace = () => useSyncExternalStore(changes.subscribe, () => place)
