import { expect, test } from 'vitest'
import { placeOfStep } from './matters.ts'

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
