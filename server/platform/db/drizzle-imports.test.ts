import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Writes down each import that reaches Node itself, and each file that is loaded, with its format. */
const observer = `
  import { registerHooks } from 'node:module'
  const [asked, loaded] = [[], []]
  registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context)
      if (found.url.includes('/node_modules/drizzle-orm/')) asked.push(specifier)
      return found
    },
    load: (url, context, next) => {
      const { format, ...rest } = next(url, context)
      loaded.push(url + ' ' + format)
      return { ...rest, format }
    },
  })
  process.on('exit', () => console.log(JSON.stringify({ asked, loaded })))`

/** Runs a program that imports a feature of the portal, and what that needs. */
const observe = (...imports: string[]): { asked: string[]; loaded: string[] } => {
  const preloads = [`data:text/javascript,${encodeURIComponent(observer)}`, ...imports]
  const args = preloads.flatMap((path) => ['--import', path])
  const program = ['--input-type=module', '-e', 'await import("#server/features/tasks/service.ts")']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1e8 } as const
  return JSON.parse(execFileSync(process.execPath, [...args, ...program], options))
}

test('a program asks Node once for each part of drizzle that it imports, and loads the same files as without', () => {
  const path = './server/platform/db/drizzle-imports.ts'
  const [plain, quick] = [observe(), observe(path)]
  const ofProgram = ({ loaded }: typeof quick) =>
    loaded.filter((line) => !line.includes('drizzle-imports.ts')).sort()
  expect(ofProgram(quick)).toEqual(ofProgram(plain))
  expect(plain.asked.length).toBeGreaterThan(quick.asked.length)
  expect(quick.asked).toEqual([...new Set(quick.asked)])
  expect(quick.asked.filter((specifier) => !specifier.startsWith('drizzle-orm'))).toEqual([])
})
