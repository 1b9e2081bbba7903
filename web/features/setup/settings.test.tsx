// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type KeptSettings, settings } from '#contract/settings.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { FirmSettingsPage } from './settings-page.tsx'

const kept: KeptSettings = {
  name: 'Hartley & Rowe',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 000000.',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday, 9am to 5.30pm',
  email: 'hello@hartley-rowe.example',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  complaintsTo: 'complaints@hartley-rowe.example',
  expectedReply: 'within one working day',
  timeZone: 'Europe/London',
  holidays: 'england-and-wales',
  vatNumber: '',
  supervisor: '',
  feesText: '',
  estimateText: '',
  isFaceComparisonOn: true,
  isOnSharedComputers: false,
  addressMonths: 3,
  identityMonths: 12,
}

test("the firm's settings are not lost by a reload without being asked, until they are saved", async () => {
  show(<FirmSettingsPage />, [
    answer(settings.all, () => kept),
    answer(settings.firm, () => firmOf()),
    answer(settings.save, (saved) => ({ ...kept, ...saved })),
  ])
  const fees = await screen.findByLabelText(/^How you charge/)
  expect(asksBeforeUnload()).toBe(false)
  await userEvent.type(fees, 'By the hour.')
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  await waitFor(() => expect(asksBeforeUnload()).toBe(false))
  expect(fees).toHaveValue('By the hour.')
  await userEvent.type(fees, ' Or not.')
  expect(asksBeforeUnload()).toBe(true)
})
