// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { describe, expect, test } from 'vitest'
import { accounts, type Registration, type User } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Answer, answer, holdTimers, show } from '#web/testing.tsx'
import { AuthPage } from './page.tsx'
import { personOf } from './testing.ts'

const amara = personOf()

const Place = () => <output>{useLocation().pathname}</output>

/** Opens the sign-in page. `keep` makes a user the signed-in user from then on. */
const visit = (
  answers: (keep: (person: User) => User) => Answer[] = () => [],
  { at = '/auth', isSecure = false, user = null as User | null } = {},
) => {
  let current = user
  const keep = (person: User) => {
    current = person
    return person
  }
  const whoIs = answer(accounts.current, () => {
    if (current) return current
    throw new Problem('unauthenticated', 'Please sign in.')
  })
  show(
    <>
      <AuthPage isSecure={isSecure} />
      <Place />
    </>,
    [...answers(keep), whoIs],
    { at },
  )
}
const path = () => document.querySelector('output')?.textContent

describe('Login', () => {
  const signIn = async (username = 'amara', password = 'secret-word') => {
    if (username) await userEvent.type(screen.getByLabelText('Username'), username)
    if (password) await userEvent.type(screen.getByLabelText('Password'), password)
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  }

  test('asks for both fields in its own words', async () => {
    visit()
    await signIn('', '')
    await screen.findByText('Username is required')
    expect(screen.getByText('Password is required')).toBeInTheDocument()
    expect(screen.getByLabelText('Username')).toHaveFocus()
  })

  test('welcomes back, remembers the session, and leads on after about half a second', async () => {
    visit((keep) => [answer(accounts.login, () => keep(amara))])
    const passHalfASecond = holdTimers(500)
    await signIn()

    await screen.findByText('Login successful')
    expect(screen.getByText('Welcome back!')).toBeInTheDocument()
    expect(localStorage.getItem('auth_session_active')).toBe('true')
    expect(path()).toBe('/auth')
    await passHalfASecond()
    await waitFor(() => expect(path()).toBe('/'))
  })

  test('of somebody on first login clears the welcome of before and leads to it', async () => {
    sessionStorage.setItem('welcome_viewed', 'true')
    const fresh = { ...amara, isFirstLogin: true }
    visit((keep) => [answer(accounts.login, () => keep(fresh))], { at: '/auth?next=/documents' })
    await signIn()
    await waitFor(() => expect(path()).toBe('/welcome'))
    expect(sessionStorage.getItem('welcome_viewed')).toBeNull()
  })

  test.each([
    ['/documents', '/documents'],
    ['//evil.example', '/'],
    ['https://evil.example', '/'],
  ])('that was asked for on the way to %s leads to %s', async (next, expected) => {
    visit((keep) => [answer(accounts.login, () => keep(amara))], {
      at: `/auth?next=${encodeURIComponent(next)}`,
    })
    await signIn()
    await waitFor(() => expect(path()).toBe(expected))
  })

  test('of a person of the firm leads to the firm', async () => {
    const priya: User = { ...amara, role: 'fee_earner', roles: ['fee_earner'] }
    visit((keep) => [answer(accounts.login, () => keep(priya))])
    await signIn()
    await waitFor(() => expect(path()).toBe('/firm'))
  })

  test.each([
    ['Too many attempts. Please wait.', 'Too many attempts. Please wait.'],
    ['', 'Invalid username or password'],
  ])('that is refused says %j as %j and forgets the flag', async (message, words) => {
    localStorage.setItem('auth_session_active', 'true')
    const refuse = () => {
      throw new Problem('unauthenticated', message)
    }
    visit(() => [answer(accounts.login, refuse)])
    await screen.findByLabelText('Username')
    await signIn()
    await screen.findByText('Login failed')
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
    expect(localStorage.getItem('auth_session_active')).toBeNull()
    expect(screen.getByLabelText('Username')).toHaveValue('amara')
  })
})

test('a failure is no longer told once the next attempt has led in', async () => {
  let isRight = false
  const login = (keep: (person: User) => User) => [
    answer(accounts.login, () => {
      if (isRight) return keep(amara)
      throw new Problem('unauthenticated', 'Invalid username or password')
    }),
  ]
  visit(login)
  await userEvent.type(await screen.findByLabelText('Username'), 'amara')
  await userEvent.type(screen.getByLabelText('Password'), 'secret-word')
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText('Login failed')
  isRight = true
  await userEvent.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByText('Login successful')
  expect(screen.queryByText('Login failed')).not.toBeInTheDocument()
})

