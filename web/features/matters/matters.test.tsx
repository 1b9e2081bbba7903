// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { jointClients } from '#contract/joint-clients.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Matter, type MatterEvent, matters } from '#contract/matters/matters.ts'
import type { NextAction } from '#contract/matters/next-action.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { TaskId } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { answer, idOf, show } from '#web/testing.tsx'
import { MattersPage } from './page.tsx'
import { eventOf, matterOf } from './testing.ts'

const pending = matterOf(2, { title: 'A will', status: 'pending', move: null, type: 'Wills and probate' })
const closed = matterOf(3, { title: 'A deposit', status: 'closed', move: null, closedAt: new Date() })
const rejected = matterOf(4, {
  title: 'A divorce',
  status: 'rejected',
  move: null,
  reason: 'We act for him.',
})

const openMove = matterOf(1).move as NextAction

const open = (
  all: Matter[],
  { events = [], at, reused = [] }: { events?: MatterEvent[]; at?: string; reused?: string[] } = {},
) => {
  const list = answer(matters.list, () => all)
  const details = answer(matters.one, ({ id }) => ({
    ...(all.find((matter) => matter.id === id) ?? matterOf(1)),
    events,
  }))
  const invited = answer(jointClients.list, () => [])
  const done = answer(matterTemplates.reused, () =>
    reused.map((words, n) => ({ id: TaskId.parse(idOf(80 + n)), words })),
  )
  const closing = answer(matters.closing, () => ({ held: [], fees: [] }))
  const user = answer(accounts.current, () => personOf())
  const request = answer(matters.request, () => pending)
  show(<MattersPage />, [list, details, closing, invited, done, user, request], at ? { at } : {})
  return userEvent.setup()
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const tab = (name: RegExp) => screen.findByRole('tab', { name })
const all = [matterOf(1), pending, closed, rejected]

test('a client’s open cases are shown first, each with who acts next, and the tabs count the others', async () => {
  open(all)
  expect(await tab(/^Open/)).toHaveAttribute('aria-selected', 'true')
  const names = screen.getAllByRole('tab').map(({ textContent }) => textContent)
  expect(names).toEqual(['Open 1', 'Pending 1', 'Closed 1', 'All Cases 4'])
  expect(titles()).toEqual(['Purchase of a flat'])
  expect(screen.getByText('Your turn')).toBeInTheDocument()
  expect(screen.getByText('Send us your payslips')).toBeInTheDocument()
})

test('a next step of the client’s leads to where it is taken, and to a message about the matter', async () => {
  open(all)
  const there = await screen.findByRole('link', { name: 'Open Documents' })
  expect(there).toHaveAttribute('href', '/documents')
  const href = screen.getByRole('link', { name: 'Reply in Messages' }).getAttribute('href') ?? ''
  const { pathname, searchParams } = new URL(href, 'http://localhost')
  expect(pathname).toBe('/messages')
  expect(searchParams.get('about')).toBe('About “Purchase of a flat”:\n\n')
})

test('a search and a status find the client’s cases that they are for, also where another tab was open', async () => {
  const user = open(all)
  await user.selectOptions(await screen.findByLabelText('Status'), 'Closed')
  expect(titles()).toEqual(['A deposit'])
  await user.selectOptions(screen.getByLabelText('Status'), 'All Statuses')
  await user.type(screen.getByPlaceholderText('Search cases...'), 'probate 2026-00002')
  expect(titles()).toEqual(['A will'])
  await user.type(screen.getByPlaceholderText('Search cases...'), 'x')
  expect(screen.getByText('No cases found')).toBeInTheDocument()
  expect(screen.getByText('Try adjusting your search or filters')).toBeInTheDocument()
})

test('a client whose cases are all closed finds them at once, and a tab without any does not speak of a first one', async () => {
  const user = open([closed])
  expect(await tab(/^All Cases/)).toHaveAttribute('aria-selected', 'true')
  expect(titles()).toEqual(['A deposit'])
  await user.click(await tab(/^Open/))
  expect(screen.getByText('No cases found')).toBeInTheDocument()
})

test('a client without any matter is offered one thing to do: to create a case', async () => {
  const user = open([])
  expect(await screen.findByText('No cases found')).toBeInTheDocument()
  expect(screen.getByText('Get started by creating your first case')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Create Case' }))
  expect(await screen.findByRole('dialog', { name: 'New Case' })).toBeInTheDocument()
})

test('a client can close only an open matter from its menu, and edit none', async () => {
  const user = open(all)
  await user.click(await tab(/^All Cases/))
  const entries: Record<string, string[]> = {}
  for (const title of titles()) {
    await user.click(screen.getByRole('button', { name: `Actions for ${title}` }))
    entries[title ?? ''] = screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '')
    await user.keyboard('{Escape}')
  }
  expect(entries).toEqual({
    'Purchase of a flat': ['View Details', 'Invite a joint client', 'Close Case'],
    'A will': ['View Details', 'Invite a joint client'],
    'A deposit': ['View Details'],
    'A divorce': ['View Details'],
  })
  expect(screen.getByText('Rejected')).toBeInTheDocument()
  expect(screen.getByText('We act for him.')).toBeInTheDocument()
})

test('the details of a case show its facts, and its timeline explains itself only while it is empty', async () => {
  const user = open(all)
  await user.click(await screen.findByRole('button', { name: 'Timeline of Purchase of a flat' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const name of ['Status', 'Priority', 'Type', 'Created', 'Description'])
    expect(await dialog.findByText(name)).toBeInTheDocument()
  expect(dialog.getByText('Timeline events will appear here as the case progresses.')).toBeInTheDocument()
})

test('the link of a notification opens the matter, with who did what and when', async () => {
  const events = [
    eventOf(2, {
      kind: 'opened',
      by: { name: 'Priya Raman', isOfFirm: true },
      words: 'Send us your payslips',
    }),
    eventOf(1),
  ]
  open(all, { events, at: `/cases?case=${matterOf(1).id}` })
  const timeline = within(await screen.findByRole('list', { name: 'Timeline' }))
  const lines = timeline.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Case openedSend us your payslips1 November 2026 at 09:00 · Priya Raman, legal team',
    'Case requested1 November 2026 at 09:00 · Amara Okafor',
  ])
})

test('a list of cases that cannot be loaded says so, and can be loaded again', async () => {
  let isDown = true
  const list = answer(matters.list, () => {
    if (isDown) throw new Problem('unavailable', 'Please try again in a moment.')
    return all
  })
  show(<MattersPage />, [list])
  expect(await screen.findByText('Failed to fetch cases')).toBeInTheDocument()
  expect(screen.getByText('Please try again in a moment.')).toBeInTheDocument()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Send us your payslips')).toBeInTheDocument()
})

test('input for a new matter is kept after the dialog was closed', async () => {
  const user = open(all)
  await user.click(await screen.findByRole('button', { name: 'New Case' }))
  await user.type(await screen.findByLabelText(/^Title/), 'A lease')
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'New Case' }))
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('A lease')
})

