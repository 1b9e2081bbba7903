import type { Picture } from '../ocr/picture.ts'
import {
  convolve,
  convolveDepthwise,
  folded,
  openNetwork,
  readWeights,
  type Weights,
  zeros,
} from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'
import { type Area, squareOf } from './square.ts'

/** Where a face may be, and how sure the detector is of it, 0 to 1. */
export interface Detection {
  box: Area
  confidence: number
}

/** Pixels each way of what the detector looks at. */
const size = 512
const leastConfidence = 0.4
/** Two boxes that share more than this of their area are the same face. */
const sameFace = 0.5
const mostFaces = 10

/** Finds faces by the single shot detector over MobileNet v1 of face-api. */
export const openDetector = async () => {
  const weights = await readWeights('ssd_mobilenetv1_model')
  const network = await openNetwork(describe(weights), [1, 3, size, size])
  const anchors = weights('Output/extra_dim').values
  return async (picture: Picture): Promise<Detection[]> => {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
    const input = squareOf(picture, whole, {
      size,
      isCentred: false,
      mean: [127.5, 127.5, 127.5],
      divisor: 127.5,
    })
    const [boxes, scores] = await network(input)
    const side = Math.max(picture.width, picture.height)
    return boxes && scores ? pick(candidatesOf({ boxes, scores, anchors }), side) : []
  }
}

const describe = (weights: Weights) => {
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
  return graph.finish([boxes, scores])
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
  const of = (what: string) => weights(`${name}/BatchNorm/${what}`).values
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
  const rows = (what: string, columns: number) => {
    const name = `Prediction/BoxPredictor_${at}/${what}`
    const filters = weights(`${name}/weights`)
    const value = convolve(graph, input, { filters, bias: weights(`${name}/biases`).values })
    const last = graph.add('Transpose', [value], { perm: [0, 2, 3, 1] })
    const shape = graph.constant({ dims: [3], values: BigInt64Array.of(1n, -1n, BigInt(columns)) })
    return graph.add('Reshape', [last, shape])
  }
  return { boxes: rows('BoxEncodingPredictor', 4), scores: rows('ClassPredictor', 3) }
}

interface Found {
  boxes: Float32Array
  scores: Float32Array
  /** Where each box stands before it is moved and scaled: top, left, bottom, right, 0 to 1. */
  anchors: Float32Array
}

const candidatesOf = ({ boxes, scores, anchors }: Found): Detection[] => {
  const found: Detection[] = []
  for (let at = 0; at < boxes.length / 4; at++) {
    const confidence = 1 / (1 + Math.exp(-(scores[at * 3 + 1] ?? 0)))
    if (confidence <= leastConfidence) continue
    found.push({ confidence, box: decoded(quadruple(anchors, at), quadruple(boxes, at)) })
  }
  return found
}

const quadruple = (values: Float32Array, at: number) => {
  const [first = 0, second = 0, third = 0, fourth = 0] = values.subarray(at * 4, at * 4 + 4)
  return [first, second, third, fourth] as const
}

type Quadruple = ReturnType<typeof quadruple>

const decoded = ([top, left, bottom, right]: Quadruple, [dy, dx, dh, dw]: Quadruple): Area => {
  const height = bottom - top
  const width = right - left
  const middleY = (dy / 10) * height + top + height / 2
  const middleX = (dx / 10) * width + left + width / 2
  const tall = Math.exp(dh / 5) * height
  const wide = Math.exp(dw / 5) * width
  const x = Math.max(0, middleX - wide / 2)
  const y = Math.max(0, middleY - tall / 2)
  return { x, y, width: Math.min(1, middleX + wide / 2) - x, height: Math.min(1, middleY + tall / 2) - y }
}

/** The surest of the boxes that lie over each other, in pixels of the picture. */
const pick = (candidates: Detection[], side: number): Detection[] => {
  const picked: Detection[] = []
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence))
    if (picked.length < mostFaces && picked.every(({ box }) => overlap(box, candidate.box) <= sameFace))
      picked.push(candidate)
  return picked.map(({ box: { x, y, width, height }, confidence }) => ({
    box: { x: x * side, y: y * side, width: width * side, height: height * side },
    confidence,
  }))
}

const overlap = (a: Area, b: Area) => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, width) * Math.max(0, height)
  return shared / (a.width * a.height + b.width * b.height - shared)
}
