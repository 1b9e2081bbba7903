// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity, type ReviewedVerification } from '#contract/identity/identity.ts'
import { checkPage, checkPath } from '#contract/kit/pages.ts'
import { noQueueFacts, queue } from '#contract/queue.ts'
import { TaskId } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { reviewedOf } from '#web/features/documents/testing.ts'
import { fileOf } from '#web/features/firm/testing.tsx'
import { answer, idOf, show } from '#web/testing.tsx'
import { CheckPage } from './check-page.tsx'

const file = fileOf()
const check: ReviewedVerification = {
  taskId: TaskId.parse(idOf(500)),
  verificationType: 'id',
  outcome: 'review',
  document: 'passport',
  modulus: null,
  completedAt: new Date('2026-11-03T09:00:00Z'),
  client: { id: file.id, firstName: 'Amara', lastName: 'Okafor' },
  accountName: null,
  accountNumber: null,
  sortCode: null,
  bankName: null,
  acceptedBy: null,
  acceptedAt: null,
  note: null,
  closedRoles: [],
  ...noQueueFacts,
}

const open = (facts: Partial<ReviewedVerification> = {}) =>
  show(
    <Routes>
      <Route path={checkPage} element={<CheckPage />} />
    </Routes>,
    [
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(identity.check, () => ({ ...check, ...facts })),
      answer(identity.comparisons, () => []),
      answer(firm.client, () => file),
      answer(firm.reach, () => ({ unreached: null })),
      answer(reviews.ofClient, () => [
        reviewedOf(1, { documentType: 'identity', isOfIdentity: true, filename: 'passport.jpg' }),
        reviewedOf(2, { documentType: 'selfie', isOfIdentity: true, filename: 'selfie.jpg' }),
        reviewedOf(3, { documentType: 'selfie', isOfIdentity: true, filename: 'second selfie.jpg' }),
      ]),
      answer(queue.take, () => noQueueFacts),
      answer(queue.list, () => ({ total: 0, items: [] })),
    ],
    { at: checkPath(check.taskId) },
  )

test('on the page of an identity check each pane, part and picture says what it shows, also of two photos alike', async () => {
  open()
  const shown = within(await screen.findByRole('region', { name: 'Document and photos' }))
  const sent = within(await shown.findByRole('list', { name: 'What they sent' }))
  expect(sent.getAllByRole('img')).toHaveLength(3)
  for (const name of ['National ID card: passport.jpg', 'Selfie: selfie.jpg', 'Selfie: second selfie.jpg'])
    expect(sent.getByRole('img', { name })).toBeInTheDocument()
  const decided = within(screen.getByRole('region', { name: 'Decision and findings' }))
  for (const name of ['What the client told us', 'What was found'])
    expect(decided.getByRole('region', { name })).toBeInTheDocument()
})

test('on the page of a bank check the panes say what they show', async () => {
  open({ verificationType: 'bank', document: null })
  expect(await screen.findByRole('region', { name: 'Bank details' })).toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'Decision and findings' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Document and photos' })).toBeNull()
})
