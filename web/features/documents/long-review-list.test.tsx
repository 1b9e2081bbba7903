// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { reviews, reviewsAtOnce } from '#contract/documents/reviews.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { ReviewsPage } from './reviews/list-page.tsx'
import { placedOf } from './testing.ts'

const open = (waiting: number, decided: number) =>
  show(<ReviewsPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(reviews.list, ({ state }) => {
      const total = state === 'waiting' ? waiting : decided
      const listed = Math.min(total, reviewsAtOnce)
      return { total, documents: Array.from({ length: listed }, (_, n) => placedOf(n + 1)) }
    }),
  ])

test('a list of more documents than it names says how many it names', async () => {
  open(502, reviewsAtOnce)
  expect(
    await screen.findByText('502 awaiting review, oldest first. The first 100 are listed.'),
  ).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: 'Decided' }))
  expect(await screen.findByText('The latest 100 decisions are listed.')).toBeInTheDocument()
})

test('a list that names all its documents says no more than their number', async () => {
  open(2, 1)
  expect(await screen.findByText('2 awaiting review, oldest first.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('tab', { name: 'Decided' }))
  expect(await screen.findByRole('tabpanel', { name: 'Decided' })).not.toHaveTextContent('are listed')
})

test('whoever reads more documents than they decide is told which a colleague decides, and begins with their own', async () => {
  const theirs = placedOf(1, { closedRoles: ['fee_earner'] })
  const own = placedOf(2)
  show(<ReviewsPage />, [
    answer(accounts.current, () =>
      personOf({ role: 'fee_earner', roles: ['fee_earner', 'compliance_officer'] }),
    ),
    answer(reviews.list, () => ({ total: 2, documents: [theirs, own] })),
  ])
  const first = await screen.findByRole('link', { name: 'Review the first' })
  expect(first).toHaveAttribute('href', reviewPath(own.id))
  expect(screen.getByText(/You decide for your own clients, and we'll tell them\.$/)).toBeVisible()
  expect(screen.getAllByText('You can read this. Someone who works with the client decides.')).toHaveLength(1)
})
