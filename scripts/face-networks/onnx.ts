/** The numbers of a tensor, with its dimensions. */
export interface Tensor {
  dims: number[]
  values: Float32Array | BigInt64Array | Uint8Array
}

/** A whole number, text or a list of whole numbers, the only kinds that these networks need. */
type Attribute = number | string | number[]

/** The name of a value between two operators. */
export type Value = string

export interface Graph {
  constant: (tensor: Tensor) => Value
  /** Adds an ONNX operator by its name, and returns its first output. */
  add: (operator: string, inputs: Value[], attributes?: Record<string, Attribute>) => Value
  finish: (outputs: Value[]) => Uint8Array
}

/**
 * Builds a neural network as an ONNX model (onnx.proto3, IR version 8, operator set 13) with one input of real numbers,
 * named `input`.
 */
export const openGraph = (inputDims: number[]): Graph => {
  const nodes: Message[] = []
  const constants: Message[] = []
  const name = () => `value${nodes.length + constants.length}`
  return {
    constant: (tensor) => {
      const output = name()
      constants.push(tensorProto(output, tensor))
      return output
    },
    add: (operator, inputs, attributes = {}) => {
      const output = name()
      nodes.push(nodeProto({ operator, inputs, output, attributes }))
      return output
    },
    finish: (outputs) => {
      const graph = graphProto({ nodes, constants, inputDims, outputs })
      return Buffer.concat(message([1, 8], [7, graph], [8, message([1, ''], [2, 13])]).chunks)
    },
  }
}

interface GraphParts {
  nodes: Message[]
  constants: Message[]
  inputDims: number[]
  outputs: Value[]
}

const graphProto = ({ nodes, constants, inputDims, outputs }: GraphParts) =>
  message(
    ...nodes.map((node): Field => [1, node]),
    [2, 'network'],
    ...constants.map((constant): Field => [5, constant]),
    [11, message([1, 'input'], [2, realsOf(inputDims)])],
    ...outputs.map((output): Field => [12, message([1, output], [2, message([1, message([1, reals])])])]),
  )

/** Numbers of the data types in onnx.proto3. */
export const reals = 1
const bytes = 2
const integers = 7

const typeOf = (values: Tensor['values']) => {
  if (values instanceof Float32Array) return reals
  return values instanceof Uint8Array ? bytes : integers
}

const realsOf = (dims: number[]) =>
  message([1, message([1, reals], [2, message(...dims.map((dim): Field => [1, message([1, dim])]))])])

const tensorProto = (name: Value, { dims, values }: Tensor) =>
  message(
    ...dims.map((dim): Field => [1, dim]),
    [2, typeOf(values)],
    [8, name],
    [9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)],
  )

interface NodeParts {
  operator: string
  inputs: Value[]
  output: Value
  attributes: Record<string, Attribute>
}

const nodeProto = ({ operator, inputs, output, attributes }: NodeParts) =>
  message(
    ...inputs.map((input): Field => [1, input]),
    [2, output],
    [4, operator],
    ...Object.entries(attributes).map(([name, value]): Field => [5, attributeProto(name, value)]),
  )

const attributeProto = (name: string, value: Attribute) => {
  if (typeof value === 'string') return message([1, name], [4, value], [20, 3])
  if (typeof value === 'number') return message([1, name], [3, value], [20, 2])
  return message([1, name], ...value.map((number): Field => [8, number]), [20, 7])
}

/** Bytes in several chunks, because weights are large and each concatenation would copy them. */
interface Message {
  chunks: Uint8Array[]
  length: number
}

/** A field of a protocol buffer: its number, and a non-negative whole number, text, bytes or a message. */
type Field = [number: number, content: number | string | Uint8Array | Message]

const message = (...fields: Field[]): Message => {
  const chunks = fields.flatMap(encoded)
  return { chunks, length: chunks.reduce((sum, { length }) => sum + length, 0) }
}

const encoded = ([number, content]: Field): Uint8Array[] => {
  if (typeof content === 'number') return [varint(number << 3), varint(content)]
  const data = typeof content === 'string' ? Buffer.from(content) : content
  const chunks = 'chunks' in data ? data.chunks : [data]
  return [varint((number << 3) | 2), varint(data.length), ...chunks]
}

const varint = (value: number): Uint8Array => {
  const bytes: number[] = []
  let rest = value
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Uint8Array.from([...bytes, rest])
}
