import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './process.mjs'

const report = join(root, '.cache/journeys.json')

/** @param {string[]} args */
export async function runPlaywright(args) {
  rmSync(report, { force: true })
  const code = await runTool('playwright', ['test', ...args])
  const result = readReport()
  return { ...count(result, code), durations: durationsIn(result) }
}

/**
 * Returns how long the journeys of each file took in total.
 * @param {Report | undefined} result
 * @returns {import('./test.mjs').Duration[]}
 */
export const durationsIn = (result) => {
  /** @type {Map<string, number>} */
  const seconds = new Map()
  for (const { file, tests } of specsOf(result?.suites ?? [])) {
    const took = tests.flatMap(({ results = [] }) => results).reduce((sum, { duration }) => sum + duration, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + took / 1000)
  }
  return [...seconds].map(([file, took]) => ({ file: `e2e/${file}`, seconds: took }))
}

/** @typedef {{ title: string, file: string, ok: boolean, tests: { status: string, results?: { duration: number }[] }[] }} Spec durations in milliseconds */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ stats: { expected: number, unexpected: number, skipped: number, flaky: number }, errors: { message?: string }[], suites: Suite[] }} Report */

/** @returns {Report | undefined} */
const readReport = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Counts the tests. A test that did not run, a file that could not be read and any other error of Playwright are
 * failures.
 * @param {Report | undefined} result
 * @param {number} code Playwright's exit code
 * @returns {import('./test.mjs').Tally}
 */
export const count = (result, code) => {
  if (!result)
    return { passed: 0, failed: 1, failures: [`Playwright ended with code ${code} and wrote no report`] }
  const { expected: passed, unexpected, skipped, flaky } = result.stats
  const known = unexpected + skipped + flaky + result.errors.length
  if (known === 0 && code !== 0)
    return { passed, failed: 1, failures: [`Playwright ended with code ${code}, and no journey failed`] }
  const failures = [
    ...specsOf(result.suites).flatMap(({ title, file, tests }) =>
      tests
        .filter(({ status }) => status !== 'expected')
        .map(({ status }) => `e2e/${file} › ${title} (${status})`),
    ),
    ...result.errors.map(({ message }) => message ?? 'an error that says nothing'),
  ]
  return { passed, failed: known, failures }
}

/**
 * @param {Suite[]} suites which may contain others
 * @returns {Spec[]}
 */
const specsOf = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [...specs, ...specsOf(inner)])
