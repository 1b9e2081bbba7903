import { createPrivateKey, generateKeyPair, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { linkIfFree, makeFolder, onDisk, syncFolder, writeNew } from '../files/disk.ts'
import { readKey } from './key-file.ts'
import type { Signatory } from './pades/cms.ts'

/**
 * Reads the key that documents are sealed with, or makes it together with its self-signed certificate. A lost
 * key harms no sealed document, for each carries its certificate; the next one is sealed with a new key.
 *
 * @throws Error with a sentence for the operator when the file is damaged.
 */
export async function openSealKey(path: string, { owner }: { owner: string }): Promise<Signatory> {
  const { key, certificate } = (await readKey(path)) ?? (await makeKey(path, owner))
  return { key: createPrivateKey(key), certificate: new X509Certificate(certificate), chain: [] }
}

async function makeKey(path: string, owner: string) {
  const made = await newKey(owner)
  await onDisk(async () => {
    await makeFolder(dirname(path))
    const draft = `${path}.${randomUUID()}`
    await writeNew(draft, [Buffer.from(`${JSON.stringify({ version: 1, ...made }, null, 2)}\n`)])
    // Where two processes come at once, one links first and both use what it made.
    await linkIfFree(draft, path)
    await syncFolder(dirname(path))
  })
  return (await readKey(path)) ?? made
}

const years = 20

async function newKey(owner: string) {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 3072,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = serialNumberFrom(randomBytes(16))
  const from = certificate.validity.notBefore
  certificate.validity.notAfter = new Date(Date.UTC(from.getUTCFullYear() + years, from.getUTCMonth(), 1))
  const subject = nameOf(owner)
  certificate.setSubject(subject)
  certificate.setIssuer(subject)
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', critical: true, digitalSignature: true, nonRepudiation: true },
    { name: 'subjectKeyIdentifier' },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create())
  return { key: privateKey, certificate: forge.pki.certificateToPem(certificate) }
}

/**
 * A positive number in its shortest form (X.690 §8.3.2), in hexadecimal: one that began with zeros would make a
 * certificate that nothing can read.
 */
export const serialNumberFrom = ([first = 0, ...rest]: Uint8Array) =>
  Buffer.from([(first & 0x7f) | 0x40, ...rest]).toString('hex')

// X.520 allows names of 64 letters.
const nameOf = (owner: string) => [
  { shortName: 'CN', value: utf8(`${owner.slice(0, 40)} document seal`), valueTagClass: utf8Class },
  { shortName: 'O', value: utf8(owner.slice(0, 60)), valueTagClass: utf8Class },
]

// The library reads a type here, its types say a class: both are numbers.
const utf8Class: forge.asn1.Class = Number(forge.asn1.Type.UTF8)
const utf8 = (text: string) => forge.util.encodeUtf8(text)
