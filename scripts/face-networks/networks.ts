import { describeDescriptor } from './descriptor.ts'
import { describeDetector } from './detector.ts'
import {
  connect,
  convolve,
  convolveDepthwise,
  readWeights,
  relu,
  sum,
  type Weights,
  zeros,
} from './layers.ts'
import { type Graph, openGraph, type Value } from './onnx.ts'

/** The three networks as ONNX models, made of the weights that face-api publishes for TensorFlow.js. */
export const makeNetworks = async () => ({
  detector: describeDetector(await readWeights('ssd_mobilenetv1_model')),
  landmarks: describeLandmarks(await readWeights('face_landmark_68_model')),
  descriptor: describeDescriptor(await readWeights('face_recognition_model')),
})

const size = 112

/** The 68 points of a face. */
const describeLandmarks = (weights: Weights) => {
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
