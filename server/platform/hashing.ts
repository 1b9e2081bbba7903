import { hash, verify } from '@node-rs/argon2'
import { Problem } from '#contract/problem.ts'

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const waitingAtMost = 60

export interface Hasher {
  hash: (password: string) => Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verify: (stored: string | null, password: string) => Promise<boolean>
}

/** Hashes few passwords at once: more would cost every other person their answer. */
export async function openHasher(): Promise<Hasher> {
  const gate = openGate(atOnce, waitingAtMost)
  const nobody = await hash('a password that nobody has', cost)
  return {
    hash: (password) => gate(() => hash(plain(password), cost)),
    verify: (stored, password) =>
      gate(async () => (await verify(stored ?? nobody, plain(password))) && stored !== null),
  }
}

// One password can be typed as several Unicode spellings; they are one password (NIST SP 800-63B §5.1.1.2).
const plain = (password: string) => password.normalize('NFKC')

/** Lets `width` pieces of work run at once and `depth` wait; further ones are asked to come back. */
export const openGate = (width: number, depth: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  // The place goes straight to who waits: given up for a moment, a newcomer could take it as well.
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < width) running += 1
    else if (waiting.length >= depth) throw busy()
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

export const busy = () =>
  new Problem('unavailable', 'The portal is busy. Please try again in a moment.', { retryAfter: 2 })
