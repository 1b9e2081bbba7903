import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { documentRequests } from '#contract/document-requests.ts'
import { DocumentId } from '#contract/documents/documents.ts'
import { type ReviewState, reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { home } from '#contract/home/home.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { queue } from '#contract/queue.ts'
import { plainPage, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { days, hours } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>
type Person = Awaited<ReturnType<Portal['staff']>>

const groupOf = async (person: Pick<Person, 'ask'>, kind: string) =>
  (await person.ask(home.show, {})).find((group) => group.kind === kind)

/** Sessions do not last until the next day, so the person signs in again. */
const nextDay = async (portal: Portal, person: Person, later: number) => {
  portal.wait(later)
  await person.ask(accounts.login, { username: person.user.username, password: portal.password })
}

const requested = { title: 'A flat', type: 'Property', priority: 'low', description: 'A flat' } as const

test('a document waits with the firm until it is decided, and is late after one working day', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const other = await portal.staff('fee_earner')
  const client = await portal.client({ firstName: 'Adaeze', lastName: 'Okonkwo' })
  const { document } = await upload(client, plainPage, {
    taskId: (await taskOf(client, 'proof_of_funds')).id,
    filename: 'statement.pdf',
  })
  await readOf(client, document)
  await portal.pool.query("update documents set status = 'pending', created_at = $1", [portal.now()])

  expect(await groupOf(priya, 'documents')).toMatchObject({
    total: 1,
    late: 0,
    oldest: [
      {
        client: 'Adaeze Okonkwo',
        title: 'Proof of funds',
        filename: 'statement.pdf',
        matters: [],
        isLate: false,
        path: `/firm/documents/${document.id}`,
      },
    ],
  })
  expect(await groupOf(other, 'documents')).toMatchObject({ total: 0, oldest: [] })
  // The test clock starts on a Monday morning.
  await nextDay(portal, priya, days(1) + hours(1))
  expect(await groupOf(priya, 'documents')).toMatchObject({ total: 1, late: 1 })
  expect((await priya.ask(home.show, {}))[0]?.kind).toBe('documents')

  await priya.ask(reviews.accept, { id: document.id })
  expect(await groupOf(priya, 'documents')).toMatchObject({ total: 0, late: 0 })
})

test("next steps are those of one's own cases, and a message waits until it is read", async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const grace = await portal.staff('fee_earner', { otherRoles: ['compliance_officer'] })
  const client = await portal.client()
  const { id } = await client.ask(matters.request, requested)
  expect(await groupOf(priya, 'requested_cases')).toMatchObject({ total: 1, oldest: [{ title: 'A flat' }] })
  await priya.ask(matters.open, { id, whose: 'firm', nextStep: 'Order the searches' })
  expect(await groupOf(priya, 'requested_cases')).toMatchObject({ total: 0 })
  expect(await groupOf(priya, 'next_steps')).toMatchObject({
    total: 1,
    oldest: [{ title: 'Order the searches', path: `/firm/cases/${id}` }],
  })
  expect(await groupOf(grace, 'next_steps')).toMatchObject({ total: 0 })
  await priya.ask(matters.move, { id, whose: 'client', nextStep: 'Send us your payslips' })
  expect(await groupOf(priya, 'next_steps')).toMatchObject({ total: 0 })

  for (const content of ['Hello', 'Are you there?'])
    await client.ask(messages.send, { receiverId: priya.user.id, content })
  expect(await groupOf(priya, 'messages')).toMatchObject({ total: 1, oldest: [{ title: '2 messages' }] })
})

test('a task that a client has not done by its due day is overdue', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const { user } = await portal.client()
  await priya.ask(documentRequests.create, { id: user.id, title: 'Payslips', dueOn: '2026-11-10' })
  expect(await groupOf(priya, 'overdue_tasks')).toMatchObject({ total: 0 })
  expect((await priya.ask(lists.clients, { standing: 'overdue' })).rows).toEqual([])
  await nextDay(portal, priya, days(2))
  expect(await groupOf(priya, 'overdue_tasks')).toMatchObject({
    total: 1,
    late: 1,
    oldest: [{ title: 'Payslips', since: new Date('2026-11-10T12:00:00Z') }],
  })
  const overdue = { standing: 'overdue', feeEarner: 'mine' } as const
  expect((await priya.ask(lists.clients, overdue)).rows).toMatchObject([{ id: user.id }])
  const officer = await portal.staff('compliance_officer')
  expect((await officer.ask(lists.clients, { standing: 'overdue' })).rows).toHaveLength(1)
  expect((await officer.ask(lists.clients, overdue)).rows).toEqual([])
})

test('an accepted passport that expires soon is listed, and one that is valid for years is not', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const client = await portal.client()
  const taskId = (await taskOf(client, 'proof_of_funds')).id
  const { document } = await upload(client, plainPage, { taskId })
  await readOf(client, document)
  const expire = (day: string) =>
    portal.pool.query(
      `update documents set status = 'verified',
       validation = jsonb_build_object('metadata', jsonb_build_object('expiryDate', $1::text))`,
      [day],
    )
  await expire('2031-01-01')
  expect(await groupOf(priya, 'expiring_documents')).toMatchObject({ total: 0 })
  const listed = async () => (await priya.ask(lists.clients, { standing: 'expiring' })).rows.length
  expect(await listed()).toBe(0)
  await expire('2026-11-20')
  expect(await groupOf(priya, 'expiring_documents')).toMatchObject({ total: 1, late: 0 })
  expect(await listed()).toBe(1)
  await expire('2026-11-01')
  expect(await groupOf(priya, 'expiring_documents')).toMatchObject({ total: 1, late: 1 })
})

