// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { Problem } from '#contract/kit/problem.ts'
import { matters } from '#contract/matters/matters.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { matterOf } from '#web/features/matters/testing.ts'
import { requestOf } from '#web/features/signatures/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { DashboardPage } from './page.tsx'
import { activityOf, ana, done, newAna, portalOf, someTasks, taskIn } from './testing.ts'

const section = (name: string) => screen.findByRole('region', { name })
const card = (within_: HTMLElement, title: string) =>
  within(within_).getByRole('heading', { level: 3, name: title }).closest('.rounded-xl') as HTMLElement

test('a returning client is welcomed back, with how far they are and how long the rest takes', async () => {
  show(<DashboardPage />, portalOf(ana))
  expect(await screen.findByText('Tasks completed: 2/6')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Welcome back Ana' })).toBeInTheDocument()
  expect(screen.getByText("Let's continue your onboarding")).toBeInTheDocument()
  expect(screen.getByText('33% complete')).toBeInTheDocument()
  expect(screen.getByText('Time to completion: ~20 min')).toBeInTheDocument()
})

describe('the groups', () => {
  test('stand under Next Up, Incomplete and Completed, each with its count and marked tasks', async () => {
    const list = someTasks().filter(({ title }) => title !== 'Upload proof of address')
    show(<DashboardPage />, portalOf(ana, { list }))
    const next = card(await section('Next Up'), 'Forms')
    expect(within(next).getByText('1 of 2 completed')).toBeInTheDocument()
    await userEvent.click(within(next).getByRole('button', { name: '1 done' }))
    const markers = within(next)
      .getAllByRole('listitem')
      .map((row) => within(row).getByText(/^(Done|To do)$/).textContent)
    expect(markers).toEqual(['To do', 'Done'])
    const later = await section('Incomplete')
    expect(within(later).getAllByText(/Please complete the previous tasks first\./)).toHaveLength(1)
    for (const title of ['Payments', 'ID & Bank Verification'])
      expect(card(later, title).textContent).not.toContain('previous tasks')
    const completed = await section('Completed')
    expect(within(completed).queryByText('Documents & Signatures')).not.toBeInTheDocument()
    await userEvent.click(within(completed).getByRole('button', { name: '1 done' }))
    expect(card(completed, 'Documents & Signatures').textContent).toContain('1 of 1 completed')
  })

  test('say where nothing is asked', async () => {
    show(<DashboardPage />, portalOf(ana, { list: [taskIn('forms', 'Client Questionnaire')] }))
    const later = await section('Incomplete')
    expect(card(later, 'Payments').textContent).toContain('No tasks available in this category.')
    expect(later.textContent).not.toContain('Please complete the previous tasks first.')
  })
})

describe('Continue', () => {
  test('opens the first open task of the group that is next', async () => {
    const list = [
      taskIn('legal_services', 'Read our letter', done),
      taskIn('legal_services', 'Sign our letter'),
    ]
    show(<DashboardPage />, portalOf(ana, { list }))
    await userEvent.click(within(await section('Next Up')).getByRole('button', { name: 'Continue' }))
    expect(await screen.findByRole('dialog', { name: 'Sign our letter' })).toBeInTheDocument()
  })

  test('leads to its own page where an identity or bank account is to be verified', async () => {
    const list = [
      taskIn('forms', 'Client Questionnaire', done),
      taskIn('verification', 'Verify your identity'),
    ]
    show(<DashboardPage />, portalOf(ana, { list }))
    const link = within(await section('Next Up')).getByRole('link', { name: 'Continue' })
    expect(link).toHaveAttribute('href', '/id-verification')
  })
})

test('a returning client too finds first what to do next', async () => {
  show(<DashboardPage />, portalOf(ana))
  const next = await screen.findByRole('region', { name: 'Do this next' })
  expect(within(next).getByText('Risk Assessment')).toBeInTheDocument()
  expect(within(next).getByRole('button', { name: 'Carry on' })).toBeInTheDocument()
  const [first] = screen.getAllByRole('heading', { level: 2 })
  expect(first?.textContent).toBe('Do this next')
})

test('once everything is done the client is thanked, and told what is still being looked at', async () => {
  const list = [
    taskIn('forms', 'Client Questionnaire', done),
    taskIn('verification', 'Verify your identity', { ...done, outcome: 'review' }),
  ]
  show(<DashboardPage />, portalOf(newAna, { list }))
  expect(await screen.findByRole('heading', { name: 'All done. Thank you, Ana.' })).toBeInTheDocument()
  expect(screen.getByText(/1 task is in review/)).toBeInTheDocument()
  const completed = await section('Completed')
  await userEvent.click(within(completed).getByRole('button', { name: '2 done' }))
  expect(within(completed).getByText('Client Questionnaire')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Do this next' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Next Up' })).not.toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Incomplete' })).not.toBeInTheDocument()
})

