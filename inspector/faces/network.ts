import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** Runs a network on one input and gives its outputs in the order in which they were named. */
type Network = (input: Float32Array) => Promise<Float32Array[]>

/** Opens a network of the folder `networks` by its name; its input is a square of so many pixels each way. */
export const openNetwork = async (
  name: 'detector' | 'landmarks' | 'descriptor',
  size: number,
): Promise<Network> => {
  const model = await readFile(join(import.meta.dirname, `networks/${name}.onnx`))
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    // Memory is given back after a picture instead of being kept for the next.
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
    // A thread that waits for its share of the work would keep a core busy with nothing.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  })
  return async (input) => {
    const results = await session.run({ input: new Tensor('float32', input, [1, 3, size, size]) })
    return session.outputNames.map((name) => realsOf(results[name]))
  }
}

const realsOf = (result: Tensor | undefined) => {
  if (!(result?.data instanceof Float32Array)) throw new Error('The network gave no numbers')
  return result.data
}
