import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type {
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRegistration,
  PasskeyRequest,
} from '#contract/accounts/passkeys.ts'

interface Manner {
  origin?: string
  /** Whether its owner was verified by finger, face or PIN. */
  isVerified?: boolean
  /** Its use counter. Most devices today don't count. */
  counter?: number
}

/** Opens a device that makes and uses passkeys, as in WebAuthn level 3 §6. Its keys are P-256 (ES256). */
export function openAuthenticator(origin = 'https://portal.example') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let owner = ''
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))

  const make = (options: PasskeyCreation, manner: Manner = {}): PasskeyRegistration => {
    owner = options.user.id
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // COSE_Key (RFC 9053 §7.1.1): kty 2, alg -7, crv 1, x, y.
    const cose = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose])
    const data = Buffer.concat([authenticatorData(options.rp.id, { ...manner, isNew: true }), attested])
    const size = Buffer.alloc(2)
    size.writeUInt16BE(data.length)
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData('webauthn.create', options.challenge, manner.origin ?? origin).toString(
          'base64url',
        ),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  const show = (options: PasskeyRequest, manner: Manner = {}): PasskeyAssertion => {
    const client = clientData('webauthn.get', options.challenge, manner.origin ?? origin)
    const data = authenticatorData(options.rpId, manner)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: owner,
      },
    }
  }
  return { make, show }
}

/** Returns authenticator data (§6.1): whose portal, the flags of user presence and verification, and the counter. */
const authenticatorData = (
  rpId: string,
  { isVerified = true, counter = 0, isNew = false }: Manner & { isNew?: boolean },
) => {
  const rest = Buffer.alloc(5)
  rest.writeUInt8(0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0))
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
