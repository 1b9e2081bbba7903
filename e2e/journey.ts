import { writeFile } from 'node:fs/promises'
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { accounts, type Registration, type User } from '#contract/accounts/accounts.ts'
import { asker } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { newPerson } from '#server/process/testing/browser.ts'
import { type BrowserFixtureOptions, type Device, openBrowserFixture, windowOf } from './browser.ts'
import { watchConsoleErrors } from './console-errors.ts'
import { senderOf } from './sender.ts'

export interface VisitOptions {
  device?: Device
  /** With the movements of dialogs and toasts, which each take their time. */
  moves?: boolean
  /** As the device is set; light unless said. */
  colours?: 'light' | 'dark'
  /** Instead of the device's own size. */
  viewport?: { width: number; height: number }
  /** Complaints of the browser that this journey brings about. */
  awaited?: RegExp[]
}

export interface Visit {
  device: Device
  page: Page
  context: BrowserContext
  /** Asks the portal from this browser, without its page. */
  ask: ReturnType<typeof asker>
  /** What the portal has printed in the window in which it was started. */
  said: () => string
  /** A new client, signed in to this browser; their onboarding is behind them unless `isNew` says otherwise. */
  signUp: (facts?: Partial<Registration> & { isNew?: boolean }) => Promise<Registration & { user: User }>
}

/** A test in a real browser, at the end of which no browser may have complained of anything. */
export function journeys(options: BrowserFixtureOptions = {}) {
  const fixture = openBrowserFixture(options)
  return base.extend<{ visit: (options?: VisitOptions) => Promise<Visit> }>({
    // Playwright reads from the braces which other fixtures this one needs: none.
    visit: async ({}, use, journey) => {
      const opened: { visit: Visit; consoleErrors: string[] }[] = []
      await use(async (options = {}) => {
        const one = await openVisit(fixture(), options)
        opened.push(one)
        return one.visit
      })
      if (journey.status !== journey.expectedStatus)
        await attachLast(journey, { opened, log: fixture().log() })
      for (const { visit } of opened) await visit.context.close()
      expect(opened.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
    },
  })
}

type BrowserFixture = ReturnType<ReturnType<typeof openBrowserFixture>>

/** What the browsers of a failed journey showed last, and what the portal logged, stays beside its trace. */
const attachLast = async (
  journey: TestInfo,
  { opened, log }: { opened: { visit: Visit }[]; log: string },
) => {
  const pages = opened.flatMap(({ visit }) => visit.context.pages())
  for (const [at, page] of pages.entries())
    await page.screenshot({ path: journey.outputPath(`page-${at + 1}.png`) })
  await writeFile(journey.outputPath('portal.log'), log)
}

const openVisit = async ({ browser, address, said }: BrowserFixture, options: VisitOptions) => {
  const { device = 'desktop', moves = false, colours = 'light', viewport, awaited } = options
  const context = await browser.newContext({
    ...windowOf(device),
    ...(viewport && { viewport }),
    baseURL: address,
    locale: 'en-GB',
    colorScheme: colours,
    reducedMotion: moves ? 'no-preference' : 'reduce',
  })
  context.setDefaultTimeout(30_000)
  const consoleErrors = await watchConsoleErrors(context, awaited)
  const ask = asker(senderOf(context.request))
  const signUp: Visit['signUp'] = async ({ isNew = false, ...facts } = {}) => {
    const person = { ...newPerson(), ...facts }
    const user = await ask(accounts.register, person)
    if (!isNew) await ask(onboarding.complete, {})
    return { ...person, user }
  }
  const page = await context.newPage()
  return { visit: { device, page, context, ask, said, signUp }, consoleErrors }
}
