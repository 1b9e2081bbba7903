import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import type { Device } from './browser.ts'
import { idle } from './idle.ts'
import { journeys } from './journey.ts'
import { guests } from './page-inventory.ts'

const test = journeys()

declare global {
  /** How far the page has shifted since it was opened (Layout Instability API). */
  var jumped: { by: number; sources: string[] }
}

for (const device of ['desktop', 'phone'] satisfies Device[]) {
  test(`the sign-in stands still while it loads, on a ${device}`, async ({ visit }) => {
    const { page } = await visit({ device, moves: true })
    await watchForJumps(page)
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Login' }).waitFor()
    await expectStill(page)
  })

  test(`the dashboard stands still while it loads, on a ${device}`, async ({ visit }) => {
    const visited = await visit({ device, moves: true })
    await guests.halfway.enter(visited)
    await watchForJumps(visited.page)
    await visited.page.goto('/')
    await visited.page.getByText('Recent Activity').first().waitFor()
    await expectStill(visited.page)
  })
}

for (const device of ['desktop', 'phone'] satisfies Device[])
  test(`the sign-in stands still when its typefaces arrive late, on a ${device}`, async ({ visit }) => {
    const { page } = await visit({ device, moves: true })
    await watchForJumps(page)
    const { promise: drawn, resolve } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await drawn
      await route.continue()
    })
    await page.goto('/auth', { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Login' }).waitFor()
    await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 200))))
    resolve()
    await page.evaluate(() => document.fonts.ready)
    await expectStill(page)
  })

const watchForJumps = (page: Page) =>
  page.addInitScript(() => {
    globalThis.jumped = { by: 0, sources: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        globalThis.jumped.by += entry.value
        for (const { node } of entry.sources) globalThis.jumped.sources.push(`${entry.value}: ${html(node)}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const html = (node: Node | null) =>
      node instanceof Element ? node.outerHTML.slice(0, 120) : node?.nodeName
  })

interface Shift extends PerformanceEntry {
  value: number
  sources: { node: Node | null }[]
}

/** Google calls 0.1 good. The fonts and the sizes of pictures are known beforehand, so a lower value is possible. */
const expectStill = async (page: Page) => {
  await idle(page)
  const { by, sources } = await page.evaluate(() => globalThis.jumped)
  expect(by, sources.join('\n')).toBeLessThan(0.05)
}

test('a name with the letters of Welsh and Polish is drawn in the portal’s own typefaces, and only then are they fetched', async ({
  visit,
}) => {
  const { page, signUp } = await visit()
  const extended: string[] = []
  page.on('request', (request) => {
    if (/-latin-ext-.*\.woff2$/.test(request.url())) extended.push(request.url())
  })
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Login' }).waitFor()
  await idle(page)
  expect(extended).toEqual([])
  await signUp({ firstName: 'Siân', lastName: 'Llŷr-Wiśniewska' })
  await page.goto('/')
  await page.getByText('Siân Llŷr-Wiśniewska').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(await facesOf(page, 'Siân Llŷr-Wiśniewska')).toEqual(['Instrument Sans'])
})

/** The typefaces that the browser really drew a text with, those of the machine among them. */
async function facesOf(page: Page, words: string) {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument', { depth: -1 })
  const { searchId, resultCount } = await inspector.send('DOM.performSearch', { query: words })
  expect(resultCount, `“${words}” is on the page`).toBeGreaterThan(0)
  const { nodeIds } = await inspector.send('DOM.getSearchResults', { searchId, fromIndex: 0, toIndex: 1 })
  const [nodeId = root.nodeId] = nodeIds
  const { fonts } = await inspector.send('CSS.getPlatformFontsForNode', { nodeId })
  return [...new Set(fonts.map(({ familyName }) => familyName.replace(' Variable', '')))]
}

for (const colours of ['light', 'dark'] as const)
  test(`a question over a dialog stands out from it in ${colours} colours`, async ({ visit }) => {
    const { page, ask } = await visit({ colours })
    await ask(accounts.login, { username: 'admin', password: demoPassword })
    await page.goto('/firm/templates')
    await page
      .getByRole('link', { name: /Purchase/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit step' })
    const alone = await brightnessOf(dialog)
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Send us your lease')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog', { name: /^Discard your changes/ })
    await expect.poll(() => brightnessOf(question)).toBeCloseTo(alone, 0)
    await expect.poll(() => brightnessOf(dialog)).toBeLessThan(alone * 0.8)
  })

/** How bright the paper of a dialog is, just inside its top left corner where nothing is written. */
const brightnessOf = async (dialog: Locator) => {
  const box = await dialog.boundingBox()
  if (!box) throw new Error('the dialog is not shown')
  const clip = { x: box.x + 40, y: box.y + 6, width: 8, height: 8 }
  const { channels } = await sharp(await dialog.page().screenshot({ clip })).stats()
  return channels.slice(0, 3).reduce((sum, { mean }) => sum + mean, 0) / 3
}
