import { createHmac, randomBytes } from 'node:crypto'

export const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`

/**
 * What stands in `Portico-Signature`: the second of the signing, and for each secret the HMAC-SHA256 of that second,
 * a full stop and the body. Whoever checks it compares one `v1`, and refuses what is older than five minutes.
 */
export const signatureOf = (body: string, { secrets, at }: { secrets: readonly string[]; at: Date }) => {
  const second = Math.floor(at.getTime() / 1000)
  const marks = secrets.map((secret) => {
    const mac = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
    return `v1=${mac}`
  })
  return [`t=${second}`, ...marks].join(',')
}
