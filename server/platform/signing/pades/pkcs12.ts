import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { BitString } from 'asn1js'
import forge from 'node-forge'
import { parsed, type Signatory } from './cms.ts'
import { chainOf } from './validation.ts'

/**
 * Reads the firm's own certificate with its key and its issuers from a PKCS#12 file. Uses node-forge, because Windows
 * still writes files with a cipher that newer libraries cannot read. Does not check the dates, which change the answer
 * over time.
 * @throws Error with a sentence for the administrator or operator if documents cannot be sealed with it.
 */
export function readPkcs12(bytes: Buffer, password: string): Signatory {
  const file = opened(bytes, password)
  const keys = [...bagsOf(file, 'pkcs8ShroudedKeyBag'), ...bagsOf(file, 'keyBag')].flatMap(keyIn)
  const certificates = bagsOf(file, 'certBag').flatMap(certificateIn)
  const [key] = keys
  if (!key)
    throw new Error('The file has no private key. Export the certificate again together with its key.')
  const certificate = certificates.find((candidate) => candidate.checkPrivateKey(key))
  if (!certificate) throw new Error('The file has no certificate for its private key.')
  refuseUnfit(certificate, key)
  const [, ...chain] = chainOf(certificate, certificates)
  return { key, certificate, chain }
}

/** Starts with “The password”, so that the form shows it at that field (`typed-settings.ts`). */
const wrongPassword = 'The password is not the one of this file.'

function opened(bytes: Buffer, password: string) {
  const tree = attempt(() => forge.asn1.fromDer(bytes.toString('binary')))
  if (tree === null) throw new Error('This is not a PKCS#12 file (.p12 or .pfx).')
  try {
    return forge.pkcs12.pkcs12FromAsn1(tree, false, password)
  } catch (cause) {
    const isPassword = /password|MAC could not be verified/i.test(String(cause))
    throw new Error(
      isPassword ? wrongPassword : 'This is not a PKCS#12 file that can be read (.p12 or .pfx).',
      {
        cause,
      },
    )
  }
}

const attempt = <T>(read: () => T) => {
  try {
    return read()
  } catch {
    return null
  }
}

const bagsOf = (file: forge.pkcs12.Pkcs12Pfx, kind: 'certBag' | 'keyBag' | 'pkcs8ShroudedKeyBag') => {
  const bagType = forge.pki.oids[kind] ?? ''
  return file.getBags({ bagType })[bagType] ?? []
}

const derOf = (node: forge.asn1.Asn1) => Buffer.from(forge.asn1.toDer(node).getBytes(), 'binary')

// The library does not parse some types, such as elliptic-curve keys, and returns their ASN.1.
const keyIn = ({ key, asn1 }: forge.pkcs12.Bag): KeyObject[] => {
  const found = attempt(() =>
    key
      ? createPrivateKey(forge.pki.privateKeyToPem(key))
      : createPrivateKey({ key: derOf(asn1), format: 'der', type: 'pkcs8' }),
  )
  return found ? [found] : []
}

const certificateIn = ({ cert, asn1 }: forge.pkcs12.Bag): X509Certificate[] => {
  const found = attempt(() => new X509Certificate(derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1)))
  return found ? [found] : []
}

/** Extended key usages: document signing, its Adobe and Microsoft versions, email, client authentication, and any. */
const usesForDocuments = new Set([
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '2.5.29.37.0',
])

function refuseUnfit(certificate: X509Certificate, key: KeyObject) {
  const isStrong =
    (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) ||
    key.asymmetricKeyType === 'ec'
  if (!isStrong)
    throw new Error('Documents are sealed with an RSA key of 2048 bits or more, or one of an elliptic curve.')
  const uses = certificate.keyUsage
  const isForDocuments = uses === undefined || uses.some((use) => usesForDocuments.has(use))
  if (certificate.ca || !maySign(certificate) || !isForDocuments)
    throw new Error(
      'This certificate is not for signing documents. Ask its issuer for one for document signing.',
    )
}

/**
 * Returns whether the certificate may sign: digital signature or content commitment, if it limits its use at all (RFC
 * 5280 §4.2.1.3).
 */
const maySign = (certificate: X509Certificate) => {
  const usage: unknown = parsed(certificate).extensions?.find(
    ({ extnID }) => extnID === '2.5.29.15',
  )?.parsedValue
  if (!(usage instanceof BitString)) return true
  return ((usage.valueBlock.valueHexView[0] ?? 0) & 0b1100_0000) !== 0
}
