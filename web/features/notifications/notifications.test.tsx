// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { pageSize } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Notification, NotificationId, notifications } from '#contract/notifications/notifications.ts'
import { answer, expectTwoLines, show, twoLines } from '#web/testing.tsx'
import { Bell } from './bell.tsx'

const idOf = (n: number) => NotificationId.parse(`0197a4a0-0000-7000-8000-${String(n).padStart(12, '0')}`)
const notificationOf = (n: number, facts: Partial<Notification> = {}): Notification => ({
  id: idOf(n),
  topic: 'tasks',
  title: `Notification ${n}`,
  body: 'Something happened in your matter.',
  link: null,
  isRead: false,
  createdAt: new Date('2026-11-03T09:00:00Z'),
  ...facts,
})

const ring = (start: Notification[]) => {
  let list = start
  show(
    <>
      <Bell />
      <output>{<Place />}</output>
    </>,
    [
      answer(notifications.list, () => list),
      answer(notifications.markRead, ({ ids }) => {
        list = list.map((notification) =>
          ids && !ids.includes(notification.id) ? notification : { ...notification, isRead: true },
        )
        return { unread: list.filter(({ isRead }) => !isRead).length }
      }),
    ],
    { at: '/settings' },
  )
}
const Place = () => useLocation().pathname
const path = () => document.querySelector('output')?.textContent
const bell = (name: string) => screen.findByRole('button', { name })
const openList = async (name: string) => {
  await userEvent.click(await bell(name))
  return within(await screen.findByRole('dialog', { name: 'Notifications' }))
}

test('the bell shows how many are unread, and no number when none are', async () => {
  ring([notificationOf(1), notificationOf(2), notificationOf(3, { isRead: true })])
  const three = await bell('Notifications, 2 unread')
  expect(three.textContent).toBe('2')
})

test('a bell with nothing unread has no number', async () => {
  ring([notificationOf(1, { isRead: true })])
  const list = await openList('Notifications')
  await list.findByText('Notification 1')
  await userEvent.keyboard('{Escape}')
  expect((await bell('Notifications')).textContent).toBe('')
})

test('one, or all, are marked as read', async () => {
  ring([notificationOf(1), notificationOf(2), notificationOf(3)])
  const list = await openList('Notifications, 3 unread')

  await userEvent.click(await list.findByRole('button', { name: 'Mark as read: Notification 2' }))
  await waitFor(() => expect(list.getAllByText('Unread')).toHaveLength(2))
  await userEvent.click(list.getByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(list.queryByText('Unread')).not.toBeInTheDocument())
  expect(list.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument()
})

test('a notification leads to its page and counts as read', async () => {
  ring([notificationOf(1, { link: '/payments' })])
  const list = await openList('Notifications, 1 unread')
  await userEvent.click(await list.findByRole('link', { name: 'Open: Notification 1' }))

  await waitFor(() => expect(path()).toBe('/payments'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await bell('Notifications')
})

test('a link to somewhere else leads nowhere but home', async () => {
  ring([notificationOf(1, { link: '//evil.example' })])
  const list = await openList('Notifications, 1 unread')
  const link = await list.findByRole('link', { name: 'Open: Notification 1' })
  expect(link).toHaveAttribute('href', '/')
})

test('an empty list says what will stand there', async () => {
  ring([])
  const list = await openList('Notifications')
  expect(await list.findByText('No notifications yet')).toBeInTheDocument()
})

test('a list that cannot be had says why, and is asked for again', async () => {
  let isBusy = true
  show(<Bell />, [
    answer(notifications.list, () => {
      if (isBusy) throw new Problem('unavailable', 'The portal is busy.')
      return [notificationOf(1)]
    }),
  ])
  const list = await openList('Notifications')
  await list.findByText('The portal is busy.')
  isBusy = false
  await userEvent.click(list.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('Notification 1')).toBeInTheDocument()
})

test('what is older comes when it is asked for', async () => {
  const all = Array.from({ length: pageSize + 1 }, (_, n) =>
    notificationOf(0, { id: idOf(pageSize + 1 - n), title: `Nr ${pageSize + 1 - n}` }),
  )
  show(<Bell />, [
    answer(notifications.list, ({ before }) =>
      all.filter(({ id }) => before === undefined || id < before).slice(0, pageSize),
    ),
  ])
  await userEvent.click(await screen.findByTitle('Notifications, 200 unread'))
  await screen.findByText('Nr 2')
  expect(screen.queryByText('Nr 1')).not.toBeInTheDocument()
  await userEvent.click(screen.getByText('Show older notifications'))
  expect(await screen.findByText('Nr 1')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Show older notifications')).not.toBeInTheDocument())
})

test('a line break in a notification is kept', async () => {
  ring([notificationOf(1, { body: twoLines })])
  await openList('Notifications, 1 unread')
  await expectTwoLines()
})
