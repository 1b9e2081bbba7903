import type { Locator } from '@playwright/test'

const gridLabel = 'Choose a day in '

/**
 * Chooses the first free day of the next month in this dialog. The month is shown with the last days of this one, today
 * among them, whose nine o'clock may be over. Returns the free times.
 */
export async function chooseDayOfNextMonth(dialog: Locator) {
  await dialog.getByRole('button', { name: 'Next month' }).click()
  const label = await dialog.getByRole('grid', { name: gridLabel }).getAttribute('aria-label')
  const month = label?.slice(gridLabel.length) ?? ''
  await dialog
    .getByRole('button', { name: new RegExp(`${month}, \\d+ slots? free$`) })
    .first()
    .click()
  return dialog.getByRole('radiogroup', { name: 'Time' })
}
