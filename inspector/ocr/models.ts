import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { lineFinder, lineReader, networkFile } from './network-source.ts'

/** Runs a network on an input of three planes, `height` × `width`. */
export type Network = (planes: Float32Array, size: { width: number; height: number }) => Promise<Answer>

export interface Answer {
  numbers: Float32Array
  /** The dimensions of the output, outermost first. */
  shape: readonly number[]
}

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

const opened = (file: string): { run: Network; load: () => Promise<InferenceSession> } => {
  let session: Promise<InferenceSession> | undefined
  const load = () =>
    (session ??= networkFile(file).then((network) => InferenceSession.create(network, options)))
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

const finder = opened(lineFinder)
const reader = opened(lineReader)

// As many as the networks have. Enlarging a small picture takes longest of all that is not a network, and nothing else
// can be done meanwhile.
sharp.concurrency(2)

/** Loads the networks before the first picture needs them. */
export const loadNetworks = async () => {
  await Promise.all([finder.load(), reader.load()])
}

/** Probability that each pixel belongs to a line of print: PP-OCRv4, loaded once per process, on first use. */
export const detector = finder.run

/** Probabilities of letters at each step along a line: PP-OCRv3 for Latin print, loaded once, on first use. */
export const recogniser = reader.run
