import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { hearing } from '#server/features/messages/testing.ts'
import { expectDone, expectNoneDue } from '#server/testing/jobs.ts'
import { type Client, newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const flat = {
  title: 'Purchase of 4 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'Flat',
  whose: 'firm',
  nextStep: 'We check the lease',
} as const
const documents = [{ title: 'A letter about your gift' }]
const may = {
  role: 'giver_of_funds',
  kind: 'person',
  name: 'May Jones',
  phone: '',
  number: '',
  detail: '',
} as const

const tokenIn = (path: string | null) => path?.split('token=')[1] ?? ''

async function invited() {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flat })
  const { email } = newPerson()
  const { id: partyId, personId } = await priya.ask(matterParties.add, { id, ...may, email })
  const { code, path } = await priya.ask(guests.invite, { id, partyId, documents })
  const save = (facts: Partial<Record<'name' | 'email' | 'phone', string>>) =>
    priya.ask(matterParties.save, { id, partyId, ...may, email, ...facts })
  const shown = async () => (await priya.ask(guests.list, { id }))[0]
  return { client, id, partyId, personId, email, code, token: tokenIn(path), save, shown }
}

type Invited = Pick<Awaited<ReturnType<typeof invited>>, 'client' | 'personId'>

/**
 * The same guest on a case of an administrator's, who knows them from working with the first client, and no longer does.
 */
async function invitedBy(boss: Client, { client: first, personId }: Invited) {
  const client = await portal.client()
  for (const { user } of [first, client]) await boss.ask(firm.joinTeam, { email: user.email })
  const { id } = await boss.ask(matters.start, { clientId: client.user.id, ...flat })
  const { id: partyId } = await boss.ask(matterParties.add, { id, ...may, email: '', personId })
  await boss.ask(guests.invite, { id, partyId, documents })
  await boss.ask(firm.assign, { id: first.user.id, feeEarnerId: priya.user.id, memberIds: [] })
  const shown = async () => (await boss.ask(guests.list, { id }))[0]
  return { client, id, partyId, shown }
}

const enter = async ({ token, code }: { token: string; code: string }) => {
  const guest = portal.visitor()
  return guest.ask(guests.enter, { token, code })
}

test('a guest keeps an address, without which nothing would reach them', async () => {
  const { id, partyId, personId, email, save, shown } = await invited()
  const words = 'Please enter an email address: a guest gets their link there'
  await expect(save({ email: '' })).rejects.toMatchObject({ code: 'invalid', fields: { email: words } })
  expect(await shown()).toMatchObject({ email, state: 'open' })
  await portal.pool.query(`update matter_people set email = '' where id = $1`, [personId])
  await expect(priya.ask(guests.renew, { id, partyId })).rejects.toMatchObject({ reason: 'email_missing' })
})

test('a corrected name follows to the account, and the link still works', async () => {
  const access = await invited()
  await access.save({ name: 'May Johns', phone: '07700 900123' })
  expect(await enter(access)).toMatchObject({ firstName: 'May', lastName: 'Johns', phone: '07700 900123' })
  expect(await access.shown()).toMatchObject({ state: 'open', hasLink: true })
})

test('a corrected name is seen on the open pages of each case, and on the guest’s own', async () => {
  const access = await invited()
  const boss = await portal.staff('administrator')
  const omar = await portal.staff('fee_earner')
  const { client } = await invitedBy(boss, access)
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  const guest = portal.visitor()
  await guest.ask(guests.enter, { token: access.token, code: access.code })
  const [page, own] = [await hearing(portal, omar), await hearing(portal, guest)]
  await access.save({ name: 'May Johns' })
  await expect.poll(page.topics).toContain('cases')
  await expect.poll(own.topics).toContain('user')
})

test('nobody gets in or is written to at a new address before a new link went there', async () => {
  const access = await invited()
  const user = await enter(access)
  const isClosed = async () => {
    const { rows } = await portal.pool.query('select deactivated_at from users where id = $1', [user.id])
    return rows[0]?.deactivated_at !== null
  }
  const { email } = newPerson()
  await access.save({ email })
  expect(await isClosed()).toBe(true)
  expect(await access.shown()).toMatchObject({ email, state: 'expired', hasLink: false })
  await priya.ask(guests.renew, { id: access.id, partyId: access.partyId })
  expect(await isClosed()).toBe(false)
  expect(await mailsTo(portal, email)).toHaveLength(1)
})

