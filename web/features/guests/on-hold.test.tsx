// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { settings } from '#contract/settings.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer } from '#web/testing.tsx'
import { at, guestTaskOf, lookedByMay, may } from './testing.ts'

const open = (list: Task[], { held, sendsEmail = true }: { held: number; sendsEmail?: boolean }) => {
  const portal = { held }
  openPages(at, {
    user: may,
    answers: [
      lookedByMay,
      answer(settings.firm, () => firmOf({ isDemo: false, sendsEmail })),
      answer(tasks.list, () => list),
      answer(tasks.held, () => ({ count: portal.held })),
    ],
  })
  return portal
}
const sent = guestTaskOf(1, { status: 'completed', outcome: 'review' })

test('a guest who has done what is due reads that more may come, and when', async () => {
  open([sent], { held: 2 })
  expect(await screen.findByText('That’s everything for now. Thank you.')).toBeVisible()
  const words =
    'We’ll check what you’ve sent. 2 more tasks are on hold, each because its case is closed. If we reopen a case, you’ll find its tasks here, and we’ll email you. You can close this page.'
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByText('That’s everything. Thank you.')).not.toBeInTheDocument()
})

test('a guest whose documents were accepted is not told that there is nothing more to do while a task is on hold', async () => {
  open([{ ...sent, outcome: 'verified' }], { held: 1, sendsEmail: false })
  const words =
    'We’ve checked what you sent. One more task is on hold because its case is closed. If we reopen the case, you’ll find the task here, and we’ll contact you. You can close this page.'
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.queryByText(/nothing more to do/)).not.toBeInTheDocument()
})

test('a guest of whom everything is on hold reads so', async () => {
  open([], { held: 1 })
  expect(await screen.findByText('There’s nothing for you to do now')).toBeVisible()
  expect(screen.getByText(/^One task is on hold because its case is closed\./)).toBeVisible()
  expect(screen.queryByText(/We don’t need anything/)).not.toBeInTheDocument()
})

test('a guest who has the page open reads of a task that is put on hold meanwhile', async () => {
  const portal = open([sent], { held: 0 })
  expect(await screen.findByText('That’s everything. Thank you.')).toBeVisible()
  portal.held = 1
  sendToPages({ type: 'changed', topics: ['tasks'] })
  expect(await screen.findByText('That’s everything for now. Thank you.')).toBeVisible()
})

test('a guest with something to do is led to it, and reads nothing of what is on hold', async () => {
  open([guestTaskOf(1)], { held: 1 })
  expect(await screen.findByText(/^Please send us the following/)).toBeVisible()
  expect(screen.queryByText(/on hold/)).not.toBeInTheDocument()
})
