import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { loadImage } from '@napi-rs/canvas'
import { parseSync } from '@swc/core'
import { expect, test } from 'vitest'
import { pictureSize } from '#contract/help.ts'

const here = import.meta.dirname
const read = (path: string) => readFileSync(join(here, path), 'utf8')
const guides = globSync('docs/guides/*.md', { cwd: here }).sort()

interface Node {
  type?: string
  value?: string
  quasis?: { cooked?: string }[]
}

const plain = (words: string) => words.replace(/\s+/g, ' ').replaceAll('’', "'").trim()

/** What a source says to people: each string and text whole, and each part of a template. */
const wordsIn = (source: string, tsx: boolean) => {
  const found = new Set<string>()
  const walk = (node: unknown) => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node !== 'object' || node === null) return
    const { type = '', value = '', quasis = [] } = node as Node
    if (/^(?:Import|Export(?:Named|All)|Ts(?:Literal|TypeAlias|Interface))/.test(type)) return
    if (type === 'StringLiteral' || type === 'JSXText') found.add(plain(value))
    if (type === 'TemplateLiteral') for (const { cooked = '' } of quasis) found.add(plain(cooked))
    Object.values(node).forEach(walk)
  }
  walk(parseSync(source, { syntax: 'typescript', tsx, target: 'esnext' }).body)
  // Names of properties are what some labels are kept under, such as the answers of the conversation.
  for (const [, name = ''] of source.matchAll(/^ *['"]?([\w ,'-]+?)['"]?: /gm)) found.add(plain(name))
  return found
}

const screenWords = () => {
  const all = new Set<string>()
  const sources = globSync(
    [
      'web/**/*.{ts,tsx}',
      'contract/**/*.ts',
      'server/features/onboarding/*.ts',
      'server/features/tasks/*.ts',
    ],
    { cwd: here },
  )
  for (const path of sources.filter((name) => !/\.test\.|testing/.test(name)))
    for (const words of wordsIn(read(path), path.endsWith('x'))) all.add(words)
  return all
}

/** What a guide quotes from a screen: everything in bold. */
const quotedIn = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words = '']) => plain(words))

const unknownIn = (text: string, known: ReadonlySet<string>) =>
  quotedIn(text).filter((words) => !known.has(words))

test('what a guide quotes from a screen is said there', () => {
  const known = screenWords()
  expect(known.size).toBeGreaterThan(3000)
  const unknown = guides.flatMap((path) => unknownIn(read(path), known).map((words) => `${path}: ${words}`))
  expect(unknown).toEqual([])
  expect(guides.flatMap((path) => quotedIn(read(path))).length).toBeGreaterThan(150)
  expect(unknownIn('Press **Save draft**, then **Do the impossible**.', known)).toEqual(['Do the impossible'])
})

/** Where a Markdown file leads to, beside the web: files, and headings in them. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^(?:https?:|mailto:)/.test(to))

const brokenIn = (path: string, text: string) =>
  linksIn(text).filter((to) => {
    const [file = '', heading] = to.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(here, target))) return true
    return heading !== undefined && !headingsOf(read(target)).includes(heading)
  })

const headingsOf = (text: string) =>
  [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, words = '']) =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every file, picture and heading that a guide leads to is there', () => {
  const paths = [...guides, 'docs/accessibility.md']
  expect(paths.flatMap((path) => brokenIn(path, read(path)).map((to) => `${path}: ${to}`))).toEqual([])
  expect(guides.flatMap((path) => linksIn(read(path))).length).toBeGreaterThan(10)
  const planted = 'See [this](../operations.md#nowhere) and ![that](pictures/gone.webp).'
  expect(brokenIn('docs/guides/client.md', planted)).toEqual([
    '../operations.md#nowhere',
    'pictures/gone.webp',
  ])
})

test('every picture is shown in a guide, has the size that pages keep room for, and all are small', async () => {
  const pictures = globSync('docs/guides/pictures/*', { cwd: here })
  expect(pictures.length).toBeGreaterThan(5)
  const shown = guides.flatMap((path) => linksIn(read(path)).map((to) => join(dirname(path), to)))
  expect(pictures.filter((path) => !shown.includes(path))).toEqual([])
  for (const path of pictures) {
    const { width, height } = await loadImage(join(here, path))
    expect({ path, width, height }).toEqual({ path, ...pictureSize })
  }
  const bytes = pictures.reduce((sum, path) => sum + statSync(join(here, path)).size, 0)
  expect(bytes).toBeLessThan(1_000_000)
})

test('every picture says in words what it shows', () => {
  const alternatives = guides.flatMap((path) =>
    [...read(path).matchAll(/!\[([^\]]*)\]\(/g)].map(([, words = '']) => words),
  )
  expect(alternatives.length).toBeGreaterThan(5)
  expect(alternatives.filter((words) => words.length < 30)).toEqual([])
})
