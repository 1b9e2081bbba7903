import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { numbers } from '#contract/numbers.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'

const period = { from: '2026-11-01', to: '2026-11-30' }
const step = { whose: 'firm', nextStep: 'We look at it' } as const
const words = { type: 'Property', priority: 'low', description: 'A flat', ...step } as const

/**
 * Opens a firm with an administrator and a fee earner with one client each, and a compliance officer, whose numbers are
 * those of the firm.
 */
async function openFirm() {
  const portal = await openPortal()
  const admin = await portal.staff('administrator')
  const other = await portal.client()
  await admin.ask(firm.assign, { id: other.user.id, feeEarnerId: admin.user.id, memberIds: [] })
  const [earner, officer] = [await portal.staff('fee_earner'), await portal.staff('compliance_officer')]
  return { portal, admin, earner, officer, own: await portal.client(), other }
}

test('the time to onboard is from the first task to the last, and an unfinished client counts by their next step', async () => {
  const { portal, admin, earner, officer, own, other } = await openFirm()
  const finish = `update tasks set status = 'completed', reason = null,
    completed_at = created_at + $2::interval where client_id = $1`
  await portal.pool.query(finish, [own.user.id, '3 days'])
  const shown = await officer.ask(numbers.show, period)
  expect(shown.onboarding).toEqual({
    months: [{ month: '2026-11', count: 1, median: 3, ninetieth: 3 }],
    all: { count: 1, median: 3, ninetieth: 3 },
  })
  expect(shown.stops).toEqual([{ name: 'Has never signed in', clients: 2 }])
  await portal.pool.query('update users set is_first_login = false where id = $1', [other.user.id])
  await portal.pool.query(finish, [other.user.id, '1 day'])
  await portal.pool.query("update tasks set status = 'pending' where client_id = $1 and position > 2", [
    other.user.id,
  ])
  const { rows } = await portal.pool.query<{ title: string }>(
    'select title from tasks where client_id = $1 and position = 3',
    [other.user.id],
  )
  const { stops, onboarding } = await officer.ask(numbers.show, period)
  expect(stops).toContainEqual({ name: rows[0]?.title, clients: 1 })
  expect(onboarding.all.count).toBe(1)
  expect((await earner.ask(numbers.show, period)).stops).toEqual([
    { name: 'Has never signed in', clients: 1 },
  ])
  // The client whom the administrator looks after, and none of a colleague.
  expect(await admin.ask(numbers.show, period)).toMatchObject({
    stops: [{ name: rows[0]?.title, clients: 1 }],
    onboarding: { all: { count: 0 } },
  })
})

test('a client whose case was closed before they were done has not finished onboarding', async () => {
  const { portal, officer, own } = await openFirm()
  await portal.pool.query(
    "update tasks set status = 'completed', reason = null, completed_at = created_at + interval '3 days'",
  )
  expect((await officer.ask(numbers.show, period)).onboarding.all.count).toBe(2)
  await portal.pool.query(
    `update tasks set status = 'pending', completed_at = null, is_of_closed = true
      where client_id = $1 and position > 0`,
    [own.user.id],
  )
  expect((await officer.ask(numbers.show, period)).onboarding.all.count).toBe(1)
})

test('a guest who has done their one task is not a client who finished onboarding', async () => {
  const { portal, officer, own, other } = await openFirm()
  await portal.pool.query(
    "update tasks set status = 'completed', reason = null, completed_at = created_at + interval '3 days'",
  )
  await portal.pool.query('update users set is_guest = true where id = $1', [other.user.id])
  expect((await officer.ask(numbers.show, period)).onboarding.all.count).toBe(1)
  await portal.pool.query('update users set is_guest = true where id = $1', [own.user.id])
  expect((await officer.ask(numbers.show, period)).onboarding.all.count).toBe(0)
})

