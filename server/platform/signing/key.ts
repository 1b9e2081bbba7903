import { createPrivateKey, generateKeyPair, randomBytes, randomUUID, X509Certificate } from 'node:crypto'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { linkIfFree, makeFolder, onDisk, syncFolder, writeNew } from '../files/disk.ts'
import { readKey } from './key-file.ts'
import type { Signatory } from './pades/cms.ts'

/**
 * Reads the key for sealing documents, or makes it with its self-signed certificate. Losing the key harms no sealed
 * document, because each carries its certificate. The next one is sealed with a new key.
 *
 * @throws Error with a sentence for the operator if the file is damaged.
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
    // If two processes do this at once, the first one links its key and both use it.
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
 * Returns a positive number in its shortest form (X.690 §8.3.2), in hexadecimal. Leading zeros would make the
 * certificate unreadable.
 */
export const serialNumberFrom = ([first = 0, ...rest]: Uint8Array) =>
  Buffer.from([(first & 0x7f) | 0x40, ...rest]).toString('hex')

// X.520 limits names to 64 characters.
const nameOf = (owner: string) => [
  { shortName: 'CN', value: utf8(`${owner.slice(0, 40)} document seal`), valueTagClass: utf8Class },
  { shortName: 'O', value: utf8(owner.slice(0, 60)), valueTagClass: utf8Class },
]

// The library expects a type here although its TypeScript types say a class. Both are numbers.
const utf8Class: forge.asn1.Class = Number(forge.asn1.Type.UTF8)
const utf8 = (text: string) => forge.util.encodeUtf8(text)
