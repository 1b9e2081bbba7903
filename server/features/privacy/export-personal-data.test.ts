import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { privacy } from '#contract/privacy.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { personalData } from '#server/app.ts'
import { send } from '#server/features/signatures/testing/signature-requests.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { drawnStatement } from '#server/testing/sample-documents.ts'
import { archiveOf } from './service/write-archive.ts'
import { exportOf, fetch, prepare, unpack } from './testing.ts'

const portal = await openPortal({ isRateLimited: true })

const upload = async (person: Client, filename: string) => {
  const task = (await person.ask(tasks.list, {})).find(({ kind }) => kind === 'proof_of_address')
  const form = new FormData()
  form.append('taskId', task?.id ?? '')
  form.append('documentType', 'Upload proof of address')
  const bytes = await drawnStatement()
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), filename)
  const { document } = answerOf(documents.upload, await person.send('POST', documents.upload.path, form, {}))
  return { document, bytes: Buffer.from(bytes) }
}
const matter = { title: 'A <b>flat</b>', type: 'Property', priority: 'low', description: 'Mine' } as const

test('a client takes with them all that is held: rows, files as they were sent, and a page to read', async () => {
  const ana = await portal.client()
  const sent = [await upload(ana, 'bill.pdf'), await upload(ana, '../../etc/päss <w>.pdf')]
  const { id } = await ana.ask(matters.request, matter)

  const { reply, files, rowsOf } = await exportOf(portal, ana)

  expect(reply.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringContaining('attachment; filename="My data 2026-11-09.zip"'),
  })
  expect(rowsOf('users')).toMatchObject([{ username: ana.user.username, email: ana.user.email }])
  expect(rowsOf('matters')).toMatchObject([{ id, title: matter.title }])
  expect(rowsOf('matter_events')).toMatchObject([{ kind: 'requested', byName: 'Amara Okafor' }])
  const kept = rowsOf('documents').toSorted((a, b) => String(a.id).localeCompare(String(b.id)))
  expect(kept.map((row) => row.id)).toEqual(sent.map(({ document }) => document.id))
  expect(kept.map((row) => files.get((row.files as string[])[0] ?? ''))).toEqual(
    sent.map(({ bytes }) => bytes),
  )
  expect([...files.keys()].filter((path) => path.startsWith('files/')).map((path) => path.slice(11))).toEqual(
    expect.arrayContaining(['bill.pdf', 'päss _w_.pdf']),
  )
  expect([...files.keys()].filter((path) => path.startsWith('data/')).toSorted()).toEqual(
    personalData.map(({ table }) => `data/${table}.json`).toSorted(),
  )
})

test.each([
  ['statement.bat', 'statement.bat.pdf'],
  ['November', 'November.pdf'],
  ['SCAN.PDF', 'SCAN.PDF'],
])('a PDF sent as %j lies in the archive as %j, so that it never runs as a program', async (sent, kept) => {
  const ana = await portal.client()
  await upload(ana, sent)
  const { files, rowsOf } = await exportOf(portal, ana)
  const [document] = rowsOf('documents')
  expect(document).toMatchObject({ filename: sent, files: [`files/0001-${kept}`] })
  expect([...files.keys()]).toContain(`files/0001-${kept}`)
})

test('whoever has very many rows takes each of them once, the oldest first, on the page to read as in the data', async () => {
  const ana = await portal.client()
  await portal.pool.query(
    `insert into audit (id, at, actor_id, event, address, agent, request_id, details)
     select gen_random_uuid(), now(), $1, 'seen.' || i, '', '', '', '{}' from generate_series(1, 450) i`,
    [ana.user.id],
  )
  const { rowsOf, files } = await exportOf(portal, ana)
  const ids = rowsOf('audit').map(({ id }) => String(id))
  expect(rowsOf('audit').filter(({ event }) => String(event).startsWith('seen.'))).toHaveLength(450)
  expect(ids).toEqual([...new Set(ids)].toSorted())
  const page = files.get('index.html')?.toString() ?? ''
  for (let number = 1; number <= 450; number += 1) {
    expect(page.split(`<dd>seen.${number}</dd>`)).toHaveLength(2)
  }
})

test('the page to read runs nothing, fetches nothing and shows what was typed as it was typed', async () => {
  const ana = await portal.client({ firstName: '<script>alert(1)</script>' })
  await ana.ask(matters.request, matter)
  const page = (await exportOf(portal, ana)).files.get('index.html')?.toString() ?? ''
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('A &lt;b&gt;flat&lt;/b&gt;')
  expect(page).not.toMatch(/<script|<b>| on\w+=|src=|https?:/i)
})

test('no secret, nothing of anybody else and nothing that the firm thinks of a risk leaves', async () => {
  const [ana, other] = [await portal.client(), await portal.client({ lastName: 'Somebodyelse' })]
  await other.ask(matters.request, { ...matter, title: 'Their secret matter' })
  const { text, files } = await exportOf(portal, ana)
  const { rows } = await portal.pool.query('select password_hash, username_key from users where id = $1', [
    ana.user.id,
  ])
  const { rows: opened } = await portal.pool.query('select token_hash from sessions where user_id = $1', [
    ana.user.id,
  ])
  for (const secret of [
    rows[0].password_hash,
    ...opened.map((row) => row.token_hash),
    'Somebodyelse',
    'Their secret',
  ])
    expect(text).not.toContain(secret)
  for (const withheld of ['face_comparisons', 'tokens', 'capture_sessions', 'client_contacts'])
    expect(files.has(`data/${withheld}.json`)).toBe(false)
})

