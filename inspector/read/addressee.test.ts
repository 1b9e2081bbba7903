import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { addresseesOf, dividedName } from './addressee.ts'
import type { Segment } from './lines.ts'

const blockOf = (lines: string[]): Segment[] =>
  lines.map((text, line) => ({
    text,
    page: 1,
    x: 40,
    right: 40 + text.length * 5,
    baseline: 100 + line * 12,
    height: 10,
    depth: 0.1,
  }))
const addressesIn = (lines: string[]) =>
  addresseesOf(blockOf(lines)).map(({ names, address }) => [...names, address])

const home = ['Flat 3', '18 Station Parade', 'Penarth', 'CF64 2HH']
const address = home.join(', ')

test('an addressee close below the sender’s own address is the client', () => {
  expect(addressesIn(['Welsh Water, PO Box 690, Cardiff CF3 5WL', 'Mr Idris Vaughan', ...home])).toEqual([
    ['Mr Idris Vaughan', address],
  ])
})

test('the lines of a registered office are no addressee', () => {
  expect(addressesIn(['Registered office', 'Lancaster House', 'Ermine Park', 'Huntingdon PE29 6XU'])).toEqual(
    [],
  )
})

test('a company and a person it is in care of are no part of the address', () => {
  expect(addressesIn(['Reeve Ceramics Ltd', 'c/o Ms Joanna Reeve', ...home])).toEqual([
    ['Reeve Ceramics Ltd', address],
  ])
  expect(addressesIn(['Mr Peter Larkin', 'c/o Mrs Joanna Reeve', ...home])).toEqual([
    ['Mr Peter Larkin', address],
  ])
})

test('a person whose post a company receives is its holder, in care of that company', () => {
  expect(addresseesOf(blockOf(['Mr Peter Larkin', 'c/o Reeve Lettings Ltd', ...home]))).toEqual([
    { names: ['Mr Peter Larkin'], address, isCareOf: true },
  ])
})

test('the property of a sale is not where its seller lives', () => {
  expect(addressesIn(['Mr Ravi Chandra', 'Sale of 8 Wyebank Rise, Chepstow NP16 5PW'])).toEqual([])
})

test('a name broken at its hyphen is one name', () => {
  expect(addressesIn(['Mr J. Blackwood-', 'Hayes', ...home])).toEqual([['Mr J. Blackwood-Hayes', address]])
})

test('the stops at the ends of the lines are no part of name and address', () => {
  expect(addressesIn(['Mr Karl Ames,', 'Flat 3,', '18 Station Parade,', 'Penarth,', 'CF64 2HH.'])).toEqual([
    ['Mr Karl Ames', address],
  ])
})

test('an address of the forces overseas ends in its BFPO number', () => {
  expect(addressesIn(['CPL D P WARD', '2 YORKS', 'DHEKELIA', 'BFPO 57'])).toEqual([
    ['CPL D P WARD', '2 YORKS, DHEKELIA, BFPO 57'],
  ])
})

test('a line of a photograph that was read in two parts is one line of the address', () => {
  const lines = blockOf(['Mr Karl Ames', '5 Bell', 'London', 'SE1 3UF'])
  const read = lines.map((line) => ({ ...line, confidence: 0.98 }))
  const [, street] = read
  if (!street) throw new Error('There are four lines')
  const rest = { ...street, text: 'Yard Mews', x: street.right + 3, right: street.right + 48 }
  expect(addresseesOf([...read, rest])[0]?.address).toBe('5 Bell Yard Mews, London, SE1 3UF')
  expect(addresseesOf([...read, { ...rest, x: rest.x + 40 }])[0]?.address).toBe('5 Bell, London, SE1 3UF')
})

test.each<[string, string[][]]>([
  [
    'below their labels in columns',
    [
      ['Surname', 'Forenames or initials', 'National Insurance number'],
      ['OKAFOR', 'ADAEZE', 'QQ 12 34 56 C'],
    ],
  ],
  [
    'beside their labels in rows',
    [
      ['Surname', 'OKAFOR'],
      ['Forenames or initials', 'ADAEZE'],
      ['National Insurance number', 'QQ 12 34 56 C'],
    ],
  ],
  [
    'below labels beside others',
    [
      ['First name', 'Surname', 'Payroll no.'],
      ['ADAEZE', 'OKAFOR', '1187'],
    ],
  ],
])('a divided name is read %s', (_, rows) => {
  expect(dividedName(segmentsOfRows(rows))).toEqual(['ADAEZE OKAFOR'])
})

test('the label below an empty place is not the name in it', () => {
  const rows = [['Surname'], ['Forenames or initials', 'ADAEZE'], ['Works/payroll number']]
  expect(dividedName(segmentsOfRows(rows))).toEqual([])
})
