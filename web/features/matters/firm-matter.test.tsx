// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { TaskId } from '#contract/tasks.ts'
import { matterTemplates, type TypePreview } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { FirmMatterPage } from '#web/features/firm/matter-page.tsx'
import { answer, idOf, show } from '#web/testing.tsx'
import { emptySummary, firmFileOf, firmMatterOf, knownClientOf } from './testing.ts'

const priya = { id: UserId.parse(idOf(70)), name: 'Priya Raman' }
const task = { id: TaskId.parse(idOf(71)), title: 'Upload proof of funds' }
const kofi = UserId.parse(idOf(72))
const bank: Party = {
  id: PartyId.parse(idOf(60)),
  personId: PersonId.parse(idOf(61)),
  role: 'lender',
  kind: 'organisation',
  name: 'Dulwich Building Society',
  email: '',
  phone: '020 7946 0999',
  number: '01234567',
  detail: '',
  clientId: null,
}
const fileOf = (facts: Partial<FirmMatterFile> = {}) => firmFileOf(1, { openTasks: [task], ...facts })

const typePreview: TypePreview = {
  added: [
    { title: 'Prove your identity', roles: ['client', 'joint_client'], onlyIf: null },
    {
      title: 'Tell us about your gift',
      roles: ['giver_of_funds'],
      onlyIf: '“Where does the money come from?” is “A gift”',
    },
  ],
  removed: [{ title: 'Pay for the searches', roles: ['client'], onlyIf: null }],
  kept: 2,
}

const open = (start = fileOf(), tab = 'overview') => {
  const state = { file: start }
  const inputs: Record<string, unknown>[] = []
  const record = (input: Record<string, unknown>) => {
    inputs.push(input)
    return firmMatterOf(1)
  }
  const page = (
    <Routes>
      <Route path={firmMatterPage} element={<FirmMatterPage />} />
    </Routes>
  )
  const answers = [
    answer(compliance.risk, () => ({ marks: [] })),
    answer(matterTabs.summary, () => emptySummary),
    answer(matterTabs.tasks, () => []),
    answer(guests.list, () => []),
    answer(organisations.list, () => []),
    answer(jointClients.firmList, () => []),
    answer(matters.firmOne, () => state.file),
    answer(matterTemplates.one, () => ({ version: null, steps: [], newer: null })),
    answer(matterTemplates.types, () => [
      { name: 'Purchase', steps: 9 },
      { name: 'Lease extension', steps: 4 },
      { name: 'Property', steps: null },
    ]),
    answer(matterTemplates.preview, ({ type }) => (type === 'Property' ? null : typePreview)),
    answer(matters.open, record),
    answer(matters.setStage, (input) => {
      const moves = [{ stage: input.stage, at: new Date('2026-11-09T10:00:00Z'), words: input.words || null }]
      state.file = { ...state.file, stages: progressOfStages('Purchase', moves) }
      return record(input)
    }),
    answer(matters.undoStage, (input) => {
      state.file = start
      return record(input)
    }),
    answer(matterParties.people, () => []),
    answer(matterParties.colleagues, () => ({ inCharge: [priya], nameable: [priya] })),
    answer(forms.ofClient, () => []),
    answer(matters.clients, () => [knownClientOf(kofi, 'Kofi Mensah')]),
    answer(matterParties.add, ({ id: _, personId: __, clientId = null, ...party }) => {
      const added = { ...party, id: bank.id, personId: bank.personId, clientId }
      state.file = { ...state.file, parties: [added] }
      return added
    }),
    answer(matterTemplates.removal, () => ({ signatures: ['Charge deed'], tasks: ['Send the offer'] })),
    answer(matterParties.remove, () => {
      state.file = { ...state.file, parties: [] }
      return undefined
    }),
    answer(matterParties.saveAccess, ({ id: _, ...access }) => {
      state.file = { ...state.file, access, named: access.isRestricted ? [priya.name] : [] }
      return record(access)
    }),
    answer(accounts.current, () => personOf({ id: priya.id, role: 'fee_earner' })),
    answer(matters.saveFacts, record),
    answer(matters.move, record),
    answer(matters.addInternalNote, ({ words }) => {
      const note = { id: idOf(80) as FirmMatterFile['notes'][0]['id'], at: new Date(), by: priya.name, words }
      state.file = { ...state.file, notes: [note] }
      return note
    }),
  ]
  show(page, answers, { at: `${firmMatterPath(start.id)}?tab=${tab}` })
  return { user: userEvent.setup(), inputs }
}

