import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { messageLength, messages } from '#contract/messages.ts'
import { addTeamMember } from '#server/features/accounts/service.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openPortal } from '#server/testing/portal.ts'
import { contactsOf, fileDocument, hearing, newestOf, type Person, say, talkOf } from './testing.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const missing = { code: 'not_found' }

test('a client has their team as contacts, and what both say is read by both, newest first', async () => {
  const ana = await portal.client({ firstName: 'Ana' })
  expect(await contactsOf(ana)).toMatchObject([
    { id: priya.user.id, email: priya.user.email, canWrite: true, unreadCount: 0, lastMessage: null },
  ])
  await say(ana, priya, { content: '  When do we exchange?\n' })
  await say(priya, ana, { content: 'On Friday.' })

  const seen = await talkOf(ana, priya)
  expect(seen).toMatchObject([
    { content: 'On Friday.', senderId: priya.user.id, receiverId: ana.user.id, isRead: false },
    { content: 'When do we exchange?', senderId: ana.user.id, receiverId: priya.user.id, isRead: false },
  ])
  expect(await talkOf(priya, ana)).toEqual(seen)
  expect(await ana.ask(messages.list, {})).toEqual(seen)
  expect(await contactsOf(ana)).toMatchObject([{ unreadCount: 1, lastMessage: { content: 'On Friday.' } }])
})

