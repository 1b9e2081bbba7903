import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { journeys } from './journey.ts'
import { weighWire } from './network.ts'
import { expectHeading, expectPath } from './page-actions/seen.ts'

const test = journeys()

const login = (page: Page) => page.getByRole('button', { name: 'Login', exact: true })
const username = (page: Page) => page.getByLabel('Username')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const enabled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[type=submit]:enabled') !== null)

/** Delays the page's scripts until the returned function is called. */
async function holdScripts(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('the sign-in is there before its scripts, and what is typed until then is kept, with its place', async ({
  visit,
}) => {
  const { page, signUp, context } = await visit()
  const person = await signUp()
  await context.clearCookies()
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const release = await holdScripts(page)
  await page.goto('/auth', { waitUntil: 'commit' })

  await username(page).pressSequentially(person.username)
  await password(page).pressSequentially(`${person.password.slice(0, 3)}${person.password.slice(4)}`)
  for (let back = person.password.length - 4; back > 0; back -= 1) await page.keyboard.press('ArrowLeft')
  await watchShifts(page)
  expect(await login(page).isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await expectHeading(page, 'Sign in to your portal')
  expect(await page.title()).toBe('Sign in to your portal – Hartley & Rowe')
  expect(new URL(page.url()).search).toBe('')
  const field = await password(page).elementHandle()

  release()
  await enabled(page)
  // The same field, not a replacement: otherwise a selection or an input method's composition would be lost.
  expect(await field?.evaluate((element) => element.isConnected && element === document.activeElement)).toBe(
    true,
  )
  await page.keyboard.type(person.password.charAt(3))
  expect(await username(page).inputValue()).toBe(person.username)
  expect(await password(page).inputValue()).toBe(person.password)
  expect(await shifted(page)).toBe(0)
  // The page itself already contains the firm's details and the fact that nobody is signed in.
  expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
  await login(page).click()
  await expectPath(page, '/')
})

for (const colours of ['light', 'dark'] as const)
  test(`without a script the page is as ${colours} as the device`, async ({ visit }) => {
    const { page } = await visit({ colours, device: 'phone', awaited: [/ERR_BLOCKED_BY_CLIENT/] })
    await page.route('**/*.js', (route) => route.abort('blockedbyclient'))
    await page.goto('/auth')
    await username(page).waitFor()
    const root = await page.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      scheme: getComputedStyle(document.documentElement).colorScheme,
    }))
    expect(root).toMatchObject({ theme: undefined, scheme: colours })
    expect(await darkness(page)).toBe(colours === 'dark')
  })

test('a stored choice counts from the first picture, whatever the device says', async ({ visit }) => {
  const { page } = await visit({ colours: 'light' })
  await page.addInitScript(() => localStorage.setItem('portico_theme', '"dark"'))
  const release = await holdScripts(page)
  await page.goto('/auth', { waitUntil: 'commit' })
  await username(page).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  release()
  await enabled(page)
})

test('the end of a session is shown on the page before its scripts have loaded', async ({ visit }) => {
  const { page } = await visit()
  await page.goto('/auth')
  await enabled(page)
  await page.evaluate(() => history.replaceState({ usr: { hasEnded: true }, key: 'ended', idx: 0 }, ''))
  await page.reload()
  await page.getByText('Your session has ended').waitFor()
  await enabled(page)
})

test('a signed-in user is sent on and never sees the sign-in', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  const release = await holdScripts(page)
  const reply = await page.goto('/auth', { waitUntil: 'commit' })
  expect(await reply?.text()).toContain('<div id="root"></div>')
  release()
  await expectPath(page, '/')
})

test('the page of a signed-in client names all that the dashboard is made of', async ({ visit }) => {
  const { page, signUp, context } = await visit()
  await signUp()
  const named = async () => {
    const html = await (await context.request.get('/')).text()
    return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path)
  }
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const [scripts, all] = [requests.filter((path) => /^\/assets\/.*\.js$/.test(path)), await named()]
  expect(all.filter((path) => !scripts.includes(path ?? ''))).toEqual([])
  expect(all.length).toBeGreaterThan(5)
  await context.clearCookies()
  expect((await named()).length).toBeLessThan(all.length)
})

test('the sign-in takes at most 150 KiB of scripts over the network', async ({ visit }) => {
  const { page } = await visit()
  const weigh = await weighWire(page)
  await page.goto('/auth', { waitUntil: 'networkidle' })
  await enabled(page)
  const { Script, Stylesheet, Document } = weigh()
  expect(Script).toBeGreaterThan(10_000)
  expect(Script).toBeLessThanOrEqual(150 * 1024)
  expect(Stylesheet).toBeLessThanOrEqual(16 * 1024)
  // A document that fits into the first ten packets needs no further round trip.
  expect(Document).toBeLessThanOrEqual(14 * 1024)
})

/** Whether the background is dark, as Chromium renders its colour. */
const darkness = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('There is nothing to paint on.')
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return red + green + blue < 3 * 128
  })

/** Watches layout shifts once the fonts are loaded. The fallback letters are slightly narrower. */
const watchShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    Object.assign(globalThis, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(globalThis, {
          shifted: Reflect.get(globalThis, 'shifted') + Reflect.get(entry, 'value'),
        })
    }).observe({ type: 'layout-shift' })
  })
const shifted = (page: Page) => page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')))
