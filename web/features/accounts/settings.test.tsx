// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  accounts,
  detailNames,
  type Profile,
  type Session,
  SessionId,
  type User,
} from '#contract/accounts/accounts.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import { SettingsPage } from '#web/shell/settings-page.tsx'
import { type Answer, answer, asksBeforeUnload, show } from '#web/testing.tsx'
import { accounts as feature } from './manifest.ts'
import { deviceOf } from './parts/sessions-card.tsx'
import { personOf } from './testing.ts'

const tabs = feature.settings ?? []
const amara = personOf({ phone: '07700 900123' })

const open = (answers: Answer[]) =>
  show(<SettingsPage tabs={tabs} />, [
    ...answers,
    answer(accounts.current, () => amara),
    answer(accounts.sessions, () => []),
    answer(passkeys.list, () => []),
  ])

describe('the profile', () => {
  test.each(detailNames)('has a field for %s', async (name) => {
    open([])
    await screen.findByLabelText('First name')
    expect(document.querySelector(`input[name="${name}"]`), `a field for ${name}`).not.toBeNull()
  })

  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }))

  test('is saved with what the client changed, and says so', async () => {
    const saved: Profile[] = []
    const keep = (profile: Profile): User => {
      saved.push(profile)
      return { ...amara, city: profile.city ?? null }
    }
    open([answer(accounts.saveProfile, keep)])
    await userEvent.type(await screen.findByLabelText(/^City/), 'Leeds')
    expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument()
    await save()

    await screen.findByText('Profile updated')
    expect(saved[0]).toMatchObject({ firstName: 'Amara', phone: '07700 900123', city: 'Leeds' })
  })

  test('is not lost by a reload without being asked, until it is saved', async () => {
    open([answer(accounts.saveProfile, (profile): User => ({ ...amara, city: profile.city ?? null }))])
    const city = await screen.findByLabelText(/^City/)
    expect(asksBeforeUnload()).toBe(false)
    await userEvent.type(city, 'Leeds')
    expect(asksBeforeUnload()).toBe(true)
    await save()
    await screen.findByText('Profile updated')
    expect(asksBeforeUnload()).toBe(false)
    await userEvent.type(city, ' 2')
    expect(asksBeforeUnload()).toBe(true)
  })

  test('asks for names and an e-mail address in its own words', async () => {
    open([])
    for (const label of ['First name', 'Last name', 'Email'])
      await userEvent.clear(await screen.findByLabelText(label))
    await save()
    for (const words of [
      'First name is required',
      'Last name is required',
      'Please enter a valid email address',
    ])
      expect(await screen.findByText(words)).toBeInTheDocument()
  })

  test('asks for the current password when the e-mail address changes', async () => {
    const words = 'Your current password is incorrect.'
    const refuse = () => {
      throw new Problem('invalid', words, { fields: { currentPassword: words } })
    }
    open([answer(accounts.saveProfile, refuse)])
    await userEvent.type(await screen.findByLabelText('Email'), '.uk')
    await userEvent.type(await screen.findByLabelText('Current password'), 'wrong')
    await save()
    expect(await screen.findByText(words)).toBeInTheDocument()
  })
})

describe('the password', () => {
  const openSecurity = async (answers: Answer[]) => {
    open(answers)
    await userEvent.click(await screen.findByRole('tab', { name: 'Security' }))
    await screen.findByLabelText('Current password')
  }
  const fill = async (current: string, next: string, again: string) => {
    for (const [label, text] of [
      ['Current password', current],
      ['New password', next],
      ['Confirm new password', again],
    ] as const)
      if (text) await userEvent.type(screen.getByLabelText(label), text)
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('is asked for in its own words', async () => {
    await openSecurity([])
    await fill('', 'short', '')
    await screen.findByText('Current password is required')
    await screen.findByText('Password must be at least 8 characters')
    expect(await screen.findByText('Please confirm your password')).toBeInTheDocument()
  })

  test('must be typed twice alike', async () => {
    await openSecurity([])
    await fill('old-secret', 'new-secret', 'new-sacred')
    expect(await screen.findByText("Passwords don't match")).toBeInTheDocument()
  })

  test('is changed, and nothing of it stays in the form', async () => {
    await openSecurity([answer(accounts.changePassword, () => ({ success: true as const }))])
    await fill('old-secret', 'new-secret', 'new-secret')
    await screen.findByText('Password changed')
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''))
  })

  test('that is not the right one is told in the words of the portal', async () => {
    const words = 'Your current password is incorrect.'
    const refuse = () => {
      throw new Problem('invalid', words, { fields: { currentPassword: words } })
    }
    await openSecurity([answer(accounts.changePassword, refuse)])
    await fill('old-secret', 'new-secret', 'new-secret')
    await screen.findByText('Password change failed')
    expect(screen.getByLabelText('Current password')).toHaveAttribute('aria-invalid', 'true')
  })
})

