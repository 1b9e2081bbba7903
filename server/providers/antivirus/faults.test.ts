import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openClamd } from './clamd.ts'
import { openClamdStandIn } from './testing.ts'

test.each([
  '',
  'stream: O',
  'stream: OK',
  'stream: FOUND',
  'ERROR\0',
  'stream: OKAY\0',
  '\0',
  'x'.repeat(10_000),
])('the answer %j is none: a file is clean only where the scanner says so to the end', async (instead) => {
  const { address } = await openClamdStandIn({ instead })
  await expect(openClamd(address).scan(randomBytes(10))).rejects.toThrow(/clamd/)
})

test('a scanner that takes the file and never answers is given up in time', async () => {
  const { address } = await openClamdStandIn({ instead: null })
  const began = performance.now()
  await expect(openClamd(address).scan(randomBytes(10), { within: 300 })).rejects.toThrow('within 300 ms')
  expect(performance.now() - began).toBeLessThan(5000)
})

test('a file larger than the scanner takes is not clean', async () => {
  const { address } = await openClamdStandIn({ streamMaxLength: 1_000_000 })
  await expect(openClamd(address).scan(randomBytes(3_000_000))).rejects.toThrow(/size limit|EPIPE|ECONNRESET/)
})
