import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newTimedKey, otpauthUrlOf, stepOf } from './codes.ts'

/** Base32 of the ASCII key "12345678901234567890" of RFC 6238 appendix B. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// The last six of the eight digits that appendix B gives for SHA-1.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is %s, as RFC 6238 has it', (seconds, code) => {
  expect(stepOf(code, { key, now: new Date(seconds * 1000) })).toBe(Math.floor(seconds / 30))
})

test('a code counts one step early and one late, and no further', () => {
  const code = '279037'
  const step = Math.floor(2_000_000_000 / 30)
  const at = (steps: number, seconds = 0) =>
    stepOf(code, { key, now: new Date(((step + steps) * 30 + seconds) * 1000) })
  for (const [steps, seconds] of [
    [-1, 0],
    [-1, 29],
    [0, 0],
    [1, 29],
  ] as const)
    expect(at(steps, seconds)).toBe(step)
  for (const [steps, seconds] of [
    [-2, 29],
    [2, 0],
  ] as const)
    expect(at(steps, seconds)).toBeNull()
})

test('what is no code of six digits is none, and spaces in one do not matter', () => {
  const now = new Date(2_000_000_000_000)
  expect(stepOf(' 279 037 ', { key, now })).not.toBeNull()
  for (const typed of ['', '27903', '2790370', 'abcdef', '٢٧٩٠٣٧', '-279037e'])
    expect(stepOf(typed, { key, now })).toBeNull()
})

test('a new key has 160 bits, is another one each time, and is told to the app with the firm and the person', () => {
  const [firstKey, other] = [newTimedKey(), newTimedKey()]
  expect(firstKey).toMatch(/^[A-Z2-7]{32}$/)
  expect(firstKey).not.toBe(other)
  const url = new URL(otpauthUrlOf(firstKey, { issuer: 'Hartley & Rowe', label: 'zoë okafor' }))
  expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp')
  expect(decodeURIComponent(url.pathname)).toBe('/Hartley & Rowe:zoë okafor')
  expect(url.searchParams.get('secret')).toBe(firstKey)
  expect(url.searchParams.get('issuer')).toBe('Hartley & Rowe')
})

test('any key gives the code that a second reading of RFC 4226 gives', () => {
  const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  for (let round = 0; round < 200; round += 1) {
    const fresh = newTimedKey()
    const bits = [...fresh].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
    const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
    const step = 60_000_000 + round * 977
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(step))
    const mac = createHmac('sha1', bytes).update(counter).digest()
    const word = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff
    const code = String(word % 1_000_000).padStart(6, '0')
    expect(stepOf(code, { key: fresh, now: new Date(step * 30_000) })).toBe(step)
  }
})
