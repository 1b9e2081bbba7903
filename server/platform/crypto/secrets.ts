import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { openSemaphore } from '../concurrency/semaphore.ts'
import type { Keyring, MasterKey } from '../files/keyring.ts'

/** Seals small secrets for the database, which cannot read them because their keys are in the data folder. */
export interface Secrets {
  /** Seals a text for one place, such as `second_factor:<user>`. It does not open for any other place. */
  seal: (text: string, place: string) => string
  /** Returns null if the text was changed or sealed for another place, or its key is gone. */
  open: (sealed: string, place: string) => string | null
  /** Returns 43 unguessable characters, the same for one place until the keys are rotated. */
  derive: (place: string) => string
}

const cipher = 'aes-256-gcm'
const [nonceLength, tagLength] = [12, 16]

/**
 * Uses the master keys of the files, each through a derived key of its own, so that there is only one folder of keys to
 * back up.
 */
export const openSecrets = (keyring: Keyring): Secrets => ({
  seal: (text, place) => {
    // Read once, because the newest key may change between two reads.
    const { newest } = keyring
    const nonce = randomBytes(nonceLength)
    const sealing = createCipheriv(cipher, keyOf(newest), nonce).setAAD(Buffer.from(place))
    const body = Buffer.concat([nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()])
    return `${newest.id}.${body.toString('base64url')}`
  },
  open: (sealed, place) => {
    const [id = '', body = ''] = sealed.split('.')
    const master = keyring.find(id)
    const bytes = Buffer.from(body, 'base64url')
    if (!master || bytes.length < nonceLength + tagLength) return null
    const opening = createDecipheriv(cipher, keyOf(master), bytes.subarray(0, nonceLength))
      .setAAD(Buffer.from(place))
      .setAuthTag(bytes.subarray(-tagLength))
    try {
      return (
        opening.update(bytes.subarray(nonceLength, -tagLength), undefined, 'utf8') + opening.final('utf8')
      )
    } catch {
      return null
    }
  },
  derive: (place) =>
    createHmac('sha256', keyOf(keyring.newest, 'portico derived 1')).update(place).digest('base64url'),
})

/** Derives a key of its own for each use from a master key. */
const keyOf = ({ secret }: MasterKey, use = 'portico secrets 1') =>
  Buffer.from(hkdfSync('sha256', secret, '', use, 32))

/** What argon2id takes to hash a password: memory in KiB, passes over it, and lanes. */
interface HashCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's parameters: 19 MiB, two passes, one lane. */
const recommended: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const atOnce = 2
const waitingAtMost = 60

export interface Hasher {
  hash: (password: string) => Promise<string>
  /** Takes as long for a missing hash as for a wrong password. */
  verify: (stored: string | null, password: string) => Promise<boolean>
}

/** Hashes few passwords at once, since more would slow down every other request. */
export async function openHasher(cost = recommended): Promise<Hasher> {
  const limit = openSemaphore(atOnce, waitingAtMost)
  const nobody = await hash('a password that nobody has', cost)
  return {
    hash: (password) => limit(() => hash(plain(password), cost)),
    verify: (stored, password) =>
      limit(async () => (await verify(stored ?? nobody, plain(password))) && stored !== null),
  }
}

// Several Unicode spellings of a password are the same password (NIST SP 800-63B §5.1.1.2).
const plain = (password: string) => password.normalize('NFKC')
