import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { Validation } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { openInspector } from './inspector.ts'
import { bankStatement, okafor, utilityBill } from './testing/documents.ts'
import { activePdfs } from './testing/hostile.ts'
import { drawLockedPdf, drawPdf } from './testing/paper.ts'
import { drawPhoto, drawPng } from './testing/pictures.ts'
import { proofOfAddress } from './testing/read-drawn.ts'

const inspector = openInspector()
afterAll(() => inspector.close())

const originals: [string, Uint8Array][] = [
  ['a photo', await drawPhoto({ width: 600, height: 450, lines: 0 })],
  ['a PNG, whose checksum no wound escapes', await drawPng(120, 90)],
  ['a PDF of two pages', await drawPdf(utilityBill(okafor), bankStatement(okafor))],
  ['a locked PDF', await drawLockedPdf({ owner: 'boss' }, bankStatement(okafor))],
  ['a PDF with a script', activePdfs['JavaScript in plain sight'] ?? Buffer.alloc(0)],
]
// Few mutations per file, the same in every run. Set MUTANTS for more.
const each = Number(process.env['MUTANTS'] ?? 12)

// Without fast-check's bias towards small values, which would mostly damage the signature.
const place = fc.noBias(fc.nat({ max: 9999 })).map((share) => share / 10_000)
const wound = fc.oneof(
  fc.record({ act: fc.constant('flip' as const), at: place, bits: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ act: fc.constant('cut' as const), at: place, length: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ act: fc.constant('repeat' as const), at: place, length: fc.integer({ min: 1, max: 3000 }) }),
  fc.record({
    act: fc.constant('noise' as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 64 }),
  }),
  fc.record({
    act: fc.constant('number' as const),
    at: place,
    value: fc.constantFrom('0', '-1', '99999999999', '1e9', '<<', ']', '/'),
  }),
)
type Wound = typeof wound extends fc.Arbitrary<infer W> ? W : never

const wounded = (bytes: Buffer, hurt: Wound): Buffer => {
  const at = Math.floor(hurt.at * bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  if (hurt.act === 'flip')
    return Buffer.concat([before, Buffer.from([(after[0] ?? 0) ^ hurt.bits]), after.subarray(1)])
  if (hurt.act === 'cut') return Buffer.concat([before, after.subarray(hurt.length)])
  if (hurt.act === 'repeat') return Buffer.concat([before, after.subarray(0, hurt.length), after])
  if (hurt.act === 'noise') return Buffer.concat([before, hurt.bytes, after.subarray(hurt.bytes.length)])
  return Buffer.concat([before, Buffer.from(hurt.value), after.subarray(hurt.value.length)])
}

const ends = { refused: 0, read: 0 }

// The inspector gives a file 4 s of processor time, and three times as long by the clock.
const answerLimit = 15_000

const expectAnswered = async (bytes: Buffer) => {
  // Restarts the process that a mutated file may have ended, so that the start is not measured.
  await inspector.wake()
  const began = performance.now()
  const refusal = await inspector.accept(bytes, { filename: 'x' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(performance.now() - began).toBeLessThan(answerLimit)
  if (refusal === undefined) {
    Validation.parse(await inspector.inspect(bytes, proofOfAddress))
    ends.read += 1
    return
  }
  expect(refusal).toBeInstanceOf(Problem)
  expect(refusal).toMatchObject({
    code: expect.stringMatching(/^(unprocessable|unsupported)$/),
    message: expect.stringMatching(/\w.*\.$/),
  })
  ends.refused += 1
}

test.each(originals)(
  'wounded in twelve ways, %s is refused with a sentence within 15 s, or read with a verdict',
  async (_, bytes) => {
    const wounds = fc.array(wound, { minLength: 1, maxLength: 4 })
    const answered = fc.asyncProperty(wounds, (hurts) =>
      expectAnswered(hurts.reduce(wounded, Buffer.from(bytes))),
    )
    await fc.assert(answered, { numRuns: each, seed: 4 })
  },
)

// At least a quarter each. PNG checksums detect every mutation of a picture; most mutations of other files are read.
test('some of the wounded files were refused, and some were read', () => {
  const quarter = (originals.length * each) / 4
  expect(ends.refused).toBeGreaterThan(quarter)
  expect(ends.read).toBeGreaterThan(quarter)
})
