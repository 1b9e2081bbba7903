import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { documents } from '#contract/documents/documents.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { fullName } from '#contract/kit/names.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { messages } from '#contract/messages.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { bookAt } from '#server/features/appointments/testing.ts'
import { openOwner } from '#server/testing/authorization-owner.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { movedColumns, unmovedColumns } from './places.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')

type Person = Awaited<ReturnType<typeof portal.client>>
type Facts = Parameters<typeof portal.client>[0]
/** A client of Priya's, whom this administrator works with too. */
const sharedClient = async (administrator: Pick<Person, 'ask'> = boss, facts: Facts = {}) => {
  const client = await portal.client(facts)
  await administrator.ask(firm.joinTeam, { email: client.user.email })
  return client
}
const mergeOf = (kept: Person, merged: Person, isConfirmed = true) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed })

const flat = { title: 'A flat', type: 'Purchase', priority: 'low', description: 'A flat' } as const
const openMatter = async (client: Person) =>
  (
    await priya.ask(matters.start, {
      clientId: client.user.id,
      ...flat,
      whose: 'firm',
      nextStep: 'Order the searches',
    })
  ).id

interface Column {
  table_name: string
  column_name: string
}
const uuidColumns = async () =>
  (
    await portal.pool.query<Column>(`select table_name, column_name from information_schema.columns
      natural join information_schema.tables where table_type = 'BASE TABLE' and table_schema = 'public' and data_type = 'uuid' order by 1, 2`)
  ).rows

/** Tables that record the merge itself, that end with it, or that are append-only. */
const beside = ['audit', 'refusals', 'sessions', 'client_merges', 'client_merge_rows', 'jobs', 'rate_limits']

/** Returns every row, in any table, that refers to one of these clients. */
async function rowsNaming(ids: readonly string[]) {
  const found: Record<string, string[]> = {}
  for (const { table_name: table, column_name: column } of await uuidColumns()) {
    if (beside.includes(table)) continue
    const { rows } = await portal.pool.query(
      `select to_jsonb(t)::text as row from "${table}" t where "${column}" = any($1::uuid[]) order by 1`,
      [ids],
    )
    if (rows.length > 0) found[`${table}.${column}`] = rows.map(({ row }) => row)
  }
  return found
}

