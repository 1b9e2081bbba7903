import { expect, test } from 'vitest'
import type { Segment } from './lines.ts'
import { corrected } from './ocr-correction.ts'

const line = (text: string): Segment => ({
  text,
  page: 1,
  x: 0,
  right: 1000,
  baseline: 100,
  height: 20,
  depth: 0.1,
})
const textsOf = (text: string) => corrected([line(text)]).map((segment) => segment.text)

test.each([
  ['Mr lan Hughes', 'Mr Ian Hughes'],
  ['lan Hughes', 'Ian Hughes'],
  ['MrPeter Larkin', 'Mr Peter Larkin'],
  ['8Mill Lane', '8 Mill Lane'],
  ['12 GardenStreet', '12 Garden Street'],
  ['FLAT 2,12 GARDEN STREET,LONDON', 'FLAT 2,12 GARDEN STREET, LONDON'],
  ['London..', 'London'],
  ['WIU 4PL', 'W1U 4PL'],
  ['LS3 IHG', 'LS3 1HG'],
  ['Cardiff CF1O 2BH', 'Cardiff CF10 2BH'],
  ['O3/11/2O26', '03/11/2026'],
  ['l5 Oct 2026', '15 Oct 2026'],
  ['l4 Nov 2O26', '14 Nov 2026'],
  ['17/012018', '17/01/2018'],
  ['17/0112018', '17/01/2018'],
  ['17/0472018', '17/04/2018'],
  ['17/01201842153', '17/01/2018 42153'],
  ['05-05-20181125:29', '05-05-2018 1125:29'],
  ['5.3/2018', '5/3/2018'],
  ['Bil date', 'Bill date'],
  ['Statement cate', 'Statement date'],
  ['Statemnt date: 3 November 2026', 'Statement date: 3 November 2026'],
])('“%s” was “%s”', (read, printed) => {
  expect(textsOf(read)).toEqual([printed])
})

test.each([
  'Account number',
  'Mrs Siobhan McAllister',
  'Your credit card statement date',
  'legal fees',
  'W1U 4PL',
  'GB33MONZ04000412345678',
  'Octopus Energy Ltd.',
  'Direct debit COUNCIL TAX',
  'load of old oil',
  'Will Dale',
  'Mr Bill Date-Smith',
  'Birth date',
])('“%s” stays as it is', (text) => {
  expect(textsOf(text)).toEqual([text])
})

test.each([
  ['3 November 202620-11-26', ['3 November 2026', '20-11-26']],
  ['3 November 2026 20-11-26', ['3 November 2026', '20-11-26']],
  ['Statement date Sort code Account number', ['Statement date', 'Sort code', 'Account number']],
  ['Employee name: Mr Bo Li Employee no: 1187', ['Employee name: Mr Bo Li', 'Employee no: 1187']],
])('the columns of “%s” are separated', (text, parts) => {
  expect(textsOf(text)).toEqual(parts)
})
