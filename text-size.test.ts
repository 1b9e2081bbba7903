import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, 'web')
const sources = globSync('**/*.{css,ts,tsx}', { cwd: web }).filter((file) => !/\.test\./.test(file))

/** Sizes of text in pixels, which stay as small as they are when somebody has chosen larger text in their browser. */
const fixedSizes = (source: string) =>
  source.match(/text-\[[\d.]+px\]|--text-\w+: [\d.]+px|font(-size)?: [^;]*?[\d.]+px/g) ?? []

test.each([
  ['text-[14px]', 1],
  ['--text-sm: 13.5px;', 1],
  ['font: 400 15px / 1.5 var(--sans);', 1],
  ['text-[0.875rem]', 0],
  ['h-[38px]', 0],
])('%s has %i fixed sizes of text', (source, count) => {
  expect(fixedSizes(source)).toHaveLength(count)
})

test('no text of the page ignores the text size that somebody has chosen in their browser', () => {
  expect(sources.length).toBeGreaterThan(300)
  const fixed = sources.flatMap((file) =>
    fixedSizes(readFileSync(join(web, file), 'utf8')).map((size) => `${file}: ${size}`),
  )
  expect(fixed).toEqual([])
})
