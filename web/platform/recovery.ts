import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { noConnection } from './ask.ts'
import { notifyBack } from './emitter.ts'

/**
 * Whether a request failed because the portal is away for a while, and not because of what was asked. Anything else that
 * is unavailable, such as a payment provider, has a reason of its own.
 */
export const isAway = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.code === 'unavailable' &&
  (error.reason === undefined || error.reason === noConnection)

const firstWait = 2_000
const longestWait = 30_000
/** The wait is up to this much longer, so that the pages of all clients don't come back at the same moment. */
const jitter = 0.5
/** For how long a page tries by itself. Then a person presses Try again. */
export const retryPeriod = 600_000
/** How long the portal wants not to be asked. A timer of more than 24 days would end at once. */
const quietTimeOf = ({ retryAfter = 0 }: Problem) => Math.min(retryAfter * 1000, retryPeriod)

/**
 * Fetches again what failed while the portal was away, for as long as a page is open. One request asks whether it is
 * back, no sooner than the portal said; the others follow when it has answered. Commands are not repeated: they may
 * have been carried out.
 */
export function useRecovery() {
  const cache = useQueryClient()
  useEffect(() => watchRecovery(cache), [cache])
}

function watchRecovery(cache: QueryClient) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  let failures = 0
  /** When the portal went away, as far as this page knows. */
  let since: number | undefined
  /** The time until which the portal wants not to be asked. */
  let quietUntil = 0
  let shown: number | undefined

  const listFailed = () =>
    cache
      .getQueryCache()
      .findAll({ predicate: ({ state: { status, error } }) => status === 'error' && isAway(error) })

  const say = (words: Parameters<typeof toast>[0] | null) => {
    if (shown !== undefined) dismissToast(shown)
    shown = words === null ? undefined : toast({ ...words, duration: Number.POSITIVE_INFINITY })
  }

  const rest = () => {
    failures = 0
    since = undefined
  }

  const plan = (wait: number) => {
    if (timer !== undefined || isAsking) return
    timer = setTimeout(() => void attempt(), wait * (1 + jitter * Math.random()))
  }

  const planNext = (problem: Problem) => {
    quietUntil = Math.max(quietUntil, Date.now() + quietTimeOf(problem))
    plan(Math.max(quietUntil - Date.now(), Math.min(firstWait * 2 ** failures, longestWait)))
  }

  const attempt = async () => {
    timer = undefined
    // Nobody looks. It goes on when somebody does.
    if (document.visibilityState === 'hidden') return
    if (Date.now() < quietUntil) return plan(quietUntil - Date.now())
    const [probe] = listFailed()
    if (probe === undefined) return end()
    isAsking = true
    await probe.fetch().catch(() => undefined)
    isAsking = false
    const { status, error } = probe.state
    if (status !== 'error' || !isAway(error)) return end()
    failures += 1
    if (Date.now() - (since ?? 0) > retryPeriod) return stop()
    if (shown === undefined) say(awayWords)
    planNext(error)
  }

  const end = async () => {
    rest()
    say(null)
    await Promise.all(listFailed().map((failed) => failed.fetch().catch(() => undefined)))
    notifyBack()
  }

  const stop = () => {
    rest()
    say({ ...stoppedWords, action: { label: 'Try again', onPress: resume } })
  }

  /** Starts afresh, with the first request soon. */
  const resume = () => {
    say(null)
    rest()
    since = Date.now()
    plan(firstWait / 4)
  }

  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isAway(event.action.error)) return
    since ??= Date.now()
    planNext(event.action.error)
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible' && timer === undefined && listFailed().length > 0) resume()
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    clearTimeout(timer)
    say(null)
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

const awayWords = {
  title: "We can't reach the portal",
  description: 'We keep trying. Nothing you have typed here is lost.',
  variant: 'warning',
} as const

const stoppedWords = {
  title: "We still can't reach the portal",
  description: 'What you see may be out of date. Nothing you have typed here is lost.',
  variant: 'warning',
} as const
