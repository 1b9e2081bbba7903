import { expect, test } from 'vitest'
import type { Segment } from '../read/lines.ts'
import { employerOf, issuerOf } from './issuers.ts'

type Line = [text: string, depth: number, page?: number]

const segmentsOf = (lines: Line[]): Segment[] =>
  lines.map(([text, depth, page = 1]) => ({
    text,
    page,
    x: 40,
    right: 40 + text.length * 5,
    baseline: depth * 800,
    height: 10,
    depth,
  }))
const nameOn = (lines: Line[]) => issuerOf(segmentsOf(lines))?.name

test.each<[string, string, Line[]]>([
  [
    'over its kind of trust',
    'Gloucestershire Hospitals NHS Foundation Trust',
    [
      ['Gloucestershire Hospitals', 0.05],
      ['NHS Foundation Trust', 0.07],
    ],
  ],
  [
    'at the head of a later page',
    'Anglian Water',
    [
      ['Water bill', 0.1],
      ['Anglian Water', 0.05, 2],
    ],
  ],
  ['with "&" before its trade', 'Pennine Gas & Power', [['Pennine Gas & Power', 0.05]]],
  [
    'over its trade',
    'Pelham & Rowe Solicitors',
    [
      ['Pelham & Rowe', 0.05],
      ['Solicitors and Notaries', 0.07],
    ],
  ],
  [
    'with a place in brackets',
    'Pennine Joinery (Calderdale) Ltd',
    [['Pennine Joinery (Calderdale) Ltd', 0.1]],
  ],
])('a sender is named %s', (_, name, lines) => {
  expect(nameOn(lines)).toBe(name)
})

test.each<[string, Line[]]>([
  ['a street called Bank', [['9 Quarry Bank', 0.1]]],
  [
    'the client over a street called Water Lane',
    [
      ['Jane Doe', 0.1],
      ['Water Lane', 0.112],
    ],
  ],
  ['the town of an address', [['Kirkby Malham, Skipton BD23 4BT', 0.1]]],
  [
    'a town above its postcode',
    [
      ['Halifax', 0.1],
      ['HX1 2QQ', 0.112],
    ],
  ],
  ['the seller of the client’s mailbox', [['Email: jane.doe@sky.com', 0.5]]],
  ['the seller of the mailbox of a Carey', [['Email: carey.jones@sky.com', 0.5]]],
  ['a payment to a company with a web address', [['SKY.COM 45.00', 0.5]]],
  ['the owner of a web address', [['Go to britishgas.co.uk/help', 0.5]]],
  ['the owner of a web address at the top', [['www.americanexpress.com', 0.1]]],
  ['the owner of a mailbox', [['help.desk@wise.com', 0.1]]],
  ['the owner of a mailbox at the foot', [['Write to hello@octopus.energy', 0.9]]],
  ['a letter’s reader', [['To: Harding Solicitors', 0.1]]],
])('%s is not a sender', (_, lines) => {
  expect(nameOn(lines)).toBeUndefined()
})

test('an employer named by kinship alone is no sender', () => {
  expect(employerOf(segmentsOf([['Employer: My Brother', 0.1]]))).toBeUndefined()
})

test('the employer below its label is told, not the next label', () => {
  const [label, number, employer] = segmentsOf([
    ['Employer', 0.1],
    ['Employee No.', 0.1],
    ['Kirkby Timber Merchants', 0.12],
  ])
  if (!label || !number || !employer) throw new Error('There are three segments')
  expect(employerOf([label, { ...number, x: 300, right: 380 }, employer])).toBe('Kirkby Timber Merchants')
})
