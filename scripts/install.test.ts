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
