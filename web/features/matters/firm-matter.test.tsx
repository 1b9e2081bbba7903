// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts.ts'
import { progressOfStages } from '#contract/matter-stages.ts'
import { type FirmMatterFile, matters } from '#contract/matters.ts'
import { firmMatterPage, firmMatterPath } from '#contract/pages.ts'
import { TaskId } from '#contract/tasks.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmMatterPage } from './firm-matter-page.tsx'
import { matterOf } from './testing.ts'

const priya = { id: UserId.parse(idOf(70)), name: 'Priya Raman' }
const task = { id: TaskId.parse(idOf(71)), title: 'Upload proof of funds' }
const fileOf = (facts: Partial<FirmMatterFile> = {}): FirmMatterFile => ({
  ...matterOf(1, { type: 'Purchase', stages: progressOfStages('Purchase', []) }),
  client: { id: UserId.parse(idOf(50)), name: 'Amara Okafor' },
  events: [],
  facts: {
    type: 'Purchase',
    feeEarnerId: null,
    supervisorId: null,
    value: null,
    dates: [],
    scope: 'undecided',
    scopeReason: '',
    costsEstimate: null,
    costsSoFar: null,
  },
  notes: [],
  openTasks: [task],
  staff: [priya],
  ...facts,
})

const open = (start = fileOf()) => {
  const state = { file: start }
  const asked: Record<string, unknown>[] = []
  const told = (input: Record<string, unknown>) => {
    asked.push(input)
    return { ...matterOf(1), client: state.file.client }
  }
  const page = (
    <Routes>
      <Route path={firmMatterPage} element={<FirmMatterPage />} />
    </Routes>
  )
  const answers = [
    answer(matters.firmOne, () => state.file),
    answer(matters.setStage, (input) => {
      const moves = [{ stage: input.stage, at: new Date('2026-11-09T10:00:00Z'), words: input.words || null }]
      state.file = { ...state.file, stages: progressOfStages('Purchase', moves) }
      return told(input)
    }),
    answer(matters.undoStage, (input) => {
      state.file = start
      return told(input)
    }),
    answer(matters.saveFacts, told),
    answer(matters.move, told),
    answer(matters.addInternalNote, ({ words }) => {
      const note = { id: idOf(80) as FirmMatterFile['notes'][0]['id'], at: new Date(), by: priya.name, words }
      state.file = { ...state.file, notes: [note] }
      return note
    }),
  ]
  show(page, answers, { at: firmMatterPath(start.id) })
  return { user: userEvent.setup(), asked }
}

test('one press moves a matter to its next stage, and another one takes that back', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Move to Identity and funds' }))
  expect(
    await screen.findByText('Now at: Identity and funds. Your client will be told shortly.'),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Move to Contract pack' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Move to Identity and funds' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
})

test('any stage can be chosen, with words for the client', async () => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('button', { name: 'Choose a stage' }))
  await user.selectOptions(screen.getByRole('combobox', { name: /^Stage/ }), 'Searches')
  await user.type(screen.getByLabelText(/^What your client is told/), 'waiting for the water company')
  await user.click(screen.getByRole('button', { name: 'Set stage' }))
  expect(await screen.findByText(/^waiting for the water company · usually 10 working days/)).toBeVisible()
  expect(asked).toMatchObject([{ stage: 'searches', words: 'waiting for the water company' }])
})

test('the details are edited in one dialog: money in pounds, dates with whether the client sees them', async () => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  await user.selectOptions(screen.getByLabelText('Fee earner'), 'Priya Raman')
  await user.type(screen.getByLabelText(/^Value/), '385,000')
  await user.type(screen.getByLabelText(/^Estimate of our costs/), '1740.5')
  await user.click(screen.getByRole('button', { name: 'Add a date' }))
  await user.selectOptions(screen.getByLabelText('Which date'), 'Another date')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Please say what this date is')).toBeVisible()
  await user.type(screen.getByLabelText(/^What it is/), 'Mortgage offer ends')
  await user.type(screen.getByLabelText('Day'), '18')
  await user.type(screen.getByLabelText('Month'), '12')
  await user.type(screen.getByLabelText('Year'), '2026')
  await user.click(screen.getByLabelText('Your client sees this date'))
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Details saved')).toBeInTheDocument()
  expect(asked).toMatchObject([
    {
      feeEarnerId: priya.id,
      value: 38_500_000,
      costsEstimate: 174_050,
      costsSoFar: null,
      dates: [{ kind: 'own', words: 'Mortgage offer ends', on: '2026-12-18', isShared: false }],
    },
  ])
})

test('what is no amount is not saved', async () => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  await user.type(screen.getByLabelText(/^Value/), 'a lot')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Please enter an amount in pounds, such as 1,450.00')).toBeVisible()
  expect(asked).toEqual([])
})

test('a step of the client’s can lead to one of their tasks', async () => {
  const { user, asked } = open()
  await user.click(await screen.findByRole('button', { name: 'Set next step' }))
  await user.click(screen.getByLabelText('The client'))
  await user.type(screen.getByLabelText(/^Next step/), 'Show us where the deposit comes from')
  await user.selectOptions(screen.getByLabelText(/^Task/), task.title)
  await user.click(screen.getByRole('button', { name: 'Set next step' }))
  await screen.findByText('Set next step: done')
  expect(asked).toMatchObject([{ whose: 'client', taskId: task.id }])
})

test('an internal note is added, and the field is empty again', async () => {
  const { user } = open()
  await user.type(await screen.findByLabelText('New internal note'), 'Ask about the gift.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  const notes = within(await screen.findByRole('list', { name: 'Internal notes' }))
  expect(notes.getByText('Ask about the gift.')).toBeVisible()
  expect(screen.getByLabelText('New internal note')).toHaveValue('')
})
