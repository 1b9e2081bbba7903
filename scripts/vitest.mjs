import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool } from './process.mjs'

const report = join(root, '.cache/tests.json')

/**
 * @param {string[]} args
 */
export async function runVitest(args) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const mode = args.includes('--watch') ? 'watch' : 'run'
  const rest = args.filter((arg) => arg !== '--watch')
  const code = await runTool('vitest', [mode, ...reporters, ...rest])
  return count(readReport(), code)
}

/** @typedef {{ status: string, assertionResults: unknown[] }} FileResult */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: FileResult[] }} Report */

/** @returns {Report | undefined} */
const readReport = () => {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * A file that could not be read and a test that did not run are failures too, and so is whatever else made
 * Vitest unhappy: nothing is skipped silently.
 * @param {Report | undefined} result
 * @param {number} code Vitest's exit code
 */
export const count = (result, code) => {
  if (!result) return { passed: 0, failed: 1 }
  const unreadable = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const known = result.numFailedTests + unreadable + result.numPendingTests + result.numTodoTests
  return { passed: result.numPassedTests, failed: known === 0 && code !== 0 ? 1 : known }
}
