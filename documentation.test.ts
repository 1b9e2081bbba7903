import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const here = import.meta.dirname
const states = ['kept', 'in part', 'not kept', 'does not apply'] as const

interface Requirement {
  number: string
  level: string
  state: string
  where: string
  tests: string
}

/** The rows of a document's tables, each cell as it is read. */
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*:?-/.test(line))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )

const requirementsIn = (text: string): Requirement[] =>
  rowsOf(text)
    .filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number))
    .map(([number = '', level = '', , state = '', where = '', tests = '']) => ({
      number,
      level,
      state,
      where,
      tests,
    }))

/** What is named as a file: with a folder before it, or an ending; settings, routes and cookies are not. */
const filesIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => /^(?:[\w.-]+\/)+[\w.-]+\.\w+$|^[\w.-]+\.(?:json|ts|md)$|^\.\w+$/.test(name))
    .filter((name) => !/^(?:keys|database)\//.test(name))

const missingIn = (text: string) => filesIn(text).filter((name) => !existsSync(join(here, name)))

const twiceIn = (rows: readonly Requirement[]) =>
  rows.map(({ number }) => number).filter((number, at, all) => all.indexOf(number) !== at)

const asvs = readFileSync(join(here, 'docs/security-asvs.md'), 'utf8')
const requirements = requirementsIn(asvs)

test('every requirement of the ASVS at levels 1 and 2 has one row, and a state', () => {
  expect(twiceIn(requirements)).toEqual([])
  const of = (level: string) => requirements.filter((row) => row.level === level).length
  // ASVS 5.0.0 has 70 requirements of level 1 and 183 of level 2.
  expect([of('1'), of('2')]).toEqual([70, 183])
  expect(requirements.filter(({ state }) => !states.some((known) => known === state))).toEqual([])
})

test('what is kept or kept in part says where, and which test holds it or that none does', () => {
  const claimed = requirements.filter(({ state }) => state === 'kept' || state === 'in part')
  expect(claimed.filter(({ where }) => where === '')).toEqual([])
  expect(claimed.filter(({ tests }) => tests !== 'no test' && filesIn(tests).length === 0)).toEqual([])
})

test('the sums of the table are those of its rows', () => {
  const counted = (rows: readonly Requirement[]) =>
    states.map((state) => String(rows.filter((row) => row.state === state).length))
  const sums = rowsOf(asvs).filter(([first = '']) => ['1', '2', 'both'].includes(first))
  expect(sums).toEqual([
    ['1', ...counted(requirements.filter(({ level }) => level === '1'))],
    ['2', ...counted(requirements.filter(({ level }) => level === '2'))],
    ['both', ...counted(requirements)],
  ])
})

const named = ['docs/security-asvs.md', 'docs/security.md', 'docs/privacy.md', 'docs/upgrading.md']

test.each(named)('every file that %s names exists', (path) => {
  const text = readFileSync(join(here, path), 'utf8')
  expect(filesIn(text)).not.toEqual([])
  expect(missingIn(text)).toEqual([])
})

test('every file that a decision names exists', () => {
  const decisions = globSync('docs/decisions/*.md', { cwd: here })
  const missing = decisions.flatMap((path) => missingIn(readFileSync(join(here, path), 'utf8')))
  expect(missing.filter((name) => name.includes('/'))).toEqual([])
})

test('a file that is gone, and a number that comes twice, are found', () => {
  expect(missingIn('as in `server/main.ts`, `server/nowhere.ts`, `PORTICO_URL` and `/api/docs`')).toEqual([
    'server/nowhere.ts',
  ])
  const row = '| 1.2.4 | 1 | queries | kept | `server/main.ts` | no test |'
  expect(twiceIn(requirementsIn(`${row}\n${row}`))).toEqual(['1.2.4'])
})

test('every table of the database is named in what is said of personal data', () => {
  const sources = globSync('server/**/*.ts', { cwd: here }).map((path) =>
    readFileSync(join(here, path), 'utf8'),
  )
  const tables = sources.flatMap((text) =>
    [...text.matchAll(/pgTable\(\s*'([a-z_]+)'/g)].map(([, name = '']) => name),
  )
  expect(tables).toContain('face_comparisons')
  const privacy = readFileSync(join(here, 'docs/privacy.md'), 'utf8')
  expect(tables.filter((name) => !privacy.includes(`\`${name}\``))).toEqual([])
  const named = rowsOf(privacy).flatMap(([first = '']) => [...first.matchAll(/`([a-z]+(?:_[a-z]+)*)`/g)])
  expect(named.map(([, name = '']) => name).filter((name) => !tables.includes(name))).toEqual([])
})
