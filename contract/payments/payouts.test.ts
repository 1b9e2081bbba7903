import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differencesIn, figuresOf, type PayoutLine } from './payouts.ts'

const line = fc.record({
  id: fc.string(),
  kind: fc.constantFrom<PayoutLine['kind'][]>('payment', 'refund', 'dispute', 'fee', 'other'),
  gross: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fee: fc.integer({ min: 0, max: 10_000 }),
})
const lines = fc
  .array(line)
  .map((some) =>
    some.map((line) => ({ ...line, net: line.gross - line.fee, reference: null, payment: null })),
  )

test('the figures of a payout always add up to its net, whatever its lines are', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const { payments, refunds, disputes, other, fees, net } = figuresOf(some)
      expect(payments + refunds + disputes + other - fees).toBe(net)
    }),
  )
})

test('a sum that is a penny off is named, and the right one is not', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: -5, max: 5 }), (some, off) => {
      const { net } = figuresOf(some)
      const own = differencesIn({ amount: net + off, status: 'paid', provider: 'gocardless' }, some).filter(
        (words) => words.startsWith('GoCardless paid out'),
      )
      expect(own).toHaveLength(off === 0 ? 0 : 1)
    }),
  )
})
