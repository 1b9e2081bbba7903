import { expect, test } from 'vitest'
import { matters } from './matters.ts'
import { placeOfStep } from './next-action.ts'

test.each([
  ['Sign the contract and the transfer', '/signatures'],
  ['Please pay the search fees', '/payments'],
  ['Send us your latest payslip', '/documents'],
  ['Book a time to go through the report', '/appointments'],
  ['Read the seller’s answers in your messages, and tell us what you would like to ask', undefined],
  ['Sign in and start your tasks', '/'],
  ['Wait for our design of the extension', undefined],
])('the step "%s" leads to %s', (step, path) => {
  expect(placeOfStep(step)?.path).toBe(path)
})

test('an empty description is asked for in words for whoever reads: the client, or the firm about its client', () => {
  const given = { title: 'A flat', type: 'Property', priority: 'low', description: '' }
  const faultsOf = (input: typeof matters.request.input | typeof matters.start.input) =>
    input.safeParse(given).error?.issues.find(({ path }) => path[0] === 'description')?.message
  expect(faultsOf(matters.request.input)).toBe('Please tell us what it is about')
  expect(faultsOf(matters.start.input)).toBe('Please describe the case for your client')
})
