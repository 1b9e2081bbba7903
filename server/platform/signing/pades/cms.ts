import { constants, createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { fromBER, Integer, ObjectIdentifier, OctetString, Sequence, Set as SetOf } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

/** Object identifiers by name (RFC 5652, RFC 5035, RFC 3161). */
const ids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStamp: '1.2.840.113549.1.9.16.2.14',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  ecdsaSha256: '1.2.840.10045.4.3.2',
}

const hashes: Record<string, string> = {
  [ids.sha256]: 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Hashes of signature algorithms whose identifier includes one. */
const signatureHashes: Record<string, string> = {
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
  [ids.ecdsaSha256]: 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
}

export const derOf = (node: { toBER: () => ArrayBuffer }) => Buffer.from(node.toBER())
/** Copies bytes into a buffer of their own, as pkijs requires. */
export const sourceOf = (bytes: Buffer) => new Uint8Array(bytes)
export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

export interface Signatory {
  key: KeyObject
  certificate: X509Certificate
  /** Certificates of its issuers, nearest first, without the root, which the reader must already trust. */
  chain: readonly X509Certificate[]
}

/**
 * Signs a SHA-256 digest as CAdES detached (ETSI EN 319 122-1), with the certificate among the signed attributes, and
 * without a signing time, which a PDF has in its dictionary. Returns DER.
 */
export function signDigest(digest: Buffer, { key, certificate, chain }: Signatory): Buffer {
  const own = parsed(certificate)
  const attributes = [
    attribute(ids.contentType, new ObjectIdentifier({ value: ids.data })),
    attribute(ids.messageDigest, new OctetString({ valueHex: digest })),
    attribute(ids.signingCertificateV2, namedCertificate(certificate)),
  ].toSorted((a, b) => derOf(a.toSchema()).compare(derOf(b.toSchema())))
  const signed = derOf(new SetOf({ value: attributes.map((signedAttribute) => signedAttribute.toSchema()) }))
  const isRsa = key.asymmetricKeyType === 'rsa'
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm: new AlgorithmIdentifier({ algorithmId: ids.sha256 }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: isRsa ? ids.rsa : ids.ecdsaSha256 }),
    signature: new OctetString({ valueHex: sign('sha256', signed, key) }),
  })
  return wrapped(
    new SignedData({
      version: 1,
      digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: ids.sha256 })],
      encapContentInfo: new EncapsulatedContentInfo({ eContentType: ids.data }),
      certificates: [own, ...chain.map(parsed)],
      signerInfos: [signer],
    }),
  )
}

const attribute = (type: string, value: object) => new Attribute({ type, values: [value] })

const wrapped = (content: SignedData) =>
  derOf(new ContentInfo({ contentType: ids.signedData, content: content.toSchema(true) }).toSchema())

/** Builds ESSCertIDv2 (RFC 5035 §4): the certificate's SHA-256, the default hash, with issuer and serial number. */
function namedCertificate(certificate: X509Certificate) {
  const { issuer, serialNumber } = parsed(certificate)
  const issuerSerial = new Sequence({
    value: [
      new Sequence({ value: [new GeneralName({ type: 4, value: issuer }).toSchema()] }),
      new Integer({ valueHex: serialNumber.valueBlock.valueHexView.slice().buffer }),
    ],
  })
  const digest = new OctetString({ valueHex: sha256(certificate.raw) })
  const certId = new Sequence({ value: [digest, issuerSerial] })
  return new Sequence({ value: [new Sequence({ value: [certId] })] })
}

export const parsed = (certificate: X509Certificate) => Certificate.fromBER(sourceOf(certificate.raw))

/**
 * Adds a time stamp over the signature to a message with one signer. Returns DER. Throws if it is no signed message, or
 * has no signer.
 */
export function addTimeStamp(message: Buffer, token: Buffer): Buffer {
  const data = signedDataIn(message)
  const [signer] = data.signerInfos
  if (!signer) throw new Error('There is no signature to stamp.')
  const value = fromBER(sourceOf(token)).result
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(ids.timeStamp, value)],
  })
  return wrapped(data)
}

const signedDataIn = (der: Buffer) => {
  const info = ContentInfo.fromBER(sourceOf(der))
  if (info.contentType !== ids.signedData) throw new Error('This is no signed message.')
  return new SignedData({ schema: info.content })
}

export interface SignedMessage {
  /** The signer's certificate. */
  certificate: X509Certificate
  /** All certificates in the message, including the signer's. */
  certificates: X509Certificate[]
  /** True if the signature over the signed attributes is valid for the signer's key. */
  isSigned: boolean
  /** True if the signed attributes name the certificate, so that no other can replace it. */
  namesCertificate: boolean
  hash: string
  digest: Buffer
  signature: Buffer
  /** Type and bytes of the signed content, if the message carries it. */
  contentType: string
  content: Buffer | null
  /** The time stamp over the signature as DER. Null if there is none. */
  timeStamp: Buffer | null
}

