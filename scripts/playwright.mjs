import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './process.mjs'

const report = join(root, '.cache/journeys.json')

/**
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export async function runPlaywright(args, env) {
  rmSync(report, { force: true })
  const code = await runTool('playwright', ['test', ...args], { env })
  return count(readReport(), code)
}

/** @typedef {{ stats: { expected: number, unexpected: number, skipped: number, flaky: number }, errors: unknown[] }} Report */

/** @returns {Report | undefined} */
const readReport = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * A test that did not run and a file that could not be read are failures too, and so is whatever else made Playwright
 * unhappy.
 * @param {Report | undefined} result
 * @param {number} code Playwright's exit code
 */
export const count = (result, code) => {
  if (!result) return { passed: 0, failed: 1 }
  const { expected, unexpected, skipped, flaky } = result.stats
  const known = unexpected + skipped + flaky + result.errors.length
  return { passed: expected, failed: known === 0 && code !== 0 ? 1 : known }
}
