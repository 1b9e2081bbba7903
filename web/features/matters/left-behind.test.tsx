// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { TaskId } from '#contract/tasks.ts'
import { type MatterStep, matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { StageCard } from './parts/stages/stage-card.tsx'
import { firmFileOf, firmMatterOf } from './testing.ts'

const stepOf = (title: string, neededBy: string, state: MatterStep['state'] = 'open'): MatterStep => ({
  key: title,
  asks: 'signature',
  title,
  roles: ['client'],
  everyone: 'each',
  state,
  waitsFor: null,
  lacksPeople: false,
  needsAccount: false,
  awaitsDate: null,
  neededBy,
  tasks: [],
})
const contract = stepOf('Sign the contract', 'exchange', 'waiting')
const fees = stepOf('Pay search fees', 'report_and_signing')
const bank = stepOf('Verify your bank account', 'completion')
const identity = stepOf('Verify your identity', 'identity_and_funds', 'ended')

/** Opens the stages of a purchase that is about to exchange. The steps may change while the page is open. */
function open(state: { steps: MatterStep[] | Problem }) {
  const sent: string[] = []
  const at = new Date('2026-11-09T10:00:00Z')
  const stages = progressOfStages('Purchase', [{ stage: 'report_and_signing', at, words: null }])
  show(<StageCard file={firmFileOf(1, { stages })} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => {
      if (state.steps instanceof Problem) throw state.steps
      return { version: 1, steps: state.steps, newer: null }
    }),
    answer(matters.setStage, ({ stage }) => {
      sent.push(stage)
      return firmMatterOf(1)
    }),
  ])
  return { user: userEvent.setup(), sent }
}

test('a stage is entered past what is still open only after it was named, and is never blocked', async () => {
  const state = { steps: [identity] as MatterStep[] }
  const { user, sent } = open(state)
  const button = await screen.findByRole('button', { name: 'Move to Exchange' })
  // Another client of the case has been asked for more since the page was opened.
  state.steps = [identity, fees, contract, bank]
  await user.click(button)
  const question = within(await screen.findByRole('alertdialog', { name: 'Move to Exchange?' }))
  expect(question.getByText('Still open: “Sign the contract” and “Pay search fees”.')).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await user.click(button)
  await user.click(await screen.findByRole('button', { name: 'Move anyway' }))
  await waitFor(() => expect(sent).toEqual(['exchange']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a stage is entered at one press where nothing is left behind', async () => {
  const { user, sent } = open({ steps: [identity, bank] })
  await user.click(await screen.findByRole('button', { name: 'Move to Exchange' }))
  await waitFor(() => expect(sent).toEqual(['exchange']))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('the form names what is still open for the stage that is chosen in it', async () => {
  const { user, sent } = open({ steps: [identity, contract, bank] })
  await user.click(await screen.findByRole('button', { name: 'Choose a stage' }))
  expect(screen.queryByText(/^Still open/)).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: /^Stage/ }), 'Completion')
  expect(
    await screen.findByText('Still open: “Verify your bank account” and “Sign the contract”.'),
  ).toBeVisible()
  await user.selectOptions(screen.getByRole('combobox', { name: /^Stage/ }), 'Searches')
  expect(screen.queryByText(/^Still open/)).toBeNull()
  await user.selectOptions(screen.getByRole('combobox', { name: /^Stage/ }), 'Exchange')
  expect(await screen.findByText('Still open: “Sign the contract”.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Set stage' }))
  await waitFor(() => expect(sent).toEqual(['exchange']))
})

test('a step that the firm has yet to decide is said to be in review', async () => {
  const task: MatterStep['tasks'][number] = {
    id: TaskId.parse(idOf(60)),
    clientId: UserId.parse(idOf(50)),
    client: 'Amara Okafor',
    status: 'completed',
    needsAnother: false,
    isInReview: true,
    doneBy: null,
    dueOn: null,
  }
  const { user } = open({ steps: [{ ...identity, tasks: [task] }] })
  await user.click(await screen.findByRole('button', { name: 'Move to Exchange' }))
  expect(await screen.findByText('Still open: “Verify your identity” (in review).')).toBeVisible()
})

test('a stage can be set although its steps cannot be read, which is said', async () => {
  const { user, sent } = open({ steps: new Problem('unavailable', 'We couldn’t reach the portal.') })
  await user.click(await screen.findByRole('button', { name: 'Move to Exchange' }))
  expect(await screen.findByText('We couldn’t check what is still open.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move anyway' }))
  await waitFor(() => expect(sent).toEqual(['exchange']))
})
