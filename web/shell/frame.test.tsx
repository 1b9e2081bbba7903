// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { settings } from '#contract/settings.ts'
import { tasks } from '#contract/tasks.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { conversationOf } from '#web/features/onboarding/testing.tsx'
import { firmOf } from '#web/features/settings/testing.ts'
import { taskOf } from '#web/features/tasks/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { PageFault } from './fault-pages.tsx'
import { openPages } from './testing.tsx'

const fresh = personOf({ isFirstLogin: true })
const sidebar = () => screen.findByRole('navigation', { name: 'Main' })
const welcome = () => screen.findByRole('heading', { name: 'Welcome, Amara' })

// Imports the pages' chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([import('./frame.tsx'), import('#web/features/dashboard/page.tsx')])
})

describe('while onboarding is to be done', () => {
  test('the dashboard and the payments are locked in the navigation, and say why', async () => {
    openPages('/settings', { user: fresh })
    const nav = within(await sidebar())

    const dashboard = await nav.findByRole('button', { name: /Dashboard/ })
    const payments = nav.getByRole('button', { name: /Payments/ })
    expect(dashboard).toHaveAttribute('aria-disabled', 'true')
    expect(describedBy(dashboard)).toBe('Complete onboarding to access dashboard')
    expect(describedBy(payments)).toBe('Complete onboarding to access this feature')
    expect(nav.queryByRole('link', { name: 'Dashboard' })).not.toBeInTheDocument()
    expect(nav.getByRole('link', { name: 'Documents' })).toHaveAttribute('href', '/documents')
    expect(nav.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('aria-current', 'page')

    dashboard.focus()
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: 'Account Settings' })).toBeInTheDocument()
  })

  test('the open pages carry the banner', async () => {
    openPages('/settings', { user: fresh })
    expect(await screen.findByText('Complete verification to access all features')).toBeInTheDocument()
  })

  test.each(['/', '/payments'])('%s leads to the welcome', async (path) => {
    openPages(path, { user: fresh })
    await welcome()
    expect(screen.queryByText('Complete verification to access all features')).not.toBeInTheDocument()
  })

  test.each(['/', '/payments'])('%s leads to the chat once the welcome was passed', async (path) => {
    sessionStorage.setItem('welcome_viewed', 'true')
    openPages(path, { user: fresh, answers: [answer(onboarding.show, () => conversationOf())] })
    expect(await screen.findByRole('heading', { name: 'Verify your identity' })).toBeInTheDocument()
  })
})

describe('once onboarding is over', () => {
  test.each([
    ['a first login with a completed task', { user: fresh, tasks: [taskOf(1, { status: 'completed' })] }],
    ['a later login', { user: personOf(), tasks: [taskOf(1)] }],
  ])('nothing is locked for %s', async (_, { user, tasks: list }) => {
    openPages('/settings', { user, answers: [answer(tasks.list, () => list)] })
    const nav = within(await sidebar())
    await nav.findByRole('link', { name: 'Dashboard' })
    expect(nav.getByRole('link', { name: 'Payments' })).toBeInTheDocument()
    expect(screen.queryByText('Complete verification to access all features')).not.toBeInTheDocument()
  })

  test.each(['/welcome', '/onboarding'])('%s leads to the dashboard', async (path) => {
    openPages(path, { user: personOf() })
    expect(await screen.findByRole('heading', { name: /^Welcome back Amara/ })).toBeInTheDocument()
  })
})

describe('the frame', () => {
  test('shows the account with its initials, its name and its e-mail, both cut at 156 px', async () => {
    openPages('/settings', { user: personOf() })
    const account = within(await screen.findByRole('button', { name: /Amara Okafor/ }))
    expect(account.getByText('AO')).toBeInTheDocument()
    for (const words of ['Amara Okafor', 'amara.okafor@example.com'])
      expect(account.getByText(words).className).toMatch(/max-w-\[156px\] truncate/)
  })

  test('names the firm and the portal, and has the words of the phone', async () => {
    openPages('/settings', { user: personOf() })
    const tabs = within(await screen.findByRole('navigation', { name: 'Tabs' }))
    expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'Workflow',
      'AI chat',
      'Profile',
    ])
    expect(screen.getByText('Law Firm Portal')).toBeInTheDocument()
    expect(screen.getByText('Client Portal')).toBeInTheDocument()
  })

  test('opens the menu of the phone with the person, the pages, and the way out', async () => {
    openPages('/settings', { user: personOf() })
    await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    for (const words of ['AO', 'Amara Okafor', 'amara.okafor@example.com', 'Account Settings', 'Log out'])
      expect(menu.getByText(words)).toBeInTheDocument()
    await userEvent.click(menu.getByRole('link', { name: 'Account Settings' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('carries the firm, its regulator, its four texts and a person on every page', async () => {
    openPages('/settings', { user: personOf() })
    const footer = within(await screen.findByRole('contentinfo'))
    for (const name of ['Complaints', 'Accessibility', 'Privacy notice', 'Terms'])
      expect(footer.getByRole('link', { name })).toBeInTheDocument()
    await footer.findByText(/Authorised and regulated by the Solicitors Regulation Authority/)
    expect(footer.getByRole('link', { name: '020 7946 0123' })).toHaveAttribute('href', 'tel:+442079460123')
    expect(footer.getByText(/Monday to Friday, 9am to 5.30pm/)).toBeInTheDocument()
  })

  test('begins with a way past the navigation', async () => {
    openPages('/settings', { user: personOf() })
    await sidebar()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
  })
})

describe('a page that is not for everybody', () => {
  const solicitor = personOf({ role: 'fee_earner', firstName: 'Priya' })

  test.each(['/', '/documents'])('people of the firm come from %s to theirs', async (path) => {
    openPages(path, { user: solicitor })
    await screen.findByRole('heading', { name: 'Hello, Priya' })
    expect(screen.queryByRole('link', { name: 'Payments' })).not.toBeInTheDocument()
  })

  test('the page of the firm does not exist for a client', async () => {
    openPages('/firm', { user: personOf() })
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
  })

  test.each(['/firm/cases', '/firm/clients', '/firm/documents'])(
    'an address under %s whose id was cut off is the 404 page',
    async (path) => {
      openPages(`${path}/01a21dd4-d4e8-75fa`, { user: solicitor })
      expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
    },
  )

  test('an unknown page is the 404 page, with a way on', async () => {
    openPages('/nothing-here', { user: null })
    await screen.findByRole('heading', { name: '404 Page Not Found' })
    expect(await screen.findByText('Did you forget to add the page to the router?')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
  })

  test('the 404 page of a real firm asks its clients nothing about routers', async () => {
    const realFirm = answer(settings.firm, () => firmOf({ isDemo: false }))
    openPages('/nothing-here', { user: null, answers: [realFirm] })
    await screen.findByRole('heading', { name: '404 Page Not Found' })
    await screen.findByText(/Authorised and regulated/)
    expect(screen.queryByText(/router/)).not.toBeInTheDocument()
  })
})

test('a page whose parts cannot be fetched says when it is the connection', () => {
  const { unmount } = show(<PageFault error={new TypeError('Failed to fetch')} retry={() => {}} />)
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeInTheDocument()
  unmount()
  const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show(<PageFault error={new TypeError('Failed to fetch')} retry={() => {}} />)
  expect(screen.getByRole('alert').textContent).toContain('You are offline')
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  line.mockRestore()
})

const describedBy = (element: HTMLElement) =>
  document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent
