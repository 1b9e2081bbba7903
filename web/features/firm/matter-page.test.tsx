// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { type MatterTask, matterTabs } from '#contract/firm/matter-tabs.ts'
import { type AnswersOfClient, forms } from '#contract/forms/forms.ts'
import { guests } from '#contract/guests.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { firmMatterPage, firmMatterPath } from '#contract/kit/pages.ts'
import { matters } from '#contract/matters/matters.ts'
import { type MatterName, matterParties } from '#contract/matters/parties.ts'
import { PartyId, PersonId } from '#contract/matters/party.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { noQueueFacts, type QueueItem, queue } from '#contract/queue.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { emptySummary, firmFileOf, firmMatterOf } from '#web/features/matters/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { FirmMatterPage } from './matter-page.tsx'

const amara = { id: UserId.parse(idOf(50)), firstName: 'Amara', lastName: 'Okafor', role: 'client' as const }
const kofi = {
  id: UserId.parse(idOf(51)),
  firstName: 'Kofi',
  lastName: 'Mensah',
  role: 'joint_client' as const,
}
const esi = { id: UserId.parse(idOf(52)), firstName: 'Esi', lastName: 'Mensah', role: 'executor' as const }
const matterTask = (n: number, facts: Partial<MatterTask>): MatterTask => ({
  ...taskOf(n),
  clientId: kofi.id,
  isOfCase: true,
  isStep: false,
  isHeldByClosing: false,
  ...facts,
})

/** A document in the queue for this case. */
const waitingFor = ({ id, reference, title }: MatterName): QueueItem => ({
  ...noQueueFacts,
  kind: 'document',
  id: idOf(90),
  client: { id: kofi.id, name: 'Kofi Mensah' },
  title: 'Proof of address',
  filename: 'bill.pdf',
  matters: [{ id, reference, title }],
  since: new Date('2026-11-05T10:00:00Z'),
  isYours: true,
})

const invitedAt = new Date('2026-11-03T09:00:00Z')

const giver = { name: 'May Jones', dateOfBirth: '', email: 'may@example.com', phone: '' }
const request = { hint: '', offers: [], isRequired: true, shownWhen: null }
const answersOfClient: AnswersOfClient = {
  mergedFrom: null,
  taskId: taskOf(60).id,
  form: 'firm_form',
  version: 1,
  formData: { givers: [{ giver }] },
  questions: {
    sections: [
      {
        title: 'The money',
        fields: [
          {
            ...request,
            key: 'givers',
            kind: 'group',
            label: 'Who is giving you money?',
            fields: [{ ...request, key: 'giver', kind: 'person', label: 'Who they are' }],
          },
        ],
      },
    ],
  },
  submittedAt: new Date('2026-11-05T10:00:00Z'),
  isAccepted: false,
  earlier: [],
}

const Back = () => {
  const go = useNavigate()
  return (
    <button type="button" onClick={() => void go(-1)}>
      Back
    </button>
  )
}

