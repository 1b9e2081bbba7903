import type { Topic } from '#contract/kit/portal.ts'
import { seconds } from '../time/durations.ts'
import { type Bus, everyone } from './bus.ts'

/** A page that starts to listen later than a second after it was opened asks for everything again. */
const keptFor = seconds(2)

interface Change {
  userId: string
  topics: readonly Topic[]
  at: number
}

export interface RecentChanges {
  /** Returns the topics that have changed for a person in the last two seconds. */
  topicsFor: (userId: string) => Set<Topic>
  close: () => void
}

/**
 * Remembers for two seconds what has changed. A page requests its data and starts to listen at the same moment, so that
 * it may get the data from before a change, and begin to listen after it.
 */
export function openRecentChanges(bus: Pick<Bus, 'on'>, now = () => performance.now()): RecentChanges {
  const changes: Change[] = []
  const forgetOld = () => {
    const firstKept = changes.findIndex(({ at }) => at > now() - keptFor)
    changes.splice(0, firstKept === -1 ? changes.length : firstKept)
  }
  const close = bus.on((signal) => {
    if (signal.kind !== 'changed') return
    forgetOld()
    changes.push({ userId: signal.userId, topics: signal.topics, at: now() })
  })
  return {
    topicsFor: (userId) => {
      forgetOld()
      return new Set(
        changes.flatMap((change) =>
          change.userId === userId || change.userId === everyone ? change.topics : [],
        ),
      )
    },
    close,
  }
}
