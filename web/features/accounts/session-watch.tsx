import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { idleMinutesOf, type Role, sessionHours, warningMinutes } from '#contract/accounts/accounts.ts'
import { onAnswered } from '#web/platform/ask.ts'
import { counted, now } from '#web/platform/clock.ts'
import { onUnauthorized } from '#web/platform/emitter.ts'
import {
  checkSession,
  followOtherTab,
  isSigningOut,
  sessionBegan,
  sessionFlag,
  useUser,
} from '#web/platform/session.ts'
import { stored } from '#web/platform/storage.ts'
import { useLogOut } from '#web/shell/log-out.tsx'
import { Button } from '#web/ui/actions/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

/** Watches the session. Part of the frame around all pages of a signed-in user. */
export const SessionWatch = () => {
  useSessionWatch()
  return <ExpiryWarning />
}

/** Shortly before a session ends, offers to extend it, or at least warns, so that nobody loses their work. */
export const ExpiryWarning = () => {
  const end = useNearEnd(useUser().role)
  const [isWarned, setWarned] = useState(false)
  if (end === 'last') return isWarned ? null : <LastWords onRead={() => setWarned(true)} />
  return <StillThere isAsked={end === 'idle'} />
}

const StillThere = ({ isAsked }: { isAsked: boolean }) => {
  const cache = useQueryClient()
  const { logOut, isLeaving, question } = useLogOut(useUser())
  const stay = useMutation({ mutationFn: () => checkSession(cache) })
  return (
    <>
      <Dialog
        size="small"
        open={isAsked}
        dismissible={false}
        title="Are you still there?"
        description={`To keep your documents private, you'll be signed out in about ${counted(warningMinutes, 'minute')}.`}
        footer={
          <>
            <Button busy={isLeaving} onClick={logOut}>
              Log out
            </Button>
            <Button variant="primary" busy={stay.isPending} onClick={() => stay.mutate()}>
              Stay signed in
            </Button>
          </>
        }
      />
      {question}
    </>
  )
}

/** Warns that the session's maximum length is nearly over, which can't be extended. */
const LastWords = ({ onRead }: { onRead: () => void }) => (
  <Dialog
    size="small"
    open
    onOpenChange={onRead}
    title="Please sign in again soon"
    description={`After ${sessionHours} hours everyone has to sign in again. You have about ${counted(warningMinutes, 'minute')} left. What you've typed stays here, so you can sign in and carry on.`}
    footer={
      <Button variant="primary" onClick={onRead}>
        Carry on
      </Button>
    }
  />
)

/** When the portal last responded to a request of the user, in milliseconds. All tabs share one session. */
const lastAnswer = stored('portico_last_answer', z.number())
const checkEvery = 10_000
const minute = 60_000

/** Returns which end of the session is near, if any: `idle` for lack of use, `last` for its maximum length. */
function useNearEnd(role: Role) {
  const [end, setEnd] = useState<'idle' | 'last' | null>(null)
  useEffect(() => {
    let noted = 0
    const check = () => {
      const time = now().getTime()
      const isNear = (since: number, limit: number) => time - since >= (limit - warningMinutes) * minute
      const isIdle = isNear(lastAnswer.read() ?? noted, idleMinutesOf(role))
      const isLast = isNear(sessionBegan.read() ?? time, sessionHours * 60)
      setEnd(isIdle ? 'idle' : isLast ? 'last' : null)
    }
    const note = () => {
      const at = now().getTime()
      if (at - noted < checkEvery) return
      noted = at
      lastAnswer.write(at)
      check()
    }
    note()
    const leave = onAnswered(note)
    const timer = setInterval(check, checkEvery)
    return () => {
      leave()
      clearInterval(timer)
    }
  }, [role])
  return end
}

/**
 * Notices that the session of a signed-in user has ended: refused by the portal, ended elsewhere, or in another tab.
 */
function useSessionWatch() {
  const cache = useQueryClient()
  useEffect(() => {
    const check = () => isSigningOut(cache) || void checkSession(cache)
    const stopListening = onUnauthorized(check)
    const followTabs = ({ key, newValue }: StorageEvent) => {
      if (key === sessionFlag.key && newValue === null) followOtherTab(cache)
    }
    // The browser restores a cached page as it was, which may show the data of a user who has signed out.
    const recheck = ({ persisted }: PageTransitionEvent) => persisted && check()
    addEventListener('storage', followTabs)
    addEventListener('pageshow', recheck)
    return () => {
      stopListening()
      removeEventListener('storage', followTabs)
      removeEventListener('pageshow', recheck)
    }
  }, [cache])
}
