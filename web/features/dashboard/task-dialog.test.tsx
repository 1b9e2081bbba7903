// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation, useNavigate } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { dashboard } from '#contract/dashboard/dashboard.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Payment, payments } from '#contract/payments/payments.ts'
import { settings } from '#contract/settings.ts'
import { TaskId, tasks } from '#contract/tasks.ts'
import { sandbox } from '#web/features/payments/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer, expectTwoLines, show, twoLines } from '#web/testing.tsx'
import { clearNotice } from '#web/ui/feedback/notice.tsx'
import { DashboardPage } from './page.tsx'
import { ana, done, paymentFor, portalOf, someTasks, taskIn } from './testing.ts'

const letter = taskIn('legal_services', 'Read our letter')
const list = [letter, ...someTasks()]
const address = () => screen.getByTestId('address').textContent
const open = async (title: string) => {
  const found = await screen.findAllByText(title)
  const row = found.map((words) => words.closest('li')).find((item) => item !== null) as HTMLElement
  const button = within(row).getByRole('button')
  await userEvent.click(button)
  return button
}

const Browser = () => {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <DashboardPage />
      <output data-testid="address">{pathname + search}</output>
      <button type="button" hidden onClick={() => void navigate(-1)}>
        Back
      </button>
    </>
  )
}
const descriptionOf = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
const goBack = () => act(() => screen.getByText('Back').click())

