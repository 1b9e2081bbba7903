import { Count } from '#web/ui/data/badge.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { useUnreadMessages } from './hooks.ts'

/** Beside the entry of the messages: how many are unread. */
export const UnreadCount = () => {
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <>
      <Count tone="info">{unread}</Count>
      <VisuallyHidden>unread</VisuallyHidden>
    </>
  )
}
