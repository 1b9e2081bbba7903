// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identity, type Verification } from '#contract/identity/identity.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { answer, show } from '#web/testing.tsx'
import { VerificationTask } from './dialog.tsx'
import { VerificationPage } from './page.tsx'
import { bank, bankTask, button, holdTicks, idTask, pass, press, typeBank, verification } from './testing.ts'

type CompleteInput = Input<typeof identity.complete>
type Given = Output<typeof identity.complete>

const open = (task: Task, complete: (inputs: CompleteInput) => Given['outcome'] = () => 'verified') => {
  const inputs: CompleteInput[] = []
  const done = vi.fn<() => void>()
  show(<VerificationTask task={task} close={() => {}} done={done} />, [
    answer(tasks.list, () => [task]),
    answer(identity.verifications, () => []),
    answer(identity.complete, (input): Given => {
      inputs.push(input)
      const outcome = complete(input)
      return { task: { ...task, status: 'completed', outcome, completedAt: new Date() }, outcome }
    }),
  ])
  return { inputs, done }
}

beforeEach(holdTicks)
afterEach(() => void vi.useRealTimers())
const percent = () => screen.getByRole('progressbar').getAttribute('aria-valuenow')

describe('identity', () => {
  test('a document is chosen, five seconds pass, and the submission tells how it stands', async () => {
    const page = open(idTask, () => 'review')
    expect(screen.queryByLabelText(/^Sort code/)).not.toBeInTheDocument()
    expect(button('Start verification')).toBeDisabled()
    await userEvent.click(screen.getByRole('radio', { name: 'Driving licence' }))
    await press('Start verification')

    screen.getByRole('heading', { name: 'Preparing your details…' })
    expect(percent()).toBe('0')
    await pass(200)
    expect(percent()).toBe('5')
    await pass(4_600)
    screen.getByRole('progressbar')
    expect(page.inputs).toEqual([])
    await pass(200)
    screen.getByRole('heading', { name: 'Your details are ready' })
    await press('Complete verification')

    await screen.findByText("We'll check this", { selector: 'p' })
    expect(page.inputs).toEqual([{ taskId: idTask.id, verificationType: 'id', document: 'driving_license' }])
    expect(page.done).not.toHaveBeenCalled()
    await press('Done')
    expect(page.done).toHaveBeenCalledOnce()
  })
})

test.each([
  ['while the proof of identity is still to be done', { status: 'pending' }, false],
  ['when the portal has none', { status: 'completed', outcome: 'review' }, true],
] as const)(
  '%s, the client reads that there is no document yet and is led to the upload',
  async (...facts) => {
    const [, proof, isAsked] = facts
    const inputs: CompleteInput[] = []
    const { cache } = show(<VerificationTask task={idTask} close={() => {}} done={() => {}} />, [
      answer(tasks.list, () => [idTask, { ...idTask, kind: 'proof_of_identity', ...proof } as Task]),
      answer(identity.complete, (input) => {
        inputs.push(input)
        throw new Problem('unprocessable', 'We have no document from you yet.', {
          reason: 'document_missing',
        })
      }),
    ])
    // The dialog is opened from the list of tasks, so that the page has it by then.
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    await userEvent.click(screen.getByRole('radio', { name: 'Passport' }))
    await press('Start verification')
    if (isAsked) {
      await pass(5_000)
      await press('Complete verification')
    }
    await screen.findByRole('heading', { name: 'We have no document from you yet' })
    const link = screen.getByRole('link', { name: 'Upload your document' })
    expect(link).toHaveAttribute('href', '/id-verification/upload')
    expect(inputs).toHaveLength(isAsked ? 1 : 0)
  },
)

