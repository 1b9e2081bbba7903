// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { identity } from '#contract/identity/identity.ts'
import { reviewPage, reviewPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { HeldUser } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { ReviewsPage } from './reviews/list-page.tsx'
import { ReviewPage } from './reviews/review-page.tsx'
import { reviewedOf } from './testing.ts'

const me = personOf({ id: UserId.parse(idOf(1)), firstName: 'Tom', lastName: 'Baker', role: 'fee_earner' })
const mine = { id: me.id, name: 'Tom Baker', since: new Date() }
const priyas = {
  id: UserId.parse(idOf(2)),
  name: 'Priya Shah',
  since: new Date('2026-11-03T10:42:00Z'),
}

let documents: ReviewedDocument[]
let asked: string[]
beforeEach(() => {
  documents = [reviewedOf(3, { filename: 'first.pdf' }), reviewedOf(4, { filename: 'second.pdf' })]
  asked = []
})

const find = (id: string) => documents.find((document) => document.id === id) as ReviewedDocument
const change = (id: string, facts: Partial<ReviewedDocument>) => {
  documents = documents.map((document) => (document.id === id ? { ...document, ...facts } : document))
  return find(id)
}

const open = (at: string, user = me) =>
  show(
    <HeldUser value={user}>
      <Routes>
        <Route path="/firm/documents" element={<ReviewsPage />} />
        <Route path={reviewPage} element={<ReviewPage />} />
      </Routes>
    </HeldUser>,
    [
      answer(reviews.list, ({ state }) => {
        const listed = documents.filter(({ snoozedUntil }) =>
          state === 'snoozed' ? snoozedUntil !== null : state === 'waiting' && snoozedUntil === null,
        )
        return { total: listed.length, documents: listed }
      }),
      answer(accounts.current, () => user),
      answer(identity.comparisons, () => []),
      answer(reviews.take, ({ id, takeOver }) => {
        asked.push(takeOver ? 'take over' : 'take')
        if (find(id).takenBy?.id === priyas.id && !takeOver) throw new Problem('conflict', 'Priya has it.')
        return change(id, { takenBy: mine })
      }),
      answer(reviews.release, ({ id }) => change(id, { takenBy: null })),
      answer(reviews.snooze, ({ id, until }) => {
        asked.push(`snooze until ${until}`)
        return change(id, { snoozedUntil: new Date(`${until}T08:00:00Z`), takenBy: null })
      }),
      answer(reviews.unsnooze, ({ id }) => change(id, { snoozedUntil: null })),
      answer(reviews.accept, ({ id }) => {
        asked.push('accept')
        return change(id, { status: 'verified', isAccepted: true })
      }),
      answer(reviews.one, ({ id }) => find(id)),
    ],
    { at },
  )
const pathOf = (n: number) => reviewPath(reviewedOf(n).id)

test('a document that is opened is taken, and a key decides it', async () => {
  open(pathOf(3))
  await waitFor(() => expect(asked).toEqual(['take']))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('a')
  await waitFor(() => expect(asked).toContain('accept'))
})

test('a document that somebody else has is read, and decided by whoever takes it over', async () => {
  change(idOf(3), { takenBy: priyas })
  open(pathOf(3))
  expect(await screen.findByText('Priya Shah is looking at this document')).toBeInTheDocument()
  expect(screen.getByText(/^Since 10:42\./)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Accept' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  expect(await screen.findByRole('button', { name: 'Accept' })).toBeInTheDocument()
  expect(asked[0]).toBe('take over')
})

test('the list says who has a document, and begins with one that nobody has', async () => {
  change(idOf(3), { takenBy: priyas })
  open('/firm/documents')
  const [first] = await screen.findAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('Priya Shah is looking at it')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Review the first' })).toHaveAttribute('href', pathOf(4))
})

test('a snoozed document leaves the queue, says until when, and can be put back', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Snooze' })
  await userEvent.keyboard('s')
  await userEvent.click(await screen.findByRole('button', { name: 'In a week' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Snooze' }))
  expect(await screen.findByText('second.pdf', { exact: false })).toBeInTheDocument()
  expect(asked.at(-1)).toMatch(/^(snooze until \d{4}-\d\d-\d\d|take)$/)
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(find(idOf(3)).snoozedUntil).toBeNull())
})

test.each(['compliance_officer', 'auditor'] as const)(
  'who may not decide, as a person who is %s, reads the queue and a document, and takes it from nobody',
  async (role) => {
    const reader = { ...me, roles: [role], role }
    const { unmount } = open('/firm/documents', reader)
    expect(await screen.findByRole('link', { name: 'Read the first' })).toBeInTheDocument()
    expect(screen.getByText(/You can read them; a fee earner decides\.$/)).toBeInTheDocument()
    unmount()
    open(pathOf(3), reader)
    expect(await screen.findByText('first.pdf')).toBeInTheDocument()
    for (const button of ['Accept', 'Reject', 'Snooze', 'Withdraw', 'Take over'])
      expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument()
    await userEvent.keyboard('?')
    const keys = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(keys.getByText('Next document')).toBeInTheDocument()
    expect(keys.queryByText('Accept')).not.toBeInTheDocument()
    expect(asked).toEqual([])
  },
)

test('"?" shows the keys', async () => {
  open(pathOf(3))
  await screen.findByRole('button', { name: 'Accept' })
  await userEvent.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeInTheDocument()
})
