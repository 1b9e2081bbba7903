import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import type { Verification } from '#contract/identity/identity.ts'
import type { Task } from '#contract/tasks.ts'
import { taskOf } from '#web/features/tasks/testing.ts'

export const idTask = taskOf(1, {
  title: 'Verify your identity',
  description: 'Choose which identity document we should check',
  category: 'verification',
  kind: 'identity_check',
})
export const bankTask: Task = { ...idTask, title: 'Verify your bank account', kind: 'bank_check' }
export const bank = {
  accountName: 'A Okafor',
  accountNumber: '66374958',
  sortCode: '089999',
  bankName: 'Co-op',
}

export const verification: Verification = {
  taskId: bankTask.id,
  verificationType: 'bank',
  outcome: 'review',
  document: null,
  account: 'Account ending 4958',
  modulus: 'not_checkable',
  completedAt: new Date('2026-11-05T14:05:00Z'),
}

/** Fakes only the ticks of the progress screen. Everything else waits as in a browser. */
export const holdTicks = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
export const pass = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds))

export const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name })
export const press = (name: string) => userEvent.click(button(name))

export const typeBank = async (account = bank) => {
  await userEvent.type(screen.getByLabelText(/^Account name/), account.accountName)
  await userEvent.type(screen.getByLabelText(/^Sort code/), account.sortCode)
  await userEvent.type(screen.getByLabelText(/^Account number/), account.accountNumber)
  await userEvent.type(screen.getByLabelText(/^Bank name/), account.bankName)
}

/** Goes from filled fields to the screen that submits them, and submits. */
export const submit = async () => {
  await press('Start verification')
  await screen.findByRole('progressbar')
  await pass(5_000)
  await press('Complete verification')
}
