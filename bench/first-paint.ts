import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { type Wire, weighWire } from '../e2e/network.ts'
import { provideChromium } from '../scripts/chromium.mjs'
import { startPortal } from './portal.ts'
import { writeSection } from './results.ts'

interface Paint {
  /** Milliseconds to the largest contentful paint. */
  largest: number
  /** Milliseconds until the page's main control can be used. */
  usable: number
  /** How far things moved after they were visible (cumulative layout shift). */
  shift: number
  wire: Wire
}

export interface FirstPaint {
  auth: Paint
  authFast: Paint
  dashboard: Paint
}

/** Lighthouse's slow 4G, and a CPU four times slower than this machine. */
const slow = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, cpu: 4 }
const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
const runs = 5
const submit = '[type=submit]:enabled'
// The dashboard's heading appears with its tasks.
const nextUp = 'main h1'

/** Opens pages as a new phone on slow 4G would, without a cache. Reports the median of five runs. */
export async function measureFirstPaint(address: string): Promise<FirstPaint> {
  const browser = await chromium.launch({
    executablePath: await provideChromium(),
    // Chromium refuses to run its sandbox as root.
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    const auth = { address, path: '/auth', usable: submit }
    return {
      auth: await middleOf(() => paint(browser, auth)),
      authFast: await middleOf(() => paint(browser, { ...auth, isSlow: false })),
      dashboard: await middleOf(() =>
        paint(browser, { address, path: '/', usable: nextUp, isSignedIn: true }),
      ),
    }
  } finally {
    await browser.close()
  }
}

interface Visit {
  address: string
  path: string
  /** What the page shows once it can be used. */
  usable: string
  isSlow?: boolean
  isSignedIn?: boolean
}

async function paint(browser: Browser, visit: Visit): Promise<Paint> {
  const { address, path, usable, isSlow = true, isSignedIn = false } = visit
  const context = await browser.newContext({ ...phone, baseURL: address })
  if (isSignedIn) {
    const data = { username: 'testuser', password: 'portico-demo' }
    await context.request.post('/api/login', { data })
    await context.addInitScript(() => localStorage.setItem('auth_session_active', 'true'))
  }
  const page = await context.newPage()
  await page.addInitScript(watch, usable)
  const weigh = await weighWire(page)
  if (isSlow) await slowDown(page)
  await page.goto(path)
  await page.waitForFunction(() => Reflect.has(globalThis, 'usableAt'))
  await page.waitForLoadState('networkidle')
  const { largest, usableAt, shift } = await page.evaluate(() => ({
    largest: Number(Reflect.get(globalThis, 'largest')),
    usableAt: Number(Reflect.get(globalThis, 'usableAt')),
    shift: Number(Reflect.get(globalThis, 'shift')),
  }))
  const wire = weigh()
  await context.close()
  return { largest, usable: usableAt, shift, wire }
}

async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const { cpu, ...network } = slow
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

/** Runs in the page before any of its own scripts. */
const watch = (usable: string) => {
  const found = Object.assign(globalThis, { largest: 0, shift: 0 })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) found.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) found.shift += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    if (document.querySelector(usable)) Object.assign(globalThis, { usableAt: performance.now() })
    else requestAnimationFrame(look)
  }
  look()
}

/** The median of each figure. Bytes are the same in every run. */
async function middleOf(measure: () => Promise<Paint>): Promise<Paint> {
  const all: Paint[] = []
  for (let run = 0; run < runs; run += 1) all.push(await measure())
  const middle = (figure: (paint: Paint) => number) =>
    all.map(figure).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
  const [{ wire } = { wire: { Script: 0, Stylesheet: 0, Font: 0, Document: 0 } }] = all
  return {
    largest: middle((p) => p.largest),
    usable: middle((p) => p.usable),
    shift: middle((p) => p.shift),
    wire,
  }
}

const kib = (bytes: number) => `${Math.round((bytes / 1024) * 10) / 10} KiB`
const ms = (value: number) => Math.round(value).toLocaleString('en-GB')

export function reportFirstPaint({ auth, authFast, dashboard }: FirstPaint) {
  const row = (name: string, { largest, usable, shift }: Paint) =>
    `| ${name} | ${ms(largest)} | ${ms(usable)} | ${Math.round(shift * 1000) / 1000} |`
  const { Script, Stylesheet, Font, Document } = auth.wire
  return `A phone of 390 px in Chromium with nothing kept, the middle of ${runs} runs; slow 4G is 1.6 Mbit/s with 150 ms to and fro, and a
processor four times slower. Usable is when Login can be pressed, or the dashboard's heading is there.

| first visit | largest thing seen (ms) | usable (ms) | moved |
|---|---|---|---|
${row('/auth, slow 4G, CPU ×4', auth)}
${row('/auth, as fast as this machine is', authFast)}
${row('the dashboard, signed in, slow 4G, CPU ×4', dashboard)}

| bytes on the wire of /auth, heads of answers included | |
|---|---|
| scripts | ${kib(Script)} |
| the page, with the styles of its first picture | ${kib(Document)} |
| the other styles | ${kib(Stylesheet)} |
| fonts | ${kib(Font)} |
| the dashboard's scripts | ${kib(dashboard.wire.Script)} |
`
}

export const paintHeading = 'The first paint'

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'portico-paint-'))
  const portal = await startPortal({ PORTICO_DATA: folder, PORTICO_DEMO: '1', PORTICO_RATE_LIMIT: 'off' })
  writeSection(paintHeading, reportFirstPaint(await measureFirstPaint(portal.address)))
  await portal.stop()
  rmSync(folder, { recursive: true, force: true })
}
