import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit } from './formats.ts'
import { parseMrz } from './parse.ts'

const today = '2026-11-20'

/** The holder Anna Eriksson of Utopia, as ICAO prints her documents in Doc 9303 parts 4 to 7. */
const passport = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
const smallCard = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]
const wideCard = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']
const visaA = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<']
const visaB = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'L8988901C4XXX4009078F9612109<<<<<<<<']
const french = ['IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<', '9409923102854CORINNE<<<<<<<6512068F4']

test.each([
  ['TD3', passport],
  ['TD1', smallCard],
  ['TD2', wideCard],
  ['MRV-A', visaA],
  ['MRV-B', visaB],
  ['FRA', french],
])('the published specimen of %s is read with all its digits right', (format, lines) => {
  const zone = parseMrz(lines, today)
  expect(zone).toMatchObject({ format, areDigitsRight: true, isRepaired: false, lines })
})

test('a passport gives its holder, number and dates', () => {
  expect(parseMrz(passport, today)).toMatchObject({
    documentCode: 'P',
    issuer: 'UTO',
    nationality: 'UTO',
    surname: 'ERIKSSON',
    givenNames: 'ANNA MARIA',
    documentNumber: { value: 'L898902C3', isChecked: true },
    birthDate: { value: '1974-08-12', isChecked: true },
    expiryDate: { value: '2012-04-15', isChecked: true },
    sex: 'F',
    optional: ['ZE184226B'],
    isCompositeChecked: true,
  })
})

const underThumb = ([first = '', ...others]: string[], letter: string) => [letter + first.slice(1), ...others]

test.each([
  ['TD3', passport, '<'],
  ['TD3', passport, 'F'],
  ['TD1', smallCard, '<'],
  ['TD2', wideCard, 'O'],
])(
  'a %s whose first letter is covered is read, and the letter counts as guessed',
  (format, lines, letter) => {
    expect(parseMrz(underThumb(lines, letter), today)).toMatchObject({
      format,
      documentCode: '',
      surname: 'ERIKSSON',
      birthDate: { value: '1974-08-12', isRepaired: false },
      isRepaired: true,
    })
  },
)

test('a row of which a thumb covers the first letter may be a column short', () => {
  const [first = '', second = ''] = passport
  expect(parseMrz([`${first.slice(1)}<`, second], today)).toMatchObject({
    issuer: 'UTO',
    surname: 'ERIKSSON',
    isRepaired: true,
  })
  const british = [`<GBRASHWORTH<<AMELIA${'<'.repeat(24)}`, second]
  expect(parseMrz(british, today)).toMatchObject({ issuer: 'GBR', surname: 'ASHWORTH' })
  expect(parseMrz([`${first.slice(6)}<<<<<<`, second], today)).toBeNull()
})

test('a zone without its first letter is not read if a digit does not hold, nor a visa, which has none over all', () => {
  const [first = '', second = ''] = passport
  expect(parseMrz(underThumb([first, second.replace('8122F', '8123F')], '<'), today)).toBeNull()
  expect(parseMrz(underThumb(visaA, '<'), today)).toBeNull()
  expect(parseMrz(underThumb(visaB, '<'), today)).toBeNull()
})

test('the French card has no expiry, and both of its rows name the holder', () => {
  expect(parseMrz(french, today)).toMatchObject({
    surname: 'BERTHIER',
    givenNames: 'CORINNE',
    documentNumber: { value: '940992310285' },
    birthDate: { value: '1965-12-06' },
    expiryDate: { value: '', isChecked: null },
  })
})

test('a card number of more than nine letters goes on in the optional data', () => {
  const number = 'D23145890ABC'
  const first = `I<UTO${number.slice(0, 9)}<${number.slice(9)}${checkDigit(number)}`.padEnd(30, '<')
  const over = first.slice(5) + '7408122' + '1204159' + '<'.repeat(11)
  const lines = [first, `7408122F1204159UTO<<<<<<<<<<<${checkDigit(over)}`, smallCard[2] ?? '']
  expect(parseMrz(lines, today)).toMatchObject({ documentNumber: { value: number }, areDigitsRight: true })
})

test.each(['K', 'C', 'S'])(
  'a name whose fillers look like "%s" is left out, and the other fields are still read',
  (letter) => {
    const [names = '', digits = ''] = passport
    const mrz = parseMrz([names.slice(0, 5) + names.slice(5).replaceAll('<', letter), digits], today)
    expect(mrz).toMatchObject({ surname: '', givenNames: '', areDigitsRight: true })
  },
)

test('fillers read as letters after a name or optional data become fillers', () => {
  const [first = '', second = ''] = passport
  const names = first.replace(/<+$/, '')
  const tail = '<<K<<S<SSSS'
  const data = second.replace('ZE184226B<<<<<', 'ZE184226B<<<<K')
  const mrz = parseMrz([(names + tail).padEnd(44, '<'), data], today)
  expect(mrz?.lines).toEqual(passport)
  expect(mrz).toMatchObject({ areDigitsRight: true, isRepaired: false })
  expect(mrz?.confidence).toBeLessThan(0.9)
})

test.each([
  ['P<DOE<<JOHN', { issuer: '', surname: 'DOE', givenNames: 'JOHN' }],
  ['P<LI<<MEI<HUA', { issuer: '', surname: 'LI', givenNames: 'MEI HUA' }],
  ['POUTOERIKSSON<<ANNA', { documentCode: 'PO', issuer: 'UTO', surname: 'ERIKSSON' }],
  ['PDUTOERIKSSON<<ANNA', { documentCode: 'PD', issuer: 'UTO', surname: 'ERIKSSON' }],
])('"%s" is read as far as it goes', (first, said) => {
  expect(parseMrz([first.padEnd(44, '<'), passport[1] ?? ''], today)).toMatchObject({
    ...said,
    areDigitsRight: true,
    isRepaired: false,
  })
})

