import { expect, test } from 'vitest'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { imports } from '#contract/imports/imports.ts'
import { matters } from '#contract/matters/matters.ts'
import { merges } from '#contract/merges.ts'
import { hours, seconds } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { importCsv, settled } from './testing/files.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const header = 'Client Ref,First name,Last name,Email,Case Ref,Case title'
const csv = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`
const clientsCalled = async (search: string) => (await admin.ask(firm.clients, { search })).clients

test('an undo removes what nobody has changed, reports what stays, and lets the same file be imported again', async () => {
  const known = await portal.client({ firstName: 'Una', lastName: 'Known' })
  await portal.pool.query('update users set email_confirmed_at = now() where id = $1', [known.user.id])
  const text = csv(
    'UN1,Ava,Undo,ava@undo.example,UN1/1,Sale',
    'UN2,Bea,Undo,bea@undo.example,UN2/1,Purchase',
    'UN3,Cal,Undo,cal@undo.example,,',
    `UN4,Una,Known,${known.user.email},UN4/1,Will`,
  )
  const file = await importCsv(admin, text)
  expect(file).toMatchObject({ newClients: 3, newCases: 3 })
  portal.wait(seconds(1))
  const [bea] = await clientsCalled('bea@undo.example')
  if (!bea) throw new Error('nobody came in')
  await admin.ask(documentRequests.create, { id: bea.id, title: 'Marriage certificate' })
  await admin.ask(imports.undo, { id: file.id })
  const undone = await settled(admin, file.id, 'undone')
  expect(undone).toMatchObject({ removedClients: 2, removedCases: 2 })
  expect(undone.kept).toEqual([
    {
      row: 3,
      client: { id: bea.id, name: 'Bea Undo', canOpen: true },
      matter: { id: expect.any(String), name: 'Purchase (UN2/1)', canOpen: true },
      words: 'Something on this client’s file has changed since the import.',
    },
  ])
  expect((await clientsCalled('undo.example')).map(({ firstName }) => firstName)).toEqual(['Bea'])
  expect(await clientsCalled(known.user.email)).toHaveLength(1)
  const left = (await admin.ask(matters.firmList, {})).map(({ reference }) => reference)
  expect(left).toEqual(['UN2/1'])
  const again = await importCsv(admin, text)
  expect(again).toMatchObject({ newClients: 2, newCases: 2, known: 1, wrong: 0 })
})

test('an undo keeps an account that was merged into another, and says why', async () => {
  const kept = await portal.client()
  const file = await importCsv(admin, csv('MG1,Eve,Merged,eve@merged.example,,'))
  portal.wait(seconds(1))
  const [eve] = await clientsCalled('eve@merged.example')
  if (!eve) throw new Error('nobody came in')
  const pair = { id: kept.user.id, otherId: eve.id }
  const { id: mergeId } = await admin.ask(merges.merge, { ...pair, isConfirmed: true })
  await admin.ask(imports.undo, { id: file.id })
  const undone = await settled(admin, file.id, 'undone')
  expect(undone).toMatchObject({ removedClients: 0 })
  expect(undone.kept).toMatchObject([{ words: expect.stringContaining('merged into another') }])
  await admin.ask(merges.undo, { id: mergeId })
  expect(await clientsCalled('eve@merged.example')).toHaveLength(1)
})

test('what stays of colleagues’ clients is named, but said not to open', async () => {
  const priya = await portal.staff('fee_earner')
  const file = await importCsv(admin, csv('CO1,Gil,Colleague,gil@colleague.example,CO1/1,Sale'))
  portal.wait(seconds(1))
  const [gil] = await clientsCalled('gil@colleague.example')
  if (!gil) throw new Error('nobody came in')
  await admin.ask(firm.assign, { id: gil.id, feeEarnerId: priya.user.id, memberIds: [] })
  await admin.ask(imports.undo, { id: file.id })
  const [kept] = (await settled(admin, file.id, 'undone')).kept
  expect(kept).toMatchObject({
    client: { id: gil.id, name: 'Gil Colleague', canOpen: false },
    matter: { name: 'Sale (CO1/1)', canOpen: false },
  })
  if (!kept?.matter) throw new Error('no case was left')
  await expect(admin.ask(matters.firmOne, { id: kept.matter.id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an import is undone once, and within a day', async () => {
  const before = await portal.staff('administrator')
  const file = await importCsv(before, csv('DY1,Dan,Day,dan@day.example,,'))
  portal.wait(hours(25))
  const admin = await portal.staff('administrator')
  await expect(admin.ask(imports.undo, { id: file.id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'too_late',
  })
  const later = await importCsv(admin, csv('DY2,Dee,Day,dee@day.example,,'))
  await admin.ask(imports.undo, { id: later.id })
  await expect(admin.ask(imports.undo, { id: later.id })).rejects.toMatchObject({ reason: 'too_late' })
  await settled(admin, later.id, 'undone')
})

test('a note that a colleague is just saving on an imported case stays, and so does the case', async () => {
  const admin = await portal.staff('administrator')
  const file = await importCsv(admin, csv('NT1,Ned,Note,ned@note.example,NT1/1,Sale'))
  const sale = (await admin.ask(matters.firmList, {})).find(({ reference }) => reference === 'NT1/1')
  if (!sale) throw new Error('no case came in')
  portal.wait(seconds(1))
  await portal.pool.query(`create function pause_notes() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4711); return new; end'`)
  await portal.pool.query(`create trigger pause after insert on matter_notes
    for each row execute function pause_notes()`)
  const pause = await portal.pool.connect()
  await pause.query('select pg_advisory_lock(4711)')
  const saving = admin.ask(matters.addInternalNote, { id: sale.id, words: 'Call them' })
  saving.catch(() => {})
  await expect.poll(() => waitingFor('advisory')).toBe(1)
  await admin.ask(imports.undo, { id: file.id })
  await expect.poll(() => waitingFor('transactionid')).toBe(1)
  await pause.query('select pg_advisory_unlock(4711)')
  pause.release()
  await saving
  expect((await settled(admin, file.id, 'undone')).kept).toMatchObject([{ matter: { id: sale.id } }])
  expect((await admin.ask(matters.firmOne, { id: sale.id })).notes).toMatchObject([{ words: 'Call them' }])
})

