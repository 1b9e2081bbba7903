// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { bulk } from '#contract/firm/bulk.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { type ClientFilter, lists, type MatterSummary, type SavedView, ViewId } from '#contract/firm/lists.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { MatterId } from '#contract/matters/matters.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { UserOfEndedSession } from '#web/platform/session.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { CasesPage } from './cases-page.tsx'
import { ClientsPage } from './clients-page.tsx'
import { admin, clientOf } from './testing.tsx'

const open = (own: Parameters<typeof show>[1] = []) => {
  const requests: ClientFilter[] = []
  const answers = [
    answer(accounts.current, () => admin),
    answer(lists.people, () => [{ id: admin.id, name: 'Priya Raman' }]),
    answer(lists.views, () => []),
    answer(lists.clients, (filter) => {
      requests.push(filter)
      return { rows: [clientOf(1), clientOf(2)], hasMore: filter.before === undefined }
    }),
  ]
  show(
    <UserOfEndedSession value={admin}>
      <ClientsPage />
    </UserOfEndedSession>,
    [...own, ...answers],
  )
  return { requests, user: userEvent.setup() }
}

test('the list of clients of a firm without any says so', async () => {
  open([answer(lists.clients, () => ({ rows: [], hasMore: false }))])
  expect(await screen.findByText('No clients yet')).toBeInTheDocument()
})

test('an administrator reads that the list also holds clients of nobody, and whoever reads all files does not', async () => {
  const emptyList = answer(lists.clients, () => ({ rows: [], hasMore: false }))
  open([emptyList])
  expect(
    await screen.findByText(/^Clients assigned to you, and those nobody looks after yet, and how far/),
  ).toBeInTheDocument()
  expect(
    await screen.findByText(/or once they register and nobody looks after them yet\.$/),
  ).toBeInTheDocument()
  cleanup()
  const both = { ...admin, roles: ['administrator' as const, 'compliance_officer' as const] }
  open([answer(accounts.current, () => both), emptyList])
  expect(await screen.findByText(/^Everyone whose file you can read, and how far/)).toBeInTheDocument()
})

