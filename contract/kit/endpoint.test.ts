import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '../api.ts'
import { day, type Endpoint, encode, id, newInOutput, safeDecode, safeDecodeKnown } from './endpoint.ts'

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

test('a page leaves out the fields of a newer node that it does not know, at any depth, and nothing else', () => {
  const known = z.strictObject({ name: z.string(), steps: z.array(z.strictObject({ title: z.string() })) })
  const newer = {
    name: 'Purchase',
    colour: 'red',
    steps: [{ title: 'Searches' }, { title: 'Deed', due: null }],
  }
  expect(safeDecodeKnown(known, newer).data).toEqual({
    name: 'Purchase',
    steps: [{ title: 'Searches' }, { title: 'Deed' }],
  })
  expect(newer.steps[1]).toEqual({ title: 'Deed', due: null })
  expect(safeDecodeKnown(known, { ...newer, name: 7 }).success).toBe(false)
  expect(safeDecodeKnown(known, { ...newer, steps: [{ heading: 'Deed' }] }).success).toBe(false)
})

test('a field that is new in an output may be missing from an older node, and never from this one', () => {
  const output = z.strictObject({ name: z.string(), isNew: newInOutput(z.boolean(), true) })
  expect(safeDecodeKnown(output, { name: 'Purchase' }).data).toEqual({ name: 'Purchase', isNew: true })
  expect(() => encode(output, { name: 'Purchase' })).toThrow(/isNew/)
})

test('no password is sent in an address, where it would be logged', () => {
  const inAddress = everyEndpoint.filter(({ method }) => method === 'GET' || method === 'DELETE')
  const secret = inAddress.filter(({ input }) =>
    Object.keys(input.shape).some((name) => /password/i.test(name)),
  )
  expect(secret.map(({ path }) => path)).toEqual([])
  expect(inAddress.length).toBeGreaterThan(100)
})

test('a number is read in lower case, however it is written', () => {
  const number = '0197a4a0-0000-7000-8000-00000000000a'
  expect(id('user').parse(number.toUpperCase())).toBe(number)
  expect(safeDecode(id('user'), `{${number}}`).success).toBe(false)
})

test('a day that the calendar does not have is refused in words that say so', () => {
  const faultOf = (text: unknown) => day.safeParse(text).error?.issues[0]?.message
  expect(faultOf('2026-11-31')).toBe('Please enter a date that exists')
  expect(faultOf('31')).toBe('Please enter a date that exists')
  for (const nothing of [undefined, null, '']) expect(faultOf(nothing)).toBe('Please fill this in')
})
