import { type BrowserContextOptions, chromium, devices } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { provideChromium } from '../scripts/chromium.mjs'
import { openPortal } from './portal.ts'

export type Device = 'desktop' | 'phone'

export interface HouseOptions {
  /** Draws what the camera of this browser films, and answers the file. Without it there is no camera. */
  film?: () => Promise<string>
}

/** One portal and one browser for all journeys of a file. */
export function openHouse({ film }: HouseOptions = {}) {
  let house: Promise<{ address: string; browser: Awaited<ReturnType<typeof launch>> }>
  beforeAll(async () => {
    house = Promise.all([openPortal(), launch(await film?.())]).then(([address, browser]) => ({
      address,
      browser,
    }))
    await house
  })
  afterAll(async () => (await house).browser.close())
  return () => house
}

export const windowOf = (device: Device): BrowserContextOptions =>
  device === 'phone'
    ? { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
    : { viewport: { width: 1360, height: 900 } }

const launch = async (filmed?: string) =>
  chromium.launch({
    executablePath: await provideChromium(),
    args: [
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(filmed
        ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${filmed}`]
        : []),
      // Chromium refuses its sandbox to root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
