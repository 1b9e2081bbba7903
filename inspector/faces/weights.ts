import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** A network's parameters: real numbers in the order height, width, channels in, channels out. */
export interface Parameters {
  dims: number[]
  values: Float32Array
}

/** Gives a network's parameters by their name; throws for one that the network does not have. */
export type Weights = (name: string) => Parameters

interface Described {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string; scale: number; min: number }
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model')

/** Reads the weights of a network of face-api (weights manifest of TensorFlow.js, bytes or reals). */
export const readWeights = async (network: string): Promise<Weights> => {
  const manifest = await readFile(join(folder, `${network}-weights_manifest.json`), 'utf8')
  const groups: { weights: Described[] }[] = JSON.parse(manifest)
  const bytes = await readFile(join(folder, `${network}.bin`))
  const all = new Map<string, Parameters>()
  let at = 0
  for (const described of groups.flatMap(({ weights }) => weights)) {
    const { dims, values, size } = unpack(described, bytes, at)
    all.set(described.name, { dims, values })
    at += size
  }
  return (name) => {
    const found = all.get(name)
    if (!found) throw new Error(`${network} has no ${name}`)
    return found
  }
}

const unpack = ({ shape, quantization }: Described, bytes: Buffer, at: number) => {
  const count = shape.reduce((product, dim) => product * dim, 1)
  if (!quantization) {
    // Copied, because reals must begin at a multiple of four.
    const raw = new Uint8Array(bytes.subarray(at, at + count * 4))
    return { dims: shape, values: new Float32Array(raw.buffer), size: count * 4 }
  }
  const { scale, min } = quantization
  // Copied first: mapping bytes straight to reals goes through a list of numbers, slow and large.
  const values = new Float32Array(bytes.subarray(at, at + count)).map((byte) => byte * scale + min)
  return { dims: shape, values, size: count }
}

/** Runs a network on one input and gives its outputs in the order in which they were named. */
type Network = (input: Float32Array) => Promise<Float32Array[]>

export const openNetwork = async (model: Uint8Array, inputDims: number[]): Promise<Network> => {
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    // Memory is given back after a picture instead of being kept for the next.
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
    // A thread that waits for its share of the work would keep a core busy with nothing.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return async (input) => {
    const results = await session.run({ input: new Tensor('float32', input, inputDims) })
    return session.outputNames.map((name) => realsOf(results[name]))
  }
}

const realsOf = (result: Tensor | undefined) => {
  if (!(result?.data instanceof Float32Array)) throw new Error('The network gave no numbers')
  return result.data
}
