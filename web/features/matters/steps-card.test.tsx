// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { TaskId } from '#contract/tasks.ts'
import { type MatterWorkflow, matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { NobodyInvited, StepsCard } from './parts/stages/steps-card.tsx'
import { firmFileOf } from './testing.ts'

const file = firmFileOf(1)
const { id } = file

const amara = { clientId: UserId.parse(idOf(50)), client: 'Amara Okafor' }
const kofi = { clientId: UserId.parse(idOf(51)), client: 'Kofi Mensah' }

const running: MatterWorkflow = {
  version: 1,
  steps: [
    {
      key: 'fee',
      asks: 'payment',
      title: 'Pay search fees',
      roles: ['client', 'joint_client'],
      everyone: 'any',
      state: 'ended',
      waitsFor: null,
      lacksPeople: false,
      needsAccount: false,
      awaitsDate: null,
      neededBy: null,
      tasks: [
        {
          ...amara,
          id: TaskId.parse(idOf(60)),
          status: 'completed',
          needsAnother: false,
          isInReview: false,
          doneBy: null,
          dueOn: null,
        },
        {
          ...kofi,
          id: TaskId.parse(idOf(61)),
          status: 'completed',
          needsAnother: false,
          isInReview: false,
          doneBy: 'Amara Okafor',
          dueOn: null,
        },
      ],
    },
    {
      key: 'gift',
      asks: 'firm_form',
      title: 'About your gift',
      roles: ['giver_of_funds'],
      everyone: 'each',
      state: 'open',
      waitsFor: null,
      lacksPeople: true,
      needsAccount: false,
      awaitsDate: null,
      neededBy: null,
      tasks: [],
    },
    {
      key: 'check',
      asks: 'identity_check',
      title: 'Verify the giver',
      roles: ['giver_of_funds'],
      everyone: 'each',
      state: 'skipped',
      waitsFor: null,
      lacksPeople: true,
      needsAccount: true,
      awaitsDate: null,
      neededBy: null,
      tasks: [],
    },
  ],
  newer: {
    version: 2,
    note: 'Searches are paid later.',
    differences: {
      added: ['Read our guide'],
      removed: [],
      changed: [{ title: 'Pay search fees', what: ['amount'] }],
    },
  },
}

const open = () => {
  const inputs: unknown[] = []
  show(<StepsCard file={file} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => running),
    answer(matterTemplates.move, (input) => {
      inputs.push(input)
      return { ...running, newer: null }
    }),
  ])
  return inputs
}

test('the steps of a case say who has done what, and who is still to be invited', async () => {
  open()
  const steps = within(await screen.findByRole('list', { name: 'Steps' }))
  const kofis = steps.getByRole('link', { name: 'Kofi Mensah' })
  expect(kofis).toHaveAttribute('href', `/firm/clients/${kofi.clientId}?task=${idOf(61)}`)
  expect(kofis.parentElement).toHaveTextContent('Kofi Mensah: done by Amara Okafor')
  expect(steps.getByText(/No giver of funds has been invited to this case yet/)).toBeVisible()
  expect(steps.getByRole('link', { name: 'Invite them under People' })).toHaveAttribute(
    'href',
    expect.stringContaining('?tab=people'),
  )
  expect(steps.getByText('· shared, once is enough')).toBeVisible()
  expect(
    steps.queryByText('Not needed'),
    'a guest cannot do it, which is another thing',
  ).not.toBeInTheDocument()
  expect(
    steps.getByText(/^The giver of funds is a guest, and a guest can’t do this with a link/),
  ).toBeVisible()
})

test('a step that was sent and waits for the firm is in review, not done', async () => {
  const [step] = running.steps
  const sent = {
    ...amara,
    id: TaskId.parse(idOf(62)),
    status: 'completed',
    needsAnother: false,
    isInReview: true,
    doneBy: null,
    dueOn: null,
  } as const
  const identity = {
    ...step,
    title: 'Verify your identity',
    tasks: [sent],
  } as MatterWorkflow['steps'][number]
  show(<StepsCard file={file} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => ({ ...running, steps: [identity] })),
  ])
  const steps = within(await screen.findByRole('list', { name: 'Steps' }))
  expect(steps.getByRole('link', { name: 'Amara Okafor' }).parentElement).toHaveTextContent(
    'Amara Okafor: in review',
  )
  expect(steps.getByText('In review', { exact: true })).toBeVisible()
  expect(steps.queryByText('Done')).not.toBeInTheDocument()
})

