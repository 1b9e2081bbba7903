import {
  connect,
  constantOf,
  convolve,
  convolveDepthwise,
  folded,
  readWeights,
  relu,
  sum,
  type Weights,
  zeros,
} from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'

/** Returns the three networks as ONNX models, made from the weights that face-api publishes for TensorFlow.js. */
export const makeNetworks = async () => ({
  detector: describeDetector(await readWeights('ssd_mobilenetv1_model')),
  landmarks: describeLandmarks(await readWeights('face_landmark_68_model')),
  descriptor: describeDescriptor(await readWeights('face_recognition_model')),
})

const landmarksSize = 112

/** Describes the network that finds the 68 landmarks of a face. */
const describeLandmarks = (weights: Weights) => {
  const graph = openGraph([1, 3, landmarksSize, landmarksSize])
  let value: Value = 'input'
  for (let block = 0; block < 4; block++) value = dense(graph, value, { weights, name: `dense${block}` })
  const pooled = graph.add('GlobalAveragePool', [value])
  return graph.finish([connect(graph, pooled, { weights: weights('fc/weights'), bias: weights('fc/bias') })])
}

interface Block {
  weights: Weights
  name: string
}

/** A dense block: each layer's input is the sum of all earlier outputs. */
const dense = (graph: Graph, input: Value, { weights, name }: Block) => {
  const isFirst = name === 'dense0'
  const first = relu(
    graph,
    (isFirst ? whole : separable)(graph, input, { weights, name: `${name}/conv0`, stride: 2 }),
  )
  const added = [first]
  for (let layer = 1; layer <= 3; layer++) {
    const before = added.length === 1 ? first : relu(graph, sum(graph, ...added))
    added.push(separable(graph, before, { weights, name: `${name}/conv${layer}`, stride: 1 }))
  }
  return relu(graph, sum(graph, ...added))
}

type Layer = Block & { stride: number }

const whole = (graph: Graph, input: Value, { weights, name, stride }: Layer) =>
  convolve(graph, input, {
    filters: weights(`${name}/filters`),
    bias: weights(`${name}/bias`).values,
    stride,
  })

const separable = (graph: Graph, input: Value, { weights, name, stride }: Layer) => {
  const each = weights(`${name}/depthwise_filter`)
  const value = convolveDepthwise(graph, input, { filters: each, bias: zeros(each.dims[2] ?? 0), stride })
  const filters = weights(`${name}/pointwise_filter`)
  return convolve(graph, value, { filters, bias: weights(`${name}/bias`).values })
}

const detectorSize = 512

/** Describes the single shot detector over MobileNet v1: its boxes, scores, and the anchor of each box. */
const describeDetector = (weights: Weights) => {
  const graph = openGraph([1, 3, detectorSize, detectorSize])
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

/** Returns four smaller and smaller feature maps, in which larger and larger faces are detected. */
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

const descriptorSize = 150

/** Residual layers in order. `channels` and `rows` say how much padding a narrowing layer needs. */
const stages = [
  { name: 'conv32', again: 3, down: null },
  { name: 'conv64', again: 3, down: { channels: 32, rows: 0 } },
  { name: 'conv128', again: 2, down: { channels: 64, rows: 0 } },
  { name: 'conv256', again: 2, down: { channels: 128, rows: 1 } },
] as const

/** Describes the network that turns a face into 128 numbers. */
const describeDescriptor = (weights: Weights) => {
  const graph = openGraph([1, 3, descriptorSize, descriptorSize])
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

const residual = (graph: Graph, input: Value, { weights, name }: Block) => {
  const value = relu(graph, convolved(graph, input, { weights, name: `${name}/conv1` }))
  return relu(graph, sum(graph, convolved(graph, value, { weights, name: `${name}/conv2` }), input))
}

/** Halves the picture. Channels or edges that the halved input lacks are padded with zeros. */
const narrow = (
  graph: Graph,
  input: Value,
  { weights, name, channels, rows }: Block & { channels: number; rows: number },
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
  { weights, name, isDown = false }: Block & { isDown?: boolean },
) => {
  const of = (layer: string) => weights(`${name}/${layer}`)
  const plain = { filters: of('conv/filters'), bias: of('conv/bias').values }
  const scaled = folded(plain, { scale: of('scale/weights').values, shift: of('scale/biases').values })
  return convolve(graph, input, isDown ? { ...scaled, stride: 2, padding: 'valid' } : scaled)
}
