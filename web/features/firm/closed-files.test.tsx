// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { clientPath, clientTaskPath, firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { TaskId } from '#contract/tasks.ts'
import { type MatterStep, matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { CasesPage } from '#web/features/lists/cases-page.tsx'
import { emptySummary, firmFileOf } from '#web/features/matters/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmMatterPage } from './matter-page.tsx'

const amara = { id: UserId.parse(idOf(50)), name: 'Amara Okafor' }
const kofi = { id: UserId.parse(idOf(51)), name: 'Kofi Mensah' }
const joint: Party = {
  id: PartyId.parse(idOf(61)),
  personId: PersonId.parse(idOf(62)),
  role: 'joint_client',
  kind: 'person',
  name: kofi.name,
  email: '',
  phone: '',
  number: '',
  detail: '',
  clientId: kofi.id,
}
const move = {
  whose: 'client' as const,
  thirdParty: null,
  nextStep: 'Show us where the money comes from',
  taskId: null,
  since: new Date('2026-11-03T09:00:00Z'),
}
const taskId = TaskId.parse(idOf(63))
const step: MatterStep = {
  key: 'fee',
  asks: 'payment',
  title: 'Pay search fees',
  roles: ['client'],
  everyone: 'each',
  state: 'open',
  waitsFor: null,
  lacksPeople: false,
  needsAccount: false,
  awaitsDate: null,
  neededBy: null,
  tasks: [
    {
      id: taskId,
      clientId: amara.id,
      client: amara.name,
      status: 'pending',
      needsAnother: false,
      isInReview: false,
      doneBy: null,
      dueOn: null,
    },
  ],
}

/** Shows the page of a case, and returns where its tabs with people link to on clients' pages. */
async function linksOf(hiddenIds: UserId[]) {
  const file = firmFileOf(1, {
    client: { ...amara, email: 'amara@example.com' },
    parties: [joint],
    move,
    hiddenIds,
  })
  const answers = [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matters.firmOne, () => file),
    answer(matterTabs.summary, () => emptySummary),
    answer(matterTabs.tasks, () => []),
    answer(compliance.risk, () => ({ marks: [] })),
    answer(guests.list, () => []),
    answer(jointClients.firmList, () => []),
    answer(organisations.list, () => []),
    answer(matterTemplates.one, () => ({ version: 1, steps: [step], newer: null })),
  ]
  const page = (
    <Routes>
      <Route path={firmMatterPage} element={<FirmMatterPage />} />
    </Routes>
  )
  const { cache } = show(page, answers, { at: firmMatterPath(file.id) })
  const found = new Set<string>()
  for (const [tab, name] of [
    [/^Overview/, amara.name],
    [/^People/, kofi.name],
    [/^Tasks/, amara.name],
  ] as const) {
    await userEvent.click(await screen.findByRole('tab', { name: tab }))
    expect((await screen.findAllByText(name)).length).toBeGreaterThan(0)
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    for (const link of document.querySelectorAll(`a[href^='${clientPath('')}']`))
      found.add(link.getAttribute('href') ?? '')
  }
  return { found: [...found].toSorted(), writes: screen.queryByText('Write to Amara Okafor') !== null }
}

const amaras = [clientPath(amara.id), clientTaskPath(amara.id, taskId)]

test.each([
  { who: 'everybody', hiddenIds: [], found: [...amaras, clientPath(kofi.id)], writes: true },
  { who: 'all but the joint client', hiddenIds: [kofi.id], found: amaras, writes: true },
  { who: 'nobody', hiddenIds: [amara.id, kofi.id], found: [], writes: false },
])('a case links to the pages of $who and names the others', async ({ hiddenIds, found, writes }) => {
  expect(await linksOf(hiddenIds)).toEqual({ found, writes })
})

test('the list of cases links to a client’s page only if the user may open it', async () => {
  const { id, reference, title, type, status, createdAt } = firmFileOf(1)
  const facts = { reference, title, type, status, createdAt, feeEarner: null, stage: null }
  const row = { ...facts, move: null, nextDate: null }
  show(<CasesPage />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(lists.people, () => []),
    answer(lists.views, () => []),
    answer(matterTemplates.types, () => []),
    answer(lists.matters, () => ({
      rows: [
        { ...row, id, client: { ...amara, canOpen: false } },
        { ...row, id: firmFileOf(2).id, client: { ...kofi, canOpen: true } },
      ],
      hasMore: false,
    })),
  ])
  expect(await screen.findByRole('link', { name: kofi.name })).toHaveAttribute('href', clientPath(kofi.id))
  expect(screen.getByText(amara.name, { exact: false })).toBeVisible()
  expect(screen.queryByRole('link', { name: amara.name })).toBeNull()
})
