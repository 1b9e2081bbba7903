// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type IdentityReport, identityReports, ReportId } from '#contract/identity/reports.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { IdentityReports } from './parts/identity-reports.tsx'

const id = UserId.parse(idOf(7))
const report: IdentityReport = {
  id: ReportId.parse(idOf(41)),
  status: 'reported',
  source: 'uploaded',
  provider: 'Certified Checks Ltd',
  registerEntry: 'DVS-0042',
  reference: 'CC-7',
  level: 'High',
  checkedOn: '2026-11-02',
  result: 'Identity confirmed',
  steps: [],
  file: { name: 'report.pdf', size: 1000 },
  url: null,
  by: 'Priya Shah',
  at: new Date('2026-11-03T09:00:00Z'),
}
const open = (reports: IdentityReport[], canAsk: string | null = null) => {
  let shown = reports
  show(<IdentityReports id={id} />, [
    answer(accounts.current, () => personOf({ role: 'administrator' })),
    answer(identityReports.ofClient, () => ({ reports: shown, canAsk })),
    answer(identityReports.ask, () => {
      const input = {
        ...report,
        status: 'open' as const,
        provider: 'GBG',
        checkedOn: null,
        result: '',
        file: null,
      }
      const begun = { ...input, source: 'asked' as const, url: 'https://eu.platform.go.gbgplc.com/journey/x' }
      shown = [begun, ...shown]
      return begun
    }),
  ])
}

test('a report is shown as its provider’s, with its date, and never as a verification of ours', async () => {
  open([report])
  const list = within(await screen.findByRole('list', { name: 'Identity reports' }))
  expect(list.getByText('Report by Certified Checks Ltd of 2 November 2026')).toBeVisible()
  expect(list.getByText('It says: “Identity confirmed”')).toBeVisible()
  expect(list.getByRole('link', { name: 'report.pdf' })).toHaveAttribute(
    'href',
    `/api/firm/clients/${id}/identity-reports/${report.id}/file`,
  )
  expect(screen.getByText(/It isn't a verification by the portal/)).toBeVisible()
  expect(document.body.textContent).not.toMatch(
    /certified service|electronic verification|safe harbour|verified/i,
  )
})

test('a check is started with the provider that is set up, and its link is there to pass on', async () => {
  open([report], 'GBG')
  await userEvent.click(await screen.findByRole('button', { name: 'Start a check by GBG' }))
  expect(await screen.findByLabelText('Send this link to the client')).toHaveValue(
    'https://eu.platform.go.gbgplc.com/journey/x',
  )
  expect(screen.getByText('Waiting for the client')).toBeVisible()
})

test('a report without a file or facts is not sent, and says what is missing', async () => {
  open([])
  await userEvent.click(await screen.findByRole('button', { name: /Identity reports/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Upload a report' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload a report' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save the report' }))
  expect(await dialog.findByText('Please enter the name of the provider')).toBeVisible()
})
