import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inOrder, longest } from './longest-first.mjs'
import { root } from './process.mjs'

test('the longest journeys begin first, and everything else stays in its order', () => {
  const file = (name: string, moduleId: string) => ({ moduleId: `/checkout/${moduleId}`, project: { name } })
  const [a, b, c] = [file('component', 'a.ts'), file('component', 'b.ts'), file('e2e', 'e2e/c.spec.ts')]
  const [first = '', second = ''] = longest
  const [long, longToo] = [file('e2e', second), file('e2e', first)]
  expect(inOrder([b, a, c, long, longToo])).toEqual([b, a, long, longToo, c])
})

test('what begins first is there', () => {
  for (const path of longest) expect(existsSync(join(root, path)), path).toBe(true)
})
