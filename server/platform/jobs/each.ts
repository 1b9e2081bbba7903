import { minutes } from '../time/durations.ts'

/** What is left then is for the next run, so that a job ends long before it would be taken for dead. */
const longest = minutes(1)

/**
 * Does the same with each, one after the other, until a minute is over or it is enough. One that fails holds up no
 * other: the first fault is thrown at the end, by which the job fails and the log tells.
 */
export async function doEach<T>(
  things: Iterable<T>,
  work: (thing: T) => Promise<unknown>,
  isEnough = () => false,
) {
  const end = performance.now() + longest
  const faults: unknown[] = []
  for (const thing of things) {
    await work(thing).catch((fault: unknown) => faults.push(fault))
    if (isEnough() || performance.now() > end) break
  }
  if (faults.length > 0) throw faults[0]
}
