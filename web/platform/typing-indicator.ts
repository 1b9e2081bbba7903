import { useSyncExternalStore } from 'react'
import { typingLasts } from '#contract/messages.ts'

// Who is typing to this page, each with what ends it: no sign of it for a while, or what was typed.
const typing = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const clearTyping = (from: string) => {
  clearTimeout(typing.get(from))
  if (typing.delete(from)) tell()
}

export const heardTyping = (from: string) => {
  clearTimeout(typing.get(from))
  typing.set(
    from,
    setTimeout(() => clearTyping(from), typingLasts),
  )
  tell()
}

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether somebody is typing to this page now. */
export const useIsTyping = (from: string) => useSyncExternalStore(listen, () => typing.has(from))
