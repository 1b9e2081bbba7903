import { expect, test } from 'vitest'
import { addressInNormalCase, issuerInNormalCase, nameInNormalCase } from './names.ts'

test.each([
  ['JOHN SMITH', 'John Smith'],
  ["SIOBHÁN O'BRIEN", "Siobhán O'Brien"],
  ['ANNE-MARIE MCDONALD', 'Anne-Marie McDonald'],
  ['LUDWIG VAN DER BERG', 'Ludwig van der Berg'],
  ['VAN MORRISON', 'Van Morrison'],
  ['Amara Okafor', 'Amara Okafor'],
  ['', ''],
])('%j is shown as %j', (read, shown) => {
  expect(nameInNormalCase(read)).toBe(shown)
})

test.each([
  ['FLAT 2, 12 GARDEN STREET, LONDON W1U 4PL', 'Flat 2, 12 Garden Street, London W1U 4PL'],
  ['14B HIGH STREET, NEWCASTLE UPON TYNE, NE1 7RU', '14B High Street, Newcastle upon Tyne, NE1 7RU'],
  ['PO BOX 12, STOKE-ON-TRENT', 'PO Box 12, Stoke-on-Trent'],
  ["3 ST MARY'S ROAD", "3 St Mary's Road"],
  ['9 Quay Lane, Bristol', '9 Quay Lane, Bristol'],
])('the address %j is shown as %j', (read, shown) => {
  expect(addressInNormalCase(read)).toBe(shown)
})

test.each([
  ['GREYFRIARS BANK', 'Greyfriars Bank'],
  ['HSBC UK BANK PLC', 'HSBC UK Bank plc'],
  ['EDF ENERGY LTD', 'EDF Energy Ltd'],
  ['BANK OF SCOTLAND', 'Bank of Scotland'],
  ['ovo', 'ovo'],
])('the issuer %j is shown as %j', (read, shown) => {
  expect(issuerInNormalCase(read)).toBe(shown)
})