describe('Register', () => {
  const open = () => userEvent.click(screen.getByRole('tab', { name: 'Register' }))
  const person = {
    'First name': 'Amara',
    'Last name': 'Okafor',
    Username: 'amara',
    Email: 'amara@example.com',
    Password: 'secret-word',
    'Confirm password': 'secret-word',
  }
  const fill = async (facts: Record<string, string>) => {
    for (const [label, text] of Object.entries(facts))
      await userEvent.type(screen.getByLabelText(label), text)
    await userEvent.click(screen.getByRole('button', { name: 'Register' }))
  }

  test('asks for its fields in its own words', async () => {
    visit()
    await open()
    await fill({ Username: 'ab', Email: 'amara', Password: 'short', 'Confirm password': 'shirt' })
    for (const words of [
      'First name is required',
      'Last name is required',
      'Username must be at least 3 characters',
      'Please enter a valid email',
      'Password must be at least 8 characters',
      'Passwords do not match',
    ])
      expect(await screen.findByText(words)).toBeInTheDocument()
  })

  test('asks to confirm the password', async () => {
    visit()
    await open()
    await fill({ Password: 'secret-word' })
    expect(await screen.findByText('Please confirm your password')).toBeInTheDocument()
  })

  test('opens the account, says so, and always leads to the welcome', async () => {
    const sent: Registration[] = []
    visit(
      (keep) => [
        answer(accounts.register, (input) => {
          sent.push(input)
          return keep(amara)
        }),
      ],
      { at: '/auth?next=/documents' },
    )
    await open()
    await fill(person)

    await screen.findByText('Registration successful')
    expect(screen.getByText('Your account has been created!')).toBeInTheDocument()
    await waitFor(() => expect(path()).toBe('/welcome'))
    expect(sent).toEqual([
      {
        firstName: 'Amara',
        lastName: 'Okafor',
        username: 'amara',
        email: 'amara@example.com',
        phone: '',
        password: 'secret-word',
        confirmPassword: 'secret-word',
      },
    ])
  })

  test('shows what the portal refuses at its field, and keeps what was typed', async () => {
    const words = 'This username is already taken. Please choose another.'
    const refuse = () => {
      throw new Problem('conflict', words, { fields: { username: words } })
    }
    visit(() => [answer(accounts.register, refuse)])
    await open()
    await fill(person)

    await screen.findByText('Registration failed')
    const username = screen.getByLabelText<HTMLInputElement>('Username')
    await waitFor(() => expect(username).toHaveAttribute('aria-invalid', 'true'))
    expect(username.value).toBe('amara')
  })

  test('keeps what was typed while the other tab is looked at', async () => {
    visit()
    await open()
    await userEvent.type(screen.getByLabelText('Email'), 'amara@example.com')
    await userEvent.click(screen.getByRole('tab', { name: 'Login' }))
    await open()
    expect(screen.getByLabelText('Email')).toHaveValue('amara@example.com')
  })

  test('keeps what was typed through a reload in this tab, but no password', async () => {
    visit()
    await open()
    for (const [label, text] of Object.entries({ ...person, 'Phone (optional)': '020 7946 0111' }))
      await userEvent.type(screen.getByLabelText(label), text)
    cleanup()
    visit()
    expect(await screen.findByLabelText('First name')).toHaveValue('Amara')
    expect(screen.getByRole('tab', { name: 'Register' })).toHaveAttribute('aria-selected', 'true')
    for (const [label, text] of Object.entries(person))
      expect(screen.getByLabelText(label)).toHaveValue(/password/i.test(label) ? '' : text)
    expect(screen.getByLabelText('Phone (optional)')).toHaveValue('020 7946 0111')
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret-word')
  })

  const visitBoth = () =>
    visit((keep) => [answer(accounts.register, () => keep(amara)), answer(accounts.login, () => keep(amara))])

  test('keeps nothing of what was typed for somebody who has registered', async () => {
    visitBoth()
    await open()
    await fill(person)
    await waitFor(() => expect(path()).toBe('/welcome'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('keeps nothing of what was taken out again, or typed by somebody who has signed in instead', async () => {
    visitBoth()
    await open()
    await userEvent.type(screen.getByLabelText('First name'), 'Amara')
    await userEvent.clear(screen.getByLabelText('First name'))
    expect(sessionStorage).toHaveLength(0)
    await userEvent.type(screen.getByLabelText('First name'), 'Amara')
    expect(sessionStorage).toHaveLength(1)
    await userEvent.click(screen.getByRole('tab', { name: 'Login' }))
    await userEvent.type(screen.getByLabelText('Username'), 'amara')
    await userEvent.type(screen.getByLabelText('Password'), 'secret-word')
    await userEvent.click(screen.getByRole('button', { name: 'Login' }))
    await waitFor(() => expect(path()).toBe('/'))
    expect(sessionStorage).toHaveLength(0)
  })

  test('says under its button what is accepted by it, and opens the texts beside the form', async () => {
    visit()
    await open()
    for (const [name, href] of [
      ['Terms', '/terms'],
      ['Privacy notice', '/privacy'],
    ] as const) {
      const link = screen.getByRole('link', { name: new RegExp(`^${name}`) })
      expect(link).toHaveAttribute('href', href)
      expect(link).toHaveAttribute('target', '_blank')
    }
  })
})

describe('whoever is signed in already', () => {
  test.each([
    ['a client goes to the dashboard', amara, false, '/'],
    ['a first login goes to the welcome', { ...amara, isFirstLogin: true }, false, '/welcome'],
    ['a first login that was welcomed goes to the dashboard', { ...amara, isFirstLogin: true }, true, '/'],
  ])('%s', async (_, user, isWelcomed, expected) => {
    if (isWelcomed) sessionStorage.setItem('welcome_viewed', 'true')
    visit(() => [], { user })
    await waitFor(() => expect(path()).toBe(expected))
  })
})

test('encryption in transit is said only where there is any', async () => {
  visit()
  expect(screen.queryByText(/in transit/)).not.toBeInTheDocument()
  visit(() => [], { isSecure: true })
  await screen.findByText(/both when you send them and where we keep them/)
})
