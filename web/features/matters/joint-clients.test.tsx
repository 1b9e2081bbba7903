// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { guests } from '#contract/guests.ts'
import {
  type FirmJointInvitation,
  type JointInvitation,
  JointInvitationId,
  jointClients,
} from '#contract/joint-clients.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { type Party, PartyId, PersonId } from '#contract/matters/party.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'
import { PartiesCard } from './parts/parties/parties-card.tsx'
import { firmFileOf, firmMatterOf, matterOf } from './testing.ts'

const matter = matterOf(1)
const ben: JointInvitation = {
  id: JointInvitationId.parse(idOf(90)),
  name: 'Ben Mensah',
  email: 'ben@example.com',
  invitedBy: 'Amara Okafor',
  isYours: true,
  state: 'sent',
  sentAt: new Date(),
}

const open = (invitations: JointInvitation[], sharedPath: string | null = null) => {
  const state = { invitations }
  show(
    <MattersPage />,
    [
      answer(settings.firm, () => firmOf({ sendsEmail: sharedPath === null })),
      answer(matters.list, () => [matter]),
      answer(matters.one, () => ({ ...matter, events: [] })),
      answer(jointClients.list, () => state.invitations),
      answer(jointClients.invite, ({ name, email }) => {
        const added = { ...ben, name, email }
        state.invitations = [added]
        return { ...added, path: sharedPath }
      }),
      answer(jointClients.withdraw, () => {
        state.invitations = []
        return undefined
      }),
    ],
    { at: `/cases?case=${matter.id}` },
  )
  return userEvent.setup()
}

test('a client invites a joint client by name and email', async () => {
  const user = open([])
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Actions for Purchase of a flat' }))
  await user.click(screen.getByRole('menuitem', { name: 'Invite a joint client' }))
  await user.click(await screen.findByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Please enter their full name')).toBeVisible()
  await user.type(screen.getByLabelText(/^Their full name/), 'Ben Mensah')
  await user.type(screen.getByLabelText(/^Their email/), 'ben@example.com')
  await user.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent')).toBeInTheDocument()
})

test('a client gets the link to pass on if the portal sends no email, and reads that nothing was emailed', async () => {
  const user = open([], '/joint-invitation?token=abc')
  await screen.findByRole('dialog')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Actions for Purchase of a flat' }))
  await user.click(screen.getByRole('menuitem', { name: 'Invite a joint client' }))
  await user.type(await screen.findByLabelText(/^Their full name/), 'Ben Mensah')
  await user.type(screen.getByLabelText(/^Their email/), 'ben@example.com')
  await user.click(screen.getByRole('button', { name: 'Create link' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Share this link' }))
  expect(dialog.getByText(/We haven't emailed/)).toHaveTextContent(
    "We haven't emailed Ben Mensah, so please send them this link yourself. It works for 30 days, and can’t be shown again.",
  )
  expect(dialog.getByLabelText('Invitation link')).toHaveValue(
    `${location.origin}/joint-invitation?token=abc`,
  )
  expect(screen.queryByText('Invitation sent')).toBeNull()
})

test('invited clients are listed, and the sender of an invitation can withdraw it', async () => {
  const kofi = { ...ben, id: JointInvitationId.parse(idOf(91)), name: 'Kofi', email: null, isYours: false }
  const user = open([ben, kofi])
  expect(await screen.findByText('ben@example.com')).toBeVisible()
  expect(screen.getByText('Invited by Amara Okafor')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Withdraw the invitation of Kofi' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw the invitation of Ben Mensah' }))
  await waitFor(() => expect(screen.queryByText('ben@example.com')).toBeNull())
})

test('the firm reads what is missing, and agrees once', async () => {
  const invitation: FirmJointInvitation = {
    id: ben.id,
    partyId: PartyId.parse(idOf(92)),
    name: 'Ben Mensah',
    email: 'ben@example.com',
    invitedBy: 'Amara Okafor',
    state: 'registered',
    sentAt: new Date(),
    isAgreed: false,
  }
  const agreed: unknown[] = []
  const party: Party = {
    id: invitation.partyId,
    personId: PersonId.parse(idOf(93)),
    name: invitation.name,
    role: 'joint_client',
    kind: 'person',
    email: '',
    phone: '',
    number: '',
    detail: '',
    clientId: null,
  }
  show(<PartiesCard file={firmFileOf(1, { parties: [party] })} />, [
    answer(guests.list, () => []),
    answer(jointClients.firmList, () => [invitation]),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(jointClients.agree, (input) => {
      agreed.push(input)
      return []
    }),
  ])
  expect(
    await screen.findByText('They’ve opened an account. Once you agree, they’ll see this case.'),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Agree to act for Ben Mensah' }))
  await waitFor(() => expect(agreed).toEqual([{ id: matter.id, invitationId: ben.id }]))
})

test('a joint client with an account can be named first, and nobody else', async () => {
  const partyOf = (n: number, name: string, facts: Partial<Party> = {}): Party => ({
    id: PartyId.parse(idOf(n)),
    personId: PersonId.parse(idOf(n + 100)),
    name,
    role: 'joint_client',
    kind: 'person',
    email: '',
    phone: '',
    number: '',
    detail: '',
    clientId: UserId.parse(idOf(n + 200)),
    ...facts,
  })
  const anna = partyOf(1, 'Anna Lind')
  const guest = partyOf(2, 'Cleo Hart')
  const file = firmFileOf(1, {
    parties: [
      anna,
      guest,
      partyOf(3, 'Dan Hart', { clientId: null }),
      partyOf(4, 'Eve Hart', { role: 'executor' }),
    ],
    guestIds: guest.clientId ? [guest.clientId] : [],
  })
  const sent: unknown[] = []
  show(<PartiesCard file={file} />, [
    answer(guests.list, () => []),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    answer(matterParties.nameFirst, (input) => {
      sent.push(input)
      return firmMatterOf(1)
    }),
  ])
  const [button, ...others] = await screen.findAllByRole('button', { name: /^Name .* first on the case$/ })
  expect(others).toEqual([])
  await userEvent.click(button as HTMLElement)
  expect(
    await screen.findByText('Anna Lind is named first on this case and in new letters.'),
  ).toBeInTheDocument()
  expect(sent).toEqual([{ id: file.id, partyId: anna.id }])
})

test('the parties of a case list the email address of its first client, as of each joint client', async () => {
  show(<PartiesCard file={firmFileOf(1)} />, [
    answer(guests.list, () => []),
    answer(jointClients.firmList, () => []),
    answer(accounts.current, () => personOf({ role: 'fee_earner' })),
  ])
  const first = (await screen.findByText('Amara Okafor')).closest('li')
  expect(within(first as HTMLElement).getByText('amara.okafor@example.com')).toBeVisible()
})