const open = (tab = '', own: Parameters<typeof show>[1] = []) => {
  const requests: Record<string, unknown>[] = []
  const file = firmFileOf(1)
  const state = { file }
  const summary = () => firmMatterOf(1)
  const page = (
    <>
      <Back />
      <Routes>
        <Route path={firmMatterPage} element={<FirmMatterPage />} />
      </Routes>
    </>
  )
  const answers = [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matters.firmOne, () => state.file),
    answer(matters.setStage, summary),
    answer(matters.firmClose, () => {
      state.file = { ...file, status: 'closed', move: null, closedAt: new Date('2026-11-20T09:00:00Z') }
      return summary()
    }),
    answer(compliance.risk, () => ({ marks: [] })),
    answer(guests.list, () => []),
    answer(matterParties.people, () => []),
    answer(matters.clients, () => []),
    answer(forms.ofClient, () => [answersOfClient]),
    answer(matterParties.add, ({ id: _, personId = idOf(81), clientId = null, ...party }) => {
      requests.push(party)
      return { ...party, id: PartyId.parse(idOf(80)), personId: PersonId.parse(personId), clientId }
    }),
    answer(jointClients.firmList, () => []),
    answer(organisations.list, () => []),
    answer(matterTemplates.one, () => ({ version: 1, steps: [], newer: null })),
    answer(matterTabs.summary, () => ({
      people: [
        { ...amara, email: 'amara@example.com', isGuest: false, invitedAt: null, canSignIn: true },
        { ...kofi, email: 'kofi@example.com', isGuest: false, invitedAt, canSignIn: false },
      ],
      hidden: [esi],
      isPartShown: false,
      counts: { ...emptySummary.counts, tasks: 3 },
    })),
    answer(queue.list, ({ state, matterId }) => {
      const items = state === 'waiting' && matterId === file.id ? [waitingFor(file)] : []
      return { total: items.length, items }
    }),
    answer(matterTabs.tasks, () => [
      matterTask(60, { title: 'Upload proof of funds', isStep: true, isHeldByClosing: true }),
      matterTask(61, { title: 'Lease of the garage', isHeldByClosing: true }),
      matterTask(62, { title: 'Client Questionnaire', clientId: amara.id, isOfCase: false }),
    ]),
    answer(matterTabs.requestDocument, (input) => {
      requests.push(input)
      return taskOf(70, { title: input.title })
    }),
  ]
  show(page, [...own, ...answers], { at: `${firmMatterPath(file.id)}${tab}` })
  return { user: userEvent.setup(), requests }
}

test('each tab of a case has an address: a link opens it, and going back leads to the one before', async () => {
  const { user } = open('?tab=tasks')
  expect(await screen.findByRole('tab', { name: /^Tasks/ })).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('tab', { name: /^People/ }))
  expect(await screen.findByRole('heading', { name: 'Parties' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByRole('tab', { name: /^Tasks/ })).toHaveAttribute('aria-selected', 'true')
})

test('closing a case names how many of its tasks are open and for whom, and what happens to them', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('2 tasks of this case are still open: Kofi Mensah (2)')).toBeVisible()
  expect(screen.getByText(/^Closing puts them on hold: nothing can be sent for them/)).toBeVisible()
  expect(await screen.findByText('1 item in your queue is for this case')).toBeVisible()
  expect(
    screen.getByText(/“Kofi Mensah: Proof of address”. It stays there until you decide it/),
  ).toBeVisible()
})

test('closing a case counts what waits in a long queue, and what is snoozed', async () => {
  const items = [waitingFor(firmFileOf(1))]
  const listed = answer(queue.list, ({ state }) => ({ total: state === 'waiting' ? 60 : 2, items }))
  const { user } = open('', [listed])
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('62 items in your queue are for this case (2 snoozed)')).toBeVisible()
  expect(screen.getByText(/, and 60 more\. They stay there until you decide them/)).toBeVisible()
})

test('closing a case with a fee that nobody has paid says to close it later if the fee is owed', async () => {
  const fees = [60, 61].map((n) =>
    matterTask(n, { title: 'Pay search fees', kind: 'payment', isHeldByClosing: true }),
  )
  const { user } = open('', [answer(matterTabs.tasks, () => fees)])
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  const words = await screen.findByText(/^Closing puts them on hold/)
  expect(words).toHaveTextContent('If “Pay search fees” is still owed, close the case later.')
  expect(words).not.toHaveTextContent('another open case')
})

test('closing a case says which of its tasks stay due, and that the others are on hold', async () => {
  const both = [
    matterTask(60, { title: 'Read our letter', isHeldByClosing: true }),
    matterTask(61, { title: 'Verify your identity' }),
  ]
  const { user } = open('', [answer(matterTabs.tasks, () => both)])
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  expect(await screen.findByText(/^Closing puts 1 of them on hold/)).toHaveTextContent(
    'it is due again if the case is reopened. “Verify your identity” stays due: another open case asks for it',
  )
})