test('an administrator joins the team of a client by the email address, and reads why it does not work', async () => {
  const emails: string[] = []
  const { user } = open([
    answer(firm.joinTeam, ({ email }) => {
      emails.push(email)
      const words = 'No client has an account with this email address.'
      throw new Problem('invalid', words, { fields: { email: words } })
    }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Work with another client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Work with another client' }))
  await user.click(dialog.getByRole('button', { name: 'Join the team' }))
  expect(await dialog.findByText('Please enter the client’s email address')).toBeInTheDocument()
  await user.type(dialog.getByLabelText('Client’s email address'), 'ana@example.com{Enter}')
  expect(await dialog.findByText('No client has an account with this email address.')).toBeInTheDocument()
  expect(emails).toEqual(['ana@example.com'])
})

test('the list of clients asks for its filters, and its next page begins after the last row', async () => {
  const { requests, user } = open()
  await user.selectOptions(await screen.findByLabelText('Progress'), 'Still has things to do')
  await user.click(await screen.findByRole('button', { name: 'Next', busy: false }))
  await screen.findByText(/^Page 2/)
  expect(requests.at(-1)).toMatchObject({ standing: 'to_do', before: idOf(2) })
})

test('while a filtered list is loading, the rows shown before are not taken for one of its pages', async () => {
  const requests: ClientFilter[] = []
  const filtered = Promise.withResolvers<void>()
  const { user } = open([
    answer(lists.clients, async (filter) => {
      requests.push(filter)
      if (filter.standing) await filtered.promise
      return {
        rows: filter.standing ? [clientOf(3), clientOf(4)] : [clientOf(1), clientOf(2)],
        hasMore: true,
      }
    }),
  ])
  await screen.findByText('Page 1, 2 clients')
  await user.selectOptions(screen.getByLabelText('Progress'), 'Still has things to do')
  await expect.poll(() => requests).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText(/^(Loading page|Page) /)).toHaveTextContent('Loading page 1…')
  filtered.resolve()
  await user.click(await screen.findByRole('button', { name: 'Next', busy: false }))
  await screen.findByText('Page 2, 2 clients')
  expect(requests.slice(2)).toMatchObject([{ standing: 'to_do', before: idOf(4) }])
})

test('the keys J, K and X move between the rows of a list and select one', async () => {
  const { user } = open()
  await screen.findByLabelText('Select Amara Okafor 1')
  await user.keyboard('jj')
  expect(screen.getByRole('link', { name: 'Amara Okafor 2' })).toHaveFocus()
  await user.keyboard('x')
  expect(screen.getByLabelText('Select Amara Okafor 2')).toBeChecked()
  expect(screen.getByText('1 selected')).toBeInTheDocument()
})

/** Opens the invitation and types two people into it. */
async function enterCouple(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Invite a client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a client' }))
  await user.click(dialog.getByRole('button', { name: 'Add a joint client' }))
  for (const [at, name] of ['Grace', 'Tom'].entries()) {
    await user.type(dialog.getAllByLabelText(/^First name/)[at] as HTMLElement, name)
    await user.type(dialog.getAllByLabelText(/^Last name/)[at] as HTMLElement, 'Lindholm')
    await user.type(dialog.getAllByLabelText(/^Email/)[at] as HTMLElement, `${name}@example.com`)
  }
  return dialog
}

test('the links of clients whom the portal cannot email are shown, to be passed on', async () => {
  const { user } = open([
    answer(firm.colleagues, () => [{ ...admin, role: 'administrator' as const }]),
    answer(matterTemplates.types, () => []),
    answer(clientInvitations.send, ({ clients }) => ({
      clients: clients.map(({ firstName, lastName }, at) => ({
        id: UserId.parse(idOf(70 + at)),
        name: `${firstName} ${lastName}`,
        path: `/reset-password?token=${firstName}`,
      })),
      matter: null,
    })),
  ])
  const dialog = await enterCouple(user)
  await user.click(dialog.getByLabelText('Open a case for them together'))
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
  const links = within(await screen.findByRole('dialog', { name: 'Share these links' }))
  expect(links.getByText(/weren't emailed/)).toBeInTheDocument()
  for (const name of ['Grace', 'Tom'])
    expect(links.getByLabelText(`Link for ${name} Lindholm`)).toHaveValue(
      `${location.origin}/reset-password?token=${name}`,
    )
  await user.click(links.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a couple is invited with their case; what the firm’s server refuses is said at the person it is about', async () => {
  const sent: Input<typeof clientInvitations.send>[] = []
  const { user } = open([
    answer(firm.colleagues, () => [{ ...admin, role: 'administrator' as const }]),
    answer(matterTemplates.types, () => [{ name: 'Purchase', steps: 9 }]),
    answer(clientInvitations.send, (input) => {
      sent.push(input)
      throw new Problem('conflict', 'Taken', { fields: { 'clients.1.email': 'Tom has an account already.' } })
    }),
  ])
  const dialog = await enterCouple(user)
  await user.type(await dialog.findByLabelText(/^Title/), 'Purchase of 3 Mill Lane')
  await user.selectOptions(dialog.getByLabelText(/^Type/), 'Purchase')
  await user.type(dialog.getByLabelText(/^Description/), 'A house')
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))

  expect(await dialog.findByText('Tom has an account already.')).toBeInTheDocument()
  expect(sent[0]).toMatchObject({
    clients: [{ firstName: 'Grace' }, { firstName: 'Tom', email: 'Tom@example.com' }],
    matter: { title: 'Purchase of 3 Mill Lane', whose: 'client' },
  })
  // Without a case, the fields of the case are not sent.
  await user.click(dialog.getByLabelText('Open a case for them together'))
  await user.click(dialog.getByRole('button', { name: 'Send 2 invitations' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.matter).toBeUndefined()
})

test('cases that are closed together name those with open tasks, and what happens to these', async () => {
  const matter = (n: number): MatterSummary => ({
    id: MatterId.parse(idOf(n)),
    reference: `HR-2026-0001${n}`,
    title: `Purchase ${n}`,
    type: 'Purchase',
    status: 'open',
    stage: 'Completion',
    client: { id: UserId.parse(idOf(1)), name: 'Amara Okafor', canOpen: true },
    feeEarner: 'Priya Raman',
    move: null,
    nextDate: null,
    createdAt: new Date('2026-11-01T09:00:00Z'),
  })
  const priya = personOf({ role: 'fee_earner', roles: ['fee_earner'] })
  const user = userEvent.setup()
  show(
    <UserOfEndedSession value={priya}>
      <CasesPage />
    </UserOfEndedSession>,
    [
      answer(accounts.current, () => priya),
      answer(lists.people, () => []),
      answer(lists.views, () => []),
      answer(matterTemplates.types, () => []),
      answer(lists.matters, () => ({ rows: [matter(2), matter(3)], hasMore: false })),
      answer(bulk.closeMatters, ({ ids }) => ({
        done: ids.map((id, at) => ({ id, name: `Purchase ${at + 2}`, openTasks: at * 4 })),
        refused: [],
      })),
    ],
  )
  await user.click(await screen.findByLabelText('Select Purchase 2 (HR-2026-00012)'))
  await user.click(screen.getByLabelText('Select Purchase 3 (HR-2026-00013)'))
  await user.click(screen.getByRole('button', { name: 'Actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Close cases' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close cases' }))
  await user.click(dialog.getByRole('button', { name: 'Preview' }))
  expect(await dialog.findByText('1 case has tasks that are still open')).toBeVisible()
  expect(dialog.getByText('Purchase 3: 4 open tasks')).toBeVisible()
  expect(dialog.queryByText(/^Purchase 2:/)).not.toBeInTheDocument()
  expect(dialog.getByText(/^Closing puts them on hold/)).toBeVisible()
})

const viewOf = (name: string): SavedView => ({
  id: ViewId.parse(idOf(500)),
  list: 'clients',
  name,
  isShared: false,
  isMine: true,
  isOfLeaver: false,
  filter: {},
  columns: ['tasks'],
})

test('a view that another tab has deleted is gone once the views are opened, and says so if it is deleted again', async () => {
  let views = [viewOf('Waiting')]
  const { user } = open([
    answer(lists.views, () => views),
    answer(lists.removeView, () => {
      views = []
      throw new Problem('not_found', "We couldn't find that view.")
    }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete “Waiting”' }))
  expect(await screen.findByText("We couldn't find that view.")).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Views' }))
  expect(await screen.findByText('No saved views yet')).toBeVisible()

  await user.keyboard('{Escape}')
  views = [viewOf('Overdue')]
  await user.click(screen.getByRole('button', { name: 'Views' }))
  expect(await screen.findByRole('menuitem', { name: 'Overdue' })).toBeVisible()
})

test('a view that is shared by someone who has left says so and can be deleted, and a colleague’s cannot', async () => {
  const shared = { ...viewOf('Late'), isMine: false, isShared: true }
  const { user } = open([
    answer(lists.views, () => [
      shared,
      { ...shared, id: ViewId.parse(idOf(501)), name: 'Old', isOfLeaver: true },
    ]),
  ])
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  expect(await screen.findByRole('menuitem', { name: 'Old (shared by someone who has left)' })).toBeVisible()
  expect(screen.getByRole('menuitem', { name: 'Delete “Old”' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Delete “Late”' })).not.toBeInTheDocument()
})

test('saving a view under a name that is taken says that it replaces the other', async () => {
  const { user } = open([answer(lists.views, () => [viewOf('Waiting')])])
  await user.click(await screen.findByRole('button', { name: 'Views' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
  const name = await screen.findByLabelText(/^Name/)
  await user.type(name, 'Waitin')
  expect(screen.getByRole('button', { name: 'Save view' })).toBeVisible()
  await user.type(name, 'g ')
  expect(await screen.findByText('This replaces your view of that name')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Replace view' })).toBeVisible()
})
