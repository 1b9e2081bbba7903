import { expect, test } from 'vitest'
import { moneyIn } from '../documents/funds.ts'

const penceOf = (text: string) => moneyIn(text).map(({ pence }) => pence)

test.each<[string, number[]]>([
  ['Net pay 2,633.40', [263340]],
  ['Sale price £415,000.00', [41500000]],
  ['I am giving £30,000 as a gift', [3000000]],
  ['Balance £1,204.11 DR', [-120411]],
  ['(148.00)', [-14800]],
  ['-£12.30', [-1230]],
  ['15 Oct 2026 Transfer 50.00 914.01', [5000, 91401]],
  ['1.056.11', [105611]],
  ['€1.00', [100]],
])('“%s” gives %j pence', (text, pence) => {
  expect(penceOf(text)).toEqual(pence)
})

test.each([
  'Account number 12345678',
  '20-11-26',
  '15/10/2026',
  'AER 4.15%',
  'Unit rate 24.50p',
  '412 kWh used',
  'Flat 2',
])('“%s” gives no amount', (text) => {
  expect(penceOf(text)).toEqual([])
})

test('the currency is the one that is printed', () => {
  expect(moneyIn('€20.00 $30.00 GBP 40.00 50.00').map(({ currency }) => currency)).toEqual([
    'EUR',
    'USD',
    'GBP',
    'GBP',
  ])
})