test('a request for a case that was typed stays through a reload, until it is sent', async () => {
  const begin = async () => {
    const user = open(all)
    await user.click(await screen.findByRole('button', { name: 'New Case' }))
    return user
  }
  const first = await begin()
  await first.type(await screen.findByLabelText(/^Title/), 'A lease')
  await first.type(screen.getByLabelText(/^Description/), 'The landlord wants me out.')
  cleanup()
  const second = await begin()
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('A lease')
  expect(screen.getByLabelText(/^Description/)).toHaveValue('The landlord wants me out.')
  await second.selectOptions(screen.getByLabelText(/^Type/), 'Employment')
  await second.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText('Case requested')).toBeInTheDocument()
  cleanup()
  await begin()
  expect(await screen.findByLabelText(/^Title/)).toHaveValue('')
})

test('a link to a matter that is not there says so, and opens nothing', async () => {
  open([matterOf(1)], { at: `/cases?case=${matterOf(9).id}` })
  await screen.findByText("We couldn't find that case")
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a client sees where their case is, its dates, its costs and who acts, and is led to the task', async () => {
  const moves = [{ stage: 'searches', at: new Date('2026-11-03T10:00:00Z'), words: null }]
  const purchase = matterOf(1, {
    type: 'Purchase',
    stages: progressOfStages('Purchase', moves),
    people: [{ name: 'Priya Raman', photographId: null, role: 'fee_earner', phone: null, away: null }],
    dates: [{ name: 'Completion', on: '2026-12-18' }],
    costs: { estimate: 174_000, soFar: 58_000, asOf: new Date('2026-11-04T10:00:00Z') },
    move: { ...openMove, taskId: TaskId.parse(idOf(71)) },
  })
  const user = open([purchase])
  expect(await screen.findByText('Stage 4 of 9')).toBeVisible()
  const line = 'waiting for the council · usually 10 working days · since 3 Nov 2026'
  expect(screen.getByText(line)).toBeVisible()
  expect(screen.getByText('£580.00 so far, of £1,740.00 estimated')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Go to the task' })).toHaveAttribute('href', `/?task=${idOf(71)}`)
  await user.click(screen.getByRole('button', { name: 'Timeline of Purchase of a flat' }))
  const dialog = within(await screen.findByRole('dialog'))
  const stages = within(await dialog.findByRole('list', { name: 'Stages' })).getAllByRole('listitem')
  expect(stages.map(({ textContent }) => textContent)).toContain(`Searches · ${line}`)
  expect(dialog.getByText('18 December 2026')).toBeVisible()
  expect(dialog.getByText('Priya Raman')).toBeVisible()
})

test('costs above the estimate are shown as such, without blame', async () => {
  open([matterOf(1, { costs: { estimate: 100_00, soFar: 120_00, asOf: new Date() } })])
  expect(await screen.findByText(/This is above our estimate/)).toBeVisible()
})

test('joint clients see each other’s name and how much is left for whom', async () => {
  const clients = [
    { name: 'Amara Okafor', isYou: true, tasks: { completed: 9, total: 9 } },
    { name: 'Kofi Mensah', isYou: false, tasks: { completed: 8, total: 9 } },
    { name: 'Esi Mensah', isYou: false, tasks: { completed: 0, total: 0 } },
  ]
  const user = open([matterOf(1, { clients })])
  await user.click(await screen.findByRole('button', { name: 'Timeline of Purchase of a flat' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Amara Okafor (you)')).toBeVisible()
  expect(dialog.getByText('Nothing left to do')).toBeVisible()
  expect(dialog.getByText('1 task left')).toBeVisible()
  expect(dialog.getByText('No tasks in this case')).toBeVisible()
})

test('a case shows who acts, on which line, and who looks after it while they are away', async () => {
  const cover = { name: 'Owen Hart', phone: '020 7946 0102' }
  const people: Matter['people'] = [
    {
      name: 'Priya Raman',
      photographId: null,
      role: 'fee_earner',
      phone: '020 7946 0101',
      away: { until: '2026-12-03', cover },
    },
    { name: 'Tom Lee', photographId: null, role: 'supervisor', phone: null, away: null },
  ]
  open([matterOf(1, { people })])
  const list = within(await screen.findByRole('list', { name: 'Who acts for you' }))
  expect(
    list.getByText('Priya is away until 3 December 2026. Owen Hart is looking after your case.'),
  ).toBeInTheDocument()
  expect(list.getByRole('link', { name: 'Call Owen Hart: 020 7946 0102' })).toBeInTheDocument()
  expect(list.queryByText('020 7946 0101')).not.toBeInTheDocument()
  expect(list.getByText('Supervises your case')).toBeInTheDocument()
})

test('the details of a case say what was done before it, so that nobody wonders why it is not asked', async () => {
  const words = 'We already checked the proof of address you sent on 3 October 2026. There’s nothing to send.'
  open([matterOf(1)], { at: `/cases?case=${matterOf(1).id}`, reused: [words] })
  const details = within(await screen.findByRole('dialog', { name: /Purchase of a flat/ }))
  expect(await details.findByText(words)).toBeVisible()
})
