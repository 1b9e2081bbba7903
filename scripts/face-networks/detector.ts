import { constantOf, convolve, convolveDepthwise, folded, type Weights, zeros } from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'

const size = 512

/** The single shot detector over MobileNet v1: boxes, scores, and where each box stands before it is moved. */
export const describeDetector = (weights: Weights) => {
  const graph = openGraph([1, 3, size, size])
  const { middle, last } = backbone(graph, weights)
  const extra = narrowing(graph, last, weights)
  const heads = [middle, last, ...extra].map((value, at) => head(graph, value, { at, weights }))
  const boxes = graph.add(
    'Concat',
    heads.map(({ boxes }) => boxes),
    { axis: 1 },
  )
  const scores = graph.add(
    'Concat',
    heads.map(({ scores }) => scores),
    { axis: 1 },
  )
  const anchors = graph.add('Identity', [constantOf(graph, weights('Output/extra_dim'))])
  return graph.finish([boxes, scores, anchors])
}

const halving = [2, 4, 6, 12]

const backbone = (graph: Graph, weights: Weights) => {
  let value = pointwise(graph, 'input', { weights, name: 'MobilenetV1/Conv2d_0_pointwise', stride: 2 })
  let middle = value
  for (let layer = 1; layer <= 13; layer++) {
    const name = `MobilenetV1/Conv2d_${layer}`
    value = depthwise(graph, value, {
      weights,
      name: `${name}_depthwise`,
      stride: halving.includes(layer) ? 2 : 1,
    })
    value = pointwise(graph, value, { weights, name: `${name}_pointwise`, stride: 1 })
    if (layer === 11) middle = value
  }
  return { middle, last: value }
}

/** Four smaller and smaller pictures in which larger and larger faces are sought. */
const narrowing = (graph: Graph, from: Value, weights: Weights) => {
  let value = from
  const found: Value[] = []
  for (let layer = 0; layer < 8; layer++) {
    const isHalving = layer % 2 === 1
    const name = `Prediction/Conv2d_${layer}_pointwise`
    value = pointwise(graph, value, { weights, name, stride: isHalving ? 2 : 1 })
    if (isHalving) found.push(value)
  }
  return found
}

interface Layer {
  weights: Weights
  name: string
  stride: number
}

const pointwise = (graph: Graph, input: Value, { weights, name, stride }: Layer) => {
  const bias = weights(`${name}/convolution_bn_offset`).values
  return toSix(graph, convolve(graph, input, { filters: weights(`${name}/weights`), bias, stride }))
}

const depthwise = (graph: Graph, input: Value, { weights, name, stride }: Layer) => {
  const of = (part: string) => weights(`${name}/BatchNorm/${part}`).values
  const variance = of('moving_variance')
  const mean = of('moving_mean')
  const scale = of('gamma').map((gamma, at) => gamma / Math.sqrt((variance[at] ?? 0) + 0.001))
  const shift = of('beta').map((beta, at) => beta - (mean[at] ?? 0) * (scale[at] ?? 0))
  const plain = { filters: weights(`${name}/depthwise_weights`), bias: zeros(scale.length) }
  return toSix(graph, convolveDepthwise(graph, input, { ...folded(plain, { scale, shift }), stride }))
}

const toSix = (graph: Graph, input: Value) => {
  const limit = (value: number) => graph.constant({ dims: [], values: Float32Array.of(value) })
  return graph.add('Clip', [input, limit(0), limit(6)])
}

const head = (graph: Graph, input: Value, { at, weights }: { at: number; weights: Weights }) => {
  const rows = (part: string, columns: number) => {
    const name = `Prediction/BoxPredictor_${at}/${part}`
    const filters = weights(`${name}/weights`)
    const value = convolve(graph, input, { filters, bias: weights(`${name}/biases`).values })
    const last = graph.add('Transpose', [value], { perm: [0, 2, 3, 1] })
    const shape = graph.constant({ dims: [3], values: BigInt64Array.of(1n, -1n, BigInt(columns)) })
    return graph.add('Reshape', [last, shape])
  }
  return { boxes: rows('BoxEncodingPredictor', 4), scores: rows('ClassPredictor', 3) }
}
