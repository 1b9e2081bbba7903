import { minutes } from '../time/durations.ts'

/** Work left after this is for the next run, so that a job ends long before it would be taken for dead. */
const longest = minutes(1)

/**
 * Runs `work` on one item after the other, until a minute has passed or `isEnough`. An item that fails does not stop
 * the others. The first error is thrown at the end, so that the job fails and the log shows it.
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
