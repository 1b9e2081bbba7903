// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { settings } from '#contract/settings.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { InviteAgain, InviteClients } from './dialog.tsx'

const admin = personOf({ role: 'administrator', roles: ['administrator'] })
const { id, firstName, lastName } = admin
const own = { id, firstName, lastName, role: 'administrator' as const }
const omar = { id: UserId.parse(idOf(2)), firstName: 'Omar', lastName: 'Haddad', role: 'fee_earner' as const }
const invited = UserId.parse(idOf(70))
const Address = () => <p>at {useLocation().pathname}</p>

test.each([
  ['the administrator', 'the client’s page opens', { responsible: null, opens: clientPath(invited) }],
  ['a colleague', 'no page opens', { responsible: omar, opens: '/' }],
])('if a client of %s is invited, %s', async (_whose, _what, { responsible, opens }) => {
  show(
    <>
      <InviteClients />
      <Address />
    </>,
    [
      answer(accounts.current, () => admin),
      answer(firm.colleagues, () => [own, omar]),
      answer(matterTemplates.types, () => []),
      answer(clientInvitations.send, () => ({
        clients: [{ id: invited, name: 'Grace Lindholm', path: null }],
        matter: null,
      })),
    ],
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Invite a client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a client' }))
  await user.type(dialog.getByLabelText(/^First name/), 'Grace')
  await user.type(dialog.getByLabelText(/^Last name/), 'Lindholm')
  await user.type(dialog.getByLabelText(/^Email/), 'grace@example.com')
  await dialog.findByRole('option', { name: 'Omar Haddad' })
  if (responsible) await user.selectOptions(dialog.getByLabelText(/^Responsible/), responsible.id)
  await user.click(dialog.getByLabelText('Open a case for them'))
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeInTheDocument()
  expect(await screen.findByText(`at ${opens}`)).toBeInTheDocument()
})

test('without a mail server whoever invites reads that they pass on a link, not a password', async () => {
  show(<InviteClients />, [
    answer(accounts.current, () => admin),
    answer(firm.colleagues, () => [own]),
    answer(matterTemplates.types, () => []),
    answer(settings.firm, () => firmOf({ sendsEmail: false })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Invite a client' }))
  const words = /give you a link to pass on\. They choose a password with it\.$/
  expect(await screen.findByText(words)).toBeVisible()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Create link' })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Add a joint client' }))
  expect(dialog.getByRole('button', { name: 'Create 2 links' })).toBeVisible()
  expect(dialog.queryByRole('button', { name: /^Send/ })).toBeNull()
})

const nora = {
  id: UserId.parse(idOf(40)),
  firstName: 'Nora',
  lastName: 'Ashdown',
  email: 'nora@example.com',
  invitedAt: new Date('2026-11-03T09:00:00Z'),
}

test('without a mail server a client is invited again by a new link, and nothing is said to be sent', async () => {
  show(<InviteAgain client={nora} />, [
    answer(settings.firm, () => firmOf({ sendsEmail: false })),
    answer(clientInvitations.resend, ({ email }) => ({ email, path: '/reset-password?token=x' })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Create a new link for Nora Ashdown' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Nora Ashdown' }))
  expect(
    dialog.getByText(/^You’ll get a new link to pass on\. The earlier one stops working\.$/),
  ).toBeVisible()
  expect(dialog.queryByText(/sen[dt]/i)).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('dialog', { name: 'Share this link' })).toBeVisible()
})

test('with a mail server a client is sent the invitation again', async () => {
  show(<InviteAgain client={nora} />, [
    answer(settings.firm, () => firmOf({ sendsEmail: true })),
    answer(clientInvitations.resend, ({ email }) => ({ email, path: null })),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Send invitation again for Nora Ashdown' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Nora Ashdown' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeVisible()
})
