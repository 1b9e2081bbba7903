// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { ask } from '#web/platform/ask.ts'
import { checkSession } from '#web/platform/session.ts'
import { ownKey } from '#web/platform/storage.ts'
import { answer } from '#web/testing.tsx'
import { openPages, sendToPages, strangerId, unauthenticated } from './testing.tsx'

const signIn = () => screen.findByRole('heading', { name: 'Sign in to your portal' })
const settingsPage = () => screen.findByRole('heading', { name: 'Account Settings' })
const flag = () => localStorage.getItem('auth_session_active')

// Imports the page's chunks once, so that no test waits for them to compile.
beforeAll(async () => {
  await Promise.all([import('./frame.tsx'), import('./settings-page.tsx')])
})

describe('a protected page', () => {
  test('leads a visitor to the sign-in', async () => {
    openPages('/settings', { user: null })
    await signIn()
    expect(screen.queryByText('Your session has ended')).not.toBeInTheDocument()
  })

  test('shows a spinner while it is not known who is there', async () => {
    openPages('/settings', { user: null, answers: [answer(accounts.current, () => new Promise(() => {}))] })
    await screen.findByText('Loading')
    expect(screen.queryByRole('heading')).not.toBeInTheDocument()
  })

  test('retrieves a session that this browser remembers, then clears the flag and asks to sign in', async () => {
    localStorage.setItem('auth_session_active', 'true')
    openPages('/settings', { user: null })

    await screen.findByText('Retrieving your session...')
    await signIn()

    await screen.findByText('Your session has ended')
    expect(flag()).toBeNull()
  })

  test('does without the firm where that cannot be asked', async () => {
    let requests = 0
    const refuse = () => {
      requests += 1
      throw new Problem('unavailable', 'The portal is busy.')
    }
    openPages('/settings', { user: null, answers: [answer(settings.firm, refuse)] })
    expect(await screen.findByRole('button', { name: 'Login' })).toBeInTheDocument()
    expect(screen.getByText(/Please call the number on your letter/)).toBeInTheDocument()
    expect(requests).toBe(2)
  })

  test('shows the page when the retrieval finds somebody after all', async () => {
    let requests = 0
    localStorage.setItem('auth_session_active', 'true')
    const current = () => (++requests === 1 ? unauthenticated() : personOf())
    openPages('/settings', { user: null, answers: [answer(accounts.current, current)] })
    await settingsPage()
    expect(flag()).toBe('true')
  })

  test('says so on a full page, with a way on, when it cannot be told who is there', async () => {
    let requests = 0
    const current = () => {
      requests += 1
      throw new Problem('unavailable', 'The portal is busy. Please try again in a moment.')
    }
    openPages('/settings', { user: personOf(), answers: [answer(accounts.current, current)] })

    await screen.findByText('The portal is busy. Please try again in a moment.')

    expect(requests).toBe(3)
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/')
    expect(screen.getAllByText('020 7946 0123').length).toBeGreaterThan(0)
  })
})

describe('a session that ends', () => {
  test('elsewhere, on a page that nothing was typed into, leads to the sign-in', async () => {
    let user: User | null = personOf()
    const { cache } = openPages('/settings', {
      user,
      answers: [answer(accounts.current, () => user ?? unauthenticated())],
    })
    await settingsPage()

    user = null
    await checkSession(cache)

    await screen.findByText('Your session has ended')
    expect(screen.queryByText('Account Settings')).not.toBeInTheDocument()
  })

  const endWhileTyping = async () => {
    let user: User | null = personOf()
    const { cache } = openPages('/settings', {
      user,
      answers: [
        answer(accounts.current, () => user ?? unauthenticated()),
        answer(accounts.login, ({ password }) => {
          if (password !== 'right-password')
            throw new Problem('unauthenticated', 'Invalid username or password')
          user = personOf()
          return user
        }),
      ],
    })
    await userEvent.type(await screen.findByLabelText(/^City/), 'Leeds')
    user = null
    await checkSession(cache)
    await screen.findByRole('dialog', { name: 'Please sign in again' })
  }

  test('while somebody types keeps what was typed until they have signed in again', async () => {
    await endWhileTyping()

    await userEvent.type(screen.getByLabelText('Password'), 'wrong')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await screen.findAllByText('Invalid username or password')
    await userEvent.clear(screen.getByLabelText('Password'))
    await userEvent.type(screen.getByLabelText('Password'), 'right-password')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByLabelText(/^City/)).toHaveValue('Leeds')
  })

  test('while somebody types can also be left', async () => {
    await endWhileTyping()
    localStorage.setItem(ownKey(personOf().id, 'draft'), 'typed')
    await userEvent.click(screen.getByRole('button', { name: 'Leave this page instead' }))
    await signIn()
    expect(flag()).toBeNull()
    expect(JSON.stringify(localStorage)).not.toContain('typed')
  })

  test('is noticed by whatever is refused, a page of the client or something that it saves by itself', async () => {
    let user: User | null = personOf()
    openPages('/settings', {
      user,
      answers: [
        answer(accounts.current, () => user ?? unauthenticated()),
        answer(activities.list, () => (user ? [] : unauthenticated())),
      ],
    })
    await settingsPage()

    user = null
    await ask(activities.list, {}).catch(() => undefined)

    await signIn()
    await screen.findByText('Your session has ended')
    expect(flag()).toBeNull()
  })

  test('by a sign-out in another tab leaves nothing of the client on this one', async () => {
    let user: User | null = personOf()
    openPages('/settings', { user, answers: [answer(accounts.current, () => user ?? unauthenticated())] })
    await userEvent.type(await screen.findByLabelText(/^City/), 'Leeds')

    user = null
    localStorage.removeItem('auth_session_active')
    dispatchEvent(new StorageEvent('storage', { key: 'auth_session_active', newValue: null }))

    await signIn()
    expect(screen.queryByText(/amara/i)).not.toBeInTheDocument()
  })

  test('because somebody else signed in here shows nothing of the one before', async () => {
    let user = personOf()
    const { cache } = openPages('/settings', { user, answers: [answer(accounts.current, () => user)] })
    await settingsPage()

    user = personOf({ id: strangerId, firstName: 'Bela' })
    await checkSession(cache)

    await waitFor(() => expect(screen.queryByText('Amara Okafor')).not.toBeInTheDocument())
  })
})

