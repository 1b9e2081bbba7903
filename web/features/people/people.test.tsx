// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { type Invitation, InvitationId, type Person, people } from '#contract/firm/people.ts'
import { teams } from '#contract/firm/teams.ts'
import { Problem } from '#contract/kit/problem.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { type Answer, answer, idOf, show } from '#web/testing.tsx'
import { InvitationPage } from './invitation-page.tsx'
import { PeoplePage } from './page.tsx'
import { memberOf } from './testing.ts'

const priya = personOf({ firstName: 'Priya', lastName: 'Raman', role: 'administrator' })
const invitationOf = (n: number, facts: Partial<Invitation> = {}): Invitation => ({
  id: InvitationId.parse(idOf(n)),
  email: 'lena@example.com',
  roles: ['fee_earner'],
  invitedBy: 'Priya Raman',
  sentAt: new Date(Date.now() - 3_600_000),
  expiresAt: new Date(Date.now() + 86_400_000),
  readsUntil: null,
  ...facts,
})

interface Firm {
  people: Person[]
  invitations: Invitation[]
}

const open = (state: Firm, ...more: Answer[]) =>
  show(<PeoplePage />, [
    ...more,
    answer(accounts.current, () => priya),
    answer(people.list, () => state),
    answer(teams.list, () => []),
  ])

