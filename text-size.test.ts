import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const web = join(import.meta.dirname, 'web')
const sources = globSync('**/*.{css,ts,tsx}', { cwd: web }).filter((file) => !/\.test\./.test(file))

/** Sizes of text in pixels, which stay as small as they are when somebody has chosen larger text in their browser. */
const fixedSizes = (source: string) =>
  source.match(
    /text-\[[^\]]*\dpx[^\]]*\]|--text-\w+: [^;]*?\dpx|font(-size)?: [^;]*?\dpx|fontSize\w*: [^;,\n]*?\dpx/g,
  ) ?? []

/** Sizes in rem inside a drawing. Its boxes stay in the drawing's units, so such text would grow out of them. */
const growingInDrawings = (source: string) => source.match(/<text\b[^<]*?\btext-(\[|xs|sm|base|lg)/g) ?? []

test.each([
  ['text-[14px]', 1],
  ['--text-sm: 13.5px;', 1],
  ['text-[clamp(34px,3.4vw,46px)]', 1],
  ["fontSizeBase: '15px',", 1],
  ['font: 400 15px / 1.5 var(--sans);', 1],
  ['text-[0.875rem]', 0],
  ['h-[38px]', 0],
])('%s has %i fixed sizes of text', (source, count) => {
  expect(fixedSizes(source)).toHaveLength(count)
})

test.each([
  ['<text y={4} className="fill-ink text-[0.75rem]">', 1],
  ['<text y={4} fontSize={12} className="fill-ink">', 0],
])('%s has %i sizes that leave the drawing behind', (source, count) => {
  expect(growingInDrawings(source)).toHaveLength(count)
})

test('text inside a drawing grows together with the drawing', () => {
  const growing = sources.filter(
    (file) => growingInDrawings(readFileSync(join(web, file), 'utf8')).length > 0,
  )
  expect(growing).toEqual([])
})

test('no text of the page ignores the text size that somebody has chosen in their browser', () => {
  expect(sources.length).toBeGreaterThan(300)
  const fixed = sources.flatMap((file) =>
    fixedSizes(readFileSync(join(web, file), 'utf8')).map((size) => `${file}: ${size}`),
  )
  expect(fixed).toEqual([])
})
