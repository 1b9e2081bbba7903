import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { type Path, useLocation } from 'react-router'
import { isSignedIn } from '#web/platform/session.ts'
import { type LeaveWords, UnsavedOnPage } from '#web/platform/unload-question.ts'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { SetLeaveGuard } from './browser-router.tsx'

interface Held {
  words: LeaveWords
  open: () => void
}

/** Asks before a page is left on which something would be lost: by a link, a tab of its own address, or Back. */
export const LeaveQuestion = ({ children }: { children: ReactNode }) => {
  const [unsaved] = useState(() => new Set<LeaveWords>())
  const [held, hold] = useState<Held | null>(null)
  const [isOpen, setOpen] = useState(false)
  const cache = useQueryClient()
  const { pathname, search } = useLocation()
  const setGuard = use(SetLeaveGuard)
  const holdBack = useEffectEvent((next: Path, open: () => void) => {
    const words = [...unsaved].at(-1)
    const isElsewhere = next.pathname !== pathname || next.search !== search
    // Whoever has signed out has been asked, and the page goes anyway.
    if (!words || !isElsewhere || !isSignedIn(cache)) return false
    hold({ words, open })
    setOpen(true)
    return true
  })
  useEffect(() => {
    setGuard((next, open) => holdBack(next, open))
    return () => setGuard(null)
  }, [setGuard])
  const leave = () => {
    setOpen(false)
    held?.open()
  }
  return (
    <UnsavedOnPage value={unsaved}>
      {children}
      {held && <Confirm {...held.words} open={isOpen} onOpenChange={setOpen} destructive onConfirm={leave} />}
    </UnsavedOnPage>
  )
}
