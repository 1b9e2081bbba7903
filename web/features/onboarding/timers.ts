import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { isDecided } from '#contract/identity/session.ts'
import { delays } from '#contract/onboarding/chat.ts'
import { type Onboarding, onboarding } from '#contract/onboarding/onboarding.ts'
import { ask } from '#web/platform/ask.ts'
import { now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useTimeout } from '#web/platform/timers.ts'
import { askAgain, keepConversation } from './chat.ts'

/** Milliseconds between two requests while the portal is working. A live event usually comes first. */
const checkEvery = 2_000

/** Follows a verification that is being decided. Returns whether its status can't be fetched. */
export const useStatusWatch = ({ stage }: Onboarding) => {
  const cache = useQueryClient()
  const isOn = stage === 'verification_progress'
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...query(onboarding.status, {}),
    enabled: isOn,
    refetchInterval: checkEvery,
    staleTime: 0,
  })
  const isOver = isOn && data?.success === true && isDecided(data)
  useEffect(() => {
    if (isOver && dataUpdatedAt > 0) askAgain(cache).catch(() => {})
  }, [isOver, dataUpdatedAt, cache])
  const isInTrouble = isOn && (error !== null || data?.success === false)
  return { isInTrouble, retry: () => void refetch() }
}

/** Polls for the result of a document that is being read, in case its live event gets lost. */
export const useReadingWatch = ({ isReading }: Onboarding) => {
  const cache = useQueryClient()
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(() => askAgain(cache).catch(() => {}), checkEvery)
    return () => clearInterval(timer)
  }, [isReading, cache])
}

/** Reminds a client who has not touched the page for a while, once. */
export const useIdleReminder = ({ stage, messages }: Onboarding, isBusy: boolean) => {
  const cache = useQueryClient()
  const remind = useEffectEvent(() => {
    const isOut = isBusy || stage === 'complete' || document.visibilityState === 'hidden'
    if (isOut || messages.at(-1)?.actionType === 'reminder') return
    ask(onboarding.remind, {}).then(
      (next) => keepConversation(cache, next),
      () => {},
    )
  })
  useEffect(() => {
    let seenAt = now().getTime()
    const see = () => {
      seenAt = now().getTime()
    }
    const timer = setInterval(
      () => now().getTime() - seenAt > delays.idleReminder && remind(),
      delays.idleCheck,
    )
    addEventListener('pointerdown', see, { passive: true })
    addEventListener('keydown', see, { passive: true })
    return () => {
      clearInterval(timer)
      removeEventListener('pointerdown', see)
      removeEventListener('keydown', see)
    }
  }, [])
}

/** Returns false until `delay` milliseconds have passed since `since`. Older messages are due at once. */
export const useIsDue = (since: Date, delay: number) => {
  const [wait] = useState(() => Math.max(0, delay - Math.max(0, now().getTime() - since.getTime())))
  const [isDue, setDue] = useState(wait === 0)
  useTimeout(isDue ? null : wait, () => setDue(true))
  return isDue
}