describe('the dialog of a task', () => {
  test('shows its title and description, and for a task of no known type a way to a person', async () => {
    show(<Browser />, portalOf(ana, { list }))
    await open('Read our letter')
    const dialog = await screen.findByRole('dialog', { name: 'Read our letter' })
    expect(descriptionOf(dialog)).toBe('About Read our letter')
    expect(await within(dialog).findByText('Unknown task type. Please contact support.')).toBeInTheDocument()
    expect(within(dialog).getByText(/Need to talk to someone/)).toBeInTheDocument()
  })

  test('has an address of its own; closing it brings the old one back, and the focus to its button', async () => {
    show(<Browser />, portalOf(ana, { list }))
    const button = await open('Read our letter')
    expect(address()).toBe(`/?task=${letter.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toBe('/')
    await waitFor(() => expect(button).toHaveFocus())
  })

  test('is closed by the back button', async () => {
    show(<Browser />, portalOf(ana, { list }))
    await open('Read our letter')
    goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toBe('/')
  })

  test('opens by its link, and stays on the dashboard when it is closed', async () => {
    show(<Browser />, portalOf(ana, { list }), { at: `/?task=${letter.id}` })
    expect(await screen.findByRole('dialog', { name: 'Read our letter' })).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(address()).toBe('/')
    expect(screen.getByText('Tasks completed: 2/7')).toBeInTheDocument()
  })

  test('of a task that is not there is told, and the dashboard stays', async () => {
    const gone = TaskId.parse('0197a4a0-0000-7000-8000-00000000dead')
    show(<Browser />, portalOf(ana, { list }), { at: `/?task=${gone}` })
    expect(await screen.findByText("We couldn't find that task")).toBeInTheDocument()
    expect(screen.getByText(/the case that it belongs to may be closed/)).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(address()).toBe('/')
  })

  test('of a task that leaves the list while it is open says that it is not due, or no longer needed', async () => {
    let current = list
    openPages('/', {
      user: ana,
      answers: [answer(tasks.list, () => current), answer(activities.list, () => [])],
    })
    await open('Read our letter')
    await screen.findByRole('dialog', { name: 'Read our letter' })
    current = someTasks()
    sendToPages({ type: 'changed', topics: ['tasks'] })
    expect(await screen.findByText('This task isn’t due at the moment')).toBeInTheDocument()
    expect(screen.getByText(/^“Read our letter” has been taken off your list/)).toBeInTheDocument()
    expect(screen.queryByText("We couldn't find that task")).not.toBeInTheDocument()
  })
})

test('the dialog of a fee whose case is closed while it is open does not say that there is nothing to pay ever', async () => {
  const fee = taskIn('payments', 'Pay court fees', { amount: 27_300, currency: 'GBP', kind: 'payment' })
  let current = [...someTasks(), fee]
  openPages('/', {
    user: ana,
    answers: [
      answer(tasks.list, () => current),
      answer(activities.list, () => []),
      answer(payments.processor, () => sandbox),
      answer(payments.list, () => []),
    ],
  })
  await open('Pay court fees')
  await screen.findByRole('dialog', { name: 'Pay court fees' })
  current = someTasks()
  sendToPages({ type: 'changed', topics: ['tasks'] })
  expect(await screen.findByText('This fee isn’t due at the moment')).toBeInTheDocument()
  expect(screen.getByText(/or its case has been closed/)).toBeInTheDocument()
})

test('once a task is done, the keyboard goes on at the next one', async () => {
  const fees = taskIn('payments', 'Pay search fees', { amount: 34_250, currency: 'GBP', kind: 'payment' })
  let isPaid = false
  const after = [fees, taskIn('verification', 'Verify your identity', { kind: 'identity_check' })]
  show(<Browser />, [
    answer(accounts.current, () => ana),
    answer(settings.firm, () => firmOf()),
    answer(tasks.list, () => after.map((task) => (isPaid && task === fees ? { ...task, ...done } : task))),
    answer(activities.list, () => []),
    answer(payments.processor, () => sandbox),
    answer(payments.list, () => (isPaid ? [paymentFor(fees)] : [])),
    answer(payments.pay, () => {
      isPaid = true
      return paymentFor(fees)
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Pay £342.50' }))
  await userEvent.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Pay £342.50' }))
  await screen.findByText('Amount received')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Start now'))
})

test('a completed task is told once and counted, and its receipt stays until the dialog is closed', async () => {
  const fees = taskIn('payments', 'Pay search fees', { amount: 34_250, currency: 'GBP', kind: 'payment' })
  let isPaid = false
  const paid: Payment = paymentFor(fees)
  show(<Browser />, [
    answer(accounts.current, () => ana),
    answer(settings.firm, () => firmOf()),
    answer(tasks.list, () => [isPaid ? { ...fees, ...done, completedAt: new Date() } : fees]),
    answer(activities.list, () => []),
    answer(payments.processor, () => sandbox),
    answer(payments.list, () => (isPaid ? [paid] : [])),
    answer(payments.pay, () => {
      isPaid = true
      return paid
    }),
  ])
  await open('Pay search fees')
  await userEvent.click(await screen.findByRole('radio', { name: 'Apple Pay' }))
  await userEvent.click(screen.getByRole('button', { name: 'Pay £342.50' }))

  expect(await screen.findByText('Amount received')).toBeInTheDocument()
  expect(screen.getByText('Task Completed')).toBeInTheDocument()
  act(clearNotice)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.queryByText('Task Completed')).not.toBeInTheDocument()
  expect(await screen.findByText('Tasks completed: 1/1')).toBeInTheDocument()
  expect(address()).toBe('/')
  // When no task is left, the page is read from its top and not from the middle.
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

describe('starting over', () => {
  const testuser = { ...ana, username: 'testuser' }
  const ask = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Reset Data' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(descriptionOf(dialog)).toBe(
      'Are you sure you want to reset the testuser data? This will delete all documents and reset tasks.',
    )
    return userEvent.click(within(dialog).getByRole('button', { name: 'Reset Data' }))
  }

  test('is offered to the test account alone', async () => {
    show(<DashboardPage />, portalOf(ana))
    await screen.findByText('Tasks completed: 2/6')
    expect(screen.queryByRole('button', { name: 'Reset Data' })).not.toBeInTheDocument()
  })

  test('loads the page anew once it is done, and then says so, once', async () => {
    const reload = vi.fn<() => void>()
    vi.stubGlobal('location', { reload, href: 'http://localhost/' })
    const portal = [
      ...portalOf(testuser),
      answer(dashboard.resetTestUser, () => ({ success: true as const })),
    ]
    const before = show(<DashboardPage />, portal)
    await ask()
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(screen.queryByText('Reset Complete')).not.toBeInTheDocument()
    before.unmount()

    const after = show(<DashboardPage />, portal)
    expect(await screen.findByText('Reset Complete')).toBeInTheDocument()
    after.unmount()
    act(clearNotice)
    show(<DashboardPage />, portal)
    await screen.findByRole('button', { name: 'Reset Data' })
    expect(screen.queryByText('Reset Complete')).not.toBeInTheDocument()
  })

  test.each([
    ['The portal is busy.', 'The portal is busy.'],
    ['', 'Failed to reset testuser data'],
  ])('that fails (%j) is told, and can be tried again', async (message, shown) => {
    const refuse = () => {
      throw new Problem('unavailable', message)
    }
    show(<DashboardPage />, [...portalOf(testuser), answer(dashboard.resetTestUser, refuse)])
    await ask()
    expect(await screen.findByText('Reset Failed')).toBeInTheDocument()
    expect(screen.getByText(shown)).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    await ask()
  })
})

test('the dialog of a task keeps a line break in what the firm asks for', async () => {
  const request = taskIn('legal_services', 'The letter', { description: twoLines })
  show(<Browser />, portalOf(ana, { list: [request] }))
  await open('The letter')
  await screen.findByRole('dialog', { name: 'The letter' })
  await expectTwoLines()
})
