import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeNetworks } from './networks.ts'

const folder = join(import.meta.dirname, '../../inspector/faces/networks')

test('the networks for faces are what their script makes of the published weights', async () => {
  for (const [name, model] of Object.entries(await makeNetworks())) {
    const kept = await readFile(join(folder, `${name}.onnx`))
    expect(kept.equals(model), name).toBe(true)
  }
})
