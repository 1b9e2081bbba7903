import {
  floatAttribute,
  integerAttribute,
  integersOf,
  type Network,
  type Node,
  rewritten,
} from './network-file.ts'

/**
 * Simplifies PaddleOCR's published networks, which write one step as up to nine operations, each over all numbers. The
 * runtime then needs one or two operations with the same result:
 *
 * - A convolution followed by scale and shift becomes a convolution with other weights.
 *
 * - x · min(max(x + 3, 0), 6) / 6 becomes x · HardSigmoid(x), which the runtime fuses with the convolution before it.
 *
 * - A scale and shift after that moves into the weights of the next convolution.
 *
 * A network without these patterns stays unchanged.
 */
export const folded = (model: Uint8Array): Uint8Array =>
  rewritten(model, (network) => {
    foldScales(network)
    foldSwishes(network)
  })

const sixthAndHalf = [floatAttribute('alpha', 1 / 6), floatAttribute('beta', 0.5)]

/** Folds Conv · s + b, with two scalars, into the convolution. */
const foldScales = (network: Network) => {
  const next = nextIn(network)
  for (const convolution of network.nodes.filter(isConvolution)) {
    const tail = scaledBehind(convolution.outputs[0], network, next)
    if (!tail) continue
    reweighted(network, convolution, ({ weights, bias }) => ({
      weights: weights.map((weight) => weight * tail.scale),
      bias: bias.map((value) => value * tail.scale + tail.shift),
    }))
    convolution.outputs = [tail.output]
    remove(network, tail.nodes)
  }
}

const foldSwishes = (network: Network) => {
  const next = nextIn(network)
  const producer = (name: string) => network.nodes.find(({ outputs }) => outputs.includes(name))
  for (const plus of network.nodes.filter(({ operation }) => operation === 'Add')) {
    const [input] = plus.inputs
    if (input === undefined || network.constant(plus.inputs[1])?.values[0] !== 3) continue
    const clip = next.only(plus.outputs[0], 'Clip')
    const times = next.only(clip?.outputs[0], 'Mul')
    const sixth = next.only(times?.outputs[0], 'Div')
    if (!clip || !times?.inputs.includes(input) || !sixth) continue
    change(plus, { operation: 'HardSigmoid', inputs: [input], attributes: sixthAndHalf })
    change(times, { inputs: [input, ...plus.outputs], outputs: sixth.outputs })
    remove(network, [clip, sixth])
    const channels = network.constant(producer(input)?.inputs[1])?.dimensions[0]
    if (channels) foldBehind(network, times, { next, channels })
  }
}

/**
 * Folds the scale and shift after a step into the convolutions that read its output. A padded convolution reads zeros
 * beyond the edge, without the shift. Then the scale and shift become a 1 × 1 convolution instead.
 */
const foldBehind = (network: Network, step: Node, { next, channels }: { next: Next; channels: number }) => {
  const tail = scaledBehind(step.outputs[0], network, next)
  if (!tail) return
  const readers = next.all(tail.output)
  const [input = ''] = step.outputs
  if (readers.every((reader) => reader.inputs[0] === tail.output && isWithin(reader))) {
    for (const reader of readers) {
      reweighted(network, reader, ({ weights, bias }) => {
        const each = weights.length / bias.length
        return {
          weights: weights.map((weight) => weight * tail.scale),
          bias: bias.map(
            (value, at) => value + tail.shift * sum(weights.subarray(at * each, (at + 1) * each)),
          ),
        }
      })
      reader.inputs[0] = input
    }
    remove(network, tail.nodes)
  } else {
    const [times, plus] = tail.nodes
    change(times, {
      operation: 'Conv',
      inputs: [input, ...pointWeights(network, { ...tail, channels })],
      outputs: [tail.output],
      attributes: [integerAttribute('group', channels)],
    })
    remove(network, [plus])
  }
}

const pointWeights = (
  { made }: Network,
  { channels, scale, shift }: { channels: number; scale: number; shift: number },
) => {
  const [weights, bias] = [`weights made ${made.size}`, `bias made ${made.size}`]
  made.set(weights, { dimensions: [channels, 1, 1, 1], values: new Float32Array(channels).fill(scale) })
  made.set(bias, { dimensions: [channels], values: new Float32Array(channels).fill(shift) })
  return [weights, bias]
}

/** Whether it is a convolution without padding. */
const isWithin = (reader: Node) => {
  const isPadded = integersOf(reader, 'pads').some((pad) => pad > 0)
  return isConvolution(reader) && !isPadded
}

const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0)

const isConvolution = ({ operation }: Node) => operation === 'Conv'

interface Tail {
  nodes: [Node, Node]
  output: string
  scale: number
  shift: number
}

const scaledBehind = (output: string | undefined, { constant }: Network, next: Next): Tail | null => {
  const single = ({ inputs }: Node, from: string | undefined) => {
    const values = constant(inputs.find((name) => name !== from))?.values
    return values?.length === 1 ? values[0] : undefined
  }
  const times = next.only(output, 'Mul')
  const plus = next.only(times?.outputs[0], 'Add')
  if (!times || !plus) return null
  const [scale, shift] = [single(times, output), single(plus, times.outputs[0])]
  const [end] = plus.outputs
  if (scale === undefined || shift === undefined || end === undefined) return null
  return { nodes: [times, plus], output: end, scale, shift }
}

/** Replaces the weights and the bias of a convolution. There is one bias per output. */
const reweighted = (
  { constant, made }: Network,
  convolution: Node,
  by: (old: { weights: Float32Array; bias: Float32Array }) => { weights: Float32Array; bias: Float32Array },
) => {
  const [input = '', weightName, biasName] = convolution.inputs
  const weights = constant(weightName)
  if (!weights) return
  const bias = constant(biasName)?.values ?? new Float32Array(weights.dimensions[0] ?? 0)
  const fresh = by({ weights: weights.values, bias })
  const [ours, theirs] = [`weights folded ${made.size}`, `bias folded ${made.size}`]
  made.set(ours, { dimensions: weights.dimensions, values: fresh.weights })
  made.set(theirs, { dimensions: [fresh.bias.length], values: fresh.bias })
  change(convolution, { inputs: [input, ours, theirs] })
}

const change = (changed: Node, to: Partial<Node>) => Object.assign(changed, to, { raw: null })

const remove = (network: Network, gone: Node[]) => {
  network.nodes = network.nodes.filter((node) => !gone.includes(node))
}

type Next = ReturnType<typeof nextIn>

/** Maps each value to the nodes that read it, as they were before any folding. */
const nextIn = ({ nodes }: Network) => {
  const readers = new Map<string, Node[]>()
  for (const node of nodes)
    for (const name of node.inputs) readers.set(name, [...(readers.get(name) ?? []), node])
  const all = (name: string | undefined) => readers.get(name ?? '') ?? []
  return {
    all,
    /** The node that reads a value, if it is the only one. */
    only: (name: string | undefined, operation: string) => {
      const [first, ...others] = all(name)
      return others.length === 0 && first?.operation === operation ? first : undefined
    },
  }
}
