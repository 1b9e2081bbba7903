import { expect, test } from 'vitest'
import { openPicture } from '../ocr/picture.ts'
import { drawZonePage, type Held } from '../testing/passports.ts'
import { readMrz } from './read.ts'

const passport = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
]
const card = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
]

const readDrawn = async (rows: string[], held?: Held) =>
  readMrz(await openPicture(await drawZonePage(rows, held)))

test.each([33, 180])('a passport held at %i° is read letter by letter', async (turn) => {
  const { mrz } = await readDrawn(passport, { turn })
  expect(mrz?.lines).toEqual(passport)
  expect(mrz).toMatchObject({ areDigitsRight: true, isRepaired: false, surname: 'ERIKSSON' })
})

test('a card of three rows, small and seen aslant, is read too', async () => {
  const { mrz } = await readDrawn(card, { width: 700, slant: 6 })
  expect(mrz).toMatchObject({ format: 'TD1', documentNumber: { value: 'D23145890' }, areDigitsRight: true })
})

test('rows that are printed far apart are read together', async () => {
  const { mrz } = await readDrawn(passport, { leading: 96 })
  expect(mrz?.lines).toEqual(passport)
})

test('a page that shows only the upper row is reported as cut', async () => {
  expect(await readDrawn(passport.slice(0, 1))).toEqual({ mrz: null, partial: 'cut' })
})

test('a page without a zone has none', async () => {
  expect(await readDrawn([])).toEqual({ mrz: null, partial: null })
})
