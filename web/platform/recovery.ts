import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from '#contract/kit/problem.ts'
import { dismissToast, toast } from '#web/ui/overlays/toast.ts'
import { noConnection } from './ask.ts'
import { notifyBack } from './emitter.ts'

/**
 * Whether a request failed because the portal is away for a while, and not because of what was asked. Anything else
 * that is unavailable, such as a payment provider, has a reason of its own.
 */
export const isAway = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.code === 'unavailable' &&
  (error.reason === undefined || error.reason === noConnection)

const firstWait = 2_000
/** Short, since a person may be looking at the page: a request of one page every ten seconds costs little. */
const longestWait = 10_000
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
  const notice = openNotice()
  const schedule = openSchedule(() => void attempt())
  /** When the portal went away, as far as this page knows. */
  let since: number | undefined

  const rest = () => {
    schedule.startAfresh()
    since = undefined
  }

  const attempt = async () => {
    // Where nobody looks, it goes on when somebody does.
    if (document.visibilityState === 'hidden' || schedule.isQuiet()) return
    const [probe] = failedQueries(cache)
    if (probe === undefined) return end()
    await schedule.ask(() => probe.fetch())
    const { status, error } = probe.state
    if (status !== 'error' || !isAway(error)) return end()
    if (Date.now() - (since ?? 0) > retryPeriod) return stop()
    if (!notice.isShown()) notice.show(awayWords)
    schedule.planNext(error)
  }

  const end = async () => {
    rest()
    notice.hide()
    await Promise.all(failedQueries(cache).map((failed) => failed.fetch().catch(() => undefined)))
    notifyBack()
  }

  const stop = () => {
    rest()
    notice.show({ ...stoppedWords, action: { label: 'Try again', onPress: resume } })
  }

  /** Starts afresh, with the first request soon. */
  const resume = () => {
    notice.hide()
    rest()
    since = Date.now()
    schedule.plan(firstWait / 4)
  }

  const unsubscribe = subscribeToFailures(cache, (problem) => {
    since ??= Date.now()
    schedule.planNext(problem)
  })
  const onVisible = () => {
    if (document.visibilityState === 'visible' && !schedule.isPlanned() && failedQueries(cache).length > 0)
      resume()
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    schedule.end()
    notice.hide()
    unsubscribe()
    document.removeEventListener('visibilitychange', onVisible)
  }
}

/** The queries that failed while the portal was away. */
const failedQueries = (cache: QueryClient) =>
  cache
    .getQueryCache()
    .findAll({ predicate: ({ state: { status, error } }) => status === 'error' && isAway(error) })

const subscribeToFailures = (cache: QueryClient, failed: (problem: Problem) => void) =>
  cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error' && isAway(event.action.error))
      failed(event.action.error)
  })

/** When the portal is asked next: later after each failure, and no sooner than it wants. */
function openSchedule(attempt: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsking = false
  /** Requests since the last success. */
  let requests = 0
  /** The time until which the portal wants not to be asked. */
  let quietUntil = 0

  const plan = (wait: number) => {
    if (timer !== undefined || isAsking) return
    timer = setTimeout(
      () => {
        timer = undefined
        attempt()
      },
      wait * (1 + jitter * Math.random()),
    )
  }
  return {
    plan,
    planNext: (problem: Problem) => {
      quietUntil = Math.max(quietUntil, Date.now() + quietTimeOf(problem))
      plan(Math.max(quietUntil - Date.now(), Math.min(firstWait * 2 ** requests, longestWait)))
    },
    isPlanned: () => timer !== undefined,
    /** Returns whether the portal wants not to be asked yet. If so, the next attempt is planned for afterwards. */
    isQuiet: () => {
      const rest = quietUntil - Date.now()
      if (rest > 0) plan(rest)
      return rest > 0
    },
    /** Carries out a request, whose failure plans nothing by itself. */
    ask: async (request: () => Promise<unknown>) => {
      requests += 1
      isAsking = true
      await request().catch(() => undefined)
      isAsking = false
    },
    startAfresh: () => {
      requests = 0
    },
    end: () => clearTimeout(timer),
  }
}

/** The notice about the portal, of which there is one at a time. */
function openNotice() {
  let shown: number | undefined
  const hide = () => {
    if (shown !== undefined) dismissToast(shown)
    shown = undefined
  }
  return {
    isShown: () => shown !== undefined,
    show: (words: Parameters<typeof toast>[0]) => {
      hide()
      shown = toast({ ...words, duration: Number.POSITIVE_INFINITY })
    },
    hide,
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
