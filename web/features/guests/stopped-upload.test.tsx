// @vitest-environment jsdom

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { guests } from '#contract/guests.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { openWire } from '#web/features/documents/testing.ts'
import { openPages, sendToPages, unauthenticated } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'
import { at, guestTaskOf, may, mays } from './testing.ts'

const task = guestTaskOf(1)
const over = 'This link has expired, or been replaced or withdrawn. Please ask us for a new one.'

/** A guest who is sending a document for their only task. */
const openSending = async () => {
  const portal: { list: Task[]; hasEnded: boolean } = { list: [task], hasEnded: false }
  openWire()
  openPages(at, {
    user: may,
    answers: [
      answer(guests.look, () => {
        if (portal.hasEnded) throw new Problem('not_found', over, { reason: 'guest_over' })
        return { ...mays, isOwn: true }
      }),
      answer(accounts.current, () => (portal.hasEnded ? unauthenticated() : may)),
      answer(tasks.list, () => portal.list),
      answer(tasks.held, () => ({ count: 0 })),
      answer(documents.list, () => []),
    ],
  })
  const file = new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  expect(await screen.findByText('Sending your document')).toBeVisible()
  return portal
}

test('a guest whose link is ended while a document is being sent reads that it wasn’t sent', async () => {
  const portal = await openSending()
  portal.hasEnded = true
  act(() => sendToPages({ type: 'signed_out', topics: [] }))
  expect(await screen.findByText(over)).toBeVisible()
  expect(screen.getByText('This wasn’t sent')).toBeVisible()
  expect(screen.getByText(task.title)).toBeVisible()
})

test('a guest whose task is taken off their list while its document is being sent reads that it wasn’t sent', async () => {
  const portal = await openSending()
  portal.list = []
  act(() => sendToPages({ type: 'changed', topics: ['tasks'] }))
  expect(await screen.findByText('There’s nothing for you to do')).toBeVisible()
  expect(screen.getByText('This wasn’t sent')).toBeVisible()
  expect(screen.getByText(task.title)).toBeVisible()
})

test('a document that has arrived is not called unsent because its task is done before the portal has answered', async () => {
  const portal = await openSending()
  portal.list = [guestTaskOf(1, { status: 'completed', outcome: 'review' })]
  act(() => sendToPages({ type: 'changed', topics: ['tasks'] }))
  expect(await screen.findByText('That’s everything. Thank you.')).toBeVisible()
  expect(screen.queryByText('This wasn’t sent')).not.toBeInTheDocument()
})
