import { expect, test } from 'vitest'
import { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { withNewest, withOlder, withSent } from './hooks.tsx'
import { dayWords, rowsOf } from './parts/message.tsx'
import { anaId, messageOf, priyaId } from './testing.ts'

/** Messages with these numbers, newest first. */
const from = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => messageOf(newest - at))

test('what is new joins what was read before, and nothing of it is asked again', () => {
  const first = withNewest(undefined, from(600, 401))
  expect(first.isWhole).toBe(false)
  const more = withOlder(first, from(400, 201))
  const news = withNewest(more, from(601, 402))
  expect(news.messages).toHaveLength(401)
  expect(news.messages.map(({ id }) => id)).toEqual(from(601, 201).map(({ id }) => id))
  expect(withOlder(news, from(200, 190)).isWhole).toBe(true)
})

test('where more came than one page holds, no gap is left in between', () => {
  const known = withNewest(undefined, from(300, 101))
  const news = withNewest(known, from(900, 701))
  expect(news).toEqual({ messages: from(900, 701), isWhole: false })
})

test('a conversation that is one page is whole', () => {
  expect(withNewest(undefined, from(3, 1)).isWhole).toBe(true)
  expect(withNewest(undefined, []).messages).toEqual([])
})

test('what is older than a read message is read too', () => {
  const known = withOlder(withNewest(undefined, from(400, 201)), from(200, 100))
  const page = from(400, 201).map((message) => ({ ...message, isRead: true }))
  expect(withNewest(known, page).messages.every(({ isRead }) => isRead)).toBe(true)
  expect(page).toHaveLength(pageSize)
})

test('a sent message is there once, whether its answer or its event is first', () => {
  const conversation = withNewest(undefined, from(3, 1))
  const sent = withSent(conversation, messageOf(4))
  expect(sent.messages.map(({ content }) => content)).toEqual(['4', '3', '2', '1'])
  expect(withSent(sent, messageOf(4))).toBe(sent)
})

test('lines carry their day once, and the next of the same person follows on', () => {
  const at = (day: number) => new Date(`2026-11-0${day}T10:00:00Z`)
  const messages = [
    messageOf(3, { createdAt: at(2), senderId: anaId }),
    messageOf(2, { createdAt: at(2) }),
    messageOf(1, { createdAt: at(1) }),
  ]
  const rows = rowsOf({ messages, isWhole: true, outgoing: [], ownId: anaId, firstNew: messageOf(2).id })
  expect(rows.map(({ day, isFirstNew, isContinued }) => [day, isFirstNew, isContinued])).toEqual([
    ['Sunday 1 November 2026', false, false],
    ['Monday 2 November 2026', true, false],
    [null, false, false],
  ])
})

test('the oldest line of a history that goes on has no day of its own', () => {
  const rows = rowsOf({ messages: from(3, 1), isWhole: false, outgoing: [], ownId: anaId, firstNew: null })
  expect(rows.map(({ day, isContinued }) => [day, isContinued])).toEqual([1, 2, 3].map(() => [null, true]))
})

test('what was sent and has come back is one line', () => {
  const item = {
    key: 'k1',
    receiverId: UserId.parse(priyaId),
    content: 'Hello',
    attachments: [],
    writtenAt: Date.now(),
    hasFailed: false,
  }
  const rows = (messages: ReturnType<typeof messageOf>[]) =>
    rowsOf({ messages, isWhole: true, outgoing: [item], ownId: anaId, firstNew: null })
  expect(rows([]).map(({ key }) => key)).toEqual(['k1'])
  expect(rows([messageOf(1, { key: 'k1', senderId: anaId })])).toMatchObject([{ key: 'k1', outgoing: null }])
})

test('days are told as people tell them', () => {
  const words = ['2026-11-09', '2026-11-08', '2026-11-07'].map((day) => dayWords(day, '2026-11-09'))
  expect(words).toEqual(['Today', 'Yesterday', 'Saturday 7 November 2026'])
})
