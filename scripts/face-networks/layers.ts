import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Graph, reals, type Value } from './onnx.ts'

interface Convolution {
  filters: Parameters
  /** Factor of each output channel's filters. */
  scale?: Float32Array
  bias: Float32Array
  stride?: number
  /** `same` pads with zeros, so that only the stride makes the picture smaller. `valid` pads nothing. */
  padding?: 'same' | 'valid'
}

/** A convolution over all channels. */
export const convolve = (graph: Graph, input: Value, how: Convolution) => convolution(graph, input, how, 1)

/** A depthwise convolution, with one filter per channel. */
export const convolveDepthwise = (graph: Graph, input: Value, how: Convolution) => {
  const [height = 0, width = 0, channels = 0] = how.filters.dims
  const filters = { ...how.filters, dims: [height, width, 1, channels] }
  return convolution(graph, input, { ...how, filters }, channels)
}

const convolution = (
  graph: Graph,
  input: Value,
  { filters, scale, bias, stride = 1, padding = 'same' }: Convolution,
  groups: number,
) => {
  // TensorFlow's order is height, width, in, out, and ONNX's out, in, height, width.
  const turned = graph.add('Transpose', [constantOf(graph, filters)], { perm: [3, 2, 0, 1] })
  const scaled = scale
    ? graph.add('Mul', [turned, graph.constant({ dims: [scale.length, 1, 1, 1], values: scale })])
    : turned
  return graph.add('Conv', [input, scaled, graph.constant({ dims: [bias.length], values: bias })], {
    strides: [stride, stride],
    group: groups,
    auto_pad: padding === 'same' ? 'SAME_UPPER' : 'VALID',
  })
}

/** Keeps published bytes as bytes. The runtime converts them to numbers once, when it opens the network. */
export const constantOf = (graph: Graph, { dims, values, packed }: Parameters) => {
  if (!packed) return graph.constant({ dims, values })
  const [scale, min] = [packed.scale, packed.min].map((value) =>
    graph.constant({ dims: [], values: Float32Array.of(value) }),
  )
  const numbers = graph.add('Cast', [graph.constant({ dims, values: packed.bytes })], { to: reals })
  return graph.add('Add', [graph.add('Mul', [numbers, scale ?? '']), min ?? ''])
}

/** Folds a convolution and the scale and shift of its channels into one convolution. */
export const folded = (
  { filters, bias }: Pick<Convolution, 'filters' | 'bias'>,
  { scale, shift }: { scale: Float32Array; shift: Float32Array },
) => ({
  filters,
  scale,
  bias: bias.map((value, at) => value * (scale[at] ?? 0) + (shift[at] ?? 0)),
})

export const zeros = (count: number) => new Float32Array(count)

export const relu = (graph: Graph, input: Value) => graph.add('Relu', [input])

export const sum = (graph: Graph, ...inputs: Value[]) => graph.add('Sum', inputs)

/** A fully connected layer: flattens to one row and multiplies. */
export const connect = (
  graph: Graph,
  input: Value,
  { weights, bias }: { weights: Parameters; bias?: Parameters },
) => {
  const row = graph.add('Flatten', [input])
  const product = graph.add('MatMul', [row, constantOf(graph, weights)])
  return bias ? graph.add('Add', [product, constantOf(graph, bias)]) : product
}

/** Parameters of a network: real numbers in the order height, width, channels in, channels out. */
interface Parameters {
  dims: number[]
  values: Float32Array
  /** The published bytes if the numbers were quantised: byte × scale + min. */
  packed?: { bytes: Uint8Array; scale: number; min: number }
}

/** Returns the parameters with this name. Throws if the network has none. */
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
    const { size, ...parameters } = unpack(described, bytes, at)
    all.set(described.name, parameters)
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
    // Copied, because a Float32Array must begin at a multiple of four bytes.
    const raw = new Uint8Array(bytes.subarray(at, at + count * 4))
    return { dims: shape, values: new Float32Array(raw.buffer), size: count * 4 }
  }
  const { scale, min } = quantization
  const packed = { bytes: new Uint8Array(bytes.subarray(at, at + count)), scale, min }
  const values = new Float32Array(packed.bytes).map((byte) => byte * scale + min)
  return { dims: shape, values, packed, size: count }
}
