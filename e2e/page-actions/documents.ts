import type { Locator } from '@playwright/test'

export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Chooses a file by the file chooser, as a press on the button opens it. */
export async function chooseFile(dialog: Locator, paper: Paper) {
  const [chooser] = await Promise.all([
    dialog.page().waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(paper)
}

export const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload', exact: true }).click()

/** What was found is on the page, whatever it is. */
const settled = /^(Done|Keep this one anyway)$/

/** Chooses a file, sends it and waits for what was found. */
export async function upload(dialog: Locator, paper: Paper) {
  await chooseFile(dialog, paper)
  await send(dialog)
  await dialog.getByRole('button', { name: settled }).waitFor()
}
