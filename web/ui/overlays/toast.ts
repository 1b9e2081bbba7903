import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/platform/emitter.ts'

export type ToastVariant = 'default' | 'destructive' | 'info' | 'success' | 'warning' | 'error'

export interface ToastWords {
  title: string
  description?: string
  variant?: ToastVariant
  action?: { label: string; onPress: () => void }
  /** In milliseconds; else five seconds. */
  duration?: number
}

export interface ShownToast extends ToastWords {
  id: number
  isOpen: boolean
}

/**
 * One place on every page, where nothing is pressed and nothing is read: the free part of the sidebar, and on
 * a phone the middle of the header.
 */
export const toastPlace = 'fixed z-70 max-md:inset-x-14 max-md:top-1.5 md:bottom-46 md:left-2 md:w-60'

export const toastTime = 5_000
export const toastExit = 300
const most = 4

let toasts: readonly ShownToast[] = []
let lastId = 0
const changes = createEmitter()

/** Tells the person something and goes away after five seconds. The last four are kept. */
export const toast = (words: ToastWords) => {
  const id = ++lastId
  show([...toasts, { ...words, id, isOpen: true }].slice(-most))
  return id
}

/** Begins the way out; the toast is gone when its animation has ended. */
export const dismissToast = (id: number) => {
  show(toasts.map((shown) => (shown.id === id ? { ...shown, isOpen: false } : shown)))
  setTimeout(() => show(toasts.filter((shown) => shown.id !== id)), toastExit)
}

export const clearToasts = () => show([])

export const useToasts = () => useSyncExternalStore(changes.subscribe, current, current)

const show = (next: readonly ShownToast[]) => {
  toasts = next
  changes.emit()
}

const current = () => toasts
