import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { largestPhotograph, photographs } from '#contract/accounts/photographs.ts'
import { matters } from '#contract/matters/matters.ts'
import { tasks } from '#contract/tasks.ts'
import { enrol, showPassword } from '#server/features/accounts/testing.ts'
import { openRefusals, type Refusal } from '#server/platform/audit/refusals.ts'
import { openLog } from '#server/platform/diagnostics/log.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const limited = await openPortal({ isRateLimited: true })

interface Row {
  event: string
  address: string
  actor_id: string | null
  subject_id: string | null
  count: number
  request_id: string
  details: Record<string, string>
}
const rowsIn = async ({ pool }: Pick<typeof portal, 'pool'>, event: string) =>
  (await pool.query<Row>('select * from refusals where event = $1 order by id', [event])).rows
/** Returns the count of each kind of refusal for an actor, once all are written. */
const refusedTo = async (actorId: string) => {
  const { rows } = await portal.pool.query<Row>('select * from refusals where actor_id = $1 order by event', [
    actorId,
  ])
  return rows.map(({ event, count }) => [event, count])
}

test('repeats of a wrong password within a minute are one row with a count, and the next minute has its own', async () => {
  const ana = await portal.client()
  const guess = () =>
    portal
      .visitor()
      .send('POST', '/api/login', { username: ana.user.username, password: 'a secret guess' }, {})
  for (let at = 0; at < 5; at += 1) expect((await guess()).status).toBe(401)
  const own = async () =>
    (await rowsIn(portal, 'session.refused')).filter(({ subject_id: id }) => id === ana.user.id)
  await expect.poll(async () => (await own()).map(({ count }) => count)).toEqual([5])
  portal.wait(minutes(1))
  await guess()
  await expect.poll(async () => (await own()).map(({ count }) => count)).toEqual([5, 1])
  const [row] = await own()
  expect(row).toMatchObject({
    actor_id: null,
    address: '127.0.0.1',
    request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    details: { method: 'POST', path: '/api/login', status: '401' },
  })
  expect(JSON.stringify(row)).not.toContain('secret')
})

