import { createHash, X509Certificate } from 'node:crypto'
import { OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  BasicOCSPResponse,
  CertID,
  CertificateRevocationList,
  CRLDistributionPoints,
  OCSPRequest,
  OCSPResponse,
  Request,
  TBSRequest,
} from 'pkijs'
import { days, minutes } from '../../time/durations.ts'
import { derOf, isSignatureOf, parsed, sourceOf } from './cms.ts'

const sha1 = '1.3.14.3.2.26'
const basicOcsp = '1.3.6.1.5.5.7.48.1.1'
const forOcsp = '1.3.6.1.5.5.7.3.9'
const crlPoints = '2.5.29.31'

/**
 * Returns whether a certificate is self-signed, so that nobody else can vouch for it. The portal's own certificate is.
 */
export const isRoot = (certificate: X509Certificate) =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)

/**
 * Returns a certificate with its issuers up to a root, as far as they are in `among`. The last one may not be a root.
 */
export function chainOf(certificate: X509Certificate, among: readonly X509Certificate[]): X509Certificate[] {
  const chain = [certificate]
  for (let last = certificate; chain.length < 8; ) {
    const issuer = isRoot(last)
      ? undefined
      : among.find((candidate) => last.checkIssued(candidate) && last.verify(candidate.publicKey))
    if (!issuer) return chain
    chain.push(issuer)
    last = issuer
  }
  return chain
}

/** OCSP responses and revocation lists, as DER. */
export interface RevocationData {
  ocsps: readonly Buffer[]
  crls: readonly Buffer[]
}

export type RevocationStatus = 'good' | 'revoked' | 'unknown'

interface Certified {
  certificate: X509Certificate
  issuer: X509Certificate
  /** Ignores statements outside their period of validity at this time. Missing means at any time. */
  at?: Date
}

/** Returns the state of a certificate according to its issuer. Damaged statements and those of others are ignored. */
export function revocationStatusOf(of: Certified, { ocsps, crls }: RevocationData): RevocationStatus {
  const statuses = [
    ...ocsps.map((bytes) => attempt(() => statusByOcsp(bytes, of))),
    ...crls.map((bytes) => attempt(() => statusByRevocationList(bytes, of))),
  ]
  return (
    statuses.find((status) => status === 'revoked') ??
    statuses.find((status) => status === 'good') ??
    'unknown'
  )
}

const attempt = (read: () => RevocationStatus): RevocationStatus => {
  try {
    return read()
  } catch {
    return 'unknown'
  }
}

/** Tolerance for clocks that differ. */
const slack = minutes(10)

const isCurrent = (at: Date | undefined, from: Date, until: Date = new Date(from.getTime() + days(7))) =>
  at === undefined || (from.getTime() <= at.getTime() + slack && until.getTime() >= at.getTime() - slack)

function statusByOcsp(bytes: Buffer, { certificate, issuer, at }: Certified): RevocationStatus {
  const { responseStatus, responseBytes } = OCSPResponse.fromBER(sourceOf(bytes))
  if (responseStatus.valueBlock.valueDec !== 0 || responseBytes?.responseType !== basicOcsp) return 'unknown'
  const basic = BasicOCSPResponse.fromBER(responseBytes.response.getValue())
  const signed = Buffer.from(basic.tbsResponseData.tbsView)
  const carried = (basic.certs ?? []).map((certificate) => new X509Certificate(derOf(certificate.toSchema())))
  const delegates = carried.filter(
    (delegate) =>
      delegate.keyUsage?.includes(forOcsp) &&
      delegate.checkIssued(issuer) &&
      delegate.verify(issuer.publicKey),
  )
  const { signatureAlgorithm: algorithm } = basic
  const signature = Buffer.from(basic.signature.valueBlock.valueHexView)
  const isSigned = [issuer, ...delegates].some(({ publicKey }) =>
    isSignatureOf(signed, { algorithm, signature, publicKey }),
  )
  if (!isSigned) return 'unknown'
  const { serialNumber } = parsed(certificate)
  const found = basic.tbsResponseData.responses.find(
    ({ certID }) => certID.serialNumber.isEqual(serialNumber) && isOfIssuer(certID, issuer),
  )
  if (!found || !isCurrent(at, found.thisUpdate, found.nextUpdate)) return 'unknown'
  // [0] good, [1] revoked, [2] unknown (RFC 6960 §4.2.1).
  const tag: unknown = found.certStatus?.idBlock?.tagNumber
  return tag === 0 ? 'good' : tag === 1 ? 'revoked' : 'unknown'
}

const hashNames: Record<string, string> = { [sha1]: 'sha1', '2.16.840.1.101.3.4.2.1': 'sha256' }

const keyHashOf = (issuer: X509Certificate, hash: string) =>
  createHash(hash)
    .update(parsed(issuer).subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView)
    .digest()

function isOfIssuer({ hashAlgorithm, issuerKeyHash }: CertID, issuer: X509Certificate) {
  const hash = hashNames[hashAlgorithm.algorithmId]
  return hash !== undefined && keyHashOf(issuer, hash).equals(Buffer.from(issuerKeyHash.getValue()))
}

function statusByRevocationList(bytes: Buffer, { certificate, issuer, at }: Certified): RevocationStatus {
  const list = CertificateRevocationList.fromBER(sourceOf(bytes))
  const own = parsed(certificate)
  const isSigned = isSignatureOf(Buffer.from(list.tbsView), {
    algorithm: list.signatureAlgorithm,
    signature: Buffer.from(list.signatureValue.valueBlock.valueHexView),
    publicKey: issuer.publicKey,
  })
  if (!isSigned || !list.issuer.isEqual(own.issuer)) return 'unknown'
  if (!isCurrent(at, list.thisUpdate.value, list.nextUpdate?.value)) return 'unknown'
  const revoked = list.revokedCertificates ?? []
  return revoked.some(({ userCertificate }) => userCertificate.isEqual(own.serialNumber)) ? 'revoked' : 'good'
}

/** Returns the addresses that a certificate names for revocation status and for its issuer's certificate. */
export function addressesIn(certificate: X509Certificate) {
  const access = certificate.infoAccess ?? ''
  const urlsOf = (kind: string) =>
    [...access.matchAll(new RegExp(`^${kind} - URI:(http\\S+)$`, 'gm'))].flatMap(([, url]) => url ?? [])
  const extension = parsed(certificate).extensions?.find(({ extnID }) => extnID === crlPoints)?.parsedValue
  const points = extension instanceof CRLDistributionPoints ? extension.distributionPoints : []
  const crls = points.flatMap(({ distributionPoint }) =>
    Array.isArray(distributionPoint)
      ? distributionPoint.flatMap(({ type, value }) =>
          type === 6 && String(value).startsWith('http') ? [String(value)] : [],
        )
      : [],
  )
  return { ocsp: urlsOf('OCSP'), issuer: urlsOf('CA Issuers'), crls }
}

/** Builds an OCSP request for one certificate (RFC 6960), as DER, with SHA-1, which every responder knows. */
export function ocspRequest(certificate: X509Certificate, issuer: X509Certificate) {
  const { issuer: name, serialNumber } = parsed(certificate)
  const certID = new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha1 }),
    issuerNameHash: new OctetString({ valueHex: createHash('sha1').update(derOf(name.toSchema())).digest() }),
    issuerKeyHash: new OctetString({ valueHex: keyHashOf(issuer, 'sha1') }),
    serialNumber,
  })
  const request = new OCSPRequest({
    tbsRequest: new TBSRequest({ requestList: [new Request({ reqCert: certID })] }),
  })
  return derOf(request.toSchema(true))
}
