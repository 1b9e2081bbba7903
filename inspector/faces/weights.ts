import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** A network's parameters: real numbers in the order height, width, channels in, channels out. */
export interface Parameters {
  dims: number[]
  values: Float32Array
}

/** Gives a network's parameters by their name; throws for one that the network does not have. */
export type Weights = (name: string) => Parameters

interface Described {
  name: string
  shape: number[]
  dtype: string
  quantization?: { dtype: string; scale: number; min: number }
}

const require = createRequire(import.meta.url)
const folder = join(dirname(require.resolve('@vladmandic/face-api/package.json')), 'model')

/** Reads the weights of a network of face-api (weights manifest of TensorFlow.js, bytes or reals). */
export const readWeights = async (network: string): Promise<Weights> => {
  const manifest = await readFile(join(folder, `${network}-weights_manifest.json`), 'utf8')
  const groups: { weights: Described[] }[] = JSON.parse(manifest)
  const bytes = await readFile(join(folder, `${network}.bin`))
  const all = new Map<string, Parameters>()
  let at = 0
  for (const described of groups.flatMap(({ weights }) => weights)) {
    const { dims, values, size } = unpack(described, bytes, at)
    all.set(described.name, { dims, values })
    at += size
  }
  return (name) => {
    const found = all.get(name)
    if (!found) throw new Error(`${network} has no ${name}`)
    return found
  }
}

const unpack = ({ shape, quantization }: Described, bytes: Buffer, at: number) => {
  const count = shape.reduce((product, dim) => product * dim, 1)
  if (!quantization) {
    // Copied, because reals must begin at a multiple of four.
    const raw = new Uint8Array(bytes.subarray(at, at + count * 4))
    return { dims: shape, values: new Float32Array(raw.buffer), size: count * 4 }
  }
  const { scale, min } = quantization
  // Copied first: mapping bytes straight to reals goes through a list of numbers, slow and large.
  const values = new Float32Array(bytes.subarray(at, at + count)).map((byte) => byte * scale + min)
  return { dims: shape, values, size: count }
}
