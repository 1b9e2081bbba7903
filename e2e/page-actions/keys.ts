import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Presses Tab until the target has the focus, within 60 presses. */
export async function tabTo(target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press('Tab')
  }
  expect(await hasFocus(target), `the keyboard reaches ${target.toString()}`).toBe(true)
}

const hasFocus = (target: Locator) =>
  target.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement)

export const expectFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true)

/** Waits until the focus is inside a dialog, because keys reach it only then. */
export const expectFocusIn = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluateAll((found) => found.length === 1 && found[0]?.contains(document.activeElement)),
    )
    .toBe(true)

/** Expects a visible focus indicator. */
export async function expectVisibleFocus(page: Page) {
  const look = await page.evaluate(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(
      document.activeElement ?? document.body,
    )
    return { hasOutline: outlineStyle !== 'none' && outlineWidth !== '0px', boxShadow }
  })
  expect(look).toMatchObject({ hasOutline: true })
}

export async function typeInto(target: Locator, words: string) {
  await tabTo(target)
  await target.page().keyboard.type(words)
}

/** Reaches a radio group and selects an option with the arrow keys. */
export async function pickRadio(group: Locator, offer: string) {
  const { keyboard } = group.page()
  const radios = group.getByRole('radio')
  await tabTo(radios.first())
  await keyboard.press('Space')
  const names = await radios.evaluateAll((all) =>
    all.map((radio) => radio.closest('label')?.innerText.trim()),
  )
  for (let steps = names.indexOf(offer); steps > 0; steps -= 1) await keyboard.press('ArrowDown')
  expect(await group.getByRole('radio', { name: offer, exact: true }).isChecked()).toBe(true)
}
