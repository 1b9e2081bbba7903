import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { idleMinutes, type Role, warningMinutes } from '#contract/accounts.ts'
import { counted, now } from '#web/platform/clock.ts'
import { stored } from '#web/platform/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { checkSession, useLogout, useUser } from './hooks.ts'

/** Shortly before a session ends for want of use: a way to stay, so that nobody is thrown out at their work. */
export const ExpiryWarning = () => {
  const cache = useQueryClient()
  const logout = useLogout()
  const isNear = useIsNearEnd(useUser().role)
  const stay = useMutation({ mutationFn: () => checkSession(cache) })
  return (
    <Dialog
      size="small"
      open={isNear}
      dismissible={false}
      title="Are you still there?"
      description={`You will be signed out in about ${counted(warningMinutes, 'minute')}, to keep your papers private.`}
      footer={
        <>
          <Button busy={logout.isPending} onClick={() => logout.mutate()}>
            Log out
          </Button>
          <Button variant="primary" busy={stay.isPending} onClick={() => stay.mutate()}>
            Stay signed in
          </Button>
        </>
      }
    />
  )
}

/** When the portal last answered this browser, in milliseconds; all its tabs share one session. */
const lastAnswer = stored('portico_last_answer', z.number())
const checkEvery = 10_000
const minute = 60_000

function useIsNearEnd(role: Role) {
  const cache = useQueryClient()
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    let noted = 0
    const check = () => {
      const quiet = now().getTime() - (lastAnswer.read() ?? noted)
      setNear(quiet >= (idleMinutes[role] - warningMinutes) * minute)
    }
    const note = () => {
      const at = now().getTime()
      if (at - noted < checkEvery) return
      noted = at
      lastAnswer.write(at)
      check()
    }
    note()
    const leaveQueries = cache.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) note()
    })
    const leaveCommands = cache.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success') note()
    })
    const timer = setInterval(check, checkEvery)
    return () => {
      leaveQueries()
      leaveCommands()
      clearInterval(timer)
    }
  }, [cache, role])
  return isNear
}
