import { connect, convolve, folded, relu, sum, type Weights } from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'

const size = 150

/** Residual layers in order; `channels` and `rows` tell by how much a narrowing one must be padded. */
const stages = [
  { name: 'conv32', again: 3, down: null },
  { name: 'conv64', again: 3, down: { channels: 32, rows: 0 } },
  { name: 'conv128', again: 2, down: { channels: 64, rows: 0 } },
  { name: 'conv256', again: 2, down: { channels: 128, rows: 1 } },
] as const

/** The 128 numbers of a face. */
export const describeDescriptor = (weights: Weights) => {
  const graph = openGraph([1, 3, size, size])
  const first = relu(graph, convolved(graph, 'input', { weights, name: 'conv32_down', isDown: true }))
  let value = graph.add('MaxPool', [first], { kernel_shape: [3, 3], strides: [2, 2] })
  for (const { name, again, down } of stages) {
    if (down) value = narrow(graph, value, { weights, name: `${name}_down`, ...down })
    for (let layer = 1; layer <= again; layer++)
      value = residual(graph, value, { weights, name: `${name}_${layer}` })
  }
  value = narrow(graph, value, { weights, name: 'conv256_down_out', channels: 0, rows: 1 })
  const pooled = graph.add('GlobalAveragePool', [value])
  return graph.finish([connect(graph, pooled, { weights: weights('fc') })])
}

interface Layer {
  weights: Weights
  name: string
}

const residual = (graph: Graph, input: Value, { weights, name }: Layer) => {
  const value = relu(graph, convolved(graph, input, { weights, name: `${name}/conv1` }))
  return relu(graph, sum(graph, convolved(graph, value, { weights, name: `${name}/conv2` }), input))
}

/** Halves the picture; what is missing beside the halved input, in channels or at its edges, is zero. */
const narrow = (
  graph: Graph,
  input: Value,
  { weights, name, channels, rows }: Layer & { channels: number; rows: number },
) => {
  const value = relu(graph, convolved(graph, input, { weights, name: `${name}/conv1`, isDown: true }))
  const seen = convolved(graph, value, { weights, name: `${name}/conv2` })
  const pooled = graph.add('AveragePool', [input], { kernel_shape: [2, 2], strides: [2, 2] })
  return relu(
    graph,
    sum(graph, padded(graph, seen, { channels: 0, rows }), padded(graph, pooled, { channels, rows: 0 })),
  )
}

const padded = (graph: Graph, input: Value, { channels, rows }: { channels: number; rows: number }) => {
  if (channels === 0 && rows === 0) return input
  const after = [0, channels, rows, rows].map(BigInt)
  const values = BigInt64Array.from([0n, 0n, 0n, 0n, ...after])
  return graph.add('Pad', [input, graph.constant({ dims: [8], values })])
}

const convolved = (
  graph: Graph,
  input: Value,
  { weights, name, isDown = false }: Layer & { isDown?: boolean },
) => {
  const of = (layer: string) => weights(`${name}/${layer}`)
  const plain = { filters: of('conv/filters'), bias: of('conv/bias').values }
  const scaled = folded(plain, { scale: of('scale/weights').values, shift: of('scale/biases').values })
  return convolve(graph, input, isDown ? { ...scaled, stride: 2, padding: 'valid' } : scaled)
}
