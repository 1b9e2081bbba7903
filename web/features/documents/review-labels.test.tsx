// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { identity } from '#contract/identity/identity.ts'
import { reviewPage, reviewPath } from '#contract/kit/pages.ts'
import { noQueueFacts, queue } from '#contract/queue.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { ReviewPage } from './reviews/review-page.tsx'
import { documentOf, placedOf } from './testing.ts'

test('on the page of a document each picture and each pane says what it shows, also of two photos alike', async () => {
  const beside = [6, 7].map((n) =>
    documentOf(n, {
      documentType: 'selfie',
      filename: 'selfie.jpg',
      createdAt: new Date(`2026-11-0${n}T09:00:00Z`),
    }),
  )
  const document = placedOf(3, {
    documentType: 'identity',
    filename: 'passport.jpg',
    fileType: 'image/jpeg',
    beside: beside.map(({ id, documentType, filename, createdAt }) => ({
      id,
      documentType,
      filename,
      createdAt,
    })),
  })
  show(
    <Routes>
      <Route path={reviewPage} element={<ReviewPage />} />
    </Routes>,
    [
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(reviews.one, () => document),
      answer(reviews.list, () => ({ total: 0, documents: [] })),
      answer(identity.comparisons, () => []),
      answer(firm.reach, () => ({ unreached: null })),
      answer(queue.take, () => noQueueFacts),
      answer(queue.list, () => ({ total: 0, items: [] })),
    ],
    { at: reviewPath(document.id) },
  )
  const shown = within(await screen.findByRole('region', { name: 'National ID card: passport.jpg' }))
  expect(shown.getByRole('img', { name: 'National ID card: passport.jpg' })).toBeInTheDocument()
  const decided = within(screen.getByRole('region', { name: 'Decision and findings' }))
  for (const day of [6, 7]) {
    const name = new RegExp(`Selfie, selfie\\.jpg, ${day} November 2026`)
    expect(decided.getByRole('img', { name })).toBeInTheDocument()
    expect(decided.getByRole('link', { name })).toBeInTheDocument()
  }
})