test('each role sees only the kinds of item that it deals with', async () => {
  const portal = await openPortal()
  const kindsOf = async (person: Person) => (await person.ask(home.show, {})).map(({ kind }) => kind)
  expect(await kindsOf(await portal.staff('cashier'))).toEqual(['refunds', 'disputes'])
  expect(await kindsOf(await portal.staff('compliance_officer'))).toEqual([
    'client_requests',
    'compliance_items',
  ])
  expect(await kindsOf(await portal.staff('auditor', { inspects: [newId<MatterId>()] }))).toEqual([])
  expect(await kindsOf(await portal.staff('fee_earner'))).not.toContain('failed_emails')
  expect(await kindsOf(await portal.staff('administrator'))).toContain('failed_emails')
})

test('an item for the compliance officer is on their home page until it is decided, even for restricted cases', async () => {
  const portal = await openPortal()
  const grace = await portal.staff('compliance_officer')
  const priya = await portal.staff('fee_earner')
  const marmaduke = await portal.client({ firstName: 'Marmaduke', lastName: 'Vane' })
  await marmaduke.ask(matters.request, requested)
  const client = await portal.client({ firstName: 'Adaeze', lastName: 'Okonkwo' })
  const { id } = await client.ask(matters.request, requested)
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await groupOf(grace, 'compliance_items')).toMatchObject({ total: 0 })
  const seller = { role: 'other_side', kind: 'person', name: 'Marmaduke Vane' } as const
  const unknown = { email: '', phone: '', number: '', detail: '' }
  await priya.ask(matterParties.add, { id, ...seller, ...unknown })
  expect(await groupOf(grace, 'compliance_items')).toMatchObject({
    total: 1,
    late: 0,
    oldest: [{ client: 'Adaeze Okonkwo', title: 'Possible conflict of interest', path: '/firm/compliance' }],
  })
  await nextDay(portal, grace, days(3))
  expect(await groupOf(grace, 'compliance_items')).toMatchObject({ total: 1, late: 1 })
  const [item] = await grace.ask(compliance.items, { state: 'open' })
  if (!item) throw new Error('Nothing was raised')
  await grace.ask(compliance.decide, { id: item.id, words: 'They are two people of one name.' })
  expect(await groupOf(grace, 'compliance_items')).toMatchObject({ total: 0, oldest: [] })
})

test('a waiting document is named by what was asked for, with its case, at home, in the queue and among the documents to review', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const client = await portal.client()
  const step = { whose: 'firm', nextStep: 'We check the lease' } as const
  const { id, reference } = await priya.ask(matters.start, {
    clientId: client.user.id,
    ...requested,
    ...step,
  })
  const wanted = { id, clientId: client.user.id, title: 'Lease of the garage', dueOn: null }
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, wanted)
  const { document } = await upload(client, plainPage, { taskId, filename: 'IMG_2231.pdf' })
  await readOf(client, document)
  await portal.pool.query("update documents set status = 'pending'")
  const named = {
    title: 'Lease of the garage',
    filename: 'IMG_2231.pdf',
    matters: [{ id, reference, title: 'A flat' }],
  }
  expect((await groupOf(priya, 'documents'))?.oldest).toMatchObject([named])
  const waiting = (await priya.ask(queue.list, { state: 'waiting' })).items
  expect(waiting).toMatchObject([named])
  const { matters: cases } = named
  const listed = async (state: ReviewState) => (await priya.ask(reviews.list, { state })).documents
  expect(await listed('waiting')).toMatchObject([{ taskTitle: named.title, matters: cases }])
  const documentId = DocumentId.parse(waiting[0]?.id)
  await priya.ask(reviews.accept, { id: documentId })
  expect(await listed('decided')).toMatchObject([{ id: documentId, matters: cases }])
  expect(await priya.ask(reviews.one, { id: documentId })).toMatchObject({ matters: cases })
})

test('the documents to review name no restricted case to an administrator who is not on it', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const admin = await portal.staff('administrator')
  const client = await portal.client()
  await admin.ask(firm.joinTeam, { email: client.user.email })
  const { id } = await priya.ask(matters.start, {
    clientId: client.user.id,
    ...requested,
    whose: 'firm',
    nextStep: 'We check the lease',
  })
  const wanted = { id, clientId: client.user.id, title: 'Lease of the garage', dueOn: null }
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, wanted)
  const { document } = await upload(client, plainPage, { taskId, filename: 'IMG_2231.pdf' })
  await readOf(client, document)
  await portal.pool.query("update documents set status = 'pending'")
  const casesFor = async (person: typeof priya) =>
    (await person.ask(reviews.list, { state: 'waiting' })).documents.map(({ matters: cases }) =>
      cases.map((matter) => matter.id),
    )
  expect(await casesFor(admin)).toEqual([[id]])
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await casesFor(admin)).toEqual([])
  expect(await casesFor(priya)).toEqual([[id]])
})

test('a restricted case is neither named nor counted for people who are not named on it', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const admin = await portal.staff('administrator')
  const client = await portal.client()
  const { id } = await client.ask(matters.request, requested)
  expect(await groupOf(admin, 'requested_cases')).toMatchObject({ total: 0, oldest: [] })
  await admin.ask(firm.joinTeam, { email: client.user.email })
  expect(await groupOf(admin, 'requested_cases')).toMatchObject({ total: 1 })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await groupOf(admin, 'requested_cases')).toMatchObject({ total: 0, oldest: [] })
  expect(await groupOf(priya, 'requested_cases')).toMatchObject({ total: 1 })
})