test('what a client may not do is a row: another’s thing, the firm’s pages, fields that are nobody’s', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const [task] = await ana.ask(tasks.list, {})
  const { body } = await ana.send(
    'POST',
    '/api/cases',
    { title: 'Flat', type: 'property', priority: 'low', description: 'x' },
    {},
  )
  const theirs = (body as { id: string }).id
  expect((await ben.send('POST', `/api/tasks/${task?.id}/complete`, { formData: {} }, {})).status).toBe(404)
  expect((await ben.send('GET', matters.one.path.replace(':id', theirs), undefined, {})).status).toBe(404)
  expect((await ben.send('GET', '/api/firm/clients', undefined, {})).status).toBe(403)
  const profile = { firstName: 'Ben', lastName: 'Okafor', email: ben.user.email }
  expect((await ben.send('PUT', '/api/user/profile', { ...profile, role: 'administrator' }, {})).status).toBe(
    400,
  )
  const moved = { ...profile, email: newPerson().email }
  expect((await ben.send('PUT', '/api/user/profile', moved, {})).status).toBe(403)
  expect((await ben.send('POST', '/api/logout', {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  await expect
    .poll(() => refusedTo(ben.user.id))
    .toEqual([
      ['reauthentication.missing', 1],
      ['request.forbidden', 1],
      ['request.from_other_site', 1],
      ['request.not_found', 2],
      ['request.unknown_field', 1],
    ])
  const [first] = (await rowsIn(portal, 'request.not_found')).filter(({ actor_id: id }) => id === ben.user.id)
  expect(first?.details).toMatchObject({ path: '/api/tasks/:id/complete', id: task?.id })
  expect(await refusedTo(ana.user.id)).toEqual([])
})

test('a file of another type, and one that is too large, are rows wherever they were sent', async () => {
  const priya = await portal.staff('fee_earner')
  const send = (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'me.png')
    return priya.send('POST', photographs.upload.path, form, {})
  }
  expect((await send(Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
  expect((await send(Buffer.alloc(largestPhotograph + 1))).status).toBe(413)
  await expect
    .poll(() => refusedTo(priya.user.id))
    .toEqual([
      ['request.too_large', 1],
      ['request.unsupported', 1],
    ])
  const [row] = (await rowsIn(portal, 'request.unsupported')).filter(
    ({ actor_id: id }) => id === priya.user.id,
  )
  expect(row?.details).toMatchObject({ path: photographs.upload.path, reason: 'type_not_allowed' })
})

test('a body that reaches for prototypes, a session that is none, and a second factor that is missing are rows', async () => {
  const counts = async () => ({
    names: (await rowsIn(portal, 'request.forbidden_name')).length,
    dead: (await rowsIn(portal, 'session.unknown')).length,
    halfway: (await rowsIn(portal, 'second_step.missing')).length,
  })
  const poisoned = await portal.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'content-type': 'application/json' },
    payload: '{"__proto__":{"role":"administrator"}}',
  })
  expect(poisoned.statusCode).toBe(400)
  const cookies = { portico_session: 'x'.repeat(43) }
  expect((await portal.app.inject({ url: '/api/tasks', cookies })).statusCode).toBe(401)
  const ana = await portal.client()
  await enrol(portal, ana)
  const browser = await showPassword(portal, ana.user.username)
  expect((await browser.send('GET', '/api/tasks', undefined, {})).status).toBe(401)
  expect((await browser.send('POST', '/api/login/two-factor', { code: '000000' }, {})).status).toBe(401)
  await expect.poll(counts).toEqual({ names: 1, dead: 1, halfway: 1 })
  await expect
    .poll(async () => await rowsIn(portal, 'second_step.refused'))
    .toMatchObject([{ subject_id: ana.user.id }])
})

test('who is asked to slow down is a row; a page that asks who is signed in is none', async () => {
  const guess = () =>
    limited.visitor().send('POST', '/api/login', { username: 'nobody', password: 'wrong' }, {})
  for (let at = 0; at < 12; at += 1) await guess()
  await limited.visitor().send('GET', '/api/user', undefined, {})
  await expect
    .poll(async () => (await rowsIn(limited, 'request.too_many')).map(({ count }) => count))
    .toEqual([2])
  await expect
    .poll(async () => (await rowsIn(limited, 'session.refused')).map(({ count }) => count))
    .toEqual([10])
  expect(await rowsIn(limited, 'session.missing')).toEqual([])
  await expect(limited.visitor().ask(accounts.sessions, {})).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('the trail takes rows and nothing else, of whoever asks', async () => {
  const ana = await portal.client()
  await ana.send('GET', '/api/firm/clients', undefined, {})
  await expect.poll(() => refusedTo(ana.user.id)).toHaveLength(1)
  const changes = [
    'update audit set event = event',
    'update audit set event = event where false',
    'delete from audit',
    'truncate audit',
    'delete from refusals',
    'truncate refusals',
    "update refusals set address = ''",
    'update refusals set count = count - 1',
  ]
  for (const change of changes)
    await expect(portal.pool.query(change), change).rejects.toMatchObject({ code: '42501' })
})

test('a stranger with any number of addresses fills no disk: what is too much is counted together', async () => {
  const refusals = openRefusals({ db: limited.db, clock: limited.now, log: openLog() })
  const refusal: Refusal = {
    event: 'flood',
    actorId: null,
    subjectId: null,
    address: '',
    agent: '',
    requestId: '',
    details: {},
  }
  for (let n = 0; n < 5000; n += 1) refusals.note({ ...refusal, address: `2001:db8:${n}::/64` })
  await refusals.close()
  const rows = await rowsIn(limited, 'flood')
  expect(rows).toHaveLength(301)
  expect(rows.find(({ address }) => address === '')).toMatchObject({
    count: 4700,
    details: { from: 'many addresses' },
  })
})
