import { hash, verify } from '@node-rs/argon2'
import { openSemaphore } from '../concurrency/semaphore.ts'

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
  const limit = openSemaphore(atOnce, waitingAtMost)
  const nobody = await hash('a password that nobody has', cost)
  return {
    hash: (password) => limit(() => hash(plain(password), cost)),
    verify: (stored, password) =>
      limit(async () => (await verify(stored ?? nobody, plain(password))) && stored !== null),
  }
}

// One password can be typed as several Unicode spellings; they are one password (NIST SP 800-63B §5.1.1.2).
const plain = (password: string) => password.normalize('NFKC')
