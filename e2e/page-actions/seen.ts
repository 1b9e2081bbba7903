import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/**
 * The toasts. Found by attributes instead of roles, because a dialog hides everything else from assistive technology.
 */
export const toasts = (page: Page) => page.locator('[role=region][aria-label^="Notifications ("] li')

export interface ToastWords {
  title: string
  description?: string
}

/** Expects a toast with exactly this text, `within` milliseconds. The returned `close` closes it. */
export async function expectToast(
  page: Page,
  { title, description }: ToastWords,
  { within = 30_000 }: { within?: number } = {},
) {
  const toast = toasts(page)
    .filter({ has: page.getByText(title, { exact: true }) })
    .last()
  await toast.waitFor({ timeout: within })
  if (description !== undefined) await toast.getByText(description, { exact: true }).waitFor()
  return { close: () => toast.getByLabel('Close').click() }
}

/** Waits for the toast after an upload: the result if it was ready in time, else that the file is being read. */
export const expectTaken = (page: Page, found: string) =>
  toasts(page)
    .filter({ hasText: new RegExp(`(${found}|Document uploaded successfully)`) })
    .last()
    .waitFor()

/** Expects that toasts move away from what is pressed or typed into, long before they close by themselves. */
export const expectUncovered = (page: Page, ...places: Locator[]) =>
  expect
    .poll(async () => (await Promise.all(places.map(coveredBy(page)))).flat(), { timeout: 4_000 })
    .toEqual([])

const coveredBy = (page: Page) => async (place: Locator) => {
  const box = await place.boundingBox()
  const shown = await toasts(page).evaluateAll((all) =>
    all.map((toast) => ({ words: toast.textContent, ...toast.getBoundingClientRect().toJSON() })),
  )
  const isOver = ({ x, y, width, height }: DOMRect) =>
    box !== null && x < box.x + box.width && box.x < x + width && y < box.y + box.height && box.y < y + height
  return shown.filter(isOver).map(({ words }) => words)
}

/** Expects the notice at the top of the page to have exactly this text. */
export async function expectNotice(page: Page, title: string, description: string) {
  const place = page.getByRole('status', { name: 'Notice' })
  await place.getByText(title, { exact: true }).waitFor()
  await place.getByText(description, { exact: true }).waitFor()
}

export const expectHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, ...(typeof name === 'string' && { exact: true }) }).waitFor()

export const expectPath = (page: Page, path: string) => page.waitForURL(({ pathname }) => pathname === path)

/** Expects that nothing extends beyond the right edge, once a resize has settled. */
export async function expectNoSidewaysScroll(page: Page) {
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  await page.waitForFunction(fits, undefined, { timeout: 2_000 }).catch(() => {})
  expect(await page.evaluate(overTheEdge)).toEqual([])
}

/** Returns the elements beyond the right edge, and by how much the page is too wide. */
const overTheEdge = () => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const over = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > clientWidth + 1
  })
  const named = over.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 160))
  return [`${location.pathname} at ${clientWidth}: ${scrollWidth - clientWidth}`, ...named]
}

/**
 * Expects that no words leave the button or the tab that they are on, and that no card cuts off what can be pressed.
 */
export async function expectNothingCutOff(page: Page) {
  await expect.poll(() => page.evaluate(cutOff)).toEqual([])
}

const cutOff = () => {
  const pressed = [...document.querySelectorAll('button:not([role=switch]), a, [role=tab]')]
  const isDrawn = (element: Element) => !element.closest('.sr-only') && element.getClientRects().length > 0
  const spills = ({ scrollWidth, clientWidth }: Element) => clientWidth > 0 && scrollWidth > clientWidth + 1
  const isCut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    for (let around = element.parentElement; around; around = around.parentElement) {
      // What scrolls sideways can be scrolled to.
      if (!['hidden', 'clip'].includes(getComputedStyle(around).overflowX)) continue
      const edge = around.getBoundingClientRect()
      if (left < edge.left - 1 || right > edge.right + 1) return true
    }
    return false
  }
  return pressed
    .filter((element) => isDrawn(element) && (spills(element) || isCut(element)))
    .map(({ textContent, outerHTML }) => `${location.pathname}: ${textContent} ${outerHTML.slice(0, 160)}`)
}

/** The text of an element, or of several, as lines. */
export const lines = async (place: Locator) =>
  (await place.allInnerTexts()).flatMap((text) =>
    text
      .split(/[\n\t]/)
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  )