test('a new address ends the link on each case, which is recorded there and shown to its team', async () => {
  const access = await invited()
  const boss = await portal.staff('administrator')
  const other = await invitedBy(boss, access)
  expect(await access.shown()).toMatchObject({ isElsewhere: true })
  expect(await other.shown()).toMatchObject({ state: 'open', isElsewhere: true })
  const page = await hearing(portal, boss)
  const { email } = newPerson()
  await access.save({ email })
  expect(await other.shown()).toMatchObject({ email, state: 'expired', isElsewhere: false })
  await expect.poll(page.topics).toContain('cases')
  const { rows } = await portal.pool.query(
    `select subject_id, details from audit where event = 'guest.moved' and actor_id = $1
      and details->>'emailBefore' = $2 order by at, id`,
    [priya.user.id, access.email],
  )
  expect(rows).toHaveLength(2)
  expect(new Set(rows.map((row) => row.subject_id))).toEqual(
    new Set([access.client.user.id, other.client.user.id]),
  )
  expect(new Set(rows.map((row) => row.details.party))).toEqual(new Set([access.partyId, other.partyId]))
})

test('a guest who has done everything stays done with another address, until something is asked again', async () => {
  const access = await invited()
  const { id: userId } = await enter(access)
  const setTasks = (status: string) =>
    portal.pool.query('update tasks set status = $2 where client_id = $1', [userId, status])
  await setTasks('completed')
  await access.save({ email: newPerson().email })
  expect(await access.shown()).toMatchObject({ state: 'done', hasLink: false })
  await setTasks('pending')
  expect(await access.shown()).toMatchObject({ state: 'expired' })
})

test('a guest whose new address is a client’s own gets nothing there until that was confirmed', async () => {
  const access = await invited()
  const { id, partyId, client } = access
  const { email } = client.user
  // An email that is on its way still changes its row.
  await expectDone(portal, 'sendMail')
  const before = await mailsTo(portal, email)
  await access.save({ email })
  await expect(priya.ask(guests.renew, { id, partyId })).rejects.toMatchObject({ reason: 'clients_address' })
  expect(await mailsTo(portal, email)).toEqual(before)
  expect(await priya.ask(guests.renew, { id, partyId, isSharedAddress: true })).toMatchObject({ email })
})

test('the address of a client of a guest’s other case is asked about too, as each link leads to all they do', async () => {
  const access = await invited()
  const boss = await portal.staff('administrator')
  const other = await invitedBy(boss, access)
  const { email } = other.client.user
  await access.save({ email })
  await expect(priya.ask(guests.renew, { id: access.id, partyId: access.partyId })).rejects.toMatchObject({
    reason: 'clients_address',
    message: expect.stringMatching(
      /^\S+ is also the address of a client of another case of theirs, who would get/,
    ),
  })
})

/** Counts the commands that wait for others to end. */
const waiting = async () => {
  const { rows } = await portal.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.n
}

/** Runs the second command while the first, which has changed the guest already, waits for their account. */
async function atOnce<T>(userId: string, [first, second]: [() => Promise<unknown>, () => Promise<T>]) {
  // No job may wait for the account too.
  await expectNoneDue(portal)
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select from users where id = $1 for update', [userId])
  const correcting = first()
  await expect.poll(waiting).toBe(1)
  const other = second()
  await expect.poll(waiting).toBe(2)
  await holder.query('commit')
  holder.release()
  return (await Promise.all([correcting, other]))[1]
}

test('a link that is renewed on one case while the address is corrected on another goes to the new one', async () => {
  const access = await invited()
  const boss = await portal.staff('administrator')
  const { id, partyId, shown } = await invitedBy(boss, access)
  const { id: userId } = await enter(access)
  await expectDone(portal, 'sendMail')
  const before = await mailsTo(portal, access.email)
  const { email } = newPerson()
  const renewed = await atOnce(userId, [
    () => access.save({ email }),
    () => boss.ask(guests.renew, { id, partyId }),
  ])
  expect(renewed).toMatchObject({ email })
  expect(await shown()).toMatchObject({ email, state: 'open' })
  expect(await access.shown()).toMatchObject({ email, state: 'expired' })
  expect(await mailsTo(portal, access.email)).toEqual(before)
  expect(await mailsTo(portal, email)).toHaveLength(1)
})

test('a guest whose address is corrected on one case can be removed from another at once', async () => {
  const access = await invited()
  const { id: userId } = await enter(access)
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...flat })
  const person = { id, ...may, email: newPerson().email }
  const { id: partyId } = await priya.ask(matterParties.add, { ...person, personId: access.personId })
  await atOnce(userId, [
    () => priya.ask(matterParties.save, { ...person, partyId }),
    () => priya.ask(matterParties.remove, { id: access.id, partyId: access.partyId }),
  ])
  expect(await access.shown()).toBeUndefined()
  const [party] = (await priya.ask(matters.firmOne, { id })).parties
  expect(party).toMatchObject({ email: person.email })
})
