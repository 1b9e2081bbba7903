import { check } from './check.mjs'
import { provideChromium } from './chromium.mjs'
import { ensurePage } from './page.mjs'
import { runVitest } from './vitest.mjs'

/**
 * Runs every stage even when an earlier one failed, so that the summary is whole; its last line counts checks
 * and tests alike. With file names, only the tests of those files.
 * @param {string[]} files
 * @returns {Promise<number>} the exit code
 */
export async function test(files) {
  const started = performance.now()
  const tally = { passed: 0, failed: 0 }
  /** @type {string[]} */
  const complaints = []
  const add = (/** @type {{ passed: number, failed: number }} */ result) => {
    tally.passed += result.passed
    tally.failed += result.failed
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
  const isWhole = files.length === 0
  const withJourneys = isWhole || files.some((file) => file.includes('e2e'))

  const chromium = withJourneys ? await attempt(provideChromium) : undefined
  if (isWhole) add(await check())
  if (withJourneys) await attempt(() => ensurePage({ evenIfFresh: isWhole }))
  const projects = chromium ? [] : ['--project=!e2e']
  add(await runVitest([...projects, ...files], chromium ? { CHROMIUM: chromium } : {}))

  for (const complaint of complaints) console.error(`\n${complaint}`)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`\nIt took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`)
  console.log(`${tally.passed} passed, ${tally.failed} failed`)
  return tally.failed > 0 ? 1 : 0
}
