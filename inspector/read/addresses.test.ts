import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchAddress, postcodeIn } from './addresses.ts'

const home = 'Flat 2, 12 Garden Street, London, W1U 4PL'

test.each([
  ['2/12 Garden St, London W1U 4PL', home],
  ['FLAT 2 12 GARDEN STREET LONDON W1U4PL', home],
  ['12 Garden Street, Flat 2, London, w1u 4pl', home],
  ['Apartment 2, Marble House, 12 Garden St., London, W1U 4PL', home],
  ['12A Garden Street, W1U 4PL', 'Flat A, 12 Garden Street, London W1U 4PL'],
  ['2/2 12 Garden Street, Glasgow G1 1AA', 'Flat 2/2, 12 Garden Street, Glasgow, G1 1AA'],
  ['12-14 High St, Ely, CB7 4DL', '12 - 14 High Street, Ely CB7 4DL'],
  ["9 St. John's Road, London SW11 1PL", '9 St Johns Rd, London, SW11 1PL'],
  ['Rose Cottage, Mill Ln, Ely CB7 4DL', 'Rose Cottage\nMill Lane\nEly\nCB7 4DL'],
  ['Flat 7 Marble Court, London W1U 4PL', '7 Marble Court, London W1U 4PL'],
])('"%s" is "%s"', (printed, known) => {
  expect(matchAddress(printed, known)).toBe('same')
  expect(matchAddress(known, printed)).toBe('same')
})

test.each([
  ['Flat 2, 12 Garden Street, London W1U 4PB', 'different'],
  ['Flat 3, 12 Garden Street, London W1U 4PL', 'different'],
  ['Flat 12, 2 Garden Street, London W1U 4PL', 'different'],
  ['Flat 2, 14 Garden Street, London W1U 4PL', 'different'],
  ['12 Garden Street, London W1U 4PL', 'unclear'],
  ['Flat 2, 12 Garden Terrace, London W1U 4PL', 'unclear'],
  ['Flat 2, 12 Upper Garden Street, London W1U 4PL', 'unclear'],
  ['Flat 2, 12 Garden Street, London', 'unclear'],
  ['London W1U 4PL', 'unclear'],
])('"%s" is not taken for Flat 2, 12 Garden Street', (printed, match) => {
  expect(matchAddress(printed, home)).toBe(match)
})

test('houses without a number are told apart by name', () => {
  expect(matchAddress('Ivy Cottage, Mill Lane, Ely CB7 4DL', 'Rose Cottage, Mill Lane, Ely CB7 4DL')).toBe(
    'unclear',
  )
  expect(matchAddress('Mill Cottage, Rose Lane, Ely CB7 4DL', 'Rose Cottage, Mill Lane, Ely CB7 4DL')).toBe(
    'unclear',
  )
})

test('postcodes are found however they are spaced, and nothing else is taken for one', () => {
  expect(postcodeIn('London w1u4pl')).toBe('W1U 4PL')
  expect(postcodeIn('Leeds LS1 4AP, then EC1A 1BB')).toBe('EC1A 1BB')
  for (const text of ['Account A1B2C3', 'Ref QQ1 1AA', '12 Garden Street', 'X1 1AA', 'AB1 1CI'])
    expect(postcodeIn(text)).toBeUndefined()
})

const place = fc.record({
  flat: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
  house: fc.integer({ min: 1, max: 300 }),
  street: fc.constantFrom('Garden', 'Upper Mill', 'Victoria', "St Mary's", 'Old Kent'),
  kind: fc.constantFrom(
    ['Street', 'St'],
    ['Road', 'Rd'],
    ['Avenue', 'Ave'],
    ['Lane', 'Ln'],
    ['Close', 'Cl'],
    ['Gardens', 'Gdns'],
  ),
  town: fc.constantFrom('London', 'Ely', 'Stoke-on-Trent', 'Bury St Edmunds'),
  postcode: fc.constantFrom('W1U 4PL', 'CB7 4DL', 'ST4 1AA', 'IP33 1LS'),
})
type Place = typeof place extends fc.Arbitrary<infer P> ? P : never

const typed = ({ flat, house, street, kind, town, postcode }: Place) =>
  `${flat === null ? '' : `Flat ${flat}, `}${house} ${street} ${kind[0]}, ${town}, ${postcode}`

const manners = fc.record({
  isShort: fc.boolean(),
  isUpper: fc.boolean(),
  flat: fc.constantFrom('Flat', 'Apt', 'slash'),
  comma: fc.constantFrom(', ', ' ', ',\n'),
})
const asPrinted = (
  { flat, house, street, kind, town, postcode }: Place,
  how: typeof manners extends fc.Arbitrary<infer M> ? M : never,
) => {
  const unit = flat === null ? '' : how.flat === 'slash' ? `${flat}/` : `${how.flat} ${flat}${how.comma}`
  const text = [`${unit}${house} ${street} ${kind[how.isShort ? 1 : 0]}`, town, postcode].join(how.comma)
  return how.isUpper ? text.toUpperCase() : text
}

test('an address is the same home in every way of writing it', () => {
  fc.assert(
    fc.property(place, manners, (where, how) => {
      expect(matchAddress(asPrinted(where, how), typed(where))).toBe('same')
    }),
    { numRuns: 1000 },
  )
})

test('two homes are never the same, not even in one street', () => {
  fc.assert(
    fc.property(place, place, manners, (first, two, how) => {
      fc.pre(
        [first.flat, first.house, first.street, first.kind[0], first.postcode].join() !==
          [two.flat, two.house, two.street, two.kind[0], two.postcode].join(),
      )
      expect(matchAddress(asPrinted(two, how), typed(first))).not.toBe('same')
      const neighbour = { ...first, house: first.house + 2 }
      expect(matchAddress(asPrinted(neighbour, how), typed(first))).not.toBe('same')
    }),
    { numRuns: 1000 },
  )
})

test('one letter of the street is a slip, another street is not', () => {
  const home = 'Flat 2, 12 Garden Street, London, W1U 4PL'
  expect(matchAddress('Flat 2, 12 Garden Streel, London, W1U 4PL', home)).toBe('same')
  expect(matchAddress('Flat 2, 12 Gardn Street, London, W1U 4PL', home)).toBe('same')
  expect(matchAddress('Flat 2, 12 Garden, London, W1U 4PL', home)).toBe('unclear')
  expect(matchAddress('Flat 2, 12 Gordon Lane, London, W1U 4PL', home)).toBe('unclear')
})
