import { Problem } from '#contract/kit/problem.ts'

/** Lets `slots` tasks run at once and `queue` wait. Throws `Problem` 503 while more than those wait. */
export const openSemaphore = (slots: number, queue: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  // Passes the slot straight to the next waiter. If it were freed for a moment, a new task could take it too.
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < slots) running += 1
    else if (waiting.length >= queue) throw tooBusy()
    else await new Promise<void>((acquired) => waiting.push(acquired))
    try {
      return await task()
    } finally {
      release()
    }
  }
}

export const tooBusy = () =>
  new Problem('unavailable', 'The portal is busy. Please try again in a moment.', { retryAfter: 2 })
