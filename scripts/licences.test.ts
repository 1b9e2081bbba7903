import { expect, test } from 'vitest'
import { licencesDocument, readLicences, thirdParties } from './licences.mjs'

test('the document of licences names what package-lock.json has', () => {
  expect(readLicences()).toBe(licencesDocument())
})

test('nothing that runs is under terms that would reach the firm’s own systems, or under unknown ones', () => {
  const rows = licencesDocument()
    .split('\n')
    .filter((line) => line.startsWith('- '))
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.filter((row) => /AGPL|SSPL|BUSL|not stated/.test(row))).toEqual([])
  // GPL is accepted only as one of several licences to choose from.
  expect(rows.filter((row) => /(?<!L)GPL/.test(row) && !row.includes(' OR '))).toEqual([])
})

test('what the tests alone use is left out, and builds for several platforms are one', () => {
  expect(
    thirdParties({
      '': { version: '0.1.0' },
      'node_modules/vitest': { version: '5.1.1', license: 'MIT', dev: true },
      'node_modules/canvas-linux-x64-gnu': { version: '1.0.0', license: 'MIT' },
      'node_modules/canvas-darwin-arm64': { version: '1.0.0' },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'ISC' },
    }),
  ).toEqual([
    { name: 'b', version: '2.0.0', licence: 'ISC' },
    { name: 'canvas', version: '1.0.0', licence: 'MIT' },
  ])
})
