import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { type SearchKind, search } from '#contract/search.ts'
import { plainPage, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')
const client = await portal.client({ firstName: 'Adaeze', lastName: 'Okonkwo' })
const { document } = await upload(client, plainPage, {
  taskId: (await taskOf(client, 'proof_of_funds')).id,
  filename: 'inheritance-statement.pdf',
})
await client.ask(messages.send, {
  receiverId: priya.user.id,
  content: 'My grandmother left me the money for the deposit.',
})
const matter = await client.ask(matters.request, {
  title: 'Purchase of 14 Orchard Row',
  type: 'Property',
  priority: 'medium',
  description: 'We buy our first home.',
})

const find = async (words: string, person = priya) => person.ask(search.find, { words })
const kindsOf = async (words: string, person = priya) => (await find(words, person)).map(({ kind }) => kind)

test.each<[string, SearchKind, string, string]>([
  ['okonkwo', 'client', 'Adaeze Okonkwo', `/firm/clients/${client.user.id}`],
  ['Okonkow', 'client', 'Adaeze Okonkwo', `/firm/clients/${client.user.id}`],
  ['orchad row', 'matter', 'Purchase of 14 Orchard Row', `/firm/cases/${matter.id}`],
  ['inherritence', 'document', 'inheritance-statement.pdf', `/firm/documents/${document.id}`],
  ['okonqwo', 'client', 'Adaeze Okonkwo', `/firm/clients/${client.user.id}`],
  ['inheritence', 'document', 'inheritance-statement.pdf', `/firm/documents/${document.id}`],
  ['grandmother', 'message', 'My grandmother left me the money for the deposit.', '/messages'],
])('"%s" finds the %s first', async (words, kind, title, path) => {
  const [first] = await find(words)
  expect(first).toMatchObject({ kind, title, path: expect.stringContaining(path) })
})

test('a reference finds its case, with its client', async () => {
  const [first] = await find(matter.reference)
  expect(first).toMatchObject({ kind: 'matter', detail: `${matter.reference} · Adaeze Okonkwo` })
})

test('a common word crowds out neither a mistyped name nor a reference', async () => {
  await portal.db.execute(
    sql`with sales as (insert into matters (id, reference, title, type, priority, description, status, client_id, created_at)
      select gen_random_uuid(), 'HR-2019-' || lpad(n::text, 6, '0'), 'Sale of Station Row', 'Sale', 'low', '', 'closed',
        ${client.user.id}::uuid, now() from generate_series(1, 700) n
      returning id, client_id)
    insert into matter_clients (matter_id, client_id, added_at) select id, client_id, now() from sales`,
  )
  expect((await find('orchad row'))[0]).toMatchObject({ title: 'Purchase of 14 Orchard Row' })
  const byReference = async (words: string) =>
    (await find(words)).flatMap(({ kind, detail }) => (kind === 'matter' ? detail.slice(0, 14) : []))
  expect(await byReference('HR-2019-000678'), 'those like it are others').toEqual(['HR-2019-000678'])
  expect(await byReference('HR2019-000678'), 'not as typed').toContain('HR-2019-000678')
})

test('a search by a user who may not see a client finds nothing of them', async () => {
  for (const words of ['okonkwo', 'orchard row', matter.reference, 'inheritance', 'grandmother'])
    expect(await find(words, stranger)).toEqual([])
})

test('words of two objects find both', async () => {
  expect(await kindsOf('okonkwo inheritance')).toEqual(expect.arrayContaining(['client', 'document']))
})

test('what a user finds does not depend on whether a document of a restricted case holds the same words', async () => {
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, {
    id: matter.id,
    clientId: client.user.id,
    title: 'Papers',
  })
  await upload(client, plainPage, { taskId, filename: 'zanzibar-inheritance.pdf' })
  const colleague = await portal.staff('fee_earner')
  await admin.ask(firm.joinTeam, { email: client.user.email })
  await admin.ask(firm.assign, {
    id: client.user.id,
    feeEarnerId: priya.user.id,
    memberIds: [colleague.user.id],
  })
  const titlesOf = async (person: typeof priya) =>
    (await find('zanzibar inheritance', person)).flatMap(({ kind, title }) =>
      kind === 'document' ? title : [],
    )
  expect(await titlesOf(colleague)).toContain('zanzibar-inheritance.pdf')
  await priya.ask(matterParties.saveAccess, { id: matter.id, isRestricted: true, memberIds: [] })
  // As a name like any: the words that only the hidden one holds together are sought one by one.
  expect(await titlesOf(colleague)).toEqual(['inheritance-statement.pdf'])
})

test("an administrator finds clients they work with, but no messages of other people's conversations", async () => {
  expect(await kindsOf('okonkwo', admin)).toEqual([])
  await admin.ask(firm.joinTeam, { email: client.user.email })
  expect(await kindsOf('okonkwo', admin)).toContain('client')
  expect(await kindsOf('grandmother', admin)).toEqual([])
})

test.each(['%', '_', "' or true --", '\\', 'zzzzqqqq', '\u0000x'])(
  '%j is taken as it stands',
  async (words) => {
    const found = await find(words).catch(({ code }: { code: string }) => code)
    expect(found === 'invalid' || (Array.isArray(found) && found.length === 0)).toBe(true)
  },
)
