import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { eicar } from '#inspector/testing/hostile.ts'
import { openClamd } from './clamd.ts'
import { openClamdStandIn, realClamd } from './testing.ts'

const addressOf = async () => realClamd ?? (await openClamdStandIn()).address

test.each([0, 1, 256 * 1024, 256 * 1024 + 1, 10 * 1024 * 1024])(
  'a file of %i bytes in which nothing is found is clean',
  async (size) => {
    const { scan } = openClamd(await addressOf())
    expect(await scan(randomBytes(size), { within: 20_000 })).toBe(null)
  },
)

test('the test virus is found by its name', async () => {
  const { scan } = openClamd(await addressOf())
  expect(await scan(Buffer.from(eicar))).toMatch(/eicar/i)
})

test('many files at once are each told apart', async () => {
  const { scan } = openClamd(await addressOf())
  const files = Array.from({ length: 20 }, (_, at) =>
    at % 2 ? Buffer.from(eicar) : randomBytes(at * 10_000),
  )
  const found = await Promise.all(files.map((file) => scan(file, { within: 20_000 })))
  expect(found.map((name) => name !== null)).toEqual(files.map((_, at) => at % 2 === 1))
})

test('the scanner says its version', async () => {
  expect(await openClamd(await addressOf()).version()).toMatch(/^ClamAV \d/)
})

test('a scanner that is away, or a socket that is not there, is an error and never a clean file', async () => {
  await expect(openClamd({ host: '127.0.0.1', port: 1 }).scan(randomBytes(10))).rejects.toThrow(
    'ECONNREFUSED',
  )
  await expect(openClamd({ path: '/nowhere/clamd.ctl' }).scan(randomBytes(10))).rejects.toThrow('ENOENT')
})
