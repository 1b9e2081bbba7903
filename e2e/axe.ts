import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe: typeof axe
    bringAxe?: () => void
  }
}

const grave = ['serious', 'critical']

/** Expects that axe finds nothing serious or critical in the page's current colours. */
export async function expectAccessibleAsWorn(page: Page, place: string) {
  expect({ place, worn: await findings(page) }).toEqual({ place, worn: [] })
}

/**
 * Expects that axe finds nothing serious or critical in light and in dark colours. Leaves the page in the other ones.
 */
export async function expectAccessible(page: Page, place: string) {
  const worn = await findings(page)
  await changeColours(page)
  const changed = await findings(page, { runOnly: ['color-contrast'] })
  expect({ place, worn, changed }).toEqual({ place, worn: [], changed: [] })
}

/** Changes the device's colour scheme and waits until the transition has ended. */
export async function changeColours(page: Page) {
  const worn = await page.evaluate(() => document.documentElement.dataset.theme)
  const theme = worn === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

async function findings(page: Page, options: axe.RunOptions = {}) {
  if (!prepared.has(page)) await page.addInitScript({ content: `window.bringAxe = () => { ${bringAxe} }` })
  prepared.add(page)
  // Axe needs its script in every frame.
  await Promise.all(page.frames().map(bringTo))
  const { violations } = await page.evaluate(askAxe, { ...options, resultTypes: ['violations' as const] })
  return violations
    .filter(({ impact }) => impact && grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}

/** `axe.source` is 1.5 MB and is compiled again on each page. The minified file has 0.65 MB. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const bringAxe = `if (!window.axe) { ${source} }`

/**
 * Pages whose next documents hold the script already, unopened. To send it to a document takes longer than axe's whole
 * search there.
 */
const prepared = new WeakSet<Page>()

const bringTo = async (frame: Frame) => {
  const isThere = await frame.evaluate(() => {
    window.bringAxe?.()
    return 'axe' in window
  })
  if (!isThere) await frame.evaluate(bringAxe)
}

const askAxe = (options: axe.RunOptions) => window.axe.run(document, options)
