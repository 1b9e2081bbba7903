import { expect, test } from 'vitest'
import { holderFrom } from '../testing/specimens/holders.ts'
import { randomFrom } from '../testing/specimens/random.ts'
import { isDoubtfulAddress, isDoubtfulName } from './doubtful-words.ts'

test.each([
  '12 Garden Street, Bristo!, BS1 4RB',
  '12 Garden Streel, Bristol, BS1 4RB',
  '12 Gard3n Street, Bristol, BS1 4RB',
  'Flat 3/1, Byres Road, Glasgown, G11 5RD',
  '27 Kirkstall Road, Leed, LS3 1HG',
  '115 Queen Street, Cardif, CF10 2BH',
  '8 Mill Lame, Ely, CB7 4QT',
  '9 Quay.lane, Bristol, BS1 4RB',
])('%s has a word that was misread', (address) => {
  expect(isDoubtfulAddress(address)).toBe(true)
})

test.each([
  'Flat 2B, 12a Greek Street, London, EC1A 1BB',
  '3 Broad Street, St. Ives, PE27 5BG',
  '4 Clos y Coed, Cardiff, CF10 2BH',
  '21st Floor, 30 St Mary Axe, London, EC3A 8BF',
  'Rose Cottage, Long Drove, Boston, PE21 9QR',
  'c/o Okafor, 5 Palace Gardens, Derry, BT48 6DQ',
  '18 King’s Road, Stoke-on-Trent, ST1 5BJ',
  '100 Main St #4, Springfield, IL 62701',
  'Apt 5, 20 Queen St W, Toronto, ON, M5H 3R3',
])('%s may be printed like that', (address) => {
  expect(isDoubtfulAddress(address)).toBe(false)
})

test('names and addresses of people as they are printed are not doubted', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const { givenNames, surname, address } = holderFrom(randomFrom(seed))
    expect([isDoubtfulName(`Mrs ${givenNames} ${surname}`), isDoubtfulAddress(address.join(', '))]).toEqual([
      false,
      false,
    ])
  }
  expect(isDoubtfulName("Dr J.R. O'Neill-Smith & Mrs A Smith")).toBe(false)
})

test.each(['Mrs Adaeze 0kafor', 'Mr Ja|k Smith', 'Mr Da.vid Smith', 'Ms Eli!a Hart'])(
  '%s was misread',
  (name) => {
    expect(isDoubtfulName(name)).toBe(true)
  },
)
