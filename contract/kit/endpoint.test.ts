import { expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '../api.ts'
import type { Endpoint } from './endpoint.ts'

const endless = ['👩‍👩‍👧', '\u202e', 'a.', '\ud800', 'https://a', '4'].map((sign) => sign.repeat(10_000))
const everyEndpoint = Object.values(api).flatMap((contract) => Object.values<Endpoint>(contract))

test('text that is too long is refused before any other rule runs', () => {
  let refused = 0
  for (const { path, input } of everyEndpoint) {
    for (const [name, field] of Object.entries<z.ZodType>(input.shape)) {
      for (const text of endless) {
        const codes = field.safeParse(text).error?.issues.map(({ code }) => code) ?? []
        if (!codes.includes('too_big') || codes.includes('invalid_type')) continue
        expect([path, name, ...codes]).toEqual([path, name, 'too_big'])
        refused += 1
      }
    }
  }
  expect(refused).toBeGreaterThan(100)
})
