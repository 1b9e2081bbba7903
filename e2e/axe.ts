import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const grave = ['serious', 'critical']

/** Axe finds nothing serious or critical in the colours that the page wears. */
export async function expectAccessibleAsWorn(page: Page, place: string) {
  expect({ place, worn: await findings(page) }).toEqual({ place, worn: [] })
}

/** Axe finds nothing serious or critical, in light colours and in dark ones; the page keeps the other ones. */
export async function expectAccessible(page: Page, place: string) {
  const worn = await findings(page)
  await changeColours(page)
  // Axe is on the page by now: to bring it takes as long as to ask it.
  const changed = await findings(page, { axeSource: 'axe', rules: ['color-contrast'] })
  expect({ place, worn, changed }).toEqual({ place, worn: [], changed: [] })
}

/** Changes the colours by the device's own switch, and waits until none of them is on its way. */
async function changeColours(page: Page) {
  const worn = await page.evaluate(() => document.documentElement.dataset.theme)
  const theme = worn === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

interface Asked {
  axeSource?: string
  rules?: string[]
}

async function findings(page: Page, { axeSource, rules }: Asked = {}) {
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact && grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}