test('the money of a closed case says of a fee that it is on hold', async () => {
  const fee = {
    title: 'Pay search fees',
    kind: 'payment',
    category: 'payments',
    dueOn: '2026-11-20',
  } as const
  const closed = { ...firmFileOf(1), status: 'closed' as const, move: null }
  open('?tab=money', [
    answer(matters.firmOne, () => closed),
    answer(matterTabs.payments, () => []),
    answer(matterTabs.tasks, () => [matterTask(60, { ...fee, isHeldByClosing: true })]),
  ])
  expect(await screen.findByText('Kofi Mensah · on hold while the case is closed')).toBeVisible()
})

test('closing a case with a fee that is being paid says that it stays due', async () => {
  const fee = matterTask(60, { title: 'Pay search fees', kind: 'payment' })
  const { user } = open('', [answer(matterTabs.tasks, () => [fee])])
  await user.click(await screen.findByRole('button', { name: 'Close case' }))
  expect(await screen.findByText(/^“Pay search fees” stays due: .*, or the payment has begun/)).toBeVisible()
  expect(screen.queryByText(/on hold/)).not.toBeInTheDocument()
})

test('a closed case says so, and no longer offers to take back the stage that was just set', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Move to / }))
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close case' }))
  await user.click(screen.getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('Case closed')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument())
})

test('a closed case of which nothing was asked by hand does not point at a button that it lacks', async () => {
  const { user } = open('?tab=tasks', [answer(matterTabs.tasks, () => [])])
  const point = /“Ask for a document” is at the top of this page/
  expect(await screen.findByText(point)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close case' }))
  await user.click(screen.getByRole('button', { name: 'Close case' }))
  expect(await screen.findByText('Case closed')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(point)).not.toBeInTheDocument())
  expect(screen.queryByRole('button', { name: 'Ask for a document' })).not.toBeInTheDocument()
})

test('the tasks of a case say whose they are, and what is for no case is apart', async () => {
  open('?tab=tasks')
  const question = within(await screen.findByRole('region', { name: 'Asked for by hand' }))
  expect(question.getByRole('link', { name: 'Lease of the garage' })).toHaveAttribute(
    'href',
    `/firm/clients/${kofi.id}?task=${idOf(61)}`,
  )
  expect(question.getByText('Kofi Mensah')).toBeVisible()
  expect(question.queryByText('Upload proof of funds')).not.toBeInTheDocument()
  expect(
    within(screen.getByRole('region', { name: 'Not for one case' })).getByText('Client Questionnaire'),
  ).toBeVisible()
  expect(screen.getByRole('tab', { name: 'Tasks 3' })).toBeInTheDocument()
  expect(screen.getByText('You can’t open the file of Esi Mensah')).toBeVisible()
})

test('any party is asked for a document from the page of the case: two presses and its name', async () => {
  const { user, requests } = open()
  await user.click(await screen.findByRole('button', { name: 'Ask for a document' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Ask Amara' })).toBeVisible()
  await user.click(dialog.getByLabelText('Kofi Mensah (joint client)'))
  await user.type(dialog.getByLabelText(/^Which document/), 'Lease of the garage')
  await user.click(dialog.getByRole('button', { name: 'Ask Kofi' }))
  expect(await screen.findByText('Kofi has been asked for: Lease of the garage')).toBeInTheDocument()
  expect(requests).toMatchObject([{ clientId: kofi.id, title: 'Lease of the garage', dueOn: null }])
})

test('someone whom the client has named in their answers is added without typing their email again', async () => {
  const { user, requests } = open('?tab=people')
  await user.click(await screen.findByRole('button', { name: 'Add party' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByLabelText(/^Role/), 'Giver of funds')
  await user.click(await dialog.findByRole('button', { name: 'May Jones' }))
  expect(dialog.getByLabelText(/^Email/)).toHaveValue('may@example.com')
  await user.click(dialog.getByRole('button', { name: 'Add party' }))
  await waitFor(() =>
    expect(requests).toMatchObject([{ name: 'May Jones', email: 'may@example.com', role: 'giver_of_funds' }]),
  )
})
