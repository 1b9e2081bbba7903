import type { Picture } from '../ocr/picture.ts'
import {
  connect,
  convolve,
  convolveDepthwise,
  openNetwork,
  readWeights,
  relu,
  sum,
  type Weights,
  zeros,
} from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'
import { type Area, squareOf } from './square.ts'

export interface Point {
  x: number
  y: number
}

const size = 112

/** What is taken from the colours before a face is looked at: the mean of the faces it was learnt from. */
export const faceMean = [122.782, 117.001, 104.298] as const

/** Finds the 68 points of a face (jaw 0–16, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67). */
export const openLandmarks = async () => {
  const network = await openNetwork(describe(await readWeights('face_landmark_68_model')), [1, 3, size, size])
  return async (picture: Picture, area: Area): Promise<Point[]> => {
    const [found] = await network(
      squareOf(picture, area, { size, isCentred: true, mean: faceMean, divisor: 255 }),
    )
    const side = Math.max(area.width, area.height)
    const left = area.x - (side - area.width) / 2
    const top = area.y - (side - area.height) / 2
    return Array.from({ length: 68 }, (_, at) => ({
      x: left + (found?.[at * 2] ?? 0) * side,
      y: top + (found?.[at * 2 + 1] ?? 0) * side,
    }))
  }
}

const describe = (weights: Weights) => {
  const graph = openGraph([1, 3, size, size])
  let value: Value = 'input'
  for (let block = 0; block < 4; block++) value = dense(graph, value, { weights, name: `dense${block}` })
  const pooled = graph.add('GlobalAveragePool', [value])
  return graph.finish([connect(graph, pooled, { weights: weights('fc/weights'), bias: weights('fc/bias') })])
}

interface Block {
  weights: Weights
  name: string
}

/** Each of its layers is given the sum of all before it. */
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
