// @vitest-environment jsdom

import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { identity } from '#contract/identity/identity.ts'
import { type Task, TaskId, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { beginSession, endSession } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { VerificationTask } from './dialog.tsx'
import { bank, bankTask, holdTicks, submit, typeBank, verification } from './testing.ts'

beforeEach(holdTicks)
afterEach(() => void vi.useRealTimers())

const done: Task = { ...bankTask, status: 'completed', outcome: 'verified', completedAt: new Date() }

const open = (task: Task = bankTask) =>
  show(<VerificationTask task={task} close={() => {}} done={() => {}} />, [
    answer(tasks.list, () => [task]),
    answer(identity.verifications, () => [verification]),
    answer(identity.complete, () => ({ task: done, outcome: 'verified' as const })),
  ])

const typed = () =>
  [/^Account name/, /^Sort code/, /^Account number/, /^Bank name/].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  )
const nothing = ['', '', '', '']

test('bank details that were typed stay through a reload in this tab, until they are submitted', async () => {
  open()
  await typeBank()
  cleanup()
  open()
  expect(typed()).toEqual([bank.accountName, '08-99-99', '6637 4958', bank.bankName])
  expect(localStorage).toHaveLength(0)
  await submit()
  await screen.findByText('Sort code and account number checked', { selector: 'p' })
  expect(sessionStorage).toHaveLength(0)
})

test('nothing is kept of bank details that are taken out again', async () => {
  open()
  const name = screen.getByLabelText(/^Account name/)
  await userEvent.type(name, 'A')
  expect(sessionStorage).toHaveLength(1)
  await userEvent.clear(name)
  expect(sessionStorage).toHaveLength(0)
})

test('bank details that were typed for one task are not offered for another', async () => {
  open()
  await typeBank()
  expect(sessionStorage).toHaveLength(1)
  cleanup()
  open({ ...bankTask, id: TaskId.parse(idOf(2)) })
  expect(typed()).toEqual(nothing)
})

test('bank details that were typed are not left to the next person when a session ends', async () => {
  const { cache } = open()
  await typeBank()
  expect(sessionStorage).toHaveLength(1)
  act(() => endSession(cache))
  cleanup()
  open()
  expect(typed()).toEqual(nothing)
})

test('bank details that were typed are not left to whoever signs in after a session has run out', async () => {
  const { cache } = open()
  await typeBank()
  expect(sessionStorage).toHaveLength(1)
  cleanup()
  act(() => beginSession(cache, personOf({ id: UserId.parse(idOf(9)) })))
  expect(sessionStorage).toHaveLength(0)
})

test('bank details that were typed are forgotten once the task was done in another way', async () => {
  open()
  await typeBank()
  expect(sessionStorage).toHaveLength(1)
  cleanup()
  open(done)
  await screen.findByText('Account ending 4958')
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})
