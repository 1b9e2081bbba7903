// @vitest-environment jsdom
import { screen, waitForElementToBeRemoved, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { AppointmentId } from '#contract/appointments/appointments.ts'
import { TeamId } from '#contract/firm/firm.ts'
import { type Absence, absences, type Team, teams } from '#contract/firm/teams.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { settings } from '#contract/settings.ts'
import { personOf } from '#web/features/accounts/testing.ts'
import { firmOf } from '#web/features/settings/testing.ts'
import { openPages, sendToPages } from '#web/shell/testing.tsx'
import { answer, idOf, show } from '#web/testing.tsx'
import { AwayTab } from './away-tab.tsx'
import { Teams } from './parts/teams.tsx'

const owen = { id: UserId.parse(idOf(2)), firstName: 'Owen', lastName: 'Hart', role: 'fee_earner' as const }
const member = {
  ...owen,
  username: 'owen',
  email: 'owen@example.com',
  roles: ['fee_earner' as const],
  inspection: null,
  absence: null,
  photographId: null,
  isTwoFactorEnabled: true,
  lastSeenAt: null,
  deactivatedAt: null,
  clients: 0,
}

test('a team is made with its people, and says who is in it', async () => {
  let all: Team[] = []
  const sent: Input<typeof teams.create>[] = []
  show(<Teams people={[member]} />, [
    answer(teams.list, () => all),
    answer(teams.create, (input) => {
      sent.push(input)
      const team = { ...input, id: TeamId.parse(idOf(7)), clients: 0 }
      all = [team]
      return team
    }),
  ])
  expect(await screen.findByText('No teams yet')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'New team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New team' }))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Property')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Owen Hart' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Team saved')).toBeInTheDocument()
  expect(await screen.findByText('Owen Hart · 0 clients')).toBeInTheDocument()
  expect(sent).toEqual([{ name: 'Property', memberIds: [owen.id] }])
})

test('of many people those of a team are found by name, and a search saves nothing', async () => {
  const others = Array.from({ length: 60 }, (_, n) => ({
    ...member,
    id: UserId.parse(idOf(100 + n)),
    firstName: 'Colleague',
    lastName: `Number ${n}`,
  }))
  const sent: Input<typeof teams.create>[] = []
  show(<Teams people={[...others, member]} />, [
    answer(teams.list, () => []),
    answer(teams.create, (input) => {
      sent.push(input)
      return { ...input, id: TeamId.parse(idOf(7)), clients: 0 }
    }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'New team' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New team' }))
  await userEvent.type(dialog.getByLabelText(/^Name/), 'Property')
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Search people' }), 'owen{Enter}')
  expect(sent).toEqual([])
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Owen Hart' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await expect.poll(() => sent).toEqual([{ name: 'Property', memberIds: [owen.id] }])
})

const booked = {
  id: AppointmentId.parse(idOf(6)),
  startTime: new Date('2026-11-16T10:00:00Z'),
  client: 'Amara Okafor',
}

test('somebody says when they are away and who covers, and reads whom they cover for', async () => {
  const me = personOf({ role: 'fee_earner' })
  let absence: Absence | null = null
  const looked: unknown[] = []
  show(<AwayTab />, [
    answer(accounts.current, () => me),
    answer(settings.firm, () => firmOf()),
    answer(absences.own, () => ({
      absence,
      booked: absence ? [booked] : [],
      covering: [{ name: 'Tom Lee', backOn: '2026-11-16' }],
      colleagues: [owen],
    })),
    answer(absences.booked, (input) => {
      looked.push(input)
      return [booked]
    }),
    answer(absences.save, ({ from, backOn }) => {
      absence = { from, backOn, cover: { id: owen.id, name: 'Owen Hart' }, isAway: true }
      return { ...absence, booked: [booked] }
    }),
  ])
  expect(await screen.findByText('Tom Lee, until 16 November 2026')).toBeInTheDocument()
  const back = within(screen.getByRole('group', { name: /First day back/ }))
  await userEvent.type(back.getByLabelText('Day'), '3')
  await userEvent.type(back.getByLabelText('Month'), '12')
  await userEvent.type(back.getByLabelText('Year'), '2126')
  // Before anything is saved.
  expect(await screen.findByText('1 appointment booked on these days')).toBeInTheDocument()
  expect(looked).toMatchObject([{ id: me.id, backOn: '2126-12-03' }])
  await userEvent.selectOptions(screen.getByLabelText('Who will cover?'), 'Owen Hart')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Away until 3 December 2126, covered by Owen Hart.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Back already' })).toBeInTheDocument()
  expect(screen.getByText('1 appointment booked on these days')).toBeInTheDocument()
  expect(screen.getByText(/^It stays booked\. Please move it/)).toBeInTheDocument()
  expect(
    screen.getByRole('link', { name: 'Amara Okafor, Monday 16 November 2026 at 10:00' }),
  ).toHaveAttribute('href', `/firm/appointments?appointment=${booked.id}`)
})

test('two appointments of a client on one day are told apart', async () => {
  const me = personOf({ role: 'fee_earner' })
  const later = { ...booked, id: AppointmentId.parse(idOf(7)), startTime: new Date('2026-11-16T14:30:00Z') }
  const absence = {
    from: '2026-11-09',
    backOn: '2026-12-03',
    cover: { id: owen.id, name: 'Owen Hart' },
    isAway: true,
  }
  show(<AwayTab />, [
    answer(accounts.current, () => me),
    answer(settings.firm, () => firmOf()),
    answer(absences.own, () => ({ absence, booked: [booked, later], covering: [], colleagues: [owen] })),
  ])
  expect(await screen.findByText(/^They stay booked\. Please move each one/)).toBeInTheDocument()
  for (const time of ['10:00', '14:30'])
    expect(
      screen.getByRole('link', { name: `Amara Okafor, Monday 16 November 2026 at ${time}` }),
    ).toBeInTheDocument()
})

test('an open page of one’s time away shows what is booked meanwhile', async () => {
  const me = personOf({ role: 'fee_earner' })
  const absence = {
    from: '2026-11-09',
    backOn: '2026-12-03',
    cover: { id: owen.id, name: 'Owen Hart' },
    isAway: true,
  }
  const found = [booked]
  openPages('/settings?tab=away', {
    user: me,
    answers: [
      answer(absences.own, () => ({ absence, booked: [...found], covering: [], colleagues: [owen] })),
    ],
  })
  expect(await screen.findByText('1 appointment booked on these days')).toBeInTheDocument()
  found.pop()
  sendToPages({ type: 'changed', topics: ['appointments'] })
  await waitForElementToBeRemoved(() => screen.queryByText('1 appointment booked on these days'))
})