test('a client with a document to sign, or a case that waits for them, is led there, not told that all is done', async () => {
  const list = [taskIn('forms', 'Client Questionnaire', done)]
  show(<DashboardPage />, [
    answer(signatures.requests, () => [requestOf(1)]),
    answer(matters.list, () => [
      matterOf(1, { title: 'Sale of 9 Mill Lane', move: null }),
      matterOf(2, { title: 'Purchase of 4 Elm Road' }),
    ]),
    ...portalOf(newAna, { list }),
  ])
  const link = await screen.findByRole('link', { name: 'a document to sign' })
  expect(link).toHaveAttribute('href', `/signatures?sign=${requestOf(1).id}`)
  expect(link.closest('p')).toHaveTextContent(
    /^You still have a document to sign\. In Purchase of 4 Elm Road, the next step is yours: “Send us your payslips”\./,
  )
  const ownCase = screen.getByRole('link', { name: 'Purchase of 4 Elm Road' })
  expect(ownCase).toHaveAttribute('href', `/cases?case=${matterOf(2).id}`)
  expect(screen.getByRole('heading', { name: 'Your tasks are done. Thank you, Ana.' })).toBeVisible()
  expect(screen.queryByText(/All done|nothing you need to do|Mill Lane/)).not.toBeInTheDocument()
})

describe('while it loads, and when it cannot', () => {
  const portal = (list: () => Task[] | Promise<Task[]>, lately: () => never[] = () => []) => [
    answer(accounts.current, () => ana),
    answer(tasks.list, list),
    answer(activities.list, lately),
  ]
  const unavailable = (): never => {
    throw new Problem('unavailable', 'The portal is busy.')
  }

  test('a client reads that their dashboard is loading', async () => {
    const never = new Promise<Task[]>(() => {})
    show(
      <DashboardPage />,
      portal(() => never),
    )
    expect(await screen.findByText('Loading your dashboard...')).toBeInTheDocument()
  })

  test('a failure is told, and trying again brings the tasks', async () => {
    let isBusy = true
    show(
      <DashboardPage />,
      portal(() => (isBusy ? unavailable() : someTasks())),
    )
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Error loading data. Please try again later.',
    )
    isBusy = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Tasks completed: 2/6')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('tasks are there even where the activities cannot be had', async () => {
    show(<DashboardPage />, portal(someTasks, unavailable))
    expect(await screen.findByText('Tasks completed: 2/6')).toBeInTheDocument()
    expect(screen.getByRole('alert').textContent).toContain('Error loading data. Please try again later.')
  })
})

describe('the grouped progress view', () => {
  // The toasts and the card of the next task are regions too, but not groups.
  const sections = () =>
    screen
      .getAllByRole('region')
      .filter(
        (region) => region.tagName === 'SECTION' && region.getAttribute('aria-label') !== 'Do this next',
      )
  const choose = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  test('shows six groups with their state, the first two open', async () => {
    show(<DashboardPage />, portalOf(ana))
    await choose('Grouped view')
    const groups = sections().map((group) => ({
      title: group.getAttribute('aria-label'),
      isOpen: within(group).queryAllByRole('button', { expanded: true }).length === 1,
      state: within(group).queryAllByText(/^(Completed|Next Up|Incomplete)$/)[0]?.textContent,
    }))
    expect(groups).toEqual([
      { title: 'Forms', isOpen: true, state: 'Next Up' },
      { title: 'Documents & Signatures', isOpen: true, state: 'Incomplete' },
      { title: 'Payments', isOpen: false, state: 'Incomplete' },
      { title: 'ID & Bank Verification', isOpen: false, state: 'Incomplete' },
      { title: 'Risk Assessment Questionnaire', isOpen: false, state: undefined },
      { title: 'Legal Services', isOpen: false, state: undefined },
    ])
    expect(screen.getByText('Estimated remaining time: ~20 min')).toBeInTheDocument()
  })

  test('is remembered on the next visit, and left the way it was entered', async () => {
    const first = show(<DashboardPage />, portalOf(ana, { lately: [activityOf('Signed', 5)] }))
    await choose('Grouped view')
    first.unmount()
    show(<DashboardPage />, portalOf(newAna))
    await choose('Back to overview')
    expect((await section('Payments')).textContent).toContain('Pay search fees')
    await waitFor(() => expect(screen.queryByText('Next Up')).not.toBeInTheDocument())
  })
})
