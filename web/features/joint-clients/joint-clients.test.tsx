// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, type User } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { Problem } from '#contract/kit/problem.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, show } from '#web/testing.tsx'
import { JointInvitationPage } from './page.tsx'

const token = 'a'.repeat(43)
const open = (
  user: User | null,
  {
    hasJoined = false,
    isOver = false,
    isClosed = false,
    isUnconfirmed = false,
    isYours = false,
    isDown = (): boolean => false,
    at = `/join-case?token=${token}`,
  } = {},
) => {
  show(
    <JointInvitationPage />,
    [
      answer(accounts.current, () => {
        if (user === null) throw new Problem('unauthenticated', 'Please sign in.')
        return user
      }),
      answer(jointClients.look, () => {
        if (isDown()) throw new Problem('unavailable', 'Please try again in a moment.')
        if (isClosed) throw new Problem('conflict', 'The case isn’t open.', { reason: 'case_closed' })
        if (isOver) throw new Problem('not_found', 'It was withdrawn.', { reason: 'invitation_over' })
        return { name: 'Ben Mensah', email: 'Ben@example.com', invitedBy: 'Amara Okafor', isYours }
      }),
      answer(jointClients.accept, () => {
        if (isUnconfirmed)
          throw new Problem('conflict', 'Please confirm the address first.', {
            reason: 'address_unconfirmed',
          })
        return { hasJoined }
      }),
      answer(jointClients.decline, () => ({ invitedBy: 'Amara Okafor' })),
    ],
    { at },
  )
}

test('someone without an account is led to open one, and back to the invitation', async () => {
  open(null)
  const next = await screen.findByRole('link', { name: 'Continue' })
  expect(next).toHaveAttribute('href', `/auth?next=${encodeURIComponent(`/join-case?token=${token}`)}`)
})

test('a user with the invited address accepts with one press, and reads that the firm decides', async () => {
  open(personOf({ email: 'ben@example.com' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('Thank you. You’ve accepted')).toBeVisible()
})

test('a user signed in with another address is asked to sign out', async () => {
  open(personOf({ email: 'someone@example.com' }))
  expect(await screen.findByText('You’re signed in with another account')).toBeVisible()
  expect(screen.getByText(/ask Amara Okafor to invite you at the one you use/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Accept invitation' })).toBeNull()
})

test('someone whose address is not confirmed yet is asked to confirm it, and can have that email sent again', async () => {
  open(personOf({ email: 'ben@example.com', isEmailConfirmed: false }), { isUnconfirmed: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))
  expect(await screen.findByText('Please confirm the address first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send again' })).toBeEnabled()
})

test('whoever sent the invitation reads that its link is for the other person, and how to pass it on', async () => {
  open(personOf({ email: 'amara@example.com' }), { isYours: true })
  expect(await screen.findByText('This link is for Ben Mensah')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName('Your invitation to Ben Mensah')
  expect(screen.getByLabelText('Invitation link')).toHaveValue(`${location.origin}/join-case?token=${token}`)
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeVisible()
  expect(screen.getByText(/an account with the address Ben@example\.com/)).toBeVisible()
  expect(screen.queryByText(/Amara Okafor would like you/)).not.toBeInTheDocument()
  for (const name of ['Decline invitation', 'Accept invitation', 'Sign out'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('an invitation that is over says so', async () => {
  open(null, { isOver: true })
  expect(await screen.findByText('It was withdrawn.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Decline invitation' })).not.toBeInTheDocument()
})

test('half the link of an invitation to a case is said to be incomplete, not to have ended', async () => {
  open(null, { at: '/join-case?token=aaaa' })
  expect(await screen.findByText('This link is incomplete')).toBeVisible()
  expect(screen.queryByText('This invitation no longer works')).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName('Your invitation')
})

test('an invitation to a case that cannot be read for a moment is not said to have ended, and is asked for again', async () => {
  let isDown = true
  open(null, { isDown: () => isDown })
  expect(await screen.findByText('We couldn’t open your invitation')).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'You’re invited to join a case' })).toBeVisible()
})

test('someone who does not want to join declines, without an account, and reads who is told', async () => {
  open(null)
  await userEvent.click(await screen.findByRole('button', { name: 'Decline invitation' }))
  expect(await screen.findByText(/^We’ll tell Amara Okafor and the firm/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You’ve declined')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument()
})

test('someone invited to a case that is closed can still decline', async () => {
  open(null, { isClosed: true })
  expect(await screen.findByText('The case isn’t open.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Decline invitation' }))
  expect(await screen.findByText(/^We’ll tell whoever invited you and the firm/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You’ve declined')).toBeVisible()
})
