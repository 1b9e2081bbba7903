// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { answer, show } from '#web/testing.tsx'
import { AccessibilityPage } from './pages/accessibility.tsx'
import { ComplaintsPage } from './pages/complaints.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { TermsPage } from './pages/terms.tsx'
import { firmOf } from './testing.ts'

const firm = firmOf({
  name: 'Marsh & Daughters',
  telephone: '020 7946 0999',
  email: 'hello@marsh.example',
  postalAddress: '1 High Street, Leeds LS1 1AA',
  complaintsTo: 'complaints@marsh.example',
  isDemo: false,
  isSecure: true,
})
const known = answer(settings.firm, () => firm)

test.each([
  ['Privacy notice', '29 November 2026', <PrivacyPage key="p" />],
  ['Terms', '22 November 2026', <TermsPage key="t" />],
  ['Complaints', '22 November 2026', <ComplaintsPage key="c" />],
  ['Accessibility', '22 November 2026', <AccessibilityPage key="a" />],
])('%s speaks for this firm, names its version, and how to reach it', async (title, version, page) => {
  const { container } = show(page, [known])
  await screen.findByRole('heading', { level: 1, name: title })
  expect(screen.getByText(`Version dated ${version}`)).toBeInTheDocument()
  expect(container.textContent).toContain('Marsh & Daughters')
  expect(screen.getByRole('link', { name: '020 7946 0999' })).toBeInTheDocument()
  expect(container.textContent).not.toMatch(/Hartley|template|placeholder|lorem/i)
})

test('complaints name the firm’s own address, the Legal Ombudsman with its time limits, and the SRA', async () => {
  const { container } = show(<ComplaintsPage />, [known])
  await screen.findByRole('link', { name: 'complaints@marsh.example' })
  for (const words of [
    'Legal Ombudsman',
    'within six months',
    'within one year',
    'eight weeks',
    'Solicitors Regulation Authority',
  ])
    expect(container.textContent).toContain(words)
})

test('the privacy notice names the rights, the retention, the regulator and how documents are read', async () => {
  const { container } = show(<PrivacyPage />, [known])
  await screen.findByRole('heading', { level: 1 })
  for (const words of [
    'regulation 40, Money Laundering Regulations 2017',
    'Information Commissioner’s Office',
    'only a person can reject it',
    'Article 6(1)(c)',
    'within one month',
  ])
    expect(container.textContent).toContain(words)
})

test('a firm without an address for complaints takes them at its own', async () => {
  show(<ComplaintsPage />, [answer(settings.firm, () => ({ ...firm, complaintsTo: '' }))])
  expect(await screen.findByRole('link', { name: 'hello@marsh.example' })).toBeInTheDocument()
})

test('the privacy notice names what a browser keeps of a request for a case and an appointment', async () => {
  show(<PrivacyPage />, [known])
  expect(await screen.findByText(/messages, requests for a case, appointments and files/)).toBeInTheDocument()
})
