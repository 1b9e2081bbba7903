import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeNetworks } from './networks.ts'

const folder = join(import.meta.dirname, '../../inspector/faces/networks')

for (const [name, model] of Object.entries(await makeNetworks()))
  await writeFile(join(folder, `${name}.onnx`), model)
