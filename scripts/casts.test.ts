import { expect, test } from 'vitest'
import { castFaults } from './casts.mjs'

const lines = (line: string, count: number) => Array.from({ length: count }, () => line).join('\n')

test.each([
  ['as never', 'run(payload as never)', 8],
  ['as unknown as', 'const page = {} as unknown as Page', 3],
  ['suppression', '// oxlint-disable-next-line some/rule -- The rule is wrong here.', 3],
  ['suppression', '// @ts-expect-error: the package says otherwise', 3],
])('the tree may have no more than so many of %s: %s', (name, line, atMost) => {
  const half = Math.floor(atMost / 2)
  const texts = (more: number): [string, string][] => [
    ['server/a.ts', lines(line, half)],
    ['web/b.test.tsx', lines(line.replace('@ts-expect-error', '@ts-ignore'), atMost - half + more)],
  ]
  expect(castFaults(texts(0))).toEqual([])
  const [first, ...places] = castFaults(texts(1))
  expect(first).toBe(`${name}: ${atMost + 1}, and at most ${atMost} may be`)
  expect(places).toHaveLength(atMost + 1)
  expect(places).toContain(`server/a.ts:1: ${name}`)
})

test('a suppression has a reason beside it', () => {
  for (const line of ['// biome-ignore lint/some/rule', '// oxlint-disable-next-line', '// @ts-ignore'])
    expect(castFaults([['web/a.tsx', `\n${line}`]])).toEqual(['web/a.tsx:2: suppression without a reason'])
  expect(castFaults([['web/a.tsx', '// biome-ignore lint/some/rule: it never moves']])).toEqual([])
})

test('a sentence is no cast, and a type test may expect errors', () => {
  expect(castFaults([['server/a.ts', lines('// It counts as never sent.', 9)]])).toEqual([])
  expect(castFaults([['server/a.test.ts', lines('// @ts-expect-error: no id', 9)]])).toEqual([])
})
