import { Buffer } from 'node:buffer'

/** Rewrites the network of an ONNX file. A file without one stays unchanged. */
export const rewritten = (model: Uint8Array, rewrite: (network: Network) => void): Uint8Array => {
  const parts = fieldsOf(model)
  const graph = parts.find(({ number }) => number === modelGraph)
  if (!graph) return model
  const network = networkOf(graph.bytes)
  rewrite(network)
  // Concatenated only once, because the weights are many megabytes.
  return Buffer.concat(
    parts.flatMap((part) => (part === graph ? field(modelGraph, written(network)) : [part.raw])),
  )
}

/** Field numbers of onnx.proto (ONNX 1.16). */
const modelGraph = 7
const [graphNode, graphTensor] = [1, 5]
const node = { input: 1, output: 2, operation: 4, attribute: 5 }
const attribute = { name: 1, float: 2, integer: 3, tensor: 5, integers: 8, type: 20 }
const tensor = { dimension: 1, type: 2, floats: 4, name: 8, raw: 9 }
/** TensorProto.FLOAT and AttributeProto.FLOAT; AttributeProto.INT. */
const [float, integer] = [1, 2]

export interface Node {
  operation: string
  inputs: string[]
  outputs: string[]
  attributes: Uint8Array[]
  /** The original bytes. Null once the node was changed. */
  raw: Uint8Array | null
}

interface Tensor {
  dimensions: number[]
  values: Float32Array
}

export interface Network {
  nodes: Node[]
  /** Returns a constant tensor by name. Undefined for a computed value. */
  constant: (name: string | undefined) => Tensor | undefined
  /** New tensors, by name. */
  made: Map<string, Tensor>
  /** The encoded inputs, outputs and names. */
  others: Uint8Array[]
}

const networkOf = (graph: Uint8Array): Network => {
  const parts = fieldsOf(graph)
  const nodes = parts.flatMap(({ number, bytes }) => (number === graphNode ? [nodeOf(bytes)] : []))
  const carried = new Map<string, Uint8Array>()
  for (const { operation, outputs, attributes } of nodes)
    if (operation === 'Constant')
      for (const { number, bytes } of fieldsOf(attributes[0] ?? new Uint8Array()))
        if (number === attribute.tensor) carried.set(outputs[0] ?? '', bytes)
  for (const { number, bytes } of parts)
    if (number === graphTensor) carried.set(textOf(bytes, tensor.name), bytes)
  const made = new Map<string, Tensor>()
  const constant = (name = '') => {
    const bytes = carried.get(name)
    return made.get(name) ?? (bytes && tensorOf(bytes))
  }
  const others = parts.flatMap(({ number, raw }) => (number === graphNode ? [] : [raw]))
  return { nodes, constant, made, others }
}

const nodeOf = (raw: Uint8Array): Node => {
  const found: Node = { operation: textOf(raw, node.operation), inputs: [], outputs: [], attributes: [], raw }
  for (const { number, bytes } of fieldsOf(raw)) {
    if (number === node.input) found.inputs.push(decoder.decode(bytes))
    if (number === node.output) found.outputs.push(decoder.decode(bytes))
    if (number === node.attribute) found.attributes.push(bytes)
  }
  return found
}

const tensorOf = (bytes: Uint8Array): Tensor | undefined => {
  const parts = fieldsOf(bytes)
  const isFloat = parts.some(({ number, value }) => number === tensor.type && value === float)
  const numbers = parts.find(({ number }) => number === tensor.raw || number === tensor.floats)
  if (!isFloat || !numbers) return undefined
  const dimensions = parts.filter(({ number }) => number === tensor.dimension).map(({ value }) => value)
  const values = new Float32Array(new Uint8Array(numbers.bytes).buffer)
  return dimensions.reduce((size, side) => size * side, 1) === values.length
    ? { dimensions, values }
    : undefined
}

