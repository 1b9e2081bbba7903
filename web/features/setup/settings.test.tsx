// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { FirmSettingsPage } from './settings-page.tsx'
import { keptSettings } from './testing.ts'

test("the firm's settings are not lost by a reload without being asked, until they are saved", async () => {
  const received: unknown[] = []
  show(<FirmSettingsPage />, [
    answer(settings.all, () => keptSettings),
    answer(settings.firm, () => firmOf()),
    answer(settings.save, ({ basedOn, ...saved }) => {
      received.push(basedOn)
      // A colleague has changed the hours meanwhile.
      return { ...keptSettings, ...saved, hours: '8am to 6pm' }
    }),
  ])
  const fees = await screen.findByLabelText(/^How you charge/)
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(fees, 'By the hour.')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
  expect(fees).toHaveValue('By the hour.')
  expect(received).toEqual([keptSettings])
  expect(screen.getByLabelText('Office hours')).toHaveValue('8am to 6pm')
  await userEvent.type(fees, ' Or not.')
  expect(asksBeforeUnload()).toBe(true)
})
