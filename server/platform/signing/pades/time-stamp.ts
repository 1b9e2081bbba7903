import { createHash, randomBytes, type X509Certificate } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { AlgorithmIdentifier, MessageImprint, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { derOf, readSignedMessage, sourceOf } from './cms.ts'

const tstInfo = '1.2.840.113549.1.9.16.1.4'
const sha256 = '2.16.840.1.101.3.4.2.1'
const forTimeStamps = '1.3.6.1.5.5.7.3.8'

/**
 * Builds a time-stamp request (RFC 3161) for a SHA-256 digest, as DER, with the nonce that the response must repeat.
 */
export function timeStampRequest(digest: Buffer) {
  const nonce = randomBytes(8)
  // Positive and without a leading zero.
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f)
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: digest }),
    }),
    nonce: new Integer({ valueHex: nonce }),
    certReq: true,
  })
  return { request: derOf(request.toSchema()), nonce }
}

const granted = new Set([0, 1])

/**
 * Returns the token of an authority's response, after checking that it is about this digest and this request. Throws
 * otherwise.
 */
export function tokenIn(response: Buffer, { digest, nonce }: { digest: Buffer; nonce: Buffer }): Buffer {
  const { status, timeStampToken } = TimeStampResp.fromBER(sourceOf(response))
  if (!granted.has(status.status) || !timeStampToken)
    throw new Error(`The time-stamp authority refused: status ${status.status}.`)
  const token = derOf(timeStampToken.toSchema())
  const { nonce: repeated } = readTimeStamp(token, digest)
  if (!repeated?.equals(nonce)) throw new Error('The time stamp answers another request.')
  return token
}

export interface TimeStamp {
  at: Date
  /** The authority's certificate, and all those in the token. */
  certificate: X509Certificate
  certificates: X509Certificate[]
  nonce: Buffer | null
}

/** Reads a time stamp over a SHA-256 digest. Throws if it is invalid or about something else. */
export function readTimeStamp(token: Buffer, digest: Buffer): TimeStamp {
  const message = readSignedMessage(token)
  const { certificate, certificates, content } = message
  if (message.contentType !== tstInfo || content === null) throw new Error('This is no time stamp.')
  const isOfContent = createHash(message.hash).update(content).digest().equals(message.digest)
  if (!isOfContent || !message.isSigned || !message.namesCertificate)
    throw new Error('The signature of the time stamp does not hold.')
  const { messageImprint, genTime, nonce } = TSTInfo.fromBER(sourceOf(content))
  const isOfDigest =
    messageImprint.hashAlgorithm.algorithmId === sha256 &&
    Buffer.from(messageImprint.hashedMessage.getValue()).equals(digest)
  if (!isOfDigest) throw new Error('The time stamp is about other bytes.')
  // The certificate must be only for time stamps (RFC 3161 §2.3), and have been valid at that time.
  const isForTimeStamps = certificate.keyUsage?.length === 1 && certificate.keyUsage[0] === forTimeStamps
  if (!isForTimeStamps || genTime < certificate.validFromDate || genTime > certificate.validToDate)
    throw new Error('The certificate of the time stamp is not one for time stamps at that time.')
  return {
    at: genTime,
    certificate,
    certificates,
    nonce: nonce ? Buffer.from(nonce.valueBlock.valueHexView) : null,
  }
}
