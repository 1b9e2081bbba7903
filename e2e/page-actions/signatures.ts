import type { Locator, Page } from '@playwright/test'
import { consent } from '#contract/signatures/signatures.ts'
import { expectToast } from './seen.ts'
import { expectCompleted, openTask } from './tasks.ts'

/** Draws a wave on the pad with the mouse. */
export async function draw(page: Page, dialog: Locator) {
  const pad = dialog.getByRole('img', { name: /^Signature pad/ })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('The pad is not on the screen.')
  const at = (share: number) =>
    [
      box.x + box.width * (0.1 + share * 0.8),
      box.y + box.height * (0.5 + 0.3 * Math.sin(share * 12)),
    ] as const
  await page.mouse.move(...at(0))
  await page.mouse.down()
  for (let step = 1; step <= 24; step += 1) await page.mouse.move(...at(step / 24))
  await page.mouse.up()
  await dialog.getByRole('img', { name: 'Signature pad, drawn' }).waitFor()
}

export const agree = (dialog: Locator) => dialog.getByRole('checkbox', { name: consent.text }).check()

export const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save Signature' }).click()

/** Milliseconds that stamping and signing a PDF may take on a busy machine. */
export const sealing = 40_000

/** Reads the letter and signs it by typing a name. */
export async function signCareLetter(page: Page) {
  const title = 'Sign your client care letter'
  const dialog = await openTask(page, title, 'Sign')
  await dialog.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByLabel('Your full name').fill('Amara Okafor')
  await agree(dialog)
  await save(dialog)
  await expectToast(page, { title: 'Signature Saved' }, { within: sealing })
  await expectCompleted(page, title)
}
