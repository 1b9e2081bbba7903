import { expect, test } from 'vitest'
import { divide } from './test.mjs'

test('journeys go to Playwright, everything else to Vitest, and no argument means all of both', () => {
  expect(divide([])).toEqual({ vitest: [], playwright: [] })
  expect(divide(['contract', '-t', 'a name'])).toEqual({ vitest: ['-t', 'a name', 'contract'] })
  expect(divide(['--project=unit'])).toEqual({ vitest: ['--project=unit'] })
  expect(divide(['--project=e2e'])).toEqual({ playwright: [] })
  expect(divide(['e2e/gate.spec.ts', '-t', 'locked'])).toEqual({
    playwright: ['--grep', 'locked', 'e2e/gate.spec.ts'],
  })
  expect(divide(['contract/kit.test.ts', 'e2e/gate.spec.ts'])).toEqual({
    vitest: ['contract/kit.test.ts'],
    playwright: ['e2e/gate.spec.ts'],
  })
})
