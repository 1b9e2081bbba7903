import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import type { UserId } from '#contract/accounts.ts'
import { type Message, messages, typingEvery } from '#contract/messages.ts'
import { ask } from '#web/platform/ask.ts'
import { useMarkMessageRead } from './hooks.ts'

const listen = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const useIsLookedAt = () => useSyncExternalStore(listen, () => document.visibilityState === 'visible')

/** Marks what was received as read, once somebody looks at the conversation. */
export const useReading = (all: readonly Message[], { readerId }: { readerId: UserId }) => {
  const { mutate } = useMarkMessageRead()
  const isLookedAt = useIsLookedAt()
  const newest = all.find(({ receiverId }) => receiverId === readerId)
  const unread = newest?.isRead === false ? newest.id : undefined
  const mark = useEffectEvent((id: Message['id']) =>
    mutate(
      { id },
      {
        // oxlint-disable-next-line no-console -- part 2, section 8: this is told to the console only.
        onError: (problem) => console.error('Failed to mark message as read', problem),
      },
    ),
  )
  useEffect(() => {
    if (unread !== undefined && isLookedAt) mark(unread)
  }, [unread, isLookedAt])
}

/** Says now and then that something is being typed; should it not arrive, nothing is lost. */
export const useSayTyping = (receiverId: UserId) => {
  const last = useRef(0)
  return () => {
    if (Date.now() - last.current < typingEvery) return
    last.current = Date.now()
    ask(messages.typing, { receiverId }).catch(() => {})
  }
}
