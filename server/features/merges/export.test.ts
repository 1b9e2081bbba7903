import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { merges } from '#contract/merges.ts'
import { personalData } from '#server/app.ts'
import { exportOf } from '#server/features/privacy/testing.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { plantRow } from './testing/planted-rows.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')

const clientOf = async () => {
  const client = await portal.client()
  await boss.ask(firm.joinTeam, { email: client.user.email })
  return client
}

/** A client with a row in every table that an export tells of. */
const openFull = async () => {
  const person = await clientOf()
  await person.ask(matters.request, {
    title: 'A flat',
    type: 'Purchase',
    priority: 'low',
    description: 'Mine',
  })
  const { rowsOf } = await exportOf(portal, person)
  for (const { table } of personalData)
    if (rowsOf(table).length === 0) await plantRow(portal, table, person.user.id)
  return person
}

const mergeOf = (kept: Client, merged: Client) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

type Row = Record<string, unknown>
/** A row as one text, without what says where it is from, and without the position, which a merge changes. */
const textOf = ({ fromMergedAccount: _, mergedFromId: __, files: ___, position: ____, ...row }: Row) =>
  JSON.stringify(row)

/** Returns the rows that are not among the others. What is there twice must be among them twice. */
const missingFrom = (others: Row[], rows: Row[]) => {
  const left = others.map(textOf)
  return rows.map(textOf).filter((row) => {
    const at = left.indexOf(row)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

test('an export of a client holds everything of a record that was merged into theirs, in every table', async () => {
  const [kept, merged] = [await openFull(), await openFull()]
  const [ofKept, ofMerged] = [await exportOf(portal, kept), await exportOf(portal, merged)]
  const { doubled } = await mergeOf(kept, merged)

  const { rowsOf } = await exportOf(portal, kept)

  const missing: Record<string, string[]> = {}
  for (const { table } of personalData) {
    // The sessions of the merged account have ended.
    if (table === 'sessions') continue
    const before = [ofKept, ofMerged].map((held) => held.rowsOf(table))
    for (const rows of before) expect(rows, table).not.toEqual([])
    // A task that both were asked for, and nobody had begun, is there once.
    const isClosed = ({ title }: Row) => table === 'tasks' && doubled.closed.includes(String(title))
    const lost = missingFrom(
      rowsOf(table),
      before.flat().filter((row) => !isClosed(row)),
    )
    if (lost.length > 0) missing[table] = lost
  }
  expect(missing).toEqual({})
})

test('an export says which account what stays with a merged record is from, on the page to read too', async () => {
  const [first, second, kept] = [await clientOf(), await clientOf(), await clientOf()]
  expect((await exportOf(portal, kept)).files.get('index.html')?.toString()).not.toContain('merged account')
  await mergeOf(second, first)
  await mergeOf(kept, second)
  const { rowsOf, files } = await exportOf(portal, kept)
  const page = files.get('index.html')?.toString() ?? ''
  expect(rowsOf('users').map(({ email, fromMergedAccount }) => [email, fromMergedAccount])).toEqual([
    [kept.user.email, undefined],
    [first.user.email, first.user.email],
    [second.user.email, second.user.email],
  ])
  expect(page).toContain('marked “From merged account”')
  expect(page).toContain(`<dt>From merged account</dt><dd>${first.user.email}</dd>`)
  expect(page).toContain('<a href="#users">Your account</a> (3)')
})

test('after an undo, the export of each record holds its own, and nothing of the other', async () => {
  const [kept, merged] = [await clientOf(), await clientOf()]
  const { id } = await mergeOf(kept, merged)
  await boss.ask(merges.undo, { id })
  const again = { ...merged, ...portal.visitor() }
  await again.ask(accounts.login, { username: merged.user.username, password: portal.password })
  for (const [own, other] of [
    [kept, again],
    [again, kept],
  ] as const) {
    const { rowsOf } = await exportOf(portal, own)
    expect(rowsOf('users')).toMatchObject([{ email: own.user.email }])
    expect(
      personalData
        .flatMap(({ table }) => rowsOf(table))
        .map(textOf)
        .join(),
    ).not.toContain(other.user.email)
  }
})
