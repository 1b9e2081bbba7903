// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { type ClientFile, firm } from '#contract/firm/firm.ts'
import { lists, type MatterSummary } from '#contract/firm/lists.ts'
import { type AnswersOfClient, forms } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, idOf } from '#web/testing.tsx'
import { clientId, fileOf, omar, openClientPage, priya, property } from './testing.tsx'

test('the page of a client begins with how they are reached and who works with them', async () => {
  openClientPage(() => fileOf())
  expect(await screen.findByRole('heading', { level: 1, name: 'Amara Okafor' })).toBeInTheDocument()
  const said = [
    'amara@example.com',
    'Not given',
    '4 Elm Road, Leeds, LS1 4DY',
    '4 March 1991',
    'Not finished',
  ]
  for (const words of said) expect(screen.getByText(words)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Messages' })).toHaveAttribute(
    'href',
    `/firm/messages?with=${clientId}`,
  )
  expect(screen.getByText('Responsible')).toBeInTheDocument()
})

test("the answers to one of the firm's own forms are named as the task that asked for them, with the merged record that gave them", async () => {
  const money = {
    ...taskOf(60, { kind: 'firm_form', title: 'Where your money comes from' }),
    isHeld: false,
    matters: [],
  }
  const price = { key: 'price', kind: 'money', label: 'What price have you agreed?', hint: '' } as const
  const field = { ...price, offers: [], isRequired: true, shownWhen: null, fields: [] }
  const answers: AnswersOfClient = {
    taskId: money.id,
    mergedFrom: { name: 'Nell Haley', email: 'nell@example.com' },
    form: 'firm_form',
    version: 1,
    formData: {},
    questions: { sections: [{ title: 'The price', fields: [field] }] },
    submittedAt: new Date('2026-11-05T10:00:00Z'),
    isAccepted: false,
    earlier: [],
  }
  openClientPage(() => fileOf({ tasks: [money] }), {
    more: [answer(forms.ofClient, () => [answers])],
  })
  expect(await screen.findByRole('button', { name: /^Where your money comes from/ })).toBeInTheDocument()
  expect(screen.queryByText('The price')).toBeNull()
  expect(screen.getByText(/^Submitted on/)).toHaveTextContent(
    /, from the record of Nell Haley \(nell@example\.com\), which was merged into this one$/,
  )
})

test("an unknown client, or someone else's, gets the not-found message", async () => {
  openClientPage(() => {
    throw new Problem('not_found', 'There is no such client.')
  })
  expect(await screen.findByText('There is no such client.')).toBeInTheDocument()
})

test.each([
  { role: 'compliance_officer', buttons: [] },
  { role: 'auditor', buttons: [] },
  {
    role: 'fee_earner',
    buttons: [
      'Send invitation for Amara Okafor',
      'Ask for a document',
      'Withdraw the request: Payslips',
      'Accept: Identity of Amara Okafor',
      'Request again: Identity of Amara Okafor',
      'Checked in person: Identity of Amara Okafor',
    ],
  },
] as const)(
  'the page of a client offers $role what the portal lets them do, and nothing else',
  async ({ role, buttons }) => {
    const requested = taskOf(1, { kind: 'requested_document', title: 'Payslips' })
    const submitted = { status: 'completed', completedAt: new Date('2026-11-02T09:00:00Z') } as const
    const unsent = taskOf(3, { kind: 'identity_check', category: 'verification', title: 'Identity too' })
    const check = taskOf(2, {
      kind: 'identity_check',
      category: 'verification',
      title: 'Identity',
      ...submitted,
    })
    const tasks = [requested, check, unsent].map((task) => ({ ...task, isHeld: false, matters: [] }))
    const { cache } = openClientPage(() => fileOf({ canSignIn: false, tasks }), { role })
    expect(await screen.findByText('Payslips')).toBeInTheDocument()
    expect(await screen.findByText('No payments yet')).toBeInTheDocument()
    // Each section has a query of its own.
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    // Everyone may open and close a section.
    const isHeading = (button: HTMLElement) => button.closest('h2') !== null
    const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent
    const offered = screen.queryAllByRole('button').filter((button) => !isHeading(button))
    expect(offered.map(nameOf).toSorted()).toEqual([...buttons].toSorted())
  },
)

test('a task whose case is closed is named as on hold, and is not counted', async () => {
  const done = {
    ...taskOf(1, { title: 'Proof of address', status: 'completed' }),
    isHeld: false,
    matters: [],
  }
  const fee = {
    ...taskOf(2, { title: 'Pay court fees', kind: 'payment', category: 'payments' }),
    isHeld: true,
    matters: [],
  }
  openClientPage(() => fileOf({ tasks: [done, { ...fee, dueOn: '2026-11-20' }] }))
  expect(await screen.findByText(/^On hold while its case is closed/)).toBeInTheDocument()
  expect(screen.getByText('1 of 1 done')).toBeInTheDocument()
  expect(screen.queryByText(/^Asked for by/)).not.toBeInTheDocument()
})

