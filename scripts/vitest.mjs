import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
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
  const result = readReport()
  return { ...count(result, code), durations: durationsIn(result) }
}

/**
 * @param {Report | undefined} result
 * @returns {import('./test.mjs').Duration[]}
 */
export const durationsIn = (result) =>
  (result?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))

/** @typedef {{ fullName: string, status: string, failureMessages: string[] }} TestResult */
/** @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: TestResult[] }} FileResult times in milliseconds */
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
 * Counts the tests. A file that could not be read, a test that did not run and any other error of Vitest are failures,
 * so that nothing is skipped silently.
 * @param {Report | undefined} result
 * @param {number} code Vitest's exit code
 * @returns {import('./test.mjs').Tally}
 */
export const count = (result, code) => {
  if (!result)
    return { passed: 0, failed: 1, failures: [`Vitest ended with code ${code} and wrote no report`] }
  const unreadable = result.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const known = result.numFailedTests + unreadable.length + result.numPendingTests + result.numTodoTests
  const passed = result.numPassedTests
  if (known === 0 && code !== 0)
    return {
      passed,
      failed: 1,
      failures: [`Vitest ended with code ${code}, and no test failed: its errors are above`],
    }
  const failures = [
    ...result.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => describe(name, fullName, ...failureMessages)),
    ),
    ...unreadable.map(({ name, message }) => describe(name, 'could not be read', message)),
  ]
  return { passed, failed: known, failures }
}

/**
 * @param {string} file
 * @param {string} title
 * @param {string[]} messages the first line of each says what went wrong
 */
const describe = (file, title, ...messages) =>
  [`${relative(root, file)} › ${title}`, ...messages.map((message) => message.trim().split('\n', 1)[0])].join(
    '\n    ',
  )
