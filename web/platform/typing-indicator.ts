import { useSyncExternalStore } from 'react'
import { typingLasts } from '#contract/messages.ts'
import { createEmitter } from './emitter.ts'

// Who is typing to this page, each with what ends it: no sign of it for a while, or what was typed.
const typing = new Map<string, ReturnType<typeof setTimeout>>()
const { subscribe, emit } = createEmitter()

export const clearTyping = (from: string) => {
  clearTimeout(typing.get(from))
  if (typing.delete(from)) emit()
}

export const heardTyping = (from: string) => {
  clearTimeout(typing.get(from))
  typing.set(
    from,
    setTimeout(() => clearTyping(from), typingLasts),
  )
  emit()
}

/** Whether somebody is typing to this page now. */
export const useIsTyping = (from: string) => useSyncExternalStore(subscribe, () => typing.has(from))