/** Reads a signed message (CMS, DER). Throws if it is none, or has no signed attributes. */
export function readSignedMessage(der: Buffer): SignedMessage {
  const data = signedDataIn(der)
  const [signer] = data.signerInfos
  if (!signer?.signedAttrs) throw new Error('A message names what is signed in attributes.')
  const carried = (data.certificates ?? []).filter((choice) => choice instanceof Certificate)
  const certificates = carried.map((parsed) => new X509Certificate(derOf(parsed.toSchema())))
  const { sid } = signer
  const at =
    sid instanceof IssuerAndSerialNumber
      ? carried.findIndex(
          (candidate) =>
            candidate.serialNumber.isEqual(sid.serialNumber) && candidate.issuer.isEqual(sid.issuer),
        )
      : certificates.findIndex((candidate) => isSignedBy(signer, candidate))
  const certificate = certificates[at]
  if (!certificate) throw new Error('A message carries the certificate of its signer.')
  const { attributes } = signer.signedAttrs
  const valueOf = (type: string) =>
    attributes.find((signedAttribute) => signedAttribute.type === type)?.values[0]
  const digest: unknown = valueOf(ids.messageDigest)
  if (!(digest instanceof OctetString)) throw new Error('A message names the digest of what is signed.')
  const stamp = signer.unsignedAttrs?.attributes.find(({ type }) => type === ids.timeStamp)?.values[0]
  const { eContent, eContentType } = data.encapContentInfo
  return {
    certificate,
    certificates,
    isSigned: isSignedBy(signer, certificate),
    namesCertificate: isNamed(
      certificate,
      valueOf(ids.signingCertificateV2),
      valueOf(ids.signingCertificate),
    ),
    hash: hashOf(signer.digestAlgorithm),
    digest: Buffer.from(digest.getValue()),
    signature: Buffer.from(signer.signature.getValue()),
    contentType: eContentType,
    content: eContent ? Buffer.from(eContent.getValue()) : null,
    timeStamp: stamp ? derOf(stamp) : null,
  }
}

const hashOf = ({ algorithmId }: AlgorithmIdentifier) => {
  const hash = hashes[algorithmId]
  if (hash === undefined) throw new Error(`The hash ${algorithmId} is not one that is relied on.`)
  return hash
}

const isSignedBy = ({ signedAttrs, ...signer }: SignerInfo, { publicKey }: X509Certificate) =>
  isSignatureOf(signedAttrs ? Buffer.from(signedAttrs.encodedValue) : Buffer.alloc(0), {
    algorithm: signer.signatureAlgorithm,
    hash: hashOf(signer.digestAlgorithm),
    signature: Buffer.from(signer.signature.getValue()),
    publicKey,
  })

interface SignatureFacts {
  algorithm: AlgorithmIdentifier
  /** Used if the algorithm does not name a hash itself. */
  hash?: string
  signature: Buffer
  publicKey: KeyObject
}

/** Verifies RSA, RSA-PSS and ECDSA with SHA-2. A signature by any other algorithm is invalid. */
export function isSignatureOf(bytes: Buffer, { algorithm, hash, signature, publicKey }: SignatureFacts) {
  const { algorithmId } = algorithm
  const isPss = algorithmId === ids.rsaPss
  const known = algorithmId === ids.rsa || isPss ? hash : signatureHashes[algorithmId]
  if (known === undefined) return false
  return verify(
    known,
    bytes,
    isPss ? { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING } : publicKey,
    signature,
  )
}

/**
 * Returns whether the attribute names the certificate, by SHA-256 (the default of version 2) or SHA-1 (version 1, which
 * older authorities write).
 */
function isNamed(certificate: X509Certificate, v2: unknown, v1: unknown) {
  const named = firstOf(firstOf(v2 ?? v1))
  if (!(named instanceof Sequence)) return false
  const [first, second] = named.valueBlock.value
  const [algorithm, digest] = first instanceof Sequence ? [firstOf(first), second] : [null, first]
  if (!(digest instanceof OctetString)) return false
  const hash =
    v2 === undefined
      ? 'sha1'
      : algorithm instanceof ObjectIdentifier
        ? hashes[algorithm.valueBlock.toString()]
        : 'sha256'
  if (hash === undefined) return false
  return createHash(hash).update(certificate.raw).digest().equals(Buffer.from(digest.getValue()))
}

const firstOf = (node: unknown): unknown => (node instanceof Sequence ? node.valueBlock.value[0] : undefined)