/** Encodes the network without constants that nothing reads. */
const written = ({ nodes, made, others }: Network) => {
  const read = new Set(nodes.flatMap(({ inputs }) => inputs))
  const kept = nodes.filter(
    ({ operation, outputs }) => operation !== 'Constant' || outputs.some((name) => read.has(name)),
  )
  return [
    ...kept.flatMap((operator) => field(graphNode, operator.raw ? [operator.raw] : nodeBytes(operator))),
    ...[...made].flatMap(([name, constant]) =>
      read.has(name) ? field(graphTensor, tensorBytes(name, constant)) : [],
    ),
    ...others,
  ]
}

const nodeBytes = ({ operation, inputs, outputs, attributes }: Node) => [
  ...inputs.flatMap((name) => textField(node.input, name)),
  ...outputs.flatMap((name) => textField(node.output, name)),
  ...textField(node.operation, operation),
  ...attributes.flatMap((bytes) => field(node.attribute, [bytes])),
]

const tensorBytes = (name: string, { dimensions, values }: Tensor) => [
  ...dimensions.map((size) => numberField(tensor.dimension, size)),
  numberField(tensor.type, float),
  ...textField(tensor.name, name),
  ...field(tensor.raw, [new Uint8Array(values.buffer, values.byteOffset, values.byteLength)]),
]

const decoder = new TextDecoder()
const encoder = new TextEncoder()

/** A field of a protocol buffer: its number, and its value as an integer or as bytes. */
interface Field {
  number: number
  value: number
  bytes: Uint8Array
  raw: Uint8Array
}

/** Byte lengths of the fixed-size wire types. */
const fixed = new Map([
  [1, 8],
  [5, 4],
])
const [counted, sized] = [0, 2]

const fieldsOf = (buffer: Uint8Array): Field[] => {
  const found: Field[] = []
  for (let at = 0; at < buffer.length; ) {
    const start = at
    const number = () => {
      let [value, factor] = [0, 1]
      for (let byte = 128; byte >= 128; factor *= 128) {
        byte = buffer[at++] ?? 0
        value += (byte & 127) * factor
      }
      return value
    }
    const key = number()
    const wire = key & 7
    const value = wire === counted || wire === sized ? number() : 0
    const length = wire === sized ? value : (fixed.get(wire) ?? 0)
    const bytes = buffer.subarray(at, at + length)
    at += length
    found.push({ number: key >> 3, value, bytes, raw: buffer.subarray(start, at) })
  }
  return found
}

const textOf = (message: Uint8Array, wanted: number) =>
  decoder.decode(fieldsOf(message).find(({ number }) => number === wanted)?.bytes)

const varint = (value: number) => {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** Encodes a field as pieces, to be concatenated at the end. */
const field = (number: number, pieces: Uint8Array[]) => [
  varint(number * 8 + sized),
  varint(pieces.reduce((length, piece) => length + piece.length, 0)),
  ...pieces,
]

const textField = (number: number, text: string) => field(number, [encoder.encode(text)])

const numberField = (number: number, value: number) =>
  Buffer.concat([varint(number * 8 + counted), varint(value)])

export const floatAttribute = (name: string, value: number) => {
  const held = [varint(attribute.float * 8 + 5), new Uint8Array(Float32Array.of(value).buffer)]
  return Buffer.concat([...textField(attribute.name, name), ...held, numberField(attribute.type, float)])
}

export const integerAttribute = (name: string, value: number) =>
  Buffer.concat([
    ...textField(attribute.name, name),
    numberField(attribute.integer, value),
    numberField(attribute.type, integer),
  ])

/** The integers of a node's attribute. */
export const integersOf = ({ attributes }: Node, name: string): number[] => {
  const list = attributes.find((bytes) => textOf(bytes, attribute.name) === name)
  return fieldsOf(list ?? new Uint8Array()).flatMap(({ number, value }) =>
    number === attribute.integers ? [value] : [],
  )
}
