import { expect, test } from 'vitest'
import { readLines } from '../ocr/lines.ts'
import { openPicture } from '../ocr/picture.ts'
import { pointOn } from '../ocr/strip.ts'
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

test.each([
  ['small', card],
  ['wide', ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']],
])('a %s card of which faint ends were not found is read to its last digit', async (_, rows) => {
  const picture = await openPicture(await drawZonePage(rows))
  const { lines, turned } = await readLines(picture)
  const cut = lines.map(({ text, confidence, box }) => ({
    text,
    confidence,
    box: { ...box, ...pointOn(box, -box.width * 0.1, 0), width: box.width * 0.8 },
  }))
  const { mrz } = await readMrz(picture, { lines: cut, turned })
  expect(mrz?.lines).toEqual(rows)
  expect(mrz).toMatchObject({ areDigitsRight: true, isCompositeChecked: true })
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
