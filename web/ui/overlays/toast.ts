import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/platform/emitter.ts'

export type ToastVariant = 'default' | 'destructive' | 'info' | 'success' | 'warning' | 'error'

export interface ToastWords {
  title: string
  description?: string
  variant?: ToastVariant
  action?: {
    label: string
    onPress: () => void
    /** The key that presses it, on every page, while this is the newest toast. */
    shortcut?: string
  }
  /** In milliseconds. Defaults to five seconds. */
  duration?: number
  /** The id of what was decided on. The toast of a later decision, on this or on anything else, dismisses this one. */
  about?: string
}

export interface ShownToast extends ToastWords {
  id: number
  isOpen: boolean
}

/**
 * The place of toasts on every page, where they cover nothing to press or to read: the free part of the sidebar, and on
 * a phone the middle of the header.
 */
export const toastClass = 'fixed z-70 max-md:inset-x-14 max-md:top-1.5 md:bottom-46 md:left-2 md:w-60'

export const undoShortcut = 'u'

export const toastTime = 5_000
const toastExit = 300
const most = 4

let toasts: readonly ShownToast[] = []
let lastId = 0
const changes = createEmitter()

/**
 * Shows a message for five seconds. The last four are kept. Only the newest decision offers to undo it, so that nobody
 * takes back another one by mistake. Returns the id of the toast.
 */
export const toast = (words: ToastWords) => {
  const id = ++lastId
  if (words.about !== undefined) dismissDecisions()
  show([...toasts, { ...words, id, isOpen: true }].slice(-most))
  return id
}

/** Starts the exit animation, and removes the toast when it has ended. */
export const dismissToast = (id: number) => {
  show(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
  setTimeout(() => show(toasts.filter((shown) => shown.id !== id)), toastExit)
}

const dismissDecisions = () => {
  for (const shown of toasts) if (shown.about !== undefined) dismissToast(shown.id)
}

/** Dismisses toasts whose action no longer applies, such as the Undo of a decision that was reopened on its page. */
export const dismissToastsAbout = (about: string) => {
  for (const shown of toasts) if (shown.about === about) dismissToast(shown.id)
}

export const clearToasts = () => show([])

/** The toast whose shortcut works: the newest of those that are not closing. */
export const newestOf = (shown: readonly ShownToast[]) => shown.findLast(({ isOpen }) => isOpen)

export const useToasts = () => useSyncExternalStore(changes.subscribe, current, current)

const show = (next: readonly ShownToast[]) => {
  toasts = next
  changes.emit()
}

const current = () => toasts
