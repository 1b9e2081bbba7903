import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestAuthority } from '#server/providers/time-stamps/testing/authority.ts'
import { openSealer } from '../sealer.ts'
import { readPkcs12 } from './pkcs12.ts'

const ca = await openTestAuthority()
const at = (name: string) => join(ca.folder, name)

/** A file written by OpenSSL. `how` gives its content and cipher. */
function exported(name: string, ...how: string[]) {
  ca.openssl(
    'pkcs12',
    '-export',
    '-in',
    `${name}.pem`,
    '-passout',
    'pass:secret',
    '-out',
    `${name}.p12`,
    ...how,
  )
  return at(`${name}.p12`)
}
const read = (path: string, password = 'secret') => readPkcs12(readFileSync(path), password)
const withKey = (name: string) => ['-inkey', `${name}.key`, '-certfile', 'ca.pem']

test.each([
  ['today’s cipher', []],
  [
    'the cipher that Windows has written for long',
    ['-legacy', '-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'],
  ],
])('a certificate for documents is read with its key and its issuers: by %s', async (_, cipher) => {
  ca.issue('Firm', 'seals')
  const { key, certificate, chain } = read(exported('Firm', ...withKey('Firm'), ...cipher))
  expect(certificate.checkPrivateKey(key)).toBe(true)
  expect(certificate.subject).toContain('CN=Firm')
  expect(chain.map(({ subject }) => subject)).toEqual(['O=Test Trust\nCN=Test Root'])
})

test('an RSA key is read as well', async () => {
  ca.openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'Rsa.key',
    '-out',
    'Rsa.pem',
    '-subj',
    '/CN=Rsa',
    '-config',
    'authority.cnf',
    '-days',
    '30',
  )
  const { key } = read(exported('Rsa', '-inkey', 'Rsa.key'))
  expect(key.asymmetricKeyType).toBe('rsa')
})

test('a file that documents cannot be sealed with is refused with a sentence, which never has the password', async () => {
  ca.issue('Good', 'seals')
  ca.issue('Server', 'servers')
  const good = exported('Good', ...withKey('Good'))
  writeFileSync(at('letter.p12'), 'Dear Sir')
  ca.openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:1024',
    '-nodes',
    '-keyout',
    'Weak.key',
    '-out',
    'Weak.pem',
    '-subj',
    '/CN=Weak',
    '-config',
    'authority.cnf',
  )
  const refusals: [path: string, password: string, words: string][] = [
    [at('letter.p12'), 'secret', 'not a PKCS#12 file'],
    [good, 'a wrong one', 'The password is not the one of this file'],
    [good, '', 'The password is not the one of this file'],
    [exported('Good', '-nokeys'), 'secret', 'has no private key'],
    [exported('Server', ...withKey('Server')), 'secret', 'not for signing documents'],
    [exported('ca', '-inkey', 'ca.key'), 'secret', 'not for signing documents'],
    [exported('Weak', '-inkey', 'Weak.key'), 'secret', '2048 bits or more'],
  ]
  for (const [path, password, words] of refusals) {
    // The file without a key has replaced the good one.
    if (path === good) exported('Good', ...(words.includes('private key') ? ['-nokeys'] : withKey('Good')))
    expect(() => read(path, password)).toThrow(words)
    expect(() => read(path, password)).not.toThrow('a wrong one')
  }
})

test('before the firm’s certificate expires the portal warns, and once it has expired nothing is sealed with it', async () => {
  ca.issue('Soon', 'seals', { days: 10 })
  const own = read(exported('Soon', ...withKey('Soon')))
  const sealer = openSealer({ path: at('seal.json'), own: () => own })
  expect(await sealer.warning()).toMatch(/expires on \d{4}-\d\d-\d\d\. Documents cannot be signed after that/)
  const job = {
    pdf: Buffer.from(''),
    stamp: [],
    title: 'Contract for sale',
    lastPage: null,
    evidence: {
      title: '',
      blocks: [],
      letterhead: { name: '', postalAddress: '', telephone: '', email: '', regulator: '', vatNumber: null },
    },
    words: { name: 'Hartley & Rowe', reason: '', location: '', at: own.certificate.validToDate },
  }
  await expect(sealer.seal(job)).rejects.toMatchObject({
    code: 'unavailable',
    cause: { message: expect.stringContaining('nothing can be signed') },
  })
  await sealer.close()
})
