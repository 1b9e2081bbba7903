import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MasterKey } from '../files/keyring.ts'
import { openHasher, openSecrets } from './secrets.ts'

const newKey = (id: string): MasterKey => ({ id, secret: randomBytes(32) })
const ringOf = (...keys: [MasterKey, ...MasterKey[]]) => ({
  newest: keys[0],
  find: (id: string) => keys.find((key) => key.id === id),
})

test('what is sealed opens only where it belongs, unchanged, and with its key', () => {
  const key = newKey('00000000000000aa')
  const secrets = openSecrets(ringOf(key))
  const sealed = secrets.seal('JBSWY3DPEHPK3PXP', 'second_factor:amara')
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP')
  expect(secrets.seal('JBSWY3DPEHPK3PXP', 'second_factor:amara')).not.toBe(sealed)
  expect(secrets.open(sealed, 'second_factor:amara')).toBe('JBSWY3DPEHPK3PXP')
  expect(secrets.open(sealed, 'second_factor:ben')).toBeNull()
  const at = sealed.length - 4
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
  for (const spoilt of [changed, sealed.slice(0, 30), '', '.', sealed.replace('aa.', 'bb.')])
    expect(secrets.open(spoilt, 'second_factor:amara')).toBeNull()
  expect(openSecrets(ringOf(newKey(key.id))).open(sealed, 'second_factor:amara')).toBeNull()
})

test('what is derived is the same for one place, and another for each other place and key', () => {
  const key = newKey('00000000000000aa')
  const secrets = openSecrets(ringOf(key))
  expect(secrets.derive('session:1')).toMatch(/^[\w-]{43}$/)
  expect(secrets.derive('session:1')).toBe(openSecrets(ringOf(key)).derive('session:1'))
  expect(secrets.derive('session:2')).not.toBe(secrets.derive('session:1'))
  expect(openSecrets(ringOf(newKey(key.id))).derive('session:1')).not.toBe(secrets.derive('session:1'))
})

test('after a rotation older secrets still open', () => {
  const [old, next] = [newKey('00000000000000aa'), newKey('00000000000000bb')]
  const sealed = openSecrets(ringOf(old)).seal('a key', 'here')
  expect(openSecrets(ringOf(next, old)).open(sealed, 'here')).toBe('a key')
})

test('a password is hashed as OWASP recommends, and only the same password matches', async () => {
  const hasher = await openHasher()
  const stored = await hasher.hash('correct horse battery')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await hasher.verify(stored, 'correct horse battery')).toBe(true)
  expect(await hasher.verify(stored, 'correct horse batteri')).toBe(false)
  expect(await hasher.verify(null, 'correct horse battery')).toBe(false)
})
