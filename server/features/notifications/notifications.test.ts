import { expect, test } from 'vitest'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { addNotification } from './service.ts'

const portal = await openPortal()

const listOf = (client: Pick<Client, 'ask'>) => client.ask(notifications.list, {})
const tell = (client: Pick<Client, 'user'>, title: string) =>
  addNotification(portal.db, client.user.id, {
    topic: 'tasks',
    title,
    body: 'It takes a minute.',
    link: '/payments',
    createdAt: portal.now(),
  })

test("a person's notifications are listed newest first and unread", async () => {
  const ana = await portal.client()
  expect(await listOf(ana)).toEqual([])
  await tell(ana, 'Welcome to your portal')
  await tell(ana, 'Your search fees are due')

  expect(await listOf(ana)).toMatchObject([
    { title: 'Your search fees are due', isRead: false, link: '/payments', createdAt: portal.now() },
    { title: 'Welcome to your portal', isRead: false },
  ])
})

test('some or all can be marked as read, and the response says how many are left', async () => {
  const ana = await portal.client()
  for (const title of ['One', 'Two', 'Three']) await tell(ana, title)
  const [newest] = await listOf(ana)
  if (!newest) throw new Error('nothing was told')

  expect(await ana.ask(notifications.markRead, { ids: [newest.id] })).toEqual({ unread: 2 })
  expect((await listOf(ana)).map(({ isRead }) => isRead)).toEqual([true, false, false])
  expect(await ana.ask(notifications.markRead, { ids: [newest.id] })).toEqual({ unread: 2 })
  expect(await ana.ask(notifications.markRead, {})).toEqual({ unread: 0 })
})

test('marking an empty list marks nothing', async () => {
  const ana = await portal.client()
  await tell(ana, 'One')
  expect(await ana.ask(notifications.markRead, { ids: [] })).toEqual({ unread: 1 })
})

test("one person can neither see nor mark another's notifications", async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await tell(ana, 'For Ana alone')
  const [hers] = await listOf(ana)
  if (!hers) throw new Error('nothing was told')

  expect(await listOf(ben)).toEqual([])
  expect(await ben.ask(notifications.markRead, { ids: [hers.id] })).toEqual({ unread: 0 })
  expect(await listOf(ana)).toMatchObject([{ title: 'For Ana alone', isRead: false }])
})

test('people of the firm have notifications too, and a visitor has none', async () => {
  const priya = await portal.staff('fee_earner')
  await tell(priya, 'A document waits for you')
  expect(await listOf(priya)).toHaveLength(1)
  await expect(portal.visitor().ask(notifications.list, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('only a demo account that is reset loses its notifications', async () => {
  const [testuser, ana] = [await portal.client({ username: testUsername }), await portal.client()]
  await tell(testuser, 'Gone')
  await tell(ana, 'Kept')
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await listOf(testuser)).toEqual([])
  expect(await listOf(ana)).toHaveLength(1)
})
