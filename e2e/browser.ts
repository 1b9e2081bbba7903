import { type Browser, type BrowserContextOptions, test as base, chromium, devices } from '@playwright/test'
import { provideChromium } from '../scripts/chromium.mjs'
import { openPortal } from './portal.ts'

export type Device = 'desktop' | 'phone'

export interface BrowserFixtureOptions {
  /** Draws what the camera of this browser films, and answers the file. Without it there is no camera. */
  film?: () => Promise<string>
  /** No demo: a portal as it is before anybody has set it up. */
  isEmpty?: boolean
}

type BrowserFixture = Awaited<ReturnType<typeof openPortal>> & { browser: Browser }

/** One portal and one browser for all journeys of a file. */
export function openBrowserFixture({ film, isEmpty }: BrowserFixtureOptions = {}) {
  let fixture: BrowserFixture | undefined
  base.beforeAll(async () => {
    const [portal, browser] = await Promise.all([openPortal({ isEmpty }), launch(await film?.())])
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
  // Of a window that nobody sees: the pages of its address bar and a process in reserve, each in every window.
  // They took half of what a window costs.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Chromium heeds the last list alone, so what Playwright does without stands here as well.
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

const launch = async (filmed?: string) =>
  chromium.launch({
    executablePath: await provideChromium(),
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
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