test('the response time starts with the first of several messages, and an unanswered one is counted', async () => {
  const { portal, admin, earner, officer, own, other } = await openFirm()
  await own.ask(messages.send, { receiverId: earner.user.id, content: 'When do we exchange?' })
  portal.wait(minutes(10))
  await own.ask(messages.send, { receiverId: earner.user.id, content: 'Hello?' })
  portal.wait(minutes(10))
  await earner.ask(messages.send, { receiverId: own.user.id, content: 'On Friday.' })
  await other.ask(messages.send, { receiverId: admin.user.id, content: 'And me?' })
  const shown = await officer.ask(numbers.show, period)
  const third = expect.closeTo(1 / 3, 5)
  expect(shown.answers).toEqual({
    months: [{ month: '2026-11', count: 1, median: third, ninetieth: third }],
    all: { count: 1, median: third, ninetieth: third },
    unanswered: 1,
  })
  expect((await earner.ask(numbers.show, period)).answers.unanswered).toBe(0)
})

test('a message that only thanks waits for no reply, and a question sent after it does', async () => {
  const { portal, earner, officer, own } = await openFirm()
  const write = async (content: string) => {
    portal.wait(minutes(2))
    await own.ask(messages.send, { receiverId: earner.user.id, content })
    return (await officer.ask(numbers.show, period)).answers.unanswered
  }
  expect(await write(`Thank you so much, ${earner.user.firstName}!`)).toBe(0)
  expect(await write('That’s great, thanks.')).toBe(0)
  expect(await write('Please cancel it')).toBe(1)
  portal.wait(minutes(6))
  await earner.ask(messages.send, { receiverId: own.user.id, content: 'Done.' })
  expect(await write('Thanks. When do I get the keys?')).toBe(1)
  const [answered] = (await officer.ask(numbers.show, period)).answers.months
  expect(answered).toMatchObject({ count: 1, median: expect.closeTo(1 / 10, 5) })
})

test('load counts only what the user may see, and never reveals a restricted case', async () => {
  const { portal, admin, earner, own } = await openFirm()
  await admin.ask(firm.joinTeam, { email: own.user.email })
  const clientId = own.user.id
  await admin.ask(matters.start, { clientId, title: 'Purchase', ...words })
  const held = await admin.ask(matters.start, { clientId, title: 'Held', ...words })
  await admin.ask(matterParties.saveAccess, { id: held.id, isRestricted: true, memberIds: [] })
  const name = `${earner.user.firstName} ${earner.user.lastName}`
  const casesOf = async (person: typeof admin) =>
    (await person.ask(numbers.show, period)).load
      .filter((row) => row.name === name)
      .reduce((sum, { cases }) => sum + cases, 0)
  expect(await casesOf(admin)).toBe(2)
  const colleague = await portal.staff('administrator')
  expect(await casesOf(colleague)).toBe(0)
  await colleague.ask(firm.joinTeam, { email: own.user.email })
  expect(await casesOf(colleague)).toBe(1)
  expect(await casesOf(earner)).toBe(1)
  expect((await earner.ask(numbers.show, period)).load).toEqual([
    { name, clients: 1, cases: 1, documents: 0 },
  ])
  const file = `/api/firm/numbers/load/file.csv?from=${period.from}&to=${period.to}`
  const { body } = await earner.send('GET', file, undefined, {})
  expect(String(body).trim().split('\r\n')).toEqual([
    '"Person","Clients","Open cases","Documents to review"',
    `"${name}","1","1","0"`,
  ])
})

test('a firm without clients gets empty numbers, and a period of more than a year is refused', async () => {
  const portal = await openPortal()
  const admin = await portal.staff('administrator')
  expect(await admin.ask(numbers.show, period)).toEqual({
    onboarding: { months: [], all: { count: 0, median: null, ninetieth: null } },
    stops: [],
    doubts: { documents: 0, checks: [] },
    answers: { months: [], all: { count: 0, median: null, ninetieth: null }, unanswered: 0 },
    load: [],
  })
  const { status } = await admin.send('GET', '/api/firm/numbers?from=2024-01-01&to=2026-01-01', undefined, {})
  expect(status).toBe(400)
})