test('one press moves a matter to its next stage, and another takes that back', async () => {
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

test('any stage of a matter can be chosen, with words for the client', async () => {
  const { user, inputs } = open()
  await user.click(await screen.findByRole('button', { name: 'Choose a stage' }))
  await user.selectOptions(screen.getByRole('combobox', { name: /^Stage/ }), 'Searches')
  await user.type(screen.getByLabelText(/^What your client is told/), 'waiting for the water company')
  await user.click(screen.getByRole('button', { name: 'Set stage' }))
  expect(await screen.findByText(/^waiting for the water company · usually 10 working days/)).toBeVisible()
  expect(inputs).toMatchObject([{ stage: 'searches', words: 'waiting for the water company' }])
})

test('the details of a case are edited in one dialog: money in pounds, dates with whether the client sees them', async () => {
  const { user, inputs } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  await user.selectOptions(await screen.findByLabelText('Fee earner'), 'Priya Raman')
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
  expect(inputs).toMatchObject([
    {
      feeEarnerId: priya.id,
      value: 38_500_000,
      costsEstimate: 174_050,
      costsSoFar: null,
      dates: [{ kind: 'own', words: 'Mortgage offer ends', on: '2026-12-18', isShared: false }],
    },
  ])
})

test('an invalid amount in the details of a case is not saved', async () => {
  const { user, inputs } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  await user.type(await screen.findByLabelText(/^Value/), 'a lot')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Please enter an amount in pounds, such as 1,450.00')).toBeVisible()
  expect(inputs).toEqual([])
})

test('a step of the client’s can lead to one of their tasks', async () => {
  const { user, inputs } = open()
  await user.click(await screen.findByRole('button', { name: 'Set next step' }))
  await user.click(screen.getByLabelText('The client'))
  await user.type(screen.getByLabelText(/^Next step/), 'Show us where the deposit comes from')
  await user.selectOptions(screen.getByLabelText(/^Task/), task.title)
  await user.click(screen.getByRole('button', { name: 'Set next step' }))
  await screen.findByText('Next step set')
  expect(inputs).toMatchObject([{ whose: 'client', taskId: task.id }])
})

test('a case that a client asked for is opened as one of the firm’s types, and says what its template adds', async () => {
  const { user, inputs } = open(fileOf({ status: 'pending', type: 'Property', move: null, stages: [] }))
  await user.click(await screen.findByRole('tab', { name: /^Tasks/ }))
  expect(
    await screen.findByText('When the case is opened, the template of its type decides the steps.'),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Open case' }))
  const type = await screen.findByRole('combobox', { name: /^Type/ })
  expect(type).toHaveValue('Property')
  expect(screen.getByText(/There’s no template for this type, so no steps are added\./)).toBeVisible()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  await user.selectOptions(type, 'Lease extension')
  expect(screen.getByText('Its template has 4 steps, which become tasks automatically.')).toBeVisible()
  const template = screen.getByRole('checkbox', { name: /^Use the template for “Lease extension”/ })
  expect(template).toBeChecked()
  await user.click(template)
  await user.type(screen.getByLabelText(/^Next step/), 'We are looking at your lease')
  await user.click(screen.getByRole('button', { name: 'Open case' }))
  await screen.findByText('Case opened')
  expect(inputs).toMatchObject([{ type: 'Lease extension', isByTemplate: false, whose: 'firm' }])
})

test('a case that no template runs says so, and is put on one by choosing a type that has one', async () => {
  const { user, inputs } = open(fileOf({ type: 'Property' }), 'tasks')
  expect(await screen.findByText('This case isn’t run by a template.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Choose another type' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Type/ }), 'Lease extension')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Details saved')).toBeInTheDocument()
  expect(inputs).toMatchObject([{ type: 'Lease extension' }])
})

test('another type says which steps it brings and takes back before it is saved, and leaves the choice', async () => {
  const { user, inputs } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit details' }))
  expect(screen.queryByText(/^What changes from/)).not.toBeInTheDocument()
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Type/ }), 'Lease extension')
  expect(await screen.findByText('What changes from “Purchase” to “Lease extension”')).toBeVisible()
  const added = within(screen.getByRole('list', { name: 'New: 2 steps' }))
  expect(added.getByText(/^Prove your identity/)).toHaveTextContent('for the client and joint client')
  expect(added.getByText(/^Tell us about your gift/)).toHaveTextContent(
    'for the giver of funds, only if “Where does the money come from?” is “A gift”',
  )
  expect(screen.getByText(/^Pay for the searches/)).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: /^Use the template for “Lease extension”/ }))
  expect(screen.getByText('The steps stay as they are.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  expect(await screen.findByText('Details saved')).toBeInTheDocument()
  expect(inputs).toMatchObject([{ type: 'Lease extension', isByTemplate: false }])
})

