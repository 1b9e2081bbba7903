import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'

/** Runs a network on one input. Returns its outputs in the order of its output names. */
type Network = (input: Float32Array) => Promise<Float32Array[]>

/** Opens a network of the folder `networks` by its name. Its input is a square of `size` pixels. */
export const openNetwork = async (
  name: 'detector' | 'landmarks' | 'descriptor',
  size: number,
): Promise<Network> => {
  const model = await readFile(join(import.meta.dirname, `networks/${name}.onnx`))
  const session = await InferenceSession.create(model, {
    intraOpNumThreads: 2,
    interOpNumThreads: 1,
    // Otherwise the memory of a picture would be kept for the next one.
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
    // Otherwise a waiting thread would keep a core busy.
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
