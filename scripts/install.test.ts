import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { installerOf } from './install.mjs'

test.each(['10.8.2', '10.9.9\n', '9.9.4'])(
  'npm %j lets npm 11 install, without asking anybody',
  (version) => {
    expect(installerOf(version)).toEqual(['exec', '--yes', '--package=npm@11', '--', 'npm'])
  },
)

test.each(['11.0.0', '11.21.2', '12.0.0'])('npm %j installs by itself', (version) => {
  expect(installerOf(version)).toEqual([])
})

/** Returns the packages that a module imports as soon as it is loaded, itself or by its neighbours. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path)) return []
  seen.add(path)
  const text = readFileSync(join(import.meta.dirname, path), 'utf8')
  const names = [...text.matchAll(/^(?:import .*|\} from |export .* from )'([^']+)'$/gm)].map(
    ([, name = '']) => name,
  )
  return names.flatMap((name) => {
    if (name.startsWith('.')) return packagesOf(join(dirname(path), name), seen)
    return name.startsWith('node:') ? [] : [`${path}: ${name}`]
  })
}

test('no command needs a package before the packages are installed', () => {
  expect(packagesOf('commands.mjs')).toEqual([])
  expect(packagesOf('vague-names.mjs')).toEqual(['vague-names.mjs: vite'])
})