test('a card whose issuer is no known state, and whose number begins with a filler, keeps its issuer', () => {
  const card = [
    'IDCMW<512849702<<<<<<<<<<<<<<<',
    '6104128M1402209CMW<<<<<<<<<<<1',
    'PUBLIC<<JON'.padEnd(30, '<'),
  ]
  expect(parseMrz(card, today)).toMatchObject({ issuer: 'CMW', surname: 'PUBLIC', givenNames: 'JON' })
})

test('a D without its fillers is Germany where the holder is German', () => {
  const german = ['P<DMUSTERMANN<<ERIKA'.padEnd(44, '<'), 'C01X00T478D<<6408125F2702283<<<<<<<<<<<<<<<4']
  expect(parseMrz(german, today)).toMatchObject({ issuer: 'D', surname: 'MUSTERMANN', givenNames: 'ERIKA' })
})

test('wherever a name begins, none of its letters is lost and none is told twice', () => {
  const name = fc.stringMatching(/^[A-JL-Z]{1,12}$/)
  fc.assert(
    fc.property(name, name, fc.constantFrom('', 'D', 'UTO', 'GBR', 'D<<'), (surname, given, state) => {
      // Four of a letter in a row are taken for fillers that were misread, and the name is left out.
      fc.pre(!/(.)\1{3}/.test(`${state}${surname} ${given}`))
      const first = `P<${state}${surname}<<${given}`.padEnd(44, '<')
      const zone = parseMrz([first, passport[1] ?? ''], today)
      const parsed = [zone?.issuer, zone?.surname, zone?.givenNames].join('')
      expect(parsed).toBe(`${state}${surname}${given}`.replaceAll('<', ''))
    }),
  )
})

test('the zeros of a number that were all read as O become zeros, and are marked as repaired', () => {
  const number = 'AB0000000'
  const first = `I<UTO${number}${checkDigit(number)}`.padEnd(30, '<')
  const whole = first.slice(5) + '7408122' + '1204159' + '<'.repeat(11)
  const rest = [`7408122F1204159UTO<<<<<<<<<<<${checkDigit(whole)}`, smallCard[2] ?? '']
  const seen = first.replace(number, number.replaceAll('0', 'O'))
  expect(parseMrz([seen, ...rest], today)).toMatchObject({
    documentNumber: { value: number, isRepaired: true },
    areDigitsRight: true,
    isRepaired: true,
  })
})

test("figures in a nationality become letters only if those are a state's code", () => {
  const nationality = (letters: string) =>
    parseMrz([passport[0] ?? '', (passport[1] ?? '').replace('UTO', letters)], today)?.nationality
  expect(nationality('UT0')).toBe('UTO')
  expect(nationality('132')).toBe('132')
})

test('a year of two digits is of this century unless that day is still to come', () => {
  const born = (digits: string) => {
    const second = `L898902C36UTO${digits}${checkDigit(digits)}F1204159ZE184226B<<<<<1`
    const whole = second.slice(0, 10) + second.slice(13, 20) + second.slice(21, 43)
    return parseMrz([passport[0] ?? '', second + checkDigit(whole)], today)?.birthDate.value
  }
  expect(born('261119')).toBe('2026-11-19')
  expect(born('261121')).toBe('1926-11-21')
  expect(born('74<<<<'), 'only the year is known').toBe('')
  expect(born('740231'), 'no day of the calendar').toBe('')
})

test('a letter that a check digit corrects is marked and costs confidence', () => {
  const second = (passport[1] ?? '').replace('7408122', '1408122')
  const zone = parseMrz([passport[0] ?? '', second], today)
  expect(zone).toMatchObject({ birthDate: { value: '1974-08-12', isRepaired: true }, isRepaired: true })
  expect(zone?.confidence).toBeLessThan(0.9)
  expect(zone?.documentNumber.isRepaired).toBe(false)
})

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<']
const substitution = fc.record({
  at: fc.integer({ min: 0, max: 43 }),
  letter: fc.constantFrom(...letters),
})

test('a changed letter that breaks a digit never passes as an untouched reading', () => {
  fc.assert(
    fc.property(substitution, ({ at, letter }) => {
      const second = passport[1] ?? ''
      const altered = second.slice(0, at) + letter + second.slice(at + 1)
      const zone = parseMrz([passport[0] ?? '', altered], today)
      const isClean = zone?.areDigitsRight && !zone.isRepaired
      // A clean reading is either what was printed, or differs in a letter that the check digits cannot tell apart.
      expect(!isClean || digitsHold(zone.lines[1] ?? '')).toBe(true)
      expect(digitsHold(altered) || zone?.lines[1] !== altered || !zone.areDigitsRight).toBe(true)
    }),
    { numRuns: 500 },
  )
})

const digitsHold = (row: string) =>
  [
    [row.slice(0, 9), 9],
    [row.slice(13, 19), 19],
    [row.slice(21, 27), 27],
    [row.slice(28, 42), 42],
    [row.slice(0, 10) + row.slice(13, 20) + row.slice(21, 43), 43],
  ].every(([text, at]) => checkDigit(String(text)) === row[Number(at)])

test('rows of an unknown size are not an MRZ', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 60 }), { maxLength: 4 }), (rows) => {
      const isKnown = [30, 36, 44].some(
        (size) => rows.length > 1 && rows.every(({ length }) => length === size),
      )
      fc.pre(!isKnown)
      expect(parseMrz(rows, today)).toBeNull()
    }),
  )
})