test('an internal note is added, and the field is empty again', async () => {
  const { user } = open(fileOf(), 'notes')
  await user.type(await screen.findByLabelText('New internal note'), 'Ask about the gift.')
  await user.click(screen.getByRole('button', { name: 'Add note' }))
  const notes = within(await screen.findByRole('list', { name: 'Internal notes' }))
  expect(notes.getByText('Ask about the gift.')).toBeVisible()
  expect(screen.getByLabelText('New internal note')).toHaveValue('')
})

test('a joint client is chosen from the client accounts, and is listed with a link to their page', async () => {
  const { user } = open(fileOf(), 'people')
  await user.click(await screen.findByRole('button', { name: 'Add party' }))
  await user.selectOptions(await screen.findByLabelText(/^Role/), 'Joint client')
  await user.selectOptions(screen.getByLabelText(/^Client account/), 'Kofi Mensah')
  expect(screen.queryByLabelText(/^Name/)).not.toBeInTheDocument()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add party' }))
  const parties = within(await screen.findByRole('list', { name: 'Parties' }))
  expect(await parties.findByRole('link', { name: 'Kofi Mensah' })).toHaveAttribute(
    'href',
    `/firm/clients/${kofi}`,
  )
})

test('a party without a name is not added', async () => {
  const { user } = open(fileOf(), 'people')
  await user.click(await screen.findByRole('button', { name: 'Add party' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Add party' }))
  expect(await screen.findByText('Please enter the name')).toBeVisible()
})

test('a party is removed only after a question that says what follows', async () => {
  const { user } = open(fileOf({ parties: [bank] }), 'people')
  await user.click(await screen.findByRole('button', { name: 'Remove Dulwich Building Society' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this party?' }))
  expect(question.getByText(/no longer be listed as lender/)).toBeVisible()
  expect(await question.findByText(/^“Charge deed” will be withdrawn, and they’ll be told/)).toBeVisible()
  expect(question.getByText(/^“Send the offer” will be taken off their list/)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Dulwich Building Society')).not.toBeInTheDocument())
})

test('a restricted case says who can see it, and the restriction is removed by one press', async () => {
  const { user } = open(fileOf(), 'people')
  await user.click(await screen.findByRole('button', { name: 'Restrict' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText('Priya Raman')).toBeDisabled()
  expect(dialog.getByText(/What the case asks the client for is hidden with it/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Restrict' }))
  expect(
    await screen.findByText(
      'Restricted: only Priya Raman and the compliance officer can open or find this case, and the documents, answers, payments and appointments it asks for. The client’s details, identity checks and messages stay with everyone who works with the client.',
    ),
  ).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove restriction' }))
  expect(await screen.findByText(/^Everyone who works with this client/)).toBeVisible()
})
