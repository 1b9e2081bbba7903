import type { Page } from '@playwright/test'

/**
 * Stops the clock of a page that was opened with `page.clock.install()`, so that its timers fire only as the journey
 * moves it on, however slow the machine is. Moves it on by a minute first: it can only be stopped in the future.
 */
export async function holdClock(page: Page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
}