test('the cases of a client are listed, and each leads to its page', async () => {
  const requests: Input<typeof lists.matters>[] = []
  const flat: MatterSummary = {
    id: MatterId.parse(idOf(70)),
    reference: 'HR-2026-00012',
    title: 'Purchase of Flat 4',
    type: 'Purchase',
    status: 'open',
    client: { id: clientId, name: 'Amara Okafor', canOpen: true },
    feeEarner: 'Priya Raman',
    stage: 'Searches',
    move: null,
    nextDate: null,
    createdAt: new Date('2026-11-01T09:00:00Z'),
  }
  const listed = answer(lists.matters, (filter) => {
    requests.push(filter)
    return { rows: [flat], hasMore: false }
  })
  openClientPage(() => fileOf(), { more: [listed] })
  const cases = within(await screen.findByRole('region', { name: 'Cases' }))
  expect(await cases.findByRole('link', { name: 'Purchase of Flat 4' })).toHaveAttribute(
    'href',
    `/firm/cases/${flat.id}`,
  )
  expect(cases.getByText(/HR-2026-00012/)).toHaveTextContent('HR-2026-00012')
  expect(cases.getByText(/Purchase · Searches/)).toBeVisible()
  expect(cases.getByText('Open')).toBeVisible()
  expect(requests).toEqual([{ client: clientId }])
})

describe('the team', () => {
  test('is changed by an administrator alone', async () => {
    openClientPage(() => fileOf(), { role: 'fee_earner' })
    expect(await screen.findByText('Responsible')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument()
  })

  test('gets another who is responsible, and who works with them besides', async () => {
    let file = fileOf()
    const sent: Input<typeof firm.assign>[] = []
    const assign = answer(firm.assign, (input) => {
      sent.push(input)
      file = fileOf({ feeEarnerId: omar.id, team: [omar, priya] })
      return file
    })
    openClientPage(() => file, { more: [assign] })
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Team' }))
    const responsible = await dialog.findByLabelText('Responsible')
    expect(responsible).toHaveValue(priya.id)
    await userEvent.selectOptions(responsible, 'Omar Haddad')
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Priya Raman' }))
    await userEvent.selectOptions(dialog.getByLabelText('Team of the firm'), 'Property')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Team saved')).toBeInTheDocument()
    expect(await screen.findByText('Omar Haddad')).toBeInTheDocument()
    expect(sent).toEqual([{ id: clientId, feeEarnerId: omar.id, memberIds: [priya.id], teamId: property.id }])
  })

  test('is chosen from a long list by name, those who already work with the client first', async () => {
    const others = Array.from({ length: 60 }, (_, n) => ({
      ...omar,
      id: UserId.parse(idOf(100 + n)),
      firstName: 'Colleague',
      lastName: `Number ${n}`,
    }))
    const colleagues = answer(firm.colleagues, () => [priya, ...others, omar])
    openClientPage(() => fileOf({ team: [priya, omar] }), { more: [colleagues] })
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Team' }))
    const search = await dialog.findByRole('searchbox', { name: 'Search people' })
    const [first] = dialog.getAllByRole('checkbox')
    expect(first).toBe(dialog.getByRole('checkbox', { name: 'Omar Haddad' }))
    await userEvent.type(search, 'number 42')
    expect(dialog.getAllByRole('checkbox')).toEqual([
      first,
      dialog.getByRole('checkbox', { name: 'Colleague Number 42' }),
    ])
  })

  test('is left by an administrator who gives the client away, and so is the page of the client', async () => {
    let file: ClientFile | null = fileOf()
    const assign = answer(firm.assign, () => {
      file = null
      return fileOf({ feeEarnerId: omar.id, team: [omar] })
    })
    const found = () => {
      if (!file) throw new Problem('not_found', 'We couldn’t find that client.')
      return file
    }
    openClientPage(found, { more: [assign] })
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Team' }))
    await userEvent.selectOptions(await dialog.findByLabelText('Responsible'), 'Omar Haddad')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('All clients')).toBeInTheDocument()
    expect(screen.getByText('Team saved')).toBeInTheDocument()
  })

  test('that cannot be saved says why, and what was chosen stays', async () => {
    const refuse = answer(firm.assign, () => {
      throw new Problem('unavailable', 'Please try again in a moment.')
    })
    openClientPage(() => fileOf(), { more: [refuse] })
    await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Team' }))
    await userEvent.selectOptions(await dialog.findByLabelText('Responsible'), 'Omar Haddad')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Please try again in a moment.')).toBeInTheDocument()
    expect(dialog.getByLabelText('Responsible')).toHaveValue(omar.id)
  })
})

test('tasks of one title name their cases on the page of a client, and others do not', async () => {
  const caseOf = (n: number) => [
    { id: MatterId.parse(idOf(n)), reference: `HR-2026-${n}`, title: `${n} Mill Lane` },
  ]
  const task = (n: number, title: string) => ({
    ...taskOf(n, { title }),
    isHeld: false,
    matters: caseOf(n),
  })
  const tasks = [task(1, 'Proof of address'), task(2, 'Proof of address'), task(3, 'Source of funds')]
  openClientPage(() => fileOf({ tasks }))
  expect(await screen.findByText('For 1 Mill Lane (HR-2026-1)')).toBeInTheDocument()
  expect(screen.getByText('For 2 Mill Lane (HR-2026-2)')).toBeInTheDocument()
  expect(screen.queryByText(/3 Mill Lane/)).not.toBeInTheDocument()
})