test('reading marks all up to that message, for its receiver alone', async () => {
  const ana = await portal.client()
  for (const content of ['One', 'Two', 'Three']) await say(priya, ana, { content })
  const [, two] = await talkOf(ana, priya)
  if (!two) throw new Error('nothing was said')

  await expect(priya.ask(messages.markRead, { id: two.id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await ana.ask(messages.markRead, { id: two.id })).toMatchObject({ content: 'Two', isRead: true })
  expect((await talkOf(priya, ana)).map(({ isRead }) => isRead)).toEqual([false, true, true])
  expect(await contactsOf(ana)).toMatchObject([{ unreadCount: 1 }])
})

test('a client and somebody who does not work for them cannot write to each other, nor read', async () => {
  const [ana, ben, other] = [await portal.client(), await portal.client(), await portal.staff('fee_earner')]
  await say(priya, ana, { content: 'For Ana alone' })
  for (const [from, to] of [
    [ana, ben],
    [ana, other],
    [other, ana],
    [priya, other],
    [ana, ana],
  ] as const) {
    await expect(say(from, to)).rejects.toMatchObject(missing)
    await expect(talkOf(from, to)).rejects.toMatchObject(missing)
    await expect(from.ask(messages.typing, { receiverId: to.user.id })).rejects.toMatchObject(missing)
  }
  const letter = await newestOf(ana, priya)
  for (const stranger of [ben, other])
    await expect(stranger.ask(messages.markRead, { id: letter.id })).rejects.toMatchObject(missing)
  expect(await ben.ask(messages.list, {})).toEqual([])
  expect(await contactsOf(other)).toEqual([])
  expect(await other.ask(messages.list, {})).toEqual([])
})

test('who leaves the team stays readable to the client, and reads and writes no more', async () => {
  const [ana, tom] = [await portal.client(), await portal.staff('fee_earner')]
  await addTeamMember(portal.db, { clientId: ana.user.id, memberId: tom.user.id })
  await say(tom, ana, { content: 'I will take it from here.' })
  await portal.pool.query('delete from client_contacts where member_id = $1', [tom.user.id])

  expect(await talkOf(ana, tom)).toMatchObject([{ content: 'I will take it from here.' }])
  expect(await contactsOf(ana)).toMatchObject([{ id: priya.user.id }, { id: tom.user.id, canWrite: false }])
  await expect(say(ana, tom)).rejects.toMatchObject({ code: 'not_found' })
  await expect(talkOf(tom, ana)).rejects.toMatchObject({ code: 'not_found' })
  const letter = await newestOf(ana, tom)
  expect(await ana.ask(messages.markRead, { id: letter.id })).toMatchObject({ isRead: true })
})

test('a compliance officer reads what the team writes with any client, and marks and writes nothing', async () => {
  const [ana, grace] = [await portal.client(), await portal.staff('compliance_officer')]
  await say(ana, priya, { content: 'For Priya' })
  const contact = (await contactsOf(grace)).find((person) => person.id === ana.user.id)
  expect(contact).toMatchObject({ canWrite: false, unreadCount: 0, lastMessage: { content: 'For Priya' } })
  expect(await grace.ask(messages.colleagues, { id: ana.user.id })).toMatchObject([{ id: priya.user.id }])
  const [seen] = await grace.ask(messages.list, { contactId: ana.user.id, memberId: priya.user.id })
  expect(seen).toMatchObject({ content: 'For Priya', isRead: false, key: null })
  const { id } = await newestOf(priya, ana)
  await expect(grace.ask(messages.markRead, { id })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(say(grace, ana)).rejects.toMatchObject({ code: 'forbidden' })
})

test('an administrator reads what the team writes with a client only as one of it, and writes only as themselves', async () => {
  const [ana, alex] = [await portal.client(), await portal.staff('administrator')]
  await say(ana, priya, { content: 'For Priya' })
  const input = { contactId: ana.user.id, memberId: priya.user.id }
  expect((await contactsOf(alex)).map((person) => person.id)).not.toContain(ana.user.id)
  await expect(alex.ask(messages.colleagues, { id: ana.user.id })).rejects.toMatchObject(missing)
  await expect(alex.ask(messages.list, input)).rejects.toMatchObject(missing)
  await expect(say(alex, ana)).rejects.toMatchObject(missing)
  await expect(priya.ask(messages.list, { ...input, memberId: alex.user.id })).rejects.toMatchObject(missing)

  await addTeamMember(portal.db, { clientId: ana.user.id, memberId: alex.user.id })
  expect(await alex.ask(messages.list, input)).toMatchObject([{ content: 'For Priya', isRead: false }])
  const { id } = await newestOf(priya, ana)
  await expect(alex.ask(messages.markRead, { id })).rejects.toMatchObject(missing)
  expect(await say(alex, ana)).toMatchObject({ senderId: alex.user.id })
})

test('what is sent twice under one key, at the same time or later, is one message', async () => {
  const ana = await portal.client()
  const twice = await Promise.all([1, 2, 3, 4].map(() => say(ana, priya, { content: 'Once', key: 'k1' })))
  expect(new Set(twice.map(({ id }) => id)).size).toBe(1)
  expect(await say(ana, priya, { content: 'Once', key: 'k1' })).toEqual(twice[0])
  expect(await talkOf(ana, priya)).toHaveLength(1)
  expect(await talkOf(priya, ana)).toMatchObject([{ key: null }])
  await expect(say(ana, priya, { content: 'Another', key: 'k1' })).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'idempotency_key_reused',
  })
  expect(await say(await portal.client(), priya, { content: 'Another', key: 'k1' })).toMatchObject({
    key: 'k1',
  })
})

test('one key for other attachments is refused, and for the same in any order it is the same message', async () => {
  const ana = await portal.client()
  const [firstFile, two] = [await fileDocument(ana, 'one.pdf'), await fileDocument(ana, 'two.pdf')]
  const sent = await say(ana, priya, { attachments: [firstFile.id, two.id], key: 'k3' })
  expect(await say(ana, priya, { attachments: [two.id, firstFile.id, firstFile.id], key: 'k3' })).toEqual(
    sent,
  )
  for (const attachments of [[firstFile.id], []])
    await expect(say(ana, priya, { attachments, key: 'k3' })).rejects.toMatchObject({
      reason: 'idempotency_key_reused',
    })
})

test('one key for two conversations at the same time sends one of them', async () => {
  const [ana, tom] = [await portal.client(), await portal.staff('fee_earner')]
  await addTeamMember(portal.db, { clientId: ana.user.id, memberId: tom.user.id })
  const sent = await Promise.allSettled([priya, tom].map((to) => say(ana, to, { key: 'k2' })))
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'unprocessable' },
  })
})

test.each([
  ['nothing', '', 'Please write a message'],
  ['only spaces', ' \n\t ', 'Please write a message'],
  ['too much', 'x'.repeat(messageLength + 1), 'Please use at most 10000 characters'],
  ['a turned reading direction', 'invoice\u202egpj.exe', 'Please remove the invisible characters'],
  ['what nobody sees', 'pay\u200bpal', 'Please remove the invisible characters'],
])('a message of %s is refused with a sentence', async (_, content, words) => {
  const ana = await portal.client()
  const body = { receiverId: priya.user.id, content }
  const reply = await portal.app.inject({
    method: 'POST',
    url: '/api/messages',
    headers: cookieOf(ana.jar),
    payload: body,
  })
  expect([reply.statusCode, reply.json().fields]).toEqual([400, { content: words }])
})

