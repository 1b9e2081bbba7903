import { createHash, verify } from 'node:crypto'
import forge from 'node-forge'
import { fingerprintOf } from './key.ts'

export interface SealProof {
  /** The bytes are those that were sealed, and nothing was added after them. */
  isWhole: boolean
  /** Of the certificate that the seal carries; null where there is none. */
  fingerprint: string | null
  /** Why it was sealed, as the seal itself says. */
  reason: string | null
}

const broken: SealProof = { isWhole: false, fingerprint: null, reason: null }

/**
 * Checks the last seal of a PDF: the digest over its byte range, the signature over that digest, and that the
 * range is the whole file but for the seal itself (ISO 32000-1 §12.8.1).
 */
export function proveSeal(pdf: Buffer): SealProof {
  try {
    const range = rangeOf(pdf)
    if (range === null) return broken
    const [, first, second, rest] = range
    const envelope = envelopeIn(pdf.subarray(first + 1, second - 1))
    const isAll =
      range[0] === 0 && second + rest === pdf.length && pdf[first] === 0x3c && pdf[second - 1] === 0x3e
    const digest = createHash('sha256').update(pdf.subarray(0, first)).update(pdf.subarray(second)).digest()
    return {
      isWhole: isAll && isSealOf(envelope, digest),
      fingerprint: fingerprintOf(envelope.certificate),
      reason: reasonAfter(pdf.subarray(second, second + 4000)),
    }
  } catch {
    // What cannot be read proves nothing.
    return broken
  }
}

const rangeOf = (pdf: Buffer) => {
  const at = pdf.lastIndexOf('/ByteRange')
  if (at < 0) return null
  const text = pdf.subarray(at, at + 120).toString('latin1')
  const found = /\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(text)
  const numbers = found?.slice(1, 5).map(Number) ?? []
  const [a, b, c, d] = numbers
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null
  return b < c && c <= pdf.length ? ([a, b, c, d] as const) : null
}

// Text of a seal is written as UTF-16 with its byte order mark, in hex.
const reasonAfter = (bytes: Buffer) => {
  const hex = /^\s*\/Reason\s*<feff([0-9a-f]*)>/i.exec(bytes.toString('latin1'))?.[1]
  return hex === undefined ? null : Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

interface Envelope {
  certificate: forge.pki.Certificate
  /** The attributes as they were signed: a SET in DER. */
  signed: Buffer
  digest: Buffer
  signature: Buffer
}

// The library's types know only the older form of its options.
declare module 'node-forge' {
  namespace asn1 {
    function fromDer(bytes: util.ByteStringBuffer, options: { parseAllBytes: boolean }): Asn1
  }
}

interface RawCapture {
  authenticatedAttributes: forge.asn1.Asn1[]
  signature: string
}

const envelopeIn = (hex: Buffer): Envelope => {
  const der = Buffer.from(hex.toString('latin1').replace(/\s/g, ''), 'hex')
  // Zeros fill the room that the seal does not need.
  const tree = forge.asn1.fromDer(forge.util.createBuffer(der.toString('binary')), { parseAllBytes: false })
  const message = forge.pkcs7.messageFromAsn1(tree)
  if (!('certificates' in message)) throw new Error('A seal is signed data.')
  const [certificate] = message.certificates
  if (!certificate) throw new Error('A seal carries its certificate.')
  const rawCapture: RawCapture = message.rawCapture
  const attributes = rawCapture.authenticatedAttributes
  const { SET } = forge.asn1.Type
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, SET, true, attributes)
  return {
    certificate,
    signed: Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary'),
    digest: digestIn(attributes),
    signature: Buffer.from(rawCapture.signature, 'binary'),
  }
}

const messageDigest = '1.2.840.113549.1.9.4'

const digestIn = (attributes: forge.asn1.Asn1[]) => {
  for (const attribute of attributes) {
    const [type, values] = childrenOf(attribute)
    if (!type || !values || forge.asn1.derToOid(bytesOf(type)) !== messageDigest) continue
    return Buffer.from(bytesOf(childrenOf(values)[0]), 'binary')
  }
  throw new Error('A seal names the digest of what it seals.')
}

const bytesOf = (node: forge.asn1.Asn1 | undefined) => (typeof node?.value === 'string' ? node.value : '')
const childrenOf = ({ value }: forge.asn1.Asn1) => (Array.isArray(value) ? value : [])

const isSealOf = ({ certificate, signed, digest, signature }: Envelope, found: Buffer) => {
  const key = forge.pki.publicKeyToPem(certificate.publicKey)
  return digest.equals(found) && verify('sha256', signed, key, signature)
}
