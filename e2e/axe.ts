import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const grave = ['serious', 'critical']

/** Axe finds nothing serious or critical, in light colours and in dark ones. */
export async function expectAccessible(page: Page, place: string) {
  const light = await findings(page)
  await wear(page, 'dark')
  const dark = await findings(page, ['color-contrast'])
  await wear(page, 'light')
  expect({ place, light, dark }).toEqual({ place, light: [], dark: [] })
}

/** Changes the colours by the device's own switch, and waits until none of them is on its way. */
const wear = async (page: Page, theme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.waitForFunction((worn) => document.documentElement.dataset.theme === worn, theme)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

const findings = async (page: Page, rules?: string[]) => {
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations
    .filter(({ impact }) => impact && grave.includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
}