describe('logging out', () => {
  const logOut = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /Amara Okafor/ }))
    await screen.findByText('My Account')
    expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '/settings')
    await userEvent.click(screen.getByRole('menuitem', { name: 'Log out' }))
  }

  test('forgets everything of the client and says so', async () => {
    const { cache } = openPages('/settings', {
      user: personOf(),
      answers: [answer(accounts.logout, () => ({ success: true as const }))],
    })
    await logOut()

    await signIn()
    await screen.findByText('Logged out')
    await screen.findByText('You have been logged out successfully')
    expect(flag()).toBeNull()
    expect(
      JSON.stringify(
        cache
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain('amara')
  })

  test('is no session that ended, though the portal tells of its end before it answers', async () => {
    const answered = Promise.withResolvers<{ success: true }>()
    let requests = 0
    let user: User | null = personOf()
    openPages('/settings', {
      user,
      answers: [
        answer(accounts.logout, () => answered.promise),
        answer(accounts.current, () => {
          requests += 1
          return user ?? unauthenticated()
        }),
      ],
    })
    await userEvent.type(await screen.findByLabelText(/^City/), 'Leeds')
    await logOut()
    await userEvent.click(await screen.findByRole('button', { name: 'Log out' }))
    user = null
    const before = requests
    await act(async () => sendToPages({ type: 'signed_out', topics: [] }))
    answered.resolve({ success: true })

    await signIn()
    expect(screen.queryByText('Please sign in again')).not.toBeInTheDocument()
    expect(screen.queryByText('Your session has ended')).not.toBeInTheDocument()
    expect(requests).toBe(before)
  })

  test('asks who is there where it failed, for it may have come to its end', async () => {
    let user: User | null = personOf()
    const lose = () => {
      user = null
      throw new Problem('unavailable', "We couldn't reach the portal.")
    }
    openPages('/settings', {
      user,
      answers: [answer(accounts.logout, lose), answer(accounts.current, () => user ?? unauthenticated())],
    })
    await logOut()

    await signIn()
    expect(flag()).toBeNull()
  })

  test('says so when it failed, and leaves the client signed in', async () => {
    const refuse = () => {
      throw new Problem('unavailable', 'The portal is busy. Please try again in a moment.')
    }
    openPages('/settings', { user: personOf(), answers: [answer(accounts.logout, refuse)] })
    await logOut()

    await screen.findByText('Logout failed')
    await settingsPage()
    expect(flag()).toBe('true')
  })
})

describe('a person of the firm without a second factor', () => {
  const omar = personOf({ firstName: 'Omar', role: 'fee_earner' })
  const atFirm = answer(settings.firm, () => firmOf({ isDemo: false }))

  test('finds no page but the one that adds it', async () => {
    openPages('/settings', { user: omar, answers: [atFirm] })
    await screen.findByRole('heading', { name: 'Turn on two-factor authentication' })
    for (const name of ['Set it up', 'Sign out']) screen.getByRole('button', { name })
    expect(screen.getByRole('link', { name: /Law Firm Portal/ })).toBeInTheDocument()
    expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument()
  })

  test('goes on where they have one, or came by a passkey or the second factor of the provider', async () => {
    openPages('/settings', { user: { ...omar, hasSecondFactor: true }, answers: [atFirm] })
    expect(await settingsPage()).toBeInTheDocument()
  })
})

test('the navigation shows a cashier the money, and nothing of documents and messages', async () => {
  const owen = personOf({ firstName: 'Owen', role: 'cashier' })
  openPages('/settings', { user: owen })
  const main = within(await screen.findByRole('navigation', { name: 'Main' }))
  const entries = main.getAllByRole('link').map((link) => link.textContent)
  expect(entries).toEqual(['Your firm', 'Refunds', 'Payouts', 'Help', 'Account Settings'])
})
