import { Problem } from '#contract/kit/problem.ts'
import { seconds } from '../time/durations.ts'

/** Whether the database answers at all, asked only while somebody waits for it. */
export interface Pulse {
  /** Waits for a work; refuses it at once, also one that runs, where the database is found not to answer. */
  during: <T>(work: () => Promise<T>) => Promise<T>
  /** Asks the database now. */
  look: () => Promise<boolean>
  /** Takes note that it has just answered something: a machine may be too busy for one more question. */
  heard: () => void
}

/**
 * How long a work runs before the database is asked whether it is there, how often it is asked then, and how lately
 * it must have said anything else instead. With the 2.5 s that it has for the answer, whoever asks something after it
 * stopped is refused within 4.75 s.
 */
const timeouts = { work: seconds(1), between: 250, silence: seconds(2) }

interface Watched {
  /** Whether the database answers within a moment. */
  answers: () => Promise<boolean>
  /** Called when it is found not to: whoever waits on a connection of it waits in vain. */
  cut: () => void
}

export function watchPulse({ answers, cut }: Watched): Pulse {
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
    cut()
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
