import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'

/** Presses Tab until the focus is there, as somebody does who has no mouse; it must come within 60 presses. */
export async function tabTo(target: Locator) {
  await target.waitFor()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press('Tab')
  }
  expect(await hasFocus(target), `the keyboard reaches ${target.toString()}`).toBe(true)
}

export const hasFocus = (target: Locator) =>
  target.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement)

export const expectFocus = (target: Locator) => expect.poll(() => hasFocus(target)).toBe(true)

/** Keys go to what was opened only once the focus has come there. */
export const expectFocusIn = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluateAll((found) => found.length === 1 && found[0]?.contains(document.activeElement)),
    )
    .toBe(true)

/** Whoever uses a keyboard sees where they are. */
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

/** Reaches a group of radio buttons and goes down to an offer by the arrows. */
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
