import { check } from './check.mjs'
import { provideChromium } from './chromium.mjs'
import { ensureBuild } from './page.mjs'
import { runPlaywright } from './playwright.mjs'
import { runVitest } from './vitest.mjs'

/** @typedef {{ file: string, seconds: number }} Duration */
/**
 * @typedef {{ passed: number, failed: number, failures?: string[], durations?: Duration[] }} Tally `failures` are
 * listed again at the end
 */

/**
 * Runs every stage even if an earlier one failed, so that the summary is complete: failures are listed again at the
 * end, and the last line counts checks and tests alike. With file names, runs only the tests of those files.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function test(args) {
  const started = performance.now()
  const tally = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const complaints = []
  /** @type {Duration[]} */
  const durations = []
  const add = (/** @type {Tally} */ result) => {
    tally.passed += result.passed
    tally.failed += result.failed
    durations.push(...(result.durations ?? []))
    complaints.push(...(result.failures ?? []).map((failure) => `✗ ${failure}`))
  }
  const attempt = async (/** @type {() => Promise<string | void>} */ work) => {
    try {
      const result = await work()
      add({ passed: 1, failed: 0 })
      return result
    } catch (error) {
      add({ passed: 0, failed: 1 })
      complaints.push(error instanceof Error ? error.message : String(error))
    }
  }
  /** @type {string[]} */
  const stages = []
  /** @type {<Result>(stage: string, work: () => Promise<Result>) => Promise<Result>} */
  const timed = async (stage, work) => {
    const began = performance.now()
    const result = await work()
    stages.push(`${stage} ${minutesAndSeconds(performance.now() - began)}`)
    return result
  }
  const isWhole = args.length === 0
  const { vitest, playwright } = divide(args)

  const chromium = playwright && (await attempt(provideChromium))
  if (isWhole) add(await timed('check', check))
  if (playwright) await timed('build', () => attempt(() => ensureBuild({ evenIfFresh: isWhole })))
  if (vitest) add(await timed('tests', () => runVitest(vitest)))
  // After the other tests, so that the browser has the machine to itself.
  if (playwright && chromium) add(await timed('journeys', () => runPlaywright(playwright)))

  if (isWhole) printSlowest(durations)
  for (const complaint of complaints) console.log(`\n${complaint}`)
  console.log(`\nIt took ${minutesAndSeconds(performance.now() - started)} (${stages.join(', ')}).`)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  return tally.failed > 0 ? 1 : 0
}

const minutesAndSeconds = (/** @type {number} */ milliseconds) => {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * Prints the slowest files. Two files run at once and slow each other down, so the times can be compared but not added.
 * @param {Duration[]} durations
 */
function printSlowest(durations) {
  const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 15)
  if (slowest.length > 0) console.log('\nThe slowest files:')
  for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(0).padStart(5)} s  ${file}`)
}

const journeys = '--project=e2e'

/**
 * Splits the arguments between Vitest and Playwright, which runs the journeys. Undefined for one that has nothing to
 * run.
 * @param {string[]} args
 */
export const divide = (args) => {
  const at = args.findIndex((arg) => arg === '-t')
  const name = at < 0 ? [] : args.slice(at, at + 2)
  const rest = at < 0 ? args : args.toSpliced(at, 2)
  const options = rest.filter((arg) => arg.startsWith('-') && arg !== journeys)
  const files = rest.filter((arg) => !arg.startsWith('-'))
  const ofJourneys = files.filter((file) => /^(\.\/)?e2e(\/|$)/.test(file))
  const others = files.filter((file) => !ofJourneys.includes(file))
  const isJourneys = args.includes(journeys) || ofJourneys.length > 0
  const isOthers = others.length > 0 || (!isJourneys && args.length > 0)
  const isWhole = args.length === 0
  return {
    vitest: isWhole || isOthers ? [...options, ...name, ...others] : undefined,
    playwright: isWhole || isJourneys ? [...(name[1] ? ['--grep', name[1]] : []), ...ofJourneys] : undefined,
  }
}
