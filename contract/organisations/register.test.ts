import { expect, test } from 'vitest'
import type { OrganisationFacts, RegisterExtract } from './organisations.ts'
import { type Owner, self, shareIn } from './ownership.ts'
import { differencesOf, takeOver } from './register.ts'

const owner = (name: string, share: string, of = self): Owner => ({
  key: name.toLowerCase().replace(/\W+/g, '-'),
  name,
  kind: 'person',
  number: '',
  stakes: [{ of, share: shareIn(share), control: '' }],
})
const typed: OrganisationFacts = {
  kind: 'company',
  number: '09999991',
  registeredAddress: '6 Dock Lane, Bristol BS1 4XX',
  officers: [
    { name: 'Eleanor Cole', role: 'director', kind: 'person' },
    { name: 'Oliver Old', role: 'director', kind: 'person' },
  ],
  owners: [owner('Eleanor Cole', '40'), owner('Oliver Old', '30'), owner('Ben Small', '10')],
}
const extract: RegisterExtract = {
  register: 'Companies House',
  at: new Date('2026-11-23T10:12:00Z'),
  by: 'Priya Raman',
  name: 'Cole Joinery Ltd',
  status: 'active',
  facts: {
    ...typed,
    registeredAddress: '6, Dock Lane, Bristol, BS1 4XX',
    officers: [
      { name: 'Eleanor Jane Cole', role: 'director', kind: 'person' },
      { name: 'Ravi Shah', role: 'director', kind: 'person' },
    ],
    owners: [owner('Eleanor Jane Cole', '25-50'), owner('Ravi Shah', '25-50')],
  },
}

test('only real differences are listed: a band agrees with a share in it, and small owners are on no register', () => {
  expect(
    differencesOf(typed, extract).map(({ label, typed: kept, register }) => [label, kept, register]),
  ).toEqual([
    ['Director', null, 'Ravi Shah'],
    ['Director', 'Oliver Old', null],
    ['Owner', null, 'Ravi Shah, 25–50%'],
    ['Owner', 'Oliver Old, 30%', null],
  ])
})

test('an entry that was copied is no longer a difference, and the rest stays as typed', () => {
  const keys = differencesOf(typed, extract).map(({ key }) => key)
  const [firstKey = ''] = keys
  expect(takeOver(typed, extract, [firstKey]).officers.map(({ name }) => name)).toEqual([
    'Eleanor Cole',
    'Oliver Old',
    'Ravi Shah',
  ])
  const all = takeOver(typed, extract, keys)
  expect(differencesOf(all, extract)).toEqual([])
  expect(all.owners.map(({ name }) => name)).toEqual(['Eleanor Cole', 'Ben Small', 'Ravi Shah'])
})

test('everything is copied for an organisation of which nothing was typed', () => {
  const keys = differencesOf(null, extract).map(({ key }) => key)
  const all = takeOver(null, extract, keys)
  expect(all).toEqual(extract.facts)
})

test('an owner who held a share only through a removed owner is removed too', () => {
  const chain: OrganisationFacts = {
    ...typed,
    owners: [{ ...owner('Old Group', '60'), kind: 'organisation' }, owner('Nina Marsh', '50', 'old-group')],
  }
  const keys = differencesOf(chain, extract).map(({ key }) => key)
  expect(takeOver(chain, extract, keys).owners.map(({ name }) => name)).toEqual([
    'Eleanor Jane Cole',
    'Ravi Shah',
  ])
})