test('markup, emoji and other scripts stay the text that they are', async () => {
  const ana = await portal.client()
  const content = '<img src=x onerror=alert(1)> 👩‍⚖️ שלום مرحبا\njavascript:alert(1)'
  await say(ana, priya, { content })
  expect(await talkOf(priya, ana)).toMatchObject([{ content }])
})

test('older messages come by pages, each named by a link', async () => {
  const ana = await portal.client()
  await portal.pool.query(
    `insert into messages (id, client_id, member_id, sender_id, content, created_at)
     select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, $2, $2, 'Number ' || n, now()
     from generate_series(1, $3::int) n`,
    [ana.user.id, priya.user.id, pageSize + 5],
  )
  const url = `/api/messages?contactId=${priya.user.id}`
  const first = await portal.app.inject({ url, headers: cookieOf(ana.jar) })
  const next = /<(.+)>; rel="next"/.exec(String(first.headers.link))?.[1]
  const older = await portal.app.inject({ url: next ?? '', headers: cookieOf(ana.jar) })
  expect(first.json()).toHaveLength(pageSize)
  expect(older.json().map(({ content }: { content: string }) => content)).toEqual(
    [5, 4, 3, 2, 1].map((n) => `Number ${n}`),
  )
  expect(older.headers.link).toBeUndefined()
})

test('documents of the file go along, and both open them until the client deletes them', async () => {
  const ana = await portal.client()
  const { id, fileSize } = await fileDocument(ana)
  const sent = await say(priya, ana, { content: 'Please check page 2', attachments: [id, id] })
  expect(sent.attachments).toEqual([
    { documentId: id, filename: 'letter.pdf', fileType: 'application/pdf', fileSize, isRemoved: false },
  ])
  const open = async ({ jar }: Person) => {
    const url = `/api/messages/${sent.id}/attachments/${id}`
    const { statusCode, rawPayload } = await portal.app.inject({ url, headers: cookieOf(jar) })
    return [statusCode, rawPayload.length]
  }
  expect([await open(ana), await open(priya)]).toEqual([
    [200, fileSize],
    [200, fileSize],
  ])
  expect((await open(await portal.client()))[0]).toBe(404)
  expect((await open(await portal.staff('fee_earner')))[0]).toBe(404)

  await ana.ask(documents.remove, { id })
  expect((await talkOf(ana, priya))[0]?.attachments).toMatchObject([
    { filename: 'letter.pdf', isRemoved: true },
  ])
  expect((await open(priya))[0]).toBe(404)
})

test("another client's document does not go along, and nothing is sent", async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { id } = await fileDocument(ben)
  for (const [from, to] of [
    [ana, priya],
    [priya, ana],
  ] as const)
    await expect(say(from, to, { attachments: [id] })).rejects.toMatchObject({ code: 'not_found' })
  expect(await talkOf(ana, priya)).toEqual([])
})

test('typing is shown to the one it concerns, once in a while, and kept nowhere', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const [hers, his, theirs] = [
    await hearing(portal, ana),
    await hearing(portal, ben),
    await hearing(portal, priya),
  ]
  for (let n = 0; n < 5; n += 1) await priya.ask(messages.typing, { receiverId: ana.user.id })
  await expect.poll(hers.typing).toEqual([priya.user.id])
  portal.wait(4_000)
  await priya.ask(messages.typing, { receiverId: ana.user.id })
  await expect.poll(hers.typing).toEqual([priya.user.id, priya.user.id])
  await say(ana, priya)
  await expect.poll(theirs.topics).toContain('messages')
  expect([his.typing(), theirs.typing()]).toEqual([[], []])
  expect(his.topics()).not.toContain('messages')
  expect(await talkOf(ana, priya)).toHaveLength(1)
})

test('a name finds a client, whatever stands in it', async () => {
  const ana = await portal.client({ firstName: '100%', lastName: 'O_Hara' })
  const found = async (search: string) => (await priya.ask(messages.contacts, { search })).map(({ id }) => id)
  expect(await found('100% o_h')).toEqual([ana.user.id])
  expect(await found('100_ o')).toEqual([])
})

test('a demo account that starts over has no conversation left', async () => {
  const testuser = await portal.client({ username: testUsername })
  await say(priya, testuser, { attachments: [(await fileDocument(testuser)).id] })
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await testuser.ask(messages.list, {})).toEqual([])
  expect(await testuser.ask(accounts.current, {})).toBeDefined()
})
