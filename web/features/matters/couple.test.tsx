// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { MatterHeader, MatterOverview, MatterPeople } from './dialog.tsx'
import { firmFileOf, firmMatterOf } from './testing.ts'

const tasks = { completed: 0, total: 1 }
const couple: FirmMatterFile['clients'] = [
  { name: 'Ana Bell', isYou: false, tasks },
  { name: 'Tom Bell', isYou: false, tasks },
]

function open(clients: FirmMatterFile['clients']) {
  const { facts, move } = firmFileOf(1)
  const completion = { kind: 'completion', words: '', on: '2026-12-18', isShared: false } as const
  const at = new Date('2026-11-09T10:00:00Z')
  const file = firmFileOf(1, {
    clients,
    move,
    stages: progressOfStages('Purchase', [{ stage: 'completion', at, words: null }]),
    facts: { ...facts, dates: [completion] },
  })
  show(
    <>
      <MatterHeader file={file} />
      <MatterOverview file={file} />
      <MatterPeople file={file} />
    </>,
    [
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(compliance.risk, () => ({ marks: [] })),
      answer(guests.list, () => []),
      answer(jointClients.firmList, () => []),
      answer(organisations.list, () => []),
      answer(matterParties.colleagues, () => ({ inCharge: [], nameable: [] })),
      answer(matterTemplates.types, () => []),
      answer(matterTemplates.one, () => ({ version: null, steps: [], newer: null })),
      answer(matterTemplates.unneeded, () => []),
      answer(matters.setStage, () => firmMatterOf(1)),
    ],
  )
  return userEvent.setup()
}

/** Opens every form of the page one after the other, and returns all sentences about the clients. */
async function readPage(user: ReturnType<typeof userEvent.setup>) {
  const read = () => screen.queryAllByText(/\byour clients?\b/i).map(({ textContent }) => textContent)
  const all = [await screen.findByRole('list', { name: 'Stages' }).then(read)]
  for (const name of ['Set next step', 'Write a note', 'Choose a stage', 'Edit details']) {
    await user.click(screen.getAllByRole('button', { name })[0] as HTMLElement)
    if (name === 'Edit details') await screen.findByLabelText('Day')
    all.push(read())
    if (name !== 'Edit details') await user.click(screen.getByRole('button', { name: 'Cancel' }))
  }
  return all.flat()
}

test('the page of a couple’s case speaks of clients', async () => {
  const sentences = await readPage(open(couple))
  expect(sentences.length).toBeGreaterThan(10)
  expect(sentences.filter((sentence) => /\byour client\b/i.test(sentence))).toEqual([])
  expect(sentences.join('\n')).not.toMatch(/clients (sees|is|doesn’t|gets|has)\b/)
})

test('the page of one client’s case speaks of a client', async () => {
  const sentences = await readPage(open([]))
  expect(sentences.length).toBeGreaterThan(10)
  expect(sentences.filter((sentence) => /\byour clients\b/i.test(sentence))).toEqual([])
  expect(sentences.join('\n')).not.toMatch(/client (see|are|don’t|get|have)\b/)
})
