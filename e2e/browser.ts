import { type Browser, type BrowserContextOptions, test as base, chromium, devices } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'
import { openPortal } from './portal.ts'

export type Device = 'desktop' | 'phone'

export interface BrowserFixtureOptions {
  /** Draws the film for the browser's camera and returns its file. Without it there is no camera. */
  film?: () => Promise<string>
  /** Starts a portal that is not set up, without the demo. */
  isEmpty?: boolean
  /** What the portal is told besides, once what it names is there. */
  environment?: () => Promise<Record<string, string>>
}

type BrowserFixture = Awaited<ReturnType<typeof openPortal>> & { browser: Browser }

/** Opens one portal and one browser for all journeys of a file. */
export function openBrowserFixture({ film, isEmpty, environment }: BrowserFixtureOptions = {}) {
  let fixture: BrowserFixture | undefined
  base.beforeAll(async () => {
    const extraEnvironment = await environment?.()
    const [portal, browser] = await Promise.all([
      openPortal({ isEmpty, environment: extraEnvironment }),
      launch(await film?.()),
    ])
    fixture = { ...portal, browser }
  })
  base.afterAll(async () => {
    await fixture?.browser.close()
    await fixture?.close()
  })
  return () => {
    if (!fixture) throw new Error('The portal of this file is not open.')
    return fixture
  }
}

export const windowOf = (device: Device): BrowserContextOptions =>
  device === 'phone'
    ? { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
    : { viewport: { width: 1360, height: 900 } }

const unused = [
  // Features that an invisible window does not need: the pages of its address bar and a spare process, both per window.
  // They took half of a window's resources.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Chromium uses only the last list, so it repeats what Playwright disables.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const launch = (filmed?: string) =>
  chromium.launch({
    executablePath: findChromium({ hasCamera: filmed !== undefined }),
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--disable-features=${unused.join()}`,
      ...(filmed
        ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${filmed}`]
        : []),
      // Chromium refuses to run its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