test('where a client is signed in is listed, and can be ended anywhere but here', async () => {
  const sessionOf = (n: number, facts: Partial<Session>): Session => ({
    id: SessionId.parse(`0197a4a0-0000-7000-8000-00000000000${n}`),
    isCurrent: false,
    agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    address: '203.0.113.7',
    startedAt: new Date('2026-11-03T09:00:00Z'),
    lastSeenAt: new Date('2026-11-03T10:00:00Z'),
    ...facts,
  })
  let list = [
    sessionOf(1, {}),
    sessionOf(2, { isCurrent: true, agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' }),
  ]
  show(<SettingsPage tabs={tabs} />, [
    answer(accounts.current, () => amara),
    answer(accounts.sessions, () => list),
    answer(accounts.endSession, ({ id }) => {
      list = list.filter((session) => session.id !== id)
      return undefined
    }),
  ])
  await userEvent.click(await screen.findByRole('tab', { name: 'Security' }))

  const rows = await screen.findAllByRole('listitem')
  const here = within(rows[0] ?? document.body)
  expect(here.getByText('Firefox on Windows')).toBeInTheDocument()
  expect(here.getByText('This device')).toBeInTheDocument()
  expect(here.queryByRole('button')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out there: Safari on iPhone' }))

  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /Sign out there/ })).not.toBeInTheDocument(),
  )
})

test('everywhere else is signed out by one press and a confirmation', async () => {
  const sessionOf = (n: number, isCurrent: boolean): Session => ({
    id: SessionId.parse(`0197a4a0-0000-7000-8000-00000000000${n}`),
    isCurrent,
    agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
    address: '203.0.113.7',
    startedAt: new Date('2026-11-03T09:00:00Z'),
    lastSeenAt: new Date('2026-11-03T10:00:00Z'),
  })
  let list = [sessionOf(1, true), sessionOf(2, false), sessionOf(3, false)]
  open([
    answer(accounts.sessions, () => list),
    answer(accounts.endOtherSessions, () => {
      list = list.filter(({ isCurrent }) => isCurrent)
      return undefined
    }),
  ])
  await userEvent.click(await screen.findByRole('tab', { name: 'Security' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/2 other sessions/)).toBeInTheDocument()
  await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere else' }))
  await screen.findByText('Signed out everywhere else')
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).not.toBeInTheDocument(),
  )
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
    false,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari on Mac', false],
  ['Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android', true],
  ['curl/8.0', 'An unknown device', false],
  ['', 'An unknown device', false],
])('a browser that says %j is shown as %s', (agent, name, isPhone) =>
  expect(deviceOf(agent)).toEqual({ name, isPhone }),
)

test('whoever signs in by the provider only is offered no password to change, and no passkey', async () => {
  const ravi = personOf({ role: 'administrator', hasPassword: false })
  const answers = [
    answer(accounts.current, () => ravi),
    answer(accounts.sessions, () => []),
    answer(secondFactor.show, () => ({ isEnabled: true, codesLeft: 10 })),
  ]
  show(<SettingsPage tabs={tabs} />, answers, { at: '/settings?tab=security' })
  expect(await screen.findByText(/so you have no password or passkey here/)).toBeInTheDocument()
  expect(await screen.findByText('Two-factor authentication')).toBeInTheDocument()
  for (const words of ['Change password', 'Passkeys'])
    expect(screen.queryByText(words)).not.toBeInTheDocument()
})

test('a link leads to its tab, and one that is not there to the first', async () => {
  const answers = [answer(accounts.current, () => amara), answer(accounts.sessions, () => [])]
  const { unmount } = show(<SettingsPage tabs={tabs} />, answers, { at: '/settings?tab=security' })
  expect(await screen.findByRole('tab', { name: 'Security', selected: true })).toBeInTheDocument()
  unmount()
  show(<SettingsPage tabs={tabs} />, answers, { at: '/settings?tab=nowhere' })
  expect(await screen.findByRole('tab', { name: 'Profile', selected: true })).toBeInTheDocument()
})