describe('a bank account', () => {
  test('is started only when all four fields are filled, and its sort code is written nn-nn-nn', async () => {
    const page = open(bankTask)
    expect(screen.queryByRole('radio', { name: 'Passport' })).not.toBeInTheDocument()
    await typeBank({ ...bank, bankName: ' ' })
    expect(button('Start verification')).toBeDisabled()
    expect(screen.getByLabelText(/^Sort code/)).toHaveValue('08-99-99')
    await userEvent.type(screen.getByLabelText(/^Bank name/), 'Co-op')
    await press('Start verification')
    await screen.findByRole('progressbar')
    await pass(5_000)
    await press('Complete verification')

    await screen.findByText('Sort code and account number checked', { selector: 'p' })
    expect(page.inputs).toMatchObject([{ verificationType: 'bank', bank: { sortCode: '08-99-99' } }])
  })

  test('with too few digits is told how many there are to be', async () => {
    open(bankTask)
    await typeBank({ ...bank, accountNumber: '123', sortCode: '12' })
    await press('Start verification')
    await screen.findByText('Please enter a valid 8-digit account number')
    screen.getByText('Please enter a valid sort code (e.g., 12-34-56 or 123456)')
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  })

  test('that cannot exist leads back to what was typed, with what to check', async () => {
    const words = 'This sort code and account number do not belong together.'
    open(bankTask, () => {
      throw new Problem('unprocessable', words, {
        fields: { 'bank.accountNumber': 'Please check the account number' },
      })
    })
    await typeBank()
    await press('Start verification')
    await screen.findByRole('progressbar')
    await pass(5_000)
    await press('Complete verification')

    await screen.findByText('Verification failed')
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
    screen.getByText('Please check the account number')
    const number: HTMLInputElement = screen.getByLabelText(/^Account number/)
    expect(number.value).toBe('6637 4958')
    expect(number).toHaveFocus()
    expect(screen.getByLabelText(/^Bank name/)).toHaveValue('Co-op')
  })
})

test('a verification that may be either offers both', async () => {
  open({ ...idTask, kind: 'other' })
  screen.getByRole('radio', { name: 'Passport' })
  await userEvent.click(screen.getByRole('radio', { name: 'Bank account' }))
  expect(screen.getByLabelText(/^Sort code/)).toBeDefined()
})

test('a completed verification shows how it stands and what was not checked', async () => {
  const task: Task = { ...bankTask, status: 'completed', outcome: 'review' }
  show(<VerificationTask task={task} close={() => {}} done={() => {}} />, [
    answer(identity.verifications, () => [verification]),
  ])
  await screen.findByText("We'll check this")
  screen.getByText('Account ending 4958')
  screen.getByText('Not checked with your bank')
  expect(screen.getByText('5 November 2026 at 14:05')).toBeDefined()
})

test('a verification already submitted in another window is not an error: the dialog shows its outcome', async () => {
  const made: Verification[] = []
  show(<VerificationTask task={bankTask} close={() => {}} done={() => {}} />, [
    answer(tasks.list, () => [bankTask]),
    answer(identity.verifications, () => made),
    answer(identity.complete, () => {
      made.push(verification)
      throw new Problem('conflict', "You've already submitted this verification.", {
        reason: 'already_submitted',
      })
    }),
  ])
  await typeBank()
  await press('Start verification')
  await pass(5_000)
  await press('Complete verification')
  await screen.findByText('Account ending 4958')
  expect(screen.queryByText('Verification failed')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Complete verification' })).not.toBeInTheDocument()
})

const page = [answer(identity.faceConsent, () => null)]

test('the verification page leads to the upload of a document', async () => {
  show(<VerificationPage />, [...page, answer(tasks.list, () => [bankTask, idTask])], {
    at: '/id-verification',
  })
  await screen.findByRole('heading', { name: 'Verify Your Identity' })
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/id-verification/upload')
  expect(screen.queryByText('In review')).not.toBeInTheDocument()
})

test('once a proof of identity was sent, the verification page says how it stands and asks for nothing', async () => {
  const proof: Task = { ...idTask, kind: 'proof_of_identity', status: 'completed', outcome: 'review' }
  show(<VerificationPage />, [...page, answer(tasks.list, () => [proof])])
  expect(await screen.findByText('In review')).toBeDefined()
  expect(
    screen.getByText("We have your identity document, so there's nothing to do here."),
  ).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument()
})

test('a client who agreed to the comparison of faces can withdraw consent, and reads what follows', async () => {
  let isGiven = true
  const consent = () => ({ isGiven, at: new Date('2026-11-05T14:05:00Z') })
  show(<VerificationPage />, [
    answer(tasks.list, () => [idTask]),
    answer(identity.faceConsent, consent),
    answer(identity.withdrawFaceConsent, () => {
      isGiven = false
      return consent()
    }),
  ])
  await screen.findByText(/^On 5 November 2026 you agreed/)
  await press('Withdraw consent')
  await screen.findByText(/and we'll delete any comparison made\./)
  expect(isGiven).toBe(true)
  await press('Withdraw consent')
  await screen.findByText(/you said no\. We may check who you are in another way/)
  expect(screen.queryByRole('button', { name: 'Withdraw consent' })).not.toBeInTheDocument()
})
