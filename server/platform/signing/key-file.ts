import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { codeOf } from '../files/disk.ts'

const KeyFile = z.strictObject({ version: z.literal(1), key: z.string(), certificate: z.string() })

/** Whether the key at this path can be used; true where there is none yet, for the first signature makes it. */
export const isSealKeySound = (path: string) =>
  readKey(path).then(
    (kept) => kept === undefined || isUsable(kept),
    () => false,
  )

const isUsable = ({ key, certificate }: z.infer<typeof KeyFile>) => {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** The key and its certificate as PEM; undefined where there is none yet. */
export async function readKey(path: string) {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new Error(`The seal key ${path} cannot be read. ${restore}`, { cause })
  })
  if (text === undefined) return undefined
  const file = parsed(text)
  if (file === undefined) throw new Error(`The seal key ${path} is damaged. ${restore}`)
  // A restored backup may have lost the mode, and nobody else may seal in the firm's name.
  await chmod(path, 0o600)
  return file
}

const parsed = (text: string) => {
  try {
    return KeyFile.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

const restore = 'Restore it from a backup, or move it away to have a new one made.'
