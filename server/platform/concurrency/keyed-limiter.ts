import { openSemaphore, tooBusy } from './semaphore.ts'

interface SharedLimits {
  /** Tasks that run at once. */
  slots: number
  /** How many tasks may wait, in total and per key. */
  queue: number
  /** How long a task may wait for those of other keys, in milliseconds. It waits for its own key as long as needed. */
  timeout?: number | undefined
}

interface Limits extends SharedLimits {
  /** How many tasks of one key run at once. */
  slotsPerKey: number
}

/**
 * Limits concurrent tasks per key, such as a person's id. A task waits for those of its own key, and the last slots are
 * kept for keys that hold none. Throws `Problem` 503 if too many tasks wait, or a task waits too long.
 */
export const openKeyedLimiter = ({ slotsPerKey, ...shared }: Limits) => {
  const runShared = openFairSlots(shared)
  const ownSlots = new Map<string, { run: ReturnType<typeof openSemaphore>; tasks: number }>()
  return async <T>(
    key: string,
    task: () => Promise<T>,
    { timeout = shared.timeout }: Pick<SharedLimits, 'timeout'> = {},
  ): Promise<T> => {
    const own = ownSlots.get(key) ?? { run: openSemaphore(slotsPerKey, shared.queue), tasks: 0 }
    ownSlots.set(key, own)
    own.tasks += 1
    try {
      return await own.run(() => runShared(key, task, timeout))
    } finally {
      own.tasks -= 1
      if (own.tasks === 0) ownSlots.delete(key)
    }
  }
}

/** The longest waiting task of the keys that hold the fewest slots is next. */
const openFairSlots = ({ slots: count, queue }: SharedLimits) => {
  const slots = openSlots(count)
  const waiters = new Set<Waiter>()
  const release = (key: string) => {
    slots.release(key)
    for (let next = nextWaiter(waiters, slots); next; next = nextWaiter(waiters, slots)) {
      waiters.delete(next)
      slots.acquire(next.key)
      next.acquired()
    }
  }
  return async <T>(key: string, task: () => Promise<T>, timeout: number | undefined): Promise<T> => {
    if (slots.isFreeFor(key)) slots.acquire(key)
    else if (waiters.size >= queue) throw tooBusy()
    else await waitAmong(waiters, key, timeout)
    try {
      return await task()
    } finally {
      release(key)
    }
  }
}

type Slots = ReturnType<typeof openSlots>

/** A key that holds some slots gets another only while more than that many are free. */
const openSlots = (count: number) => {
  const held = new Map<string, number>()
  let free = count
  const heldBy = (key: string) => held.get(key) ?? 0
  return {
    heldBy,
    isFreeFor: (key: string) => heldBy(key) < free,
    acquire: (key: string) => {
      free -= 1
      held.set(key, heldBy(key) + 1)
    },
    release: (key: string) => {
      free += 1
      if (heldBy(key) > 1) held.set(key, heldBy(key) - 1)
      else held.delete(key)
    },
  }
}

interface Waiter {
  key: string
  acquired: () => void
}

const nextWaiter = (waiters: ReadonlySet<Waiter>, { heldBy, isFreeFor }: Slots) => {
  let next: Waiter | undefined
  for (const waiter of waiters) {
    if (!isFreeFor(waiter.key)) continue
    if (next === undefined || heldBy(waiter.key) < heldBy(next.key)) next = waiter
  }
  return next
}

/** Resolves with a slot already acquired; rejects after the timeout. */
const waitAmong = (waiters: Set<Waiter>, key: string, timeout?: number) =>
  new Promise<void>((resolve, reject) => {
    const waiter = { key, acquired: resolve }
    waiters.add(waiter)
    if (timeout === undefined) return
    const timer = setTimeout(() => {
      waiters.delete(waiter)
      reject(tooBusy())
    }, timeout)
    waiter.acquired = () => {
      clearTimeout(timer)
      resolve()
    }
  })
