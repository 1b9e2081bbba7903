import { resolve } from 'node:path'
import { z } from 'zod'
import { isInTheClear, passwordInTheClear } from './own-machine.ts'

export const sealEnvironment = {
  /** A time-stamp authority (RFC 3161) for seals, and the certificates whose time stamps are trusted (PEM). */
  PORTICO_TSA_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORTICO_TSA_USER: z.string().min(1).optional(),
  PORTICO_TSA_PASSWORD: z.string().min(1).optional(),
  PORTICO_TSA_CERTIFICATES: z.string().min(1).optional(),
  /** The firm's own certificate for seals, instead of the portal's (PKCS#12, .p12 or .pfx). */
  PORTICO_SEAL_PKCS12: z.string().min(1).optional(),
  PORTICO_SEAL_PASSWORD: z.string().min(1).optional(),
}

type Environment = z.output<z.ZodObject<typeof sealEnvironment>>

/**
 * Null if no authority is named. A time stamp is signed and holds no secret, so TLS is optional. Throws an error if
 * the variables do not fit together.
 */
export const timeStampsIn = (env: Environment) => {
  const { PORTICO_TSA_URL: url, PORTICO_TSA_USER: user, PORTICO_TSA_PASSWORD: password } = env
  if (url === undefined) {
    const lost = (['USER', 'PASSWORD', 'CERTIFICATES'] as const).map((name) => `PORTICO_TSA_${name}` as const)
    refuseAlone(env, lost, 'PORTICO_TSA_URL')
    return null
  }
  if ((user === undefined) !== (password === undefined))
    throw new Error('PORTICO_TSA_USER and PORTICO_TSA_PASSWORD are needed together.')
  const address = new URL(url)
  // An address with a user and password would be written to the log.
  if (address.username !== '' || address.password !== '')
    throw new Error('PORTICO_TSA_URL holds a login: use PORTICO_TSA_USER and PORTICO_TSA_PASSWORD.')
  if (password !== undefined && isInTheClear(url)) throw new Error(`PORTICO_TSA_URL: ${passwordInTheClear}.`)
  const certificates = env.PORTICO_TSA_CERTIFICATES
  // Without TLS and certificates, anyone on the way could choose the name and the time.
  if (certificates === undefined && isInTheClear(url))
    throw new Error(
      'PORTICO_TSA_URL starts with http://: name the certificates of the authority in PORTICO_TSA_CERTIFICATES.',
    )
  return {
    url,
    login: user === undefined || password === undefined ? null : { user, password },
    certificates: certificates === undefined ? null : resolve(certificates),
  }
}

export const ownCertificateIn = (env: Environment) => {
  const { PORTICO_SEAL_PKCS12: path, PORTICO_SEAL_PASSWORD: password = '' } = env
  if (path === undefined) refuseAlone(env, ['PORTICO_SEAL_PASSWORD'], 'PORTICO_SEAL_PKCS12')
  return path === undefined ? null : { path: resolve(path), password }
}

/** Refuses settings that would have no effect, because the one they belong to was forgotten or misspelt. */
function refuseAlone(env: Environment, names: readonly (keyof Environment)[], needed: keyof Environment) {
  const alone = names.find((name) => env[name] !== undefined)
  if (alone !== undefined) throw new Error(`${alone} has no effect without ${needed}: set both, or neither.`)
}