describe('an invitation', () => {
  const invite = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Invite' }))
    return within(await screen.findByRole('dialog', { name: 'Invite someone' }))
  }

  test('of an auditor names cases by their references, one on each line, each once', async () => {
    const sent: unknown[] = []
    open(
      { people: [], invitations: [] },
      answer(people.invite, (input) => {
        sent.push(input.inspection)
        return { ...invitationOf(5), path: null }
      }),
    )
    const dialog = await invite()
    await userEvent.type(dialog.getByLabelText('Email'), 'nina@example.com')
    await userEvent.click(dialog.getByLabelText(/^Auditor/))
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('Please choose the last day')).toBeInTheDocument()
    const cases = dialog.getByLabelText('Cases they may read')
    await userEvent.type(cases, ' HR-2026-00012 {Enter}{Enter}HR-2026-00013, HR-2026-00012')
    const until = within(dialog.getByRole('group', { name: /^Last day/ }))
    for (const [part, typed] of [
      ['Day', '31'],
      ['Month', '12'],
      ['Year', '2099'],
    ] as const)
      await userEvent.type(until.getByLabelText(part), typed)
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await expect
      .poll(() => sent)
      .toEqual([{ until: '2099-12-31', references: ['HR-2026-00012', 'HR-2026-00013'] }])
  })

  test('is sent by email, and stands in the list', async () => {
    const state: Firm = { people: [], invitations: [] }
    const sent: unknown[] = []
    open(
      state,
      answer(people.invite, (input) => {
        sent.push(input)
        state.invitations = [invitationOf(5)]
        return { ...invitationOf(5), path: null }
      }),
    )
    const dialog = await invite()
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('Please enter a valid email address')).toBeInTheDocument()
    await userEvent.type(dialog.getByLabelText('Email'), 'lena@example.com')
    await userEvent.click(dialog.getByRole('checkbox', { name: /^Administrator/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    const invited = within(await screen.findByRole('region', { name: 'Invited' }))
    expect(invited.getByText('lena@example.com')).toBeInTheDocument()
    expect(screen.getByText('Invitation sent')).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(sent).toEqual([{ email: 'lena@example.com', roles: ['administrator', 'fee_earner'] }])
  })

  test('is a link to hand over where no mail leaves the portal', async () => {
    open(
      { people: [], invitations: [] },
      answer(people.invite, () => ({ ...invitationOf(5), path: '/invitation?token=abc' })),
      answer(settings.firm, () => firmOf({ sendsEmail: false })),
    )
    const dialog = await invite()
    await userEvent.type(dialog.getByLabelText('Email'), 'lena@example.com')
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }))
    const shared = within(await screen.findByRole('dialog', { name: 'Share this link' }))
    expect(shared.getByLabelText('Invitation link')).toHaveValue(`${location.origin}/invitation?token=abc`)
    await userEvent.click(shared.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('that has expired says so, is sent again, and is withdrawn after a question', async () => {
    const expired = invitationOf(5, { expiresAt: new Date('2026-01-05T12:00:00Z') })
    const state: Firm = { people: [], invitations: [expired] }
    open(
      state,
      answer(people.resend, () => {
        state.invitations = [invitationOf(5)]
        return { ...invitationOf(5), path: null }
      }),
      answer(people.withdraw, () => {
        state.invitations = []
        return undefined
      }),
    )
    expect(await screen.findByText('Expired')).toBeInTheDocument()
    const line = screen.getByText(/ · the link expired on 5 January 2026$/)
    expect(line).not.toHaveTextContent('works until')
    await userEvent.click(screen.getByRole('button', { name: 'Send again: lena@example.com' }))
    expect(await screen.findByText('Invitation sent again')).toBeInTheDocument()
    expect(screen.queryByText('Expired')).not.toBeInTheDocument()
    expect(screen.getByText(/ · the link works until /)).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw: lena@example.com' }))
    const question = within(await screen.findByRole('alertdialog'))
    await userEvent.click(question.getByRole('button', { name: 'Withdraw' }))
    expect(await screen.findByText('Invitation withdrawn')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Invited' })).not.toBeInTheDocument()
  })

  test('of a portal that sends no email gets a new link to pass on, and never claims to be sent', async () => {
    open(
      { people: [], invitations: [invitationOf(5)] },
      answer(people.resend, () => ({ ...invitationOf(5), path: '/invitation?token=def' })),
      answer(settings.firm, () => firmOf({ sendsEmail: false })),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Withdraw: lena@example.com' }))
    expect(await screen.findByText('The link for lena@example.com will stop working.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Create a new link: lena@example.com' }))
    const shared = within(await screen.findByRole('dialog', { name: 'Share this link' }))
    expect(shared.getByLabelText('Invitation link')).toHaveValue(`${location.origin}/invitation?token=def`)
  })

  test('of an auditor whose last day has passed has expired, however long its link was to work', async () => {
    const past = invitationOf(5, { roles: ['auditor'], readsUntil: '2026-01-05' })
    open({ people: [], invitations: [past] })
    expect(await screen.findByText('Expired')).toBeInTheDocument()
    const line = screen.getByText(/ · reads until 5 January 2026$/)
    expect(line).not.toHaveTextContent('link')
  })

  test('that cannot be sent again says why, and stays', async () => {
    open(
      { people: [], invitations: [invitationOf(5)] },
      answer(people.resend, () => {
        throw new Problem('unavailable', 'The mail server does not answer.')
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Send again: lena@example.com' }))
    expect(await screen.findByText('The mail server does not answer.')).toBeInTheDocument()
    expect(screen.getByRole('region', { name: 'Invited' })).toBeInTheDocument()
  })
})

test('the list says who one is oneself, who has no second factor and who never signed in', async () => {
  open({
    people: [
      memberOf(1, { id: priya.id, role: 'administrator', firstName: 'Priya', lastName: 'Raman', clients: 1 }),
      memberOf(2, { isTwoFactorEnabled: false }),
    ],
    invitations: [],
  })
  const [own, other] = within(await screen.findByRole('region', { name: 'Active' })).getAllByRole('listitem')
  expect(own).toHaveTextContent('You')
  expect(own).toHaveTextContent('1 client · Never signed in')
  expect(other).toHaveTextContent('No two-factor sign-in')
  expect(other).not.toHaveTextContent('You')
})

describe('the page that an invitation leads to', () => {
  const token = 'a'.repeat(43)
  const invited = answer(people.look, () => ({
    email: 'lena@example.com',
    roles: ['fee_earner' as const],
    invitedBy: 'Priya Raman',
  }))
  const visit = (...answers: Answer[]) =>
    show(<InvitationPage />, answers, { at: `/invitation?token=${token}` })

  test('says who invites whom as what, and opens the account', async () => {
    const joined: unknown[] = []
    visit(
      invited,
      answer(people.join, (input) => {
        joined.push(input)
        return personOf({ role: 'fee_earner' })
      }),
      answer(accounts.current, () => personOf({ role: 'fee_earner' })),
    )
    expect(await screen.findByText(/^Priya Raman invites you to the portal of/)).toHaveTextContent(
      'as a fee earner. Your email address is lena@example.com.',
    )
    const fields = {
      'First name': 'Lena',
      'Last name': 'Fischer',
      Username: 'lenafischer',
      Password: 'quiet-river-41-lamp',
      'Confirm password': 'quiet-river-41-lamp',
    }
    for (const [label, words] of Object.entries(fields))
      await userEvent.type(screen.getByLabelText(label), words)
    await userEvent.click(screen.getByRole('button', { name: 'Join' }))
    expect(await screen.findByText('Welcome')).toBeInTheDocument()
    expect(joined).toMatchObject([{ token, firstName: 'Lena', username: 'lenafischer' }])
  })

  test('says where the invitation no longer works', async () => {
    visit(
      answer(people.look, () => {
        throw new Problem('not_found', 'It may have been withdrawn.')
      }),
    )
    expect(await screen.findByText('This invitation no longer works')).toBeInTheDocument()
    expect(screen.getByText('It may have been withdrawn.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Join' })).not.toBeInTheDocument()
  })

  test('says of half a link that it is incomplete, not that the invitation has ended', async () => {
    show(<InvitationPage />, [invited], { at: '/invitation?token=aaaa' })
    expect(await screen.findByText('This link is incomplete')).toBeInTheDocument()
    expect(screen.queryByText('This invitation no longer works')).not.toBeInTheDocument()
  })

  test('asks again for an invitation that could not be read for a moment', async () => {
    let isDown = true
    visit(
      answer(people.look, () => {
        if (isDown) throw new Problem('unavailable', 'Please try again in a moment.')
        return { email: 'lena@example.com', roles: ['fee_earner' as const], invitedBy: 'Priya Raman' }
      }),
    )
    expect(await screen.findByText('We couldn’t open your invitation')).toBeInTheDocument()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Join' })).toBeInTheDocument()
  })
})

test('an administrator who deactivates the only compliance officer reads what then waits for nobody', async () => {
  const officer = { firstName: 'Grace', role: 'compliance_officer', roles: ['compliance_officer'] } as const
  const state: Firm = {
    people: [memberOf(3, { ...officer, roles: [...officer.roles], clients: 0 })],
    invitations: [],
  }
  open(
    state,
    answer(firmAppointments.list, () => []),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change Grace Haddad' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  expect(await screen.findByText(/the only compliance officer/)).toBeInTheDocument()
})

test('somebody whose cover has left is listed as covered by nobody', async () => {
  const cover = { id: UserId.parse(idOf(9)), name: 'Owen Hart' }
  const absence = { from: '2020-01-01', backOn: '2099-12-03', cover, isAway: false }
  open({ people: [memberOf(1, { absence })], invitations: [] })
  expect(await screen.findByText('Away until 3 December 2099, with nobody covering')).toBeInTheDocument()
})
