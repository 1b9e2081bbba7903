import { expect, test } from 'vitest'
import type { Kind } from '../kinds.ts'
import { nameRule } from './name.ts'

const james = { firstName: 'James', lastName: 'Okafor', dateOfBirth: null, address: null, postcode: null }
const sentTo = (name: string, address: string) => ({ names: [name], address, isCareOf: false })

const nameOn = (kind: Kind, { second, holders = [] }: { second: string; holders?: string[] }) => {
  const addressees = [
    sentTo('Mr James Okafor', '14 Larch Close, Reading, RG2 8ND'),
    sentTo(second, '3 Mill Lane, Leeds, LS1 4DY'),
  ]
  const facts = { certainty: 1, issuer: null, date: undefined, total: null, taxYear: undefined }
  return nameRule({ ...facts, kind, addressees, holders, printedPages: null }, james)
}

test.each<[string, Kind]>([
  ['the giver’s block below the recipient’s on a gift letter', 'gift_letter'],
  ['the other side’s block on a completion statement', 'completion_statement'],
])('%s is no letter to somebody else', (_, kind) => {
  const { check, issue } = nameOn(kind, { second: 'Mr Alan Smith', holders: ['James Okafor'] })
  expect([check.outcome, issue]).toEqual(['passed', null])
})

test.each(['Mr Jmaes Okafor', 'Mr Janes Okafor'])(
  'a second block of the client’s own that was read as "%s" is not somebody else’s',
  (second) => {
    expect(nameOn('utility_bill', { second }).check.outcome).toBe('passed')
  },
)

test.each(['Mr Alan Smith', 'Mrs Joan Okafor'])(
  'a bill to %s beside the client’s own is for a person',
  (second) => {
    expect(nameOn('utility_bill', { second })).toMatchObject({
      check: { outcome: 'not_checked' },
      issue: `A letter to ${second} can be seen here, too. Please upload your own alone.`,
    })
  },
)
