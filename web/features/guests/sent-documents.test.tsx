// @vitest-environment jsdom

import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { tasks } from '#contract/tasks.ts'
import { documentOf, openWire } from '#web/features/documents/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'
import { at, guestTaskOf, lookedByMay, may } from './testing.ts'

test('what has been sent is called everything only once it has been read', async () => {
  let sent = documentOf(1, { status: 'pending', validation: null })
  let task = guestTaskOf(1, { status: 'completed', outcome: 'review' })
  openPages(at, {
    user: may,
    answers: [lookedByMay, answer(tasks.list, () => [task]), answer(documents.list, () => [sent])],
  })
  expect(await screen.findByText('We’re checking what you sent')).toBeVisible()
  expect(screen.queryByText('That’s everything. Thank you.')).not.toBeInTheDocument()
  sent = documentOf(1, { status: 'pending' })
  task = { ...task, reason: 'This looks like a passport, not what we asked for.' }
  sendToPages({ type: 'changed', topics: ['tasks', 'documents'] })
  expect(await screen.findByText(/Please send another. This looks like a passport/)).toBeVisible()
  expect(screen.queryByText('We’re checking what you sent')).not.toBeInTheDocument()
})

test('a guest reads what happens to their file while it is sent, and while it is read', async () => {
  const wire = openWire()
  openPages(at, {
    user: may,
    answers: [lookedByMay, answer(tasks.list, () => [guestTaskOf(1)]), answer(documents.list, () => [])],
  })
  const file = new File(['%PDF-'], 'letter.pdf', { type: 'application/pdf' })
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file)
  act(() => wire.progress(0.5))
  expect(await screen.findByText('Sending your document')).toBeVisible()
  act(() => wire.progress(1))
  expect(await screen.findByText('We’re reading your document. It takes a few seconds.')).toBeVisible()
})

test('what could not be looked up is not called everything', async () => {
  const refused = answer(documents.list, () => {
    throw new Problem('unavailable', 'We couldn’t reach the portal.')
  })
  openPages(at, {
    user: may,
    answers: [lookedByMay, answer(tasks.list, () => [guestTaskOf(1, { status: 'completed' })]), refused],
  })
  expect(await screen.findByText('We couldn’t look up whether we can use what you sent')).toBeVisible()
  expect(screen.queryByText('That’s everything. Thank you.')).not.toBeInTheDocument()
})

test('what has been sent is not called everything while it is being looked up', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>()
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(tasks.list, () => [guestTaskOf(1, { status: 'completed' })]),
      answer(documents.list, () => promise),
    ],
  })
  expect(await screen.findByText('Looking up what you sent')).toBeVisible()
  expect(screen.queryByText('That’s everything. Thank you.')).not.toBeInTheDocument()
  resolve([])
  expect(await screen.findByText('That’s everything. Thank you.')).toBeVisible()
})

test('a guest whose file awaits its virus scan reads that they needn’t wait for it', async () => {
  const sent = documentOf(1, { status: 'pending', validation: null, awaitsScan: true })
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(tasks.list, () => [guestTaskOf(1, { status: 'completed' })]),
      answer(documents.list, () => [sent]),
    ],
  })
  expect(await screen.findByText('We’re checking what you sent')).toBeVisible()
  expect(
    screen.getByText(/You can close this page: if we need another document, we’ll email you/),
  ).toBeVisible()
  expect(screen.queryByText('That’s everything. Thank you.')).not.toBeInTheDocument()
})

test('a guest whose documents have all been accepted reads that they were checked', async () => {
  const accepted = guestTaskOf(1, { status: 'completed', outcome: 'verified' })
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(tasks.list, () => [accepted]),
      answer(documents.list, () => [documentOf(1, { status: 'verified' })]),
    ],
  })
  expect(await screen.findByText(/^We’ve checked what you sent/)).toBeVisible()
  expect(screen.queryByText(/We’ll check/)).not.toBeInTheDocument()
})
