import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyNumberIn } from './organisations.ts'
import {
  effectiveShares,
  faultsOfOwners,
  isSameName,
  type Owner,
  overlapsOf,
  shareIn,
  unnamedPercent,
} from './ownership.ts'

const owner = (key: string, stakes: [of: string, share: string][], facts: Partial<Owner> = {}): Owner => ({
  key,
  name: key,
  kind: 'person',
  number: '',
  stakes: stakes.map(([of, share]) => ({ of, share: shareIn(share), control: '' })),
  ...facts,
})
const company = { kind: 'organisation' } as const

test('the share through a chain is returned with its calculation', () => {
  const owners = [
    owner('group', [['self', '50']], company),
    owner('eleanor', [['group', '60']]),
    owner('harriet', [
      ['self', '10'],
      ['group', '40'],
    ]),
  ]
  expect(faultsOfOwners(owners)).toEqual([])
  expect(effectiveShares(owners).map(({ share, ways, standing }) => ({ share, ways, standing }))).toEqual([
    { share: { from: 50, to: 50 }, ways: ['50%'], standing: 'owner' },
    { share: { from: 30, to: 30 }, ways: ['60% of 50% = 30%'], standing: 'owner' },
    { share: { from: 30, to: 30 }, ways: ['10%', '40% of 50% = 20%', '10% + 20% = 30%'], standing: 'owner' },
  ])
  expect(unnamedPercent(owners)).toBe(40)
})

test('a share that a register gives as a band stays a band', () => {
  const owners = [
    owner('group', [['self', '25-50']], company),
    owner('eleanor', [['group', '50-75']]),
    owner('harriet', [['group', '20']]),
  ]
  const shares = effectiveShares(owners)
  expect(shares[1]).toMatchObject({ ways: ['50–75% of 25–50% = 12.5–37.5%'], standing: 'maybe' })
  expect(shares[2]).toMatchObject({ share: { from: 5, to: 10 }, standing: 'below' })
  expect(unnamedPercent(owners)).toBeNull()
})

test('joint holders whom a register lists with a band each are no fault, but are reported', () => {
  const joint = [owner('ana', [['self', '75-100']]), owner('ben', [['self', '75-100']])]
  expect(faultsOfOwners(joint)).toEqual([])
  expect(overlapsOf(joint)).toEqual([{ of: 'self', atLeast: 150 }])
  expect(overlapsOf([owner('ana', [['self', '50-75']]), owner('ben', [['self', '25-50']])])).toEqual([])
})

test('an owner with control but no share counts as an owner', () => {
  const stakes = [{ of: 'self', share: null, control: 'Appoints and removes directors' }]
  expect(effectiveShares([{ ...owner('eleanor', []), stakes }])[0]).toMatchObject({
    share: null,
    ways: [],
    standing: 'owner',
  })
})

test.each<[string, Owner[], string, RegExp]>([
  [
    'shares of more than 100%',
    [owner('a', [['self', '60']]), owner('b', [['self', '50']])],
    'owners.1.stakes.0.share',
    /come to 110%/,
  ],
  [
    'a circle',
    [
      owner(
        'a',
        [
          ['self', '50'],
          ['b', '10'],
        ],
        company,
      ),
      owner('b', [['a', '20']], company),
    ],
    'owners.0.stakes.1.of',
    /circle: a owns b owns a/,
  ],
  ['an owner of itself', [owner('a', [['a', '50']], company)], 'owners.0.stakes.0.of', /circle: a owns a/],
  [
    'a person who is owned',
    [owner('a', [['self', '5']]), owner('b', [['a', '5']])],
    'owners.1.stakes.0.of',
    /person/,
  ],
  ['nobody’s share', [owner('a', [['b', '5']])], 'owners.0.stakes.0.of', /choose/],
  ['neither share nor say', [owner('a', [['self', '']])], 'owners.0.stakes.0.share', /share, or how/],
  [
    'the same stake twice',
    [
      owner('a', [
        ['self', '5'],
        ['self', '6'],
      ]),
    ],
    'owners.0.stakes.1.of',
    /twice/,
  ],
])('%s is refused with a sentence', (_, owners, field, words) => {
  const faults = faultsOfOwners(owners)
  expect(faults.find((fault) => fault.field === field)?.words).toMatch(words)
})

test('checking owners ends for any structure', () => {
  const keys = ['self', 'a', 'b', 'c', 'd']
  const allStakes = fc.array(fc.tuple(fc.constantFrom(...keys), fc.constantFrom('5', '20', '10-30')), {
    minLength: 1,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.tuple(allStakes, allStakes, allStakes, allStakes), (all) => {
      const owners = all.map((holds, at) => owner(keys[at + 1] as string, holds, company))
      if (faultsOfOwners(owners).length > 0) return
      for (const { share } of effectiveShares(owners)) expect(share === null || share.to <= 100).toBe(true)
    }),
  )
})

test.each([
  ['40', { from: 40, to: 40 }],
  ['33.3 %', null],
  ['33.3%', { from: 33.3, to: 33.3 }],
  ['25-50', { from: 25, to: 50 }],
  ['25% to 50%', { from: 25, to: 50 }],
  ['101', null],
  ['0', null],
  ['50-25', null],
  ['half', null],
])('the share %s is read as it is meant', (typed, share) => {
  expect(shareIn(typed)).toEqual(share)
})

test.each([
  ['1234567', '01234567'],
  ['09999991', '09999991'],
  ['sc 123456', 'SC123456'],
  ['NI12345', 'NI012345'],
  ['OC301234', 'OC301234'],
  ['R0000123', 'R0000123'],
  ['IP28746R', 'IP28746R'],
  ['CE012345', 'CE012345'],
  ['XX123456', null],
  ['123456789', null],
  ['1234', null],
  ['SC1234567', null],
  ['', null],
])('the company number %s is read as %s', (written, number) => {
  expect(companyNumberIn(written)).toBe(number)
})

test('a person is recognised despite a title, a middle name and accents', () => {
  expect(isSameName('Mrs Eleanor Jane Cole', 'Eleanor Cole')).toBe(true)
  expect(isSameName('Zoë Cole', 'ZOE COLE')).toBe(true)
  expect(isSameName('Eleanor Cole', 'Harriet Cole')).toBe(false)
})
