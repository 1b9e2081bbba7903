import sharp from 'sharp'
import { expect, test } from 'vitest'
import { findFaces } from '../faces/faces.ts'
import { openPicture } from '../ocr/picture.ts'
import { drawSelfie, type SelfieFacts } from '../testing/faces.ts'
import type { Expectation } from './expectation.ts'
import { judgeSelfie } from './selfie.ts'

const expectation: Expectation = { expectedTypes: ['selfie'], today: '2026-11-21', client: null }

interface Taken {
  drawn?: SelfieFacts
  blur?: number
  light?: number
  isDocument?: boolean
}

const verdictOn = async ({ drawn = {}, blur = 0, light = 1, isDocument = false }: Taken = {}) => {
  const size = { width: 960, height: 720, ...drawn }
  const sheet = sharp(drawSelfie(size).data(), { raw: { ...size, channels: 4 } }).linear(light, 0)
  const bytes = await (blur > 0 ? sheet.blur(blur) : sheet).jpeg({ quality: 90 }).toBuffer()
  const { width, height } = await sharp(bytes).metadata()
  const picture = await openPicture(bytes)
  const faces = await findFaces(picture)
  return judgeSelfie({ faces, seen: picture, taken: { width, height }, isDocument }, expectation)
}

test('a clear photo of one person is valid, and shows where the face was seen', async () => {
  const { valid, confidence, issues, checks, metadata } = await verdictOn()

  expect({ valid, issues, documentType: metadata.documentType }).toEqual({
    valid: true,
    issues: [],
    documentType: 'selfie',
  })
  expect(confidence).toBeGreaterThanOrEqual(0.9)
  expect(checks.map(({ rule, outcome }) => [rule, outcome])).toEqual(
    ['is_photo', 'one_face', 'face_size', 'sharpness', 'brightness', 'eyes_visible'].map((rule) => [
      rule,
      'passed',
    ]),
  )
  expect(metadata.regions).toMatchObject([{ what: 'Face', page: 1 }])
  expect(metadata.flagEvidence).toEqual({})
})

const faults: [what: string, taken: Taken, words: string][] = [
  ['nobody', { drawn: { faces: [] } }, "We couldn't find a face in this photo"],
  [
    'two people',
    {
      drawn: {
        faces: [
          { x: 0.27, size: 0.5 },
          { x: 0.73, size: 0.5 },
        ],
      },
    },
    'More than one face is in the photo',
  ],
  ['somebody far away', { drawn: { faces: [{ size: 0.15 }] } }, 'Your face is small in this photo'],
  ['a tiny picture', { drawn: { width: 320, height: 240 } }, 'Your face is small in this photo'],
  ['a shaking hand', { blur: 9 }, 'Your face is blurred'],
  ['a dark room', { light: 0.2 }, 'Your face is too dark'],
  ['dark glasses', { drawn: { faces: [{ hasSunglasses: true }] } }, "We couldn't see your eyes"],
  ['a document', { isDocument: true }, 'This looks like a photo of a document'],
]

test.each(faults)(
  'a photo of %s is not valid, and the client is told what to do',
  async (_, manner, words) => {
    const { valid, issues, metadata } = await verdictOn(manner)

    expect(valid).toBe(false)
    expect(metadata.verificationFlags.requiresManualReview).toBe(true)
    expect(issues).toEqual([expect.stringContaining(words)])
    expect(issues[0]).toMatch(/Please /)
  },
)

test('a face that the detector is unsure of is left to a person', async () => {
  const picture = await openPicture(await drawSelfie().encode('png'))
  const faces = (await findFaces(picture)).map((face) => ({ ...face, confidence: 0.5 }))

  const verdict = judgeSelfie({ faces, seen: picture, taken: picture, isDocument: false }, expectation)

  expect(verdict).toMatchObject({ valid: false, issues: [expect.stringContaining('see your face clearly')] })
})
