// Takes the pictures of the guides from the demo: `npm run guides:pictures`, after a page in one of them has changed.
// The page must be built. Each picture is named in a guide of docs/guides, with an alternative text.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { pictureSize } from '#contract/help.ts'
import { demoClient, demoPassword } from '#server/demo/firm.ts'
import { endAll, startPortal, temporaryFolder } from '#server/process/testing/portal-process.ts'
import { provideChromium } from './chromium.mjs'

const folder = join(import.meta.dirname, '../docs/guides/pictures')

interface Picture {
  who: string
  path: string
  /** Actions on the page before the picture is taken. */
  open?: (page: Page) => Promise<unknown>
}

const pictures: Record<string, Picture> = {
  'client-dashboard': { who: demoClient.username, path: '/' },
  'client-upload': {
    who: demoClient.username,
    path: '/documents',
    open: (page) => page.getByRole('button', { name: 'Upload Document' }).click(),
  },
  'client-case': { who: demoClient.username, path: '/cases' },
  'firm-home': { who: 'priya', path: '/firm' },
  'firm-review': {
    who: 'priya',
    path: '/firm/documents',
    open: (page) => page.getByRole('link', { name: 'Review the first' }).click(),
  },
  'firm-case': {
    who: 'priya',
    path: '/firm/cases',
    open: (page) => page.getByRole('row').nth(1).getByRole('link').first().click(),
  },
  'firm-invite': {
    who: 'priya',
    path: '/firm/clients',
    open: (page) => page.getByRole('button', { name: 'Invite a client' }).first().click(),
  },
  'firm-compliance': { who: 'grace', path: '/firm/compliance' },
  'firm-template': {
    who: 'admin',
    path: '/firm/templates',
    open: (page) =>
      page
        .getByRole('link', { name: /Purchase/ })
        .first()
        .click(),
  },
  'firm-knowledge': { who: 'admin', path: '/firm/knowledge' },
}

/** Wider than the picture is shown, so that its text is sharp on a high-resolution screen. */
const viewport = { width: 1280, height: 800 }

async function takeAll(address: string, browser: Browser) {
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder)) await rm(join(folder, name))
  for (const who of new Set(Object.values(pictures).map((picture) => picture.who))) {
    const context = await browser.newContext({
      viewport,
      baseURL: address,
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await signIn(page, who)
    for (const [name, picture] of Object.entries(pictures))
      if (picture.who === who) await take(page, name, picture)
    await context.close()
  }
}

async function signIn(page: Page, who: string) {
  await page.goto('/auth')
  await page.getByLabel('Username').fill(who)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname !== '/auth')
}

async function take(page: Page, name: string, { path, open }: Picture) {
  await page.goto(path)
  await settled(page)
  await open?.(page)
  await settled(page)
  const bytes = await sharp(await page.screenshot({ animations: 'disabled' }))
    .resize(pictureSize)
    .webp({ quality: 80, effort: 6 })
    .toBuffer()
  await writeFile(join(folder, `${name}.webp`), bytes)
  console.log(`${name}.webp: ${Math.round(bytes.length / 1024)} KB`)
}

/** Waits until nothing is loading, no skeleton and no empty page of a document is shown, also a moment later. */
async function settled(page: Page) {
  await page.locator('main h1').first().waitFor()
  for (const _ of [1, 2]) {
    await page.waitForLoadState('networkidle')
    await page.waitForFunction(
      () =>
        document.querySelector('[aria-busy=true]') === null &&
        !/Page \d+ is loading/.test(document.body.innerText),
    )
    await page.waitForTimeout(500)
  }
}

const portal = await startPortal({
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_DEMO: '1',
  PORTICO_RATE_LIMIT: 'off',
})
const browser = await chromium.launch({
  executablePath: await provideChromium(),
  // Chromium refuses its sandbox to root.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  await takeAll(portal.address, browser)
} finally {
  await browser.close()
  await portal.end('SIGTERM')
  await endAll()
}
