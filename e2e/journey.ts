import { writeFile } from 'node:fs/promises'
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { accounts, type Registration, type User } from '#contract/accounts/accounts.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { newPerson } from '#server/process/testing/browser.ts'
import { type BrowserFixtureOptions, type Device, openBrowserFixture, windowOf } from './browser.ts'
import { watchConsoleErrors } from './console-errors.ts'
import { failures } from './failed-answers.ts'
import { senderOf } from './sender.ts'

export interface VisitOptions {
  device?: Device
  /** Keeps the animations of dialogs and toasts, which take time. */
  moves?: boolean
  /** The device's colour scheme, light by default. */
  colours?: 'light' | 'dark'
  /** Replaces the device's own size. */
  viewport?: { width: number; height: number }
  /** Console errors that this journey causes. */
  awaited?: RegExp[]
}

export interface Visit {
  device: Device
  page: Page
  context: BrowserContext
  /** Calls the API with this browser's session, without its page. */
  ask: ReturnType<typeof endpointClient>
  /** The portal's output in its terminal. */
  said: () => string
  /** Signs up a new client in this browser. Their onboarding is done unless `isNew` is set. */
  signUp: (facts?: Partial<Registration> & { isNew?: boolean }) => Promise<Registration & { user: User }>
}

/** Creates a test in a real browser, which fails at the end if any browser reported an error. */
export function journeys(options: BrowserFixtureOptions = {}) {
  const fixture = openBrowserFixture(options)
  return base.extend<{ visit: (options?: VisitOptions) => Promise<Visit> }>({
    // Playwright reads from the destructured parameter which other fixtures this one needs: none.
    visit: async ({}, use, journey) => {
      const opened: { visit: Visit; consoleErrors: string[] }[] = []
      await use(async (options = {}) => {
        const openedVisit = await openVisit(fixture(), options)
        opened.push(openedVisit)
        return openedVisit.visit
      })
      if (journey.status !== journey.expectedStatus)
        await attachLast(journey, { opened, log: fixture().log() })
      for (const { visit } of opened) await visit.context.close()
      expect(opened.flatMap(({ consoleErrors }) => consoleErrors)).toEqual([])
    },
  })
}

type BrowserFixture = ReturnType<ReturnType<typeof openBrowserFixture>>

/**
 * Attaches the last view of each browser and the portal's log to a failed journey's trace. Prints their last words, as
 * the record of a run elsewhere may be all there is.
 */
const attachLast = async (
  journey: TestInfo,
  { opened, log }: { opened: { visit: Visit }[]; log: string },
) => {
  const pages = opened.flatMap(({ visit }) => visit.context.pages())
  for (const [at, page] of pages.entries())
    await page.screenshot({ path: journey.outputPath(`page-${at + 1}.png`) })
  await writeFile(journey.outputPath('portal.log'), log)
  const warnings = log.split('\n').filter((line) => /"level":[456]0/.test(line))
  if (warnings.length > 0) console.log(`The portal warned:\n${warnings.slice(-10).join('\n')}`)
  for (const page of pages) console.log(`The last of ${page.url()}:\n${(await wordsOf(page)).slice(-600)}`)
}

/** The words of the dialog on top, or of the page. */
const wordsOf = async (page: Page) => {
  const dialogs = page.getByRole('dialog')
  const shown = (await dialogs.count()) > 0 ? dialogs.last() : page.locator('body')
  return shown.innerText({ timeout: 1_000 }).catch(() => '')
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
  const ask = endpointClient(senderOf(context.request))
  const signUp: Visit['signUp'] = async ({ isNew = false, ...facts } = {}) => {
    const person = { ...newPerson(), ...facts }
    const user = await ask(accounts.register, person)
    if (!isNew) await ask(onboarding.complete, {})
    return { ...person, user }
  }
  const page = await context.newPage()
  // Chromium has let requests through that left just after a first route was set, so a journey whose answers are to
  // fail has one from the beginning.
  if (failures.every((words) => awaited?.includes(words)))
    await page.route(/^never:/, (route) => route.continue())
  return { visit: { device, page, context, ask, said, signUp }, consoleErrors }
}