test('a document that a colleague is just asking an imported client for stays, and so does the client', async () => {
  const admin = await portal.staff('administrator')
  const file = await importCsv(admin, csv('RQ1,Rae,Request,rae@request.example,,'))
  const [rae] = (await admin.ask(firm.clients, { search: 'rae@request.example' })).clients
  if (!rae) throw new Error('nobody came in')
  portal.wait(seconds(1))
  await portal.pool.query(`create function pause_requests() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(4712); return new; end'`)
  await portal.pool.query(`create trigger pause after insert on tasks
    for each row when (new.kind = 'requested_document') execute function pause_requests()`)
  const pause = await portal.pool.connect()
  await pause.query('select pg_advisory_lock(4712)')
  const saving = admin.ask(documentRequests.create, { id: rae.id, title: 'Marriage certificate' })
  saving.catch(() => {})
  await expect.poll(() => waitingFor('advisory')).toBe(1)
  await admin.ask(imports.undo, { id: file.id })
  // The request waits for the pause, and the undo for the request.
  await expect.poll(() => waitingFor('advisory')).toBe(2)
  await pause.query('select pg_advisory_unlock(4712)')
  pause.release()
  await saving
  expect((await settled(admin, file.id, 'undone')).kept).toMatchObject([{ client: { id: rae.id } }])
})

const waitingFor = async (event: string) => {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = $1`
  return (await portal.pool.query(waiting, [event])).rowCount
}
