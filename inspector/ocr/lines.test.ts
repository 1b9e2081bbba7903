import { expect, test } from 'vitest'
import { drawZonePage } from '../testing/passports.ts'
import { readLines, segmentsOfLines } from './lines.ts'
import { openPicture } from './picture.ts'

test.each([0, 205])('print is read in its order on a page held at %i°', async (turn) => {
  const picture = await openPicture(await drawZonePage([], { turn }))
  const read = await readLines(picture)
  const texts = read.lines.map(({ text }) => text)
  expect(texts).toEqual([
    'UNITED KINGDOM OF GREAT BRITAIN',
    'Surname/Nom',
    'ERIKSSON',
    'Given names/Prenoms',
    'ANNA MARIA',
    'BRITISH CITIZEN',
  ])
  const away = Math.abs((((((read.turned * 180) / Math.PI - turn) % 360) + 540) % 360) - 180)
  expect(away).toBeLessThan(2)
  const baselines = segmentsOfLines(read, picture, 1).map(({ baseline }) => baseline)
  expect(baselines).toEqual(baselines.toSorted((a, b) => a - b))
})
