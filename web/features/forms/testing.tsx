import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { type Answers, type Draft, forms } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { settings } from '#contract/settings.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { FormTask } from './dialog.tsx'

export const user = personOf({ email: 'amara@example.com', phone: '020 7946 0000' })
export const questionnaireTask = taskOf(1, {
  title: 'Client Questionnaire',
  description: 'About you and your case.',
  category: 'forms',
  kind: 'client_questionnaire',
})
export const riskTask: Task = { ...questionnaireTask, title: 'Risk Assessment', kind: 'risk_assessment' }
export const done = (task: Task): Task => ({ ...task, status: 'completed', completedAt: new Date() })

export const noDraft: Draft = { formData: {}, step: 1, savedAt: null }
export const answered = {
  fullName: 'Amara Okafor',
  dob: '1990-04-17',
  occupation: 'Teacher',
  address: 'Flat 2\n12 Garden Street\nLondon\nSW1A 1AA',
  phone: '020 7946 0000',
  email: 'amara@example.com',
  preferredContact: 'email',
  legalMatter: 'property',
  description: 'I am buying my first flat.',
  urgency: 'medium',
}
export const version = (number: number, change: Partial<Answers> = {}): Answers => ({
  taskId: questionnaireTask.id,
  form: 'client_questionnaire',
  version: number,
  formData: answered,
  questions: null,
  submittedAt: new Date('2026-11-05T14:05:00Z'),
  isAccepted: false,
  ...change,
})

interface Server {
  draft?: Draft
  versions?: Answers[]
  complete?: (
    formData: Record<string, unknown>,
    basis: Pick<Input<typeof forms.complete>, 'draftVersion'>,
  ) => Task
  /** Called before a draft is read. */
  read?: () => void | Promise<void>
  /** Called with a draft before it is saved, and with what that is based on. */
  save?: (draft: Omit<Input<typeof forms.saveDraft>, 'id'>) => void | Promise<void>
}

/** Opens the form of a task, with a server that keeps drafts. */
export const open = (task: Task, { draft = noDraft, versions = [], complete, read, save }: Server = {}) => {
  const server = { draft }
  const saved: Pick<Draft, 'formData' | 'step'>[] = []
  const close = vi.fn<() => void>()
  const settled = vi.fn<() => void>()
  const answers = [
    answer(accounts.current, () => user),
    answer(settings.firm, () => firmOf()),
    answer(tasks.list, () => [task]),
    answer(forms.draft, async () => {
      await read?.()
      return server.draft
    }),
    answer(forms.answers, () => versions),
    answer(forms.saveDraft, async ({ id: _, ...typed }) => {
      await save?.(typed)
      const { formData, step } = typed
      const { shared } = server.draft
      const kept = { formData, step, savedAt: new Date(), ...(shared && { shared }) }
      server.draft = { ...server.draft, ...kept }
      saved.push({ formData, step })
      return kept
    }),
    answer(forms.complete, ({ formData, ...basis }) => complete?.(formData, basis) ?? done(task)),
  ]
  const shown = show(<FormTask task={task} close={close} done={settled} />, answers)
  return { ...shown, server, saved, close, done: settled, answers }
}

export const type = async (label: string | RegExp, text: string) => {
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
export const heading = (name: string) => screen.findByRole('heading', { name })

export const fillPersonal = async () => {
  await type('Day', '17')
  await type('Month', '4')
  await type('Year', '1990')
  await type(/^Occupation/, 'Teacher')
}
export const fillContact = async () => {
  await type(/^House number/, '12 Garden Street')
  await type(/^Town/, 'London')
  await type(/^Postcode/, 'sw1a1aa')
}
export const fillMatter = async () => {
  await userEvent.selectOptions(await screen.findByLabelText(/^What do you need/), 'property')
  await type(/^Tell us/, 'I am buying my first flat.')
}

export const reviewed = {
  ...answered,
  address: null,
  addressLine1: '12 Garden Street',
  town: 'London',
  postcode: 'SW1A 1AA',
}
