import sharp from 'sharp'
import { expect, test } from 'vitest'
import { portraitRule } from '../documents/rules/original.ts'
import { openPicture } from '../ocr/picture.ts'
import { adaeze } from '../testing/specimens/holders.ts'
import { drawPassport } from '../testing/specimens/passport.ts'
import { type Pasting, savedTwice, withPastedPortrait } from '../testing/specimens/pasted-portrait.ts'
import { portraitHistoryOf } from './portrait-history.ts'

const inForce = { issueDate: '2021-05-04', expiryDate: '2031-05-04' }
const page = drawPassport({ holder: adaeze, state: 'GBR', number: '533401286', ...inForce }).canvas

const outcomeOf = async (file: Uint8Array, turned = 0) => {
  const picture = await openPicture(file)
  return portraitRule(await portraitHistoryOf(file, { picture, turned }))?.check.outcome ?? 'nothing said'
}

test.each<[string, Pasting]>([
  ['with a hard edge', {}],
  ['with an edge that fades', { first: 75, last: 95, feather: 5 }],
  ['out of focus, saved without loss', { last: 'png', blur: 2 }],
])('a portrait pasted into a page later is reported: %s', async (_, pasting) => {
  expect(await outcomeOf(await withPastedPortrait(page, pasting))).toBe('failed')
})

test('a page saved twice together with its portrait is not accused, in any orientation', async () => {
  // The drawn portrait is too simple for the detector, so another one is pasted over it.
  const file = await savedTwice(await withPastedPortrait(page, { first: 100, last: 'png' }))
  expect(await outcomeOf(file)).toBe('passed')
  // A camera held on its side writes its orientation into the file and does not rotate the picture.
  const noted = await sharp(file).jpeg({ quality: 96 }).withMetadata({ orientation: 6 }).toBuffer()
  expect(await outcomeOf(noted, Math.PI / 2)).toBe('passed')
})

test('nothing is reported about a page that was saved once', async () => {
  expect(await outcomeOf(await sharp(page.data(), raw).jpeg({ quality: 90 }).toBuffer())).toBe('nothing said')
})

const raw = { raw: { width: page.width, height: page.height, channels: 4 as const } }
