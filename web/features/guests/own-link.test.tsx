// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { guests } from '#contract/guests.ts'
import { Problem } from '#contract/kit/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'

const may = personOf({ firstName: 'May', lastName: 'Jones', isGuest: true })
const at = `/guest?token=${'a'.repeat(43)}`
const noLonger = 'The link you opened no longer works'

test('a guest who has finished and comes again is thanked, and not told that a link no longer works', async () => {
  const look = answer(guests.look, () => {
    throw new Problem('not_found', 'Nothing is due from you at the moment.', { reason: 'guest_done' })
  })
  const sent = taskOf(1, { kind: 'requested_document', status: 'completed' })
  openPages(at, { user: may, answers: [look, answer(tasks.list, () => [sent])] })
  expect(await screen.findByText('That’s everything. Thank you.')).toBeVisible()
  expect(screen.queryByText(noLonger)).not.toBeInTheDocument()
})

test('a guest who came in by their own link is not told of another when it is locked meanwhile', async () => {
  let isLocked = false
  let title = 'A letter about your gift'
  const look = answer(guests.look, () => {
    if (isLocked) throw new Problem('conflict', 'This link is locked.', { reason: 'guest_locked' })
    return { firstName: 'May', invitedBy: 'Priya Raman at Hartley & Rowe', isOwn: true }
  })
  const list = answer(tasks.list, () => [taskOf(1, { kind: 'requested_document', title })])
  const { cache } = openPages(at, { user: may, answers: [look, list] })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  isLocked = true
  title = 'A bank statement'
  sendToPages({ type: 'resync', topics: [] })
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  await waitFor(() => expect(cache.isFetching()).toBe(0))
  expect(screen.queryByText(noLonger)).not.toBeInTheDocument()
})
