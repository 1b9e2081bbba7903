import type { Graph, Value } from './onnx.ts'
import type { Parameters } from './weights.ts'

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
