// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type FirmMatterFile, type Matter, matters } from '#contract/matters/matters.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MatterHeader, MatterOverview } from './dialog.tsx'
import { useFirmMatterFile } from './hooks.ts'
import { JointClients } from './parts/facts/shared-facts.tsx'
import { firmFileOf, firmMatterOf } from './testing.ts'

const at = new Date('2026-11-09T10:00:00Z')
const start = firmFileOf(1, {
  move: {
    whose: 'third_party',
    thirdParty: 'the seller’s solicitors',
    nextStep: 'Send us the contract pack',
    taskId: null,
    since: at,
  },
})

const Opened = () => {
  const file = useFirmMatterFile(start.id)
  return (
    <>
      <MatterHeader file={file} />
      <MatterOverview file={file} />
    </>
  )
}

/** Opens the page of a case; the portal keeps the stage and the next step that are set. */
function open(facts: Partial<FirmMatterFile> = {}, answered = () => {}) {
  const state = { file: { ...start, ...facts } }
  show(<Opened />, [
    answer(accounts.current, () => personOf({ id: UserId.parse(idOf(90)), role: 'fee_earner' })),
    answer(compliance.risk, () => ({ marks: [] })),
    answer(matterTemplates.one, () => ({ version: null, steps: [], newer: null })),
    answer(matterTemplates.untouched, () => []),
    answer(matters.firmOne, () => state.file),
    answer(matters.setStage, ({ stage }) => {
      answered()
      const stages = progressOfStages('Purchase', [{ stage, at, words: null }])
      state.file = { ...state.file, stages }
      return firmMatterOf(1)
    }),
    answer(matters.undoStage, () => {
      state.file = start
      return firmMatterOf(1)
    }),
    answer(matters.move, ({ whose, nextStep }) => {
      answered()
      const move = {
        whose,
        thirdParty: null,
        nextStep,
        taskId: null,
        since: new Date('2026-11-09T11:00:00Z'),
      }
      state.file = { ...state.file, move }
      return firmMatterOf(1)
    }),
  ])
  return userEvent.setup()
}

/** Collects the Idempotency-Keys of the requests to a path from now on. */
function keysOf(path: string) {
  const keys: (string | null)[] = []
  const answered = fetch
  vi.stubGlobal('fetch', (url: string, options: RequestInit) => {
    if (options.method === 'POST' && url.endsWith(path))
      keys.push(new Headers(options.headers).get('idempotency-key'))
    return answered(url, options)
  })
  return keys
}

test('after a stage is set, the page says which next step the client still reads, and changes it there', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Move to Identity and funds' }))
  const left = within(await screen.findByRole('group', { name: 'Next step after this stage' }))
  expect(
    left.getByText('Your client still reads “With the seller’s solicitors: Send us the contract pack”.'),
  ).toBeVisible()
  await user.click(left.getByRole('button', { name: 'Change the next step' }))
  await user.click(left.getByLabelText('The client'))
  await user.type(left.getByLabelText(/^Next step/), 'Send us your passports')
  await user.click(left.getByRole('button', { name: 'Set next step' }))
  expect((await screen.findAllByText('Send us your passports')).length).toBeGreaterThan(0)
  expect(screen.queryByText(/^Your client still reads/)).not.toBeInTheDocument()
})

test('a next step that is still right is confirmed, and a stage that is undone asks nothing of it', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Move to Identity and funds' }))
  await user.click(await screen.findByRole('button', { name: 'It’s still right' }))
  expect(screen.queryByText(/^Your client still reads/)).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Move to Contract pack' }))
  await screen.findByText(/^Your client still reads/)
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByText(/^Your client still reads/)).not.toBeInTheDocument())
})

test('a stage whose answer was lost is set again under the same key, chosen or pressed', async () => {
  let isLost = true
  const user = open({}, () => {
    isLost = !isLost
    if (!isLost) throw new Problem('unavailable', 'We couldn’t reach the portal.')
  })
  const keys = keysOf('/stage')
  for (const _ of [1, 2])
    await user.click(await screen.findByRole('button', { name: 'Move to Identity and funds' }))
  await screen.findByText(/^Your client still reads/)
  await user.click(screen.getByRole('button', { name: 'Choose a stage' }))
  await user.type(screen.getByLabelText(/^What your client is told/), 'waiting for the council')
  for (const _ of [1, 2]) await user.click(screen.getByRole('button', { name: 'Set stage' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Set stage' })).not.toBeInTheDocument())
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0], expect.stringMatching(/./), keys[2]])
  expect(keys[2]).not.toBe(keys[0])
})

test('a next step whose answer was lost is set again under the same key', async () => {
  let isLost = true
  const user = open({}, () => {
    isLost = !isLost
    if (!isLost) throw new Problem('unavailable', 'We couldn’t reach the portal.')
  })
  const keys = keysOf('/step')
  await user.click(await screen.findByRole('button', { name: 'Set next step' }))
  await user.type(screen.getByLabelText(/^Next step/), 'Read the contract pack')
  const form = within(screen.getByLabelText(/^Next step/).closest('form') ?? document.body)
  for (const _ of [1, 2]) await user.click(form.getByRole('button', { name: 'Set next step' }))
  await screen.findByText('Read the contract pack')
  expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]])
})

test('the header of a closed case names the stage it ended at, and says whether that was the last', async () => {
  const closedAt = (stage: string): Partial<FirmMatterFile> => ({
    status: 'closed',
    move: null,
    stages: progressOfStages('Purchase', [{ stage, at, words: null }], {
      isOver: true,
      isClientsTurn: false,
    }),
  })
  open(closedAt('registration'))
  expect(await screen.findByText('Registration, done')).toBeVisible()
  cleanup()
  open(closedAt('searches'))
  await screen.findAllByText('Searches')
  expect(screen.getByText('Stage').nextElementSibling).toHaveTextContent(/^Searches$/)
})

test('what joint clients have not done of a closed case is no longer left for them', async () => {
  const clients: Matter['clients'] = [
    { name: 'Ana Bell', isYou: true, tasks: { completed: 1, total: 3 } },
    { name: 'Tom Bell', isYou: false, tasks: { completed: 3, total: 3 } },
  ]
  show(<JointClients clients={clients} isOver />, [])
  expect(await screen.findByText('2 tasks not done')).toBeVisible()
  expect(screen.getByText('All tasks done')).toBeVisible()
})
