import type { Locator } from '@playwright/test'

export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Chooses a file in the file dialog that the button opens. */
export async function chooseFile(dialog: Locator, paper: Paper) {
  const [chooser] = await Promise.all([
    dialog.page().waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose a file' }).click(),
  ])
  await chooser.setFiles(paper)
}

export const send = (dialog: Locator) => dialog.getByRole('button', { name: 'Upload', exact: true }).click()

/** The button that appears once there is a result, whatever it is. */
const settled = /^(Done|Keep this one anyway)$/

/** Chooses a file, sends it and waits for the result. */
export async function upload(dialog: Locator, paper: Paper) {
  await chooseFile(dialog, paper)
  await send(dialog)
  await dialog.getByRole('button', { name: settled }).waitFor()
}
