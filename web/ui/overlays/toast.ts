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
    /** The key that presses it, on pages with keyboard shortcuts. */
    shortcut?: string
  }
  /** In milliseconds. Defaults to five seconds. */
  duration?: number
  /** The id of what its action changes, for `dismissToastsAbout`. */
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

/** Shows a message for five seconds. The last four are kept. Returns the id of the toast. */
export const toast = (words: ToastWords) => {
  const id = ++lastId
  show([...toasts, { ...words, id, isOpen: true }].slice(-most))
  return id
}

/** Starts the exit animation, and removes the toast when it has ended. */
export const dismissToast = (id: number) => {
  show(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
  setTimeout(() => show(toasts.filter((shown) => shown.id !== id)), toastExit)
}

/** Dismisses toasts whose action no longer applies, such as the Undo of a decision that was reopened on its page. */
export const dismissToastsAbout = (about: string) => {
  for (const shown of toasts) if (shown.about === about) dismissToast(shown.id)
}

export const clearToasts = () => show([])

export const useToasts = () => useSyncExternalStore(changes.subscribe, current, current)

const show = (next: readonly ShownToast[]) => {
  toasts = next
  changes.emit()
}

const current = () => toasts