test('merging two records keeps everything once and loses nothing', async () => {
  const kept = await sharedClient(boss, { firstName: 'Ana', lastName: 'Bell' })
  const other = await openOwner({ portal, administrator: boss })
  const merged = other.person
  await kept.ask(messages.send, { receiverId: priya.user.id, content: 'From the first account' })
  await expectNoneDue(portal)
  const before = await rowsNaming([kept.user.id, merged.user.id])
  const sumOf = async (person: Person) => ({
    tasks: (await person.ask(tasks.list, {})).length,
    documents: (await person.ask(documents.list, {})).length,
    payments: (await person.ask(payments.list, {})).length,
    matters: (await person.ask(matters.list, {})).length,
    appointments: (await person.ask(appointments.list, {})).length,
  })
  const [ofKept, ofMerged] = [await sumOf(kept), await sumOf(merged)]
  const shown = await boss.ask(merges.preview, { id: kept.user.id, otherId: merged.user.id })
  expect(shown.refusal).toBeNull()
  expect(shown.joined).toContainEqual({ title: 'Tasks', kept: ofKept.tasks, merged: ofMerged.tasks })
  expect(shown.joined).toContainEqual({ title: 'Cases', kept: ofKept.matters, merged: ofMerged.matters })

  const { id } = await mergeOf(kept, merged)

  const joined = await sumOf(kept)
  const closed = shown.doubled.closed.length
  expect(closed).toBeGreaterThan(0)
  expect(joined.tasks).toBe(ofKept.tasks + ofMerged.tasks - closed)
  for (const kind of ['documents', 'payments', 'matters', 'appointments'] as const)
    expect(joined[kind], kind).toBe(ofKept[kind] + ofMerged[kind])
  const after = await rowsNaming([kept.user.id, merged.user.id])
  const countOf = (found: typeof before) =>
    Object.fromEntries(
      Object.entries(found)
        .filter(([place]) => !/^(notifications|mails|message_threads|webhook)/.test(place))
        .map(([place, rows]) => [place, rows.length]),
    )
  // What says of an account or of answers that they were merged.
  const said = { 'users.merged_into_id': [], 'form_answers.merged_from_id': [] }
  const counts = countOf({ ...before, ...said })
  expect(countOf({ ...after, ...said })).toEqual({
    ...counts,
    'tasks.client_id': (counts['tasks.client_id'] ?? 0) - closed,
  })
  const people = (await boss.ask(lists.clients, {})).rows.map((row) => row.id)
  expect(people).toContain(kept.user.id)
  expect(people).not.toContain(merged.user.id)
  await expect(boss.ask(firm.client, { id: merged.user.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(merged.ask(tasks.list, {})).rejects.toMatchObject({ code: 'unauthenticated' })

  await boss.ask(merges.undo, { id })
  const back = await rowsNaming([kept.user.id, merged.user.id])
  const ofRecords = (found: typeof before) =>
    Object.fromEntries(Object.entries(found).filter(([place]) => !/^(notifications|mails)/.test(place)))
  expect(ofRecords(back)).toEqual(ofRecords(before))
})

test('every column that names a client is either moved, or has a reason to stay', async () => {
  const known = new Set([
    ...movedColumns.map(({ table, column }) => `${table}.${column}`),
    ...Object.keys(unmovedColumns),
  ])
  const named = (await uuidColumns())
    .filter(({ table_name }) => !['audit', 'client_merges'].includes(table_name))
    .filter(({ column_name }) => ['client_id', 'user_id', 'account_id'].includes(column_name))
    .map(({ table_name, column_name }) => `${table_name}.${column_name}`)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('a user who signs in with the merged account is told which one to use, but only with the right password', async () => {
  const [kept, merged] = [await sharedClient(), await sharedClient()]
  await mergeOf(kept, merged)
  const signIn = (password: string) =>
    portal.visitor().ask(accounts.login, { username: merged.user.username, password })
  const [right, wrong] = await Promise.all(
    [portal.password, 'not the password'].map((password) => signIn(password).catch((error) => error)),
  )
  expect(right).toMatchObject({ reason: 'account_merged' })
  expect(right.message).toContain(kept.user.email)
  expect(wrong).toMatchObject({ code: 'unauthenticated', message: 'Invalid username or password' })
})

test('later additions stay with the kept record, and a merge can be undone once, within a day', async () => {
  const [kept, merged] = [await sharedClient(), await sharedClient()]
  const before = await openMatter(merged)
  const { id } = await mergeOf(kept, merged)
  const since = await openMatter(kept)
  await boss.ask(merges.undo, { id })
  const idsOf = async (person: Person) => (await person.ask(matters.list, {})).map((matter) => matter.id)
  expect(await idsOf(kept)).toEqual([since])
  const again = portal.visitor()
  await again.ask(accounts.login, { username: merged.user.username, password: portal.password })
  expect(await idsOf({ ...merged, ...again })).toEqual([before])
  await expect(boss.ask(merges.undo, { id })).rejects.toMatchObject({ reason: 'undone' })

  const second = await mergeOf(kept, merged)
  portal.wait(24 * 60 * 60 * 1000)
  const later = await portal.staff('administrator')
  await later.ask(firm.joinTeam, { email: kept.user.email })
  await expect(later.ask(merges.undo, { id: second.id })).rejects.toMatchObject({ reason: 'undo_over' })
})

test('records that must not be merged are refused with a reason', async () => {
  const admin = await portal.staff('administrator')
  /** Returns the refusal in the preview, and checks that the merge is refused with the same message. */
  const refusalOf = async (kept: Person, merged: Person) => {
    const pair = { id: kept.user.id, otherId: merged.user.id }
    const { refusal } = await admin.ask(merges.preview, pair)
    await expect(admin.ask(merges.merge, { ...pair, isConfirmed: true })).rejects.toMatchObject({
      code: 'conflict',
      message: refusal,
    })
    return refusal
  }
  const [ana, ben] = [await sharedClient(admin), await sharedClient(admin)]
  expect(await refusalOf(ana, ana)).toMatch(/one and the same record/)
  const boss2 = admin
  const { id } = await boss2.ask(matters.start, {
    clientId: ana.user.id,
    ...flat,
    whose: 'firm',
    nextStep: 'Order the searches',
  })
  const party = { kind: 'person', name: '', email: '', phone: '', number: '', detail: '' } as const
  const { id: partyId } = await boss2.ask(matterParties.add, {
    id,
    ...party,
    name: 'Ben',
    role: 'other_side',
    clientId: ben.user.id,
  })
  expect(await refusalOf(ana, ben)).toMatch(/different sides of a case/)
  const { email } = ben.user
  await boss2.ask(matterParties.save, {
    id,
    partyId,
    ...party,
    name: fullName(ben.user),
    email,
    role: 'agent',
  })
  expect(await refusalOf(ana, ben)).toMatch(/both on the same case/)
  await boss2.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const outsider = await portal.staff('administrator')
  for (const { user } of [ana, ben]) await outsider.ask(firm.joinTeam, { email: user.email })
  const hidden = await outsider.ask(merges.preview, { id: ana.user.id, otherId: ben.user.id })
  expect(hidden.refusal).toMatch(/ask the people who work with them/)
  expect(JSON.stringify(hidden)).not.toContain('case')

  const [cleo, dan] = [await sharedClient(admin), await sharedClient(admin)]
  const noon = new Date(portal.now())
  noon.setUTCDate(noon.getUTCDate() + 2)
  const start = `${noon.toISOString().slice(0, 10)}T14:00:00Z`
  await bookAt(cleo, start)
  await admin.ask(firm.assign, {
    id: dan.user.id,
    feeEarnerId: (await portal.staff('fee_earner')).user.id,
    memberIds: [admin.user.id],
  })
  await bookAt(dan, start)
  expect(await refusalOf(cleo, dan)).toMatch(/appointment at the same time/)
})

test('a record is not merged with itself, however its number is written', async () => {
  const admin = await portal.staff('administrator')
  const { user } = await sharedClient(admin)
  const path = merges.merge.path.replace(':id', user.id)
  const typed = { otherId: user.id.toUpperCase(), isConfirmed: true }
  expect(await admin.send('POST', path, typed, {})).toMatchObject({
    status: 409,
    body: { reason: 'must_stay_two', message: expect.stringMatching(/^These are one and the same record/) },
  })
  expect(await admin.ask(firm.client, { id: user.id })).toMatchObject({ id: user.id })
})

test('records with different dates of birth are merged only after confirming that they were checked', async () => {
  const admin = await portal.staff('administrator')
  const [kept, merged] = [await sharedClient(admin), await sharedClient(admin)]
  for (const [person, born] of [
    [kept, '1990-02-01'],
    [merged, '1991-02-01'],
  ] as const)
    await portal.pool.query(
      `insert into personal_details (user_id, full_name, date_of_birth, updated_at) values ($1, 'A B', $2, now())
       on conflict (user_id) do update set date_of_birth = excluded.date_of_birth`,
      [person.user.id, born],
    )
  const pair = { id: kept.user.id, otherId: merged.user.id }
  const shown = await admin.ask(merges.preview, pair)
  expect(shown.differences).toContainEqual({
    name: 'Date of birth',
    kept: '1990-02-01',
    merged: '1991-02-01',
  })
  await expect(admin.ask(merges.merge, { ...pair, isConfirmed: false })).rejects.toMatchObject({
    reason: 'unlike',
  })
  await admin.ask(merges.merge, { ...pair, isConfirmed: true })
})

test('possible duplicates are found by telephone number, and by name and date of birth', async () => {
  const admin = await portal.staff('administrator')
  const [ana, twin, stranger] = [
    await sharedClient(admin, { firstName: 'Ana', lastName: 'Twin' }),
    await sharedClient(admin, { firstName: 'ana', lastName: 'TWIN' }),
    await sharedClient(admin, { firstName: 'Ana', lastName: 'Twin' }),
  ]
  await portal.pool.query(`update users set phone = '020 7946 0111' where id = $1`, [ana.user.id])
  await portal.pool.query(`update users set phone = '(020) 79460111' where id = $1`, [twin.user.id])
  const { alike } = await admin.ask(merges.ofClient, { id: ana.user.id })
  expect(alike).toMatchObject([{ id: twin.user.id, because: ['phone'] }])
  for (const abroad of ['+44 20 7946 0111', '+44 (0)20 79460111', '0044 20 7946 0111']) {
    await portal.pool.query('update users set phone = $2 where id = $1', [twin.user.id, abroad])
    for (const [of, other] of [
      [ana, twin],
      [twin, ana],
    ] as const)
      expect((await admin.ask(merges.ofClient, { id: of.user.id })).alike).toMatchObject([
        { id: other.user.id },
      ])
  }
  expect(alike.map(({ id }) => id)).not.toContain(stranger.user.id)
})
