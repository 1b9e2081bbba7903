// @vitest-environment jsdom

import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { refresh } from '#web/platform/queries.ts'
import { answer, show } from '#web/testing.tsx'
import { VerificationTask } from './dialog.tsx'
import { bankTask, button, holdTicks, press, submit, typeBank, verification } from './testing.ts'

beforeEach(holdTicks)
afterEach(() => void vi.useRealTimers())

const cutOff = () => new Problem('unavailable', "We couldn't reach the portal.", { reason: 'no_connection' })
const done: Task = { ...bankTask, status: 'completed', outcome: 'verified', completedAt: new Date() }

interface Portal {
  /** What the portal has of the task. */
  task: Task
  isListDown: boolean
  /** Answers a submission, or throws what its answer is lost with. */
  complete: () => void
}

const open = (portal: Portal) => {
  let submissions = 0
  const { cache } = show(<VerificationTask task={bankTask} close={() => {}} done={() => {}} />, [
    answer(tasks.list, () => {
      if (portal.isListDown) throw cutOff()
      return [portal.task]
    }),
    answer(identity.verifications, () =>
      portal.task === done ? [{ ...verification, outcome: 'verified' as const }] : [],
    ),
    answer(identity.complete, () => {
      submissions += 1
      portal.complete()
      portal.task = done
      return { task: done, outcome: 'verified' as const }
    }),
  ])
  return { cache, submissions: () => submissions }
}

const isVerified = () => screen.findByText('Sort code and account number checked', { selector: 'p' })
const neverFailed = () => expect(screen.queryByText('Verification failed')).not.toBeInTheDocument()

test.each([
  ['the connection was cut', cutOff()],
  ['a server in between gave up', new Problem('unavailable', '504: Gateway Timeout')],
  ['the portal broke off', new Problem('internal', 'Something went wrong.')],
])('a verification whose answer was lost is looked up and found, where %s', async (_, problem) => {
  const portal: Portal = {
    task: bankTask,
    isListDown: false,
    complete: () => {
      portal.task = done
      throw problem
    },
  }
  const page = open(portal)
  await typeBank()
  await submit()
  expect(await isVerified()).toBeVisible()
  expect(screen.getAllByText('Verification completed').length).toBeGreaterThan(0)
  neverFailed()
  expect(page.submissions()).toBe(1)
})

test('a verification that never arrived can be submitted again, with everything that was typed', async () => {
  let isDown = true
  const portal: Portal = {
    task: bankTask,
    isListDown: false,
    complete: () => {
      if (isDown) throw cutOff()
    },
  }
  open(portal)
  await typeBank()
  await submit()
  expect(await screen.findByText('Your details haven’t arrived yet')).toBeVisible()
  expect(screen.getByText(/still here/)).toHaveTextContent('Please press Complete verification again.')
  expect(screen.getByText('66374958')).toBeVisible()
  neverFailed()

  isDown = false
  await press('Complete verification')
  expect(await isVerified()).toBeVisible()
  expect(screen.queryByText('Your details haven’t arrived yet')).not.toBeInTheDocument()
})

test('while nobody can tell whether a verification arrived, it is said so, and shown once it is known', async () => {
  const portal: Portal = {
    task: bankTask,
    isListDown: false,
    complete: () => {
      portal.task = done
      portal.isListDown = true
      throw cutOff()
    },
  }
  const { cache, submissions } = open(portal)
  await typeBank()
  await submit()
  expect(await screen.findByText('We don’t know yet if your details arrived')).toBeVisible()
  expect(screen.getByText(/still here/)).toHaveTextContent('It only counts once.')
  expect(button('Complete verification')).toBeEnabled()
  neverFailed()

  portal.isListDown = false
  await act(() => refresh(cache, [tasks.list]))
  expect(await isVerified()).toBeVisible()
  expect(submissions()).toBe(1)
})

test('a verification that is submitted again after all is told how the first one stands', async () => {
  const portal: Portal = {
    task: bankTask,
    isListDown: false,
    complete: () => {
      if (portal.task === done)
        throw new Problem('conflict', "You've already submitted this verification.", {
          reason: 'already_submitted',
        })
      portal.task = done
      portal.isListDown = true
      throw cutOff()
    },
  }
  open(portal)
  await typeBank()
  await submit()
  expect(await screen.findByText('We don’t know yet if your details arrived')).toBeVisible()
  portal.isListDown = false
  await press('Complete verification')
  expect(await isVerified()).toBeVisible()
  neverFailed()
})
