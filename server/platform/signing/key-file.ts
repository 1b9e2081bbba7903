import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { errorCodeOf } from '../files/disk.ts'

const KeyFile = z.strictObject({ version: z.literal(1), key: z.string(), certificate: z.string() })

/**
 * Returns why the key at this path cannot be used. Undefined if it can, or if there is none yet: the first signature
 * makes it.
 */
export const sealKeyFault = (path: string) =>
  readKey(path).then(
    (kept) => kept && pairFault(kept),
    (fault: unknown) => fault,
  )

const pairFault = ({ key, certificate }: z.infer<typeof KeyFile>) => {
  try {
    const isPair = new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
    return isPair ? undefined : new Error('The key is not the one that the certificate is for.')
  } catch (fault) {
    return fault
  }
}

/**
 * Returns the key and its certificate as PEM. Undefined if there is none yet. Throws an error if the file cannot be
 * read or is damaged.
 */
export async function readKey(path: string) {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (errorCodeOf(cause) === 'ENOENT') return undefined
    throw new Error(`The seal key ${path} cannot be read. ${restore}`, { cause })
  })
  if (text === undefined) return undefined
  const file = parsed(text)
  if (file === undefined) throw new Error(`The seal key ${path} is damaged. ${restore}`)
  // A restored backup may have lost the file mode, and nobody else may seal in the firm's name.
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