test('the password is asked for, and the wrong one is refused in its field', async () => {
  const ana = await portal.client()
  await expect(ana.ask(privacy.prepareExport, { currentPassword: 'not it' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { currentPassword: 'Your current password is incorrect.' },
  })
})

test('an export is fetched once, also by many at once, and its fetching is written down', async () => {
  const ana = await portal.client()
  const url = await prepare(portal, ana)
  const replies = await Promise.all([1, 2, 3, 4, 5].map(() => fetch(portal, ana, url)))
  const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(statuses).toEqual([200, 409, 409, 409, 409])
  const { rows } = await portal.pool.query(
    `select event from audit where actor_id = $1 and event like 'data.%' order by id`,
    [ana.user.id],
  )
  expect(rows.map(({ event }) => event)).toEqual(['data.export_prepared', 'data.exported'])
})

test('asking whether it is there does not use it up', async () => {
  const ana = await portal.client()
  const url = await prepare(portal, ana)
  const head = await portal.app.inject({ method: 'HEAD', url, headers: cookieOf(ana.jar) })
  expect(head.statusCode).toBe(200)
  expect((await unpack((await fetch(portal, ana, url)).rawPayload)).has('index.html')).toBe(true)
})

test('an export is there for nobody else, not in another session of the client, and not for long', async () => {
  const ana = await portal.client()
  const [first, second] = [await prepare(portal, ana), await prepare(portal, ana)]
  expect((await fetch(portal, await portal.client(), first)).statusCode).toBe(404)
  const elsewhere = portal.visitor()
  const { username } = ana.user
  await elsewhere.send('POST', '/api/login', { username, password: portal.password }, {})
  expect((await fetch(portal, elsewhere, first)).statusCode).toBe(409)
  portal.wait(minutes(6))
  expect((await fetch(portal, ana, second)).json()).toMatchObject({ code: 'conflict', reason: 'export_over' })
})

test('nobody can have the portal pack archives all day', async () => {
  const ana = await portal.client()
  for (let time = 0; time < 5; time += 1) await prepare(portal, ana)
  await expect(prepare(portal, ana)).rejects.toMatchObject({ code: 'too_many' })
})

test('what the firm took back is told in an export, without the file that is gone', async () => {
  const [solicitor, ana] = [await portal.staff('fee_earner'), await portal.client()]
  const taken = await send(solicitor, ana, { name: 'Taken back' })
  await solicitor.ask(signatures.cancel, { id: taken.id })
  await send(solicitor, ana, { name: 'Still open' })
  const read = async () => {
    const keys = 'select file_key from signature_requests where document_id = $1'
    const { rows } = await portal.pool.query(keys, [taken.id])
    return portal.ports.files.read(rows[0].file_key).then(
      () => 'there',
      ({ code }) => code,
    )
  }
  await expect.poll(read).toBe('unavailable')

  const { rowsOf } = await exportOf(portal, ana)

  const requests = rowsOf('signature_requests').map(({ name, state, files = [] }) => [name, state, files])
  expect(requests).toContainEqual(['Taken back', 'cancelled', []])
  expect(requests).toContainEqual(['Still open', 'open', [expect.stringContaining('Still open.pdf')]])
})

test('a file that cannot be read keeps no other back: the archive names it, and the firm is told', async () => {
  const [administrator, solicitor] = [await portal.staff('administrator'), await portal.staff('fee_earner')]
  const ana = await portal.client({ firstName: 'Xanthe' })
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [
    solicitor.user.id,
    ana.user.id,
  ])
  const gone = await upload(ana, 'bill.pdf')
  await upload(ana, 'other.pdf')
  const { rows } = await portal.pool.query('select file_key from documents where id = $1', [gone.document.id])
  await portal.ports.files.remove(rows[0].file_key)

  const { files, rowsOf } = await exportOf(portal, ana)

  const row = rowsOf('documents').find(({ id }) => id === gone.document.id)
  const path = String(row?.['files'])
  expect(path).toMatch(/bill\.pdf$/)
  expect(files.has(path)).toBe(false)
  expect([...files.keys()].filter((name) => name.endsWith('other.pdf'))).toHaveLength(1)
  for (const page of ['MISSING FILES.txt', 'index.html']) expect(files.get(page)?.toString()).toContain(path)
  const { rows: trail } = await portal.pool.query(
    `select details from audit where actor_id = $1 and event = 'data.file_missing'`,
    [ana.user.id],
  )
  expect(trail).toMatchObject([{ details: { key: rows[0].file_key, filename: 'bill.pdf' } }])
  // Neither a client at whom they may not look is named to administrators, nor a file, whose case may be restricted.
  const newest = async (person: typeof solicitor) => (await person.ask(notifications.list, {}))[0]
  const title = "A client's files can't be read"
  const rest = 'downloaded their data without a file that is missing or damaged. The audit trail names each.'
  expect(await newest(administrator)).toMatchObject({
    title,
    body: expect.stringContaining(`A client ${rest}`),
    link: null,
  })
  expect(await newest(solicitor)).toMatchObject({
    title,
    body: expect.stringMatching(new RegExp(`^Xanthe \\w+ ${rest}`)),
    link: `/firm/clients/${ana.user.id}`,
  })
})

test('an archive whose file is lost while it is packed breaks off, so that it does not look whole', async () => {
  const missing = {
    key: 'ab/cd/gone',
    sha256: '0'.repeat(64),
    size: 4,
    filename: 'gone.pdf',
    type: 'application/pdf',
    path: 'gone.pdf',
  }
  const sources = { files: portal.ports.files, indexPage: (async function* () {})(), at: portal.now() }
  const archive = archiveOf({ parts: [], files: [missing], lost: [] }, sources)
  await expect(buffer(archive)).rejects.toMatchObject({ code: 'unavailable' })
})
