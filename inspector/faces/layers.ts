import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Graph, Value } from './onnx.ts'

interface Convolution {
  filters: Parameters
  bias: Float32Array
  stride?: number
  /** `same` pads with zeros so that only the stride makes the picture smaller; `valid` pads nothing. */
  padding?: 'same' | 'valid'
}

/** Filters over all channels at once. */
export const convolve = (graph: Graph, input: Value, how: Convolution) =>
  convolution(graph, input, how, { filters: outwards(how.filters), groups: 1 })

/** One filter for each channel. */
export const convolveDepthwise = (graph: Graph, input: Value, how: Convolution) => {
  const [height = 0, width = 0, channels = 0] = how.filters.dims
  const filters = outwards({ ...how.filters, dims: [height, width, 1, channels] })
  return convolution(graph, input, how, { filters, groups: channels })
}

const convolution = (
  graph: Graph,
  input: Value,
  { bias, stride = 1, padding = 'same' }: Convolution,
  { filters, groups }: { filters: Parameters; groups: number },
) => {
  const values = [graph.constant(filters), graph.constant({ dims: [bias.length], values: bias })]
  return graph.add('Conv', [input, ...values], {
    strides: [stride, stride],
    group: groups,
    auto_pad: padding === 'same' ? 'SAME_UPPER' : 'VALID',
  })
}

// TensorFlow keeps height, width, in, out; ONNX out, in, height, width.
const outwards = ({ dims, values }: Parameters): Parameters => {
  const [height = 0, width = 0, ins = 0, outs = 0] = dims
  const turned = new Float32Array(values.length)
  let at = 0
  for (let out = 0; out < outs; out++)
    for (let inner = 0; inner < ins; inner++)
      for (let place = 0; place < height * width; place++)
        turned[at++] = values[(place * ins + inner) * outs + out] ?? 0
  return { dims: [outs, ins, height, width], values: turned }
}

/** A convolution and what scales and moves each of its channels afterwards, as one convolution. */
export const folded = (
  { filters, bias }: Pick<Convolution, 'filters' | 'bias'>,
  { scale, shift }: { scale: Float32Array; shift: Float32Array },
) => ({
  filters: { ...filters, values: filters.values.map((value, at) => value * at0(scale, at % scale.length)) },
  bias: bias.map((value, at) => value * at0(scale, at) + at0(shift, at)),
})

const at0 = (values: Float32Array, at: number) => values[at] ?? 0

export const zeros = (count: number) => new Float32Array(count)

export const relu = (graph: Graph, input: Value) => graph.add('Relu', [input])

export const sum = (graph: Graph, ...inputs: Value[]) => graph.add('Sum', inputs)

/** Flattens to one row and multiplies. */
export const connect = (
  graph: Graph,
  input: Value,
  { weights, bias }: { weights: Parameters; bias?: Parameters },
) => {
  const row = graph.add('Flatten', [input])
  const product = graph.add('MatMul', [row, graph.constant(weights)])
  return bias ? graph.add('Add', [product, graph.constant(bias)]) : product
}

/** A network's parameters: real numbers in the order height, width, channels in, channels out. */
interface Parameters {
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
