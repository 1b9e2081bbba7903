import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { auditOf } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { openMatters, reading } from '#server/features/templates/testing/matters.ts'

const { portal, priya, publish } = await openMatters()
const { type } = await publish(reading('lease'))
const reused = { code: 'unprocessable', reason: 'idempotency_key_reused' }

type Person = Awaited<ReturnType<typeof portal.client>>

const startOf = ({ user }: Person) => ({
  clientId: user.id,
  title: 'Purchase of a flat',
  type,
  priority: 'high' as const,
  description: 'Flat 4',
  whose: 'firm' as const,
  nextStep: 'We check the lease',
})
const keyed = (key: string) => ({ 'idempotency-key': key })

const countsOf = async (client: Person) => ({
  cases: (await client.ask(matters.list, {})).length,
  tasks: (await client.ask(tasks.list, {})).filter(({ title }) => title.includes('lease')).length,
  news: (await client.ask(notifications.list, {})).length,
  mails: (await mailsTo(portal, client.user.email)).length,
  opened: (await auditOf(portal, client.user.id, 'case.opened')).length,
  noted: (await auditOf(portal, client.user.id, 'case.noted')).length,
})

test('a case that is opened again under its key, at the same time or later, is one case', async () => {
  const client = await portal.client()
  const before = await countsOf(client)
  const started = startOf(client)
  const twice = await Promise.all([1, 2].map(() => priya.ask(matters.start, started, keyed('start'))))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  const counts = { ...before, cases: 1, tasks: 1, news: before.news + 1, mails: before.mails + 1, opened: 1 }
  expect(await countsOf(client)).toEqual(counts)
  expect(await priya.ask(matters.start, started, keyed('start'))).toMatchObject({ id: twice[0]?.id })
  expect(await countsOf(client)).toEqual(counts)
})

test('a client’s request for a case that is sent again under its key, at the same time or later, is one case', async () => {
  const client = await portal.client()
  const wanted = { title: 'A lease', type: 'Property', priority: 'medium', description: 'Flat 4' } as const
  const twice = await Promise.all([1, 2].map(() => client.ask(matters.request, wanted, keyed('asked'))))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  const [first] = twice
  expect(await client.ask(matters.request, wanted, keyed('asked'))).toMatchObject({ id: first?.id })
  expect(await client.ask(matters.list, {})).toHaveLength(1)
  expect(await auditOf(portal, client.user.id, 'case.requested')).toHaveLength(1)
  const other = { ...wanted, title: 'A will' }
  await expect(client.ask(matters.request, other, keyed('asked'))).rejects.toMatchObject(reused)
  // A key belongs to its sender, so that of somebody else is another request.
  const stranger = await portal.client()
  const own = await stranger.ask(matters.request, wanted, keyed('asked'))
  expect(own.id).not.toBe(first?.id)
  // Requested again on purpose, by another key or by none.
  await client.ask(matters.request, wanted, keyed('asked-2'))
  await client.ask(matters.request, wanted)
  expect(await client.ask(matters.list, {})).toHaveLength(3)
})

test('a note under one key is in the timeline once, and its clients are told once', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, startOf(client), keyed('of-note'))
  const before = await countsOf(client)
  const note = { id, note: 'The searches are back.' }
  await Promise.all([1, 2].map(() => priya.ask(matters.note, note, keyed('note'))))
  await priya.ask(matters.note, note, keyed('note'))
  const { events } = await client.ask(matters.one, { id })
  expect(events.filter(({ kind }) => kind === 'noted')).toMatchObject([{ words: note.note }])
  expect(await countsOf(client)).toMatchObject({ noted: 1, news: before.news + 1 })
  // Written again on purpose, by another key.
  await priya.ask(matters.note, note, keyed('note-2'))
  expect(await countsOf(client)).toMatchObject({ noted: 2 })
})

test('a next step and a stage under one key are in the timeline once', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { ...startOf(client), type: 'Purchase' }, keyed('of-step'))
  const step = { id, whose: 'third_party', thirdParty: 'the lender', nextStep: 'The valuation' } as const
  const stage = { id, stage: 'searches', words: 'waiting for the council' }
  await Promise.all([1, 2].map(() => priya.ask(matters.move, step, keyed('step'))))
  await priya.ask(matters.setStage, stage, keyed('stage'))
  expect(await priya.ask(matters.move, step, keyed('step'))).toMatchObject({ id })
  await priya.ask(matters.setStage, stage, keyed('stage'))
  const { events } = await client.ask(matters.one, { id })
  const kinds = events.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'moved' || kind === 'staged').toSorted()).toEqual([
    'moved',
    'staged',
  ])
  expect(await auditOf(portal, client.user.id, 'case.moved')).toHaveLength(1)
  expect(await auditOf(portal, client.user.id, 'case.staged')).toHaveLength(1)
})

test('an internal note under one key is kept once', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, startOf(client))
  const note = { id, words: 'Asked on the telephone.' }
  const twice = await Promise.all([1, 2].map(() => priya.ask(matters.addInternalNote, note, keyed('own'))))
  expect(new Set(twice.map((kept) => kept.id)).size).toBe(1)
  expect(await priya.ask(matters.addInternalNote, note, keyed('own'))).toEqual(twice[0])
  expect((await priya.ask(matters.firmOne, { id })).notes).toEqual([twice[0]])
  expect(await auditOf(portal, client.user.id, 'case.internal_note')).toHaveLength(1)
  const other = { ...note, words: 'Another' }
  await expect(priya.ask(matters.addInternalNote, other, keyed('own'))).rejects.toMatchObject(reused)
})

test('a key that stands for another command on a case is refused', async () => {
  const client = await portal.client()
  const started = startOf(client)
  const { id } = await priya.ask(matters.start, started, keyed('taken'))
  const other = { ...started, title: 'Purchase of a house' }
  await expect(priya.ask(matters.start, other, keyed('taken'))).rejects.toMatchObject(reused)
  await expect(priya.ask(matters.note, { id, note: 'News' }, keyed('taken'))).rejects.toMatchObject(reused)
  expect(await countsOf(client)).toMatchObject({ cases: 1, noted: 0 })
  await expect(priya.ask(matters.start, started, keyed('with space'))).rejects.toMatchObject({
    reason: 'bad_idempotency_key',
  })
})

test('the keys of one person are unique in the database, in the timeline and among internal notes', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, startOf(client), keyed('by-constraint'))
  await priya.ask(matters.addInternalNote, { id, words: 'Kept once' }, keyed('by-constraint'))
  for (const table of ['matter_events', 'matter_notes']) {
    const copy = portal.pool.query(
      `insert into ${table} select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
       from ${table} e where matter_id = $1 and idempotency_key = 'by-constraint'`,
      [id],
    )
    await expect(copy).rejects.toMatchObject({ code: '23505', constraint: `${table}_idempotency` })
  }
})