test('the steps of a closed case wait for nobody and are due on no day', async () => {
  const [, gift, check] = running.steps
  const begun = { ...amara, id: TaskId.parse(idOf(62)), status: 'in_progress', needsAnother: false } as const
  const task = { ...begun, isInReview: false, doneBy: null, dueOn: '2026-11-09' }
  const steps = [
    {
      ...gift,
      key: 'letter',
      title: 'Sign the letter',
      roles: ['client'],
      lacksPeople: false,
      tasks: [task],
    },
    { ...gift, key: 'funds', state: 'waiting', waitsFor: '“Sign the letter”' },
    check,
    gift,
  ] as MatterWorkflow['steps']
  const closed = { ...file, status: 'closed', move: null } as const
  show(
    <>
      <NobodyInvited file={closed} />
      <StepsCard file={closed} />
    </>,
    [
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
      answer(matterTemplates.one, () => ({ ...running, steps, newer: null })),
      answer(matterTemplates.unneeded, () => []),
    ],
  )
  const rows = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'Sign the letterNot doneAmara Okafor: started',
    'About your gift · for the giver of fundsNot asked for',
    'Verify the giver · for the giver of fundsNot asked for',
    'About your gift · for the giver of fundsNot done',
  ])
  expect(screen.queryByText(/invited/)).not.toBeInTheDocument()
})

test('a party who is on the case and was not invited yet is named', async () => {
  const aunt: Party = {
    id: PartyId.parse(idOf(80)),
    personId: PersonId.parse(idOf(81)),
    role: 'giver_of_funds',
    kind: 'person',
    name: 'Ines Carvalho',
    email: 'ines@example.com',
    phone: '',
    number: '',
    detail: '',
    clientId: null,
  }
  show(<NobodyInvited file={{ ...file, parties: [aunt] }} />, [answer(matterTemplates.one, () => running)])
  expect(await screen.findByText('Ines Carvalho hasn’t been invited yet')).toBeVisible()
})

test('a case is moved to a newer version after its differences were shown', async () => {
  const inputs = open()
  await userEvent.click(await screen.findByRole('button', { name: 'See what would change' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText('Read our guide')).toBeVisible()
  expect(dialog.getByText('Pay search fees (amount)')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Move the case' }))
  await waitFor(() => expect(inputs).toContainEqual({ id, version: 2 }))
})

test('a case offers to close what each of its clients was asked for before it, and says what was kept', async () => {
  let tasks = [
    { id: TaskId.parse(idOf(70)), title: 'Pay search fees', client: 'Amara Okafor' },
    { id: TaskId.parse(idOf(71)), title: 'Proof of funds', client: 'Kofi Mensah' },
  ]
  const sent: unknown[] = []
  show(<StepsCard file={file} />, [
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterTemplates.one, () => running),
    answer(matterTemplates.unneeded, () => tasks),
    answer(matterTemplates.closeUnneeded, ({ taskIds }) => {
      sent.push(taskIds)
      const [fees, funds] = tasks.splice(0)
      if (!fees || !funds) throw new Error('There is nothing to close')
      tasks = []
      return { closed: [fees], kept: [{ ...funds, why: 'begun' as const }] }
    }),
  ])
  expect(await screen.findByText('2 tasks from before this case aren’t needed for it')).toBeInTheDocument()
  expect(screen.getByText('Kofi Mensah hasn’t started “Proof of funds”.')).toBeInTheDocument()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Close them and tell the clients' }))
  expect(await screen.findByText('“Proof of funds”: Kofi Mensah has started it since.')).toBeInTheDocument()
  expect(sent).toEqual([[idOf(70), idOf(71)]])
  expect(screen.queryByText(/from before this case/)).not.toBeInTheDocument()
})
