import { expect, test } from 'vitest'
import { openPicture } from '../ocr/picture.ts'
import { okafor, utilityBill } from '../testing/documents.ts'
import { drawSelfie, type SelfieFacts } from '../testing/faces.ts'
import { drawPdf } from '../testing/paper.ts'
import { drawPhoto } from '../testing/pictures.ts'
import { compareFaces } from './compare.ts'
import { findFaces, likeness, portraitOf } from './faces.ts'

const selfie = (facts?: SelfieFacts) => drawSelfie({ width: 800, height: 600, ...facts }).encode('jpeg', 92)
const facesOn = async (bytes: Uint8Array) => findFaces(await openPicture(bytes))
const two = [
  { x: 0.27, size: 0.35 },
  { x: 0.73, size: 0.5 },
]
const own = await selfie()
const couple = await selfie({ faces: two })

test('a face is found where it is, in a small picture as in a large one', async () => {
  for (const width of [640, 2000]) {
    const bytes = await selfie({ width, height: width * 0.75, faces: [{ x: 0.4, size: 0.5 }] })
    const picture = await openPicture(bytes)

    const [face, ...others] = await findFaces(picture)

    expect(others).toEqual([])
    const { x = 0, y = 0, width: wide = 0, height = 0 } = face?.box ?? {}
    expect((x + wide / 2) / picture.width).toBeCloseTo(0.4, 1)
    expect((y + height / 2) / picture.height).toBeCloseTo(0.46, 1)
    expect(wide / picture.width).toBeGreaterThan(0.2)
  }
})

test('every face is counted, and the largest is the portrait of a document', async () => {
  const picture = await openPicture(couple)
  const faces = await findFaces(picture)

  expect(faces).toHaveLength(2)
  expect(portraitOf(faces)?.box.x).toBeGreaterThan(picture.width / 2)
  expect(portraitOf([])).toBeNull()
})

test('a wall, a page of print and a page of a bill have no face', async () => {
  expect(await facesOn(await selfie({ faces: [] }))).toEqual([])
  expect(await facesOn(await drawPhoto({ width: 800, height: 600 }))).toEqual([])
  expect(await compareFaces(await drawPdf(utilityBill(okafor)), own)).toMatchObject({
    outcome: 'no_portrait',
  })
})

test('eyes behind dark glasses, and eyes that are closed, are told from open ones', async () => {
  const seen = async (facts: SelfieFacts['faces']) =>
    (await facesOn(await selfie({ faces: facts ?? [] }))).map(({ areEyesSeen }) => areEyesSeen)

  expect(await seen([{}])).toEqual([true])
  expect(await seen([{ hasSunglasses: true }])).toEqual([false])
  expect(await seen([{ areEyesClosed: true }])).toEqual([false])
})

test('likeness is 1 for the same picture, a half at the distance that tells people apart, never below 0', () => {
  const at = (distance: number) => [distance, ...Array.from({ length: 127 }, () => 0)]
  expect(likeness(at(0), at(0))).toBe(1)
  expect(likeness(at(0), at(0.6))).toBeCloseTo(0.5)
  expect(likeness(at(0), at(5))).toBe(0)
})

test('the same face on a card and on a selfie is more alike than another one', async () => {
  const card = await selfie({ width: 900, height: 560, faces: [{ x: 0.25, y: 0.5, size: 0.45 }] })
  const other = await selfie({ faces: [{ skin: '#7b4a30', hair: '#0e0b0a' }] })

  const same = await compareFaces(card, own)
  const different = await compareFaces(card, other)

  expect(same).toMatchObject({ outcome: 'compared', model: expect.stringContaining('face-api') })
  expect(same.score ?? 0).toBeGreaterThan(different.score ?? 1)
})

test('a selfie of two people is compared with nobody', async () => {
  expect(await compareFaces(own, couple)).toMatchObject({
    score: null,
    outcome: 'no_single_face',
  })
})
