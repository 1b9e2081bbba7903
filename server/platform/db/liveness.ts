import { Problem } from '#contract/kit/problem.ts'
import { seconds } from '../time/durations.ts'

/** Checks whether the database responds, but only while work is waiting for it. */
export interface Pulse {
  /** Waits for `work`. Rejects at once, even if `work` is still running, when the database turns out not to respond. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Checks the database now. */
  look: () => Promise<boolean>
  /** Notes that the database has just answered something. On a busy machine, an extra check might time out. */
  heard: () => void
}

/**
 * How long work runs before the first check, how often checks follow, and how recent any other answer must be to
 * replace one. With the 2.5 s allowed for an answer, a request made after the database stopped is refused within 4.75
 * s.
 */
const timeouts = { work: seconds(1), between: 250, silence: seconds(2) }

interface Watched {
  /** Returns whether the database responds within a moment. */
  answers: () => Promise<boolean>
  /** Called when it does not: nothing will come on its open connections. */
  closeConnections: () => void
}

export function watchPulse({ answers, closeConnections }: Watched): Pulse {
  const works = new Map<() => void, number>()
  let isAnswering = true
  let looking: Promise<boolean> | undefined
  let watching: NodeJS.Timeout | undefined
  let heardAt = Number.NEGATIVE_INFINITY

  const look = () => {
    looking ??= answers().then((isThere) => {
      const answered = isThere || performance.now() - heardAt < timeouts.silence
      looking = undefined
      if (isAnswering && !answered) giveUp()
      isAnswering = answered
      if (!answered) watch()
      return answered
    })
    return looking
  }
  const giveUp = () => {
    for (const refuse of works.keys()) refuse()
    closeConnections()
  }
  const watch = () => {
    watching ??= setInterval(() => {
      const [oldest = Number.POSITIVE_INFINITY] = works.values()
      if (!isAnswering || performance.now() - oldest > timeouts.work) void look()
      else if (works.size === 0) {
        clearInterval(watching)
        watching = undefined
      }
    }, timeouts.between).unref()
  }
  return {
    look,
    heard: () => {
      heardAt = performance.now()
    },
    during: async (work) => {
      if (!isAnswering) throw unreachable()
      const { promise: refusal, reject } = Promise.withResolvers<never>()
      const refuse = () => reject(unreachable())
      works.set(refuse, performance.now())
      watch()
      try {
        return await Promise.race([work(), refusal])
      } finally {
        works.delete(refuse)
      }
    },
  }
}

const unreachable = () =>
  new Problem('unavailable', 'The portal cannot reach its records right now. Please try again in a moment.')
