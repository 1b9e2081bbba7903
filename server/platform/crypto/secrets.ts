import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { openSemaphore } from '../concurrency/semaphore.ts'
import type { Keyring, MasterKey } from '../files/keyring.ts'

/** Small secrets that the database keeps but cannot read: their keys lie in the data folder. */
export interface Secrets {
  /** Seals a text for one place, such as `second_factor:<user>`; moved elsewhere, it does not open. */
  seal: (text: string, place: string) => string
  /** null where it was changed, was sealed for another place, or its key is gone. */
  open: (sealed: string, place: string) => string | null
  /** 43 characters that nobody can guess, the same ones for one place until the keys are rotated. */
  derive: (place: string) => string
}

const cipher = 'aes-256-gcm'
const [nonceLength, tagLength] = [12, 16]

/** The master keys of the files seal these too, each through a key of its own: one folder to back up. */
export const openSecrets = (keyring: Keyring): Secrets => ({
  seal: (text, place) => {
    // Taken once: between two looks there may be a newer one.
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

/** Of each master key another key for each use. */
const keyOf = ({ secret }: MasterKey, use = 'portico secrets 1') =>
  Buffer.from(hkdfSync('sha256', secret, '', use, 32))

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
