import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accounts, UserId } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { portal as portalContract } from '#contract/kit/portal.ts'
import { matters } from '#contract/matters/matters.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { type Client, newPerson, openPortal, type Portal } from '#server/testing/portal.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const { password } = portal

const invite = async (by: Client = admin, { email } = newPerson()) => {
  const sent = await by.ask(people.invite, { email, roles: ['fee_earner'] })
  return { ...sent, token: tokenOf(sent.path) }
}
const tokenOf = (path: string | null) => path?.split('token=')[1] ?? ''
const joining = (token: string) => {
  const { firstName, lastName, username } = newPerson()
  return { token, firstName, lastName, username, password, confirmPassword: password }
}

describe('an invitation', () => {
  test('opens a signed-in account with its role, and works only once', async () => {
    const { token, email } = await invite()
    const visitor = portal.visitor()
    expect(await visitor.ask(people.look, { token })).toMatchObject({ email, roles: ['fee_earner'] })
    const user = await visitor.ask(people.join, joining(token))
    expect(user).toMatchObject({ email, role: 'fee_earner', isFirstLogin: false })
    expect(await visitor.ask(accounts.current, {})).toEqual(user)
    expect(await visitor.ask(firm.clients, {})).toMatchObject({ total: 0 })

    const again = portal.visitor().ask(people.join, joining(token))
    await expect(again).rejects.toMatchObject({ code: 'not_found', reason: 'invitation_over' })
    expect((await admin.ask(people.list, {})).invitations.map((item) => item.email)).not.toContain(email)
  })

  test('of many people who use one link at once, one joins', async () => {
    const { token } = await invite()
    const said = await Promise.allSettled(
      Array.from({ length: 5 }, () => portal.visitor().ask(people.join, joining(token))),
    )
    expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('a username that is taken does not use up the invitation', async () => {
    const { token } = await invite()
    const taken = { ...joining(token), username: admin.user.username }
    await expect(portal.visitor().ask(people.join, taken)).rejects.toMatchObject({
      fields: { username: 'This username is already taken. Please choose another.' },
    })
    await portal.visitor().ask(people.join, joining(token))
  })

  test('a new link replaces the old one, and withdrawn and expired links do not work', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const first = await invite(boss)
    const second = tokenOf((await boss.ask(people.resend, { id: first.id })).path)
    const isOver = (token: string) =>
      expect(fresh.visitor().ask(people.look, { token })).rejects.toMatchObject({ code: 'not_found' })
    await isOver(first.token)
    await boss.ask(people.withdraw, { id: first.id })
    await isOver(second)
    const other = await invite(boss)
    fresh.wait(7 * 24 * 60 * 60 * 1000)
    await isOver(other.token)
  })

  test('can be sent only to an address without an account, and once to each', async () => {
    const attempt = admin.ask(people.invite, { email: admin.user.email, roles: ['fee_earner'] })
    await expect(attempt).rejects.toMatchObject({ code: 'conflict', reason: 'already_taken' })
    const person = newPerson()
    const first = await invite(admin, person)
    const second = await invite(admin, person)
    expect(second.id).toBe(first.id)
    await expect(portal.visitor().ask(people.look, { token: first.token })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('is valid only while its sender is an administrator', async () => {
    const [ana, ben] = [await portal.staff('administrator'), await portal.staff('administrator')]
    const [byAna, byBen, vouchedFor] = [await invite(ana), await invite(ben), await invite(ana)]
    const { id } = vouchedFor
    const resent = { ...vouchedFor, token: tokenOf((await admin.ask(people.resend, { id })).path) }
    await admin.ask(people.saveRoles, { id: ana.user.id, roles: ['fee_earner'] })
    await admin.ask(people.deactivate, { id: ben.user.id })
    const open = (await admin.ask(people.list, {})).invitations.map(({ email }) => email)
    for (const { token, email } of [byAna, byBen]) {
      expect(open).not.toContain(email)
      const over = { code: 'not_found', reason: 'invitation_over' }
      await expect(portal.visitor().ask(people.look, { token })).rejects.toMatchObject(over)
      await expect(portal.visitor().ask(people.join, joining(token))).rejects.toMatchObject(over)
    }
    expect(open).toContain(resent.email)
    await portal.visitor().ask(people.join, joining(resent.token))
  })

  test('fails if its sender stops being an administrator at the same moment', async () => {
    const ana = await portal.staff('administrator')
    const { token } = await invite(ana)
    await portal.pool.query("update users set role = 'fee_earner' where id = $1", [ana.user.id])
    const over = { code: 'not_found', reason: 'invitation_over' }
    await expect(portal.visitor().ask(people.look, { token })).rejects.toMatchObject(over)
    await expect(portal.visitor().ask(people.join, joining(token))).rejects.toMatchObject(over)
  })

  test('to somebody who has left is refused: their account is reactivated instead', async () => {
    const { user } = await portal.staff('fee_earner')
    await admin.ask(people.deactivate, { id: user.id })
    await expect(invite(admin, { ...newPerson(), email: user.email.toUpperCase() })).rejects.toMatchObject({
      code: 'conflict',
      reason: 'deactivated',
      fields: { email: expect.stringContaining('reactivate') },
    })
  })

  test('of an auditor works until their last day, and says so to them and to whoever invited them', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const ana = await fresh.client()
    const {
      id: caseId,
      reference,
      title,
    } = await boss.ask(matters.start, {
      ...flatPurchase,
      clientId: ana.user.id,
    })
    const audit = async (email: string, until: string) => {
      const inspection = { until, references: [reference] }
      const { id, path } = await boss.ask(people.invite, { email, roles: ['auditor'], inspection })
      return { id, token: tokenOf(path) }
    }
    const late = await audit('late@example.com', '2026-11-10')
    const { token } = await audit('nina@example.com', '2026-11-20')
    const nina = fresh.visitor()
    await nina.ask(people.join, joining(token))
    expect((await nina.ask(people.inspection, {})).inspection).toEqual({
      until: '2026-11-20',
      cases: [{ id: caseId, reference, title }],
    })
    expect((await boss.ask(people.inspection, {})).inspection).toBe(null)

    fresh.wait(2 * 24 * 60 * 60 * 1000)
    const visitor = fresh.visitor()
    const over = { code: 'not_found', reason: 'invitation_over' }
    await expect(visitor.ask(people.look, { token: late.token })).rejects.toMatchObject(over)
    const join = visitor.ask(people.join, joining(late.token))
    await expect(join).rejects.toMatchObject(over)
    await boss.ask(accounts.login, { username: boss.user.username, password: fresh.password })
    const again = boss.ask(people.resend, { id: late.id })
    await expect(again).rejects.toMatchObject({ code: 'conflict', reason: 'inspection_over' })
    const [listed] = (await boss.ask(people.list, {})).invitations
    expect(listed).toMatchObject({ email: 'late@example.com', readsUntil: '2026-11-10' })
  })

  test('is queued as an email, and its link is stored nowhere else', async () => {
    const { token } = await invite()
    const { rows } = await portal.pool.query('select * from invitations')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a person who leaves the firm', () => {
  test('is signed out at once, cannot sign in, and their clients are handed over', async () => {
    const fresh = await openPortal()
    const boss = await fresh.staff('administrator')
    const priya = await fresh.staff('fee_earner')
    const omar = await fresh.staff('fee_earner')
    const client = await fresh.client()
    expect((await priya.ask(firm.clients, {})).total).toBe(1)

    const alone = boss.ask(people.deactivate, { id: priya.user.id })
    await expect(alone).rejects.toMatchObject({ reason: 'clients_left' })
    await boss.ask(people.deactivate, { id: priya.user.id, handTo: omar.user.id })

    await expect(priya.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
    const { username } = priya.user
    const signIn = fresh.visitor().ask(accounts.login, { username, password })
    await expect(signIn).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'Invalid username or password',
    })
    expect((await omar.ask(firm.client, { id: client.user.id })).feeEarnerId).toBe(omar.user.id)
    expect((await fresh.client()).user).toBeTruthy()
    expect((await omar.ask(firm.clients, {})).total).toBe(2)

    await boss.ask(people.reactivate, { id: priya.user.id })
    await fresh.visitor().ask(accounts.login, { username, password })
  })

  test('the last administrator cannot be removed, even by concurrent requests', async () => {
    for (let round = 0; round < 3; round += 1) {
      const fresh = await openPortal()
      const [ana, ben] = [await fresh.staff('administrator'), await fresh.staff('administrator')]
      await Promise.allSettled([
        ana.ask(people.deactivate, { id: ben.user.id }),
        ben.ask(people.saveRoles, { id: ana.user.id, roles: ['fee_earner'] }),
        ana.ask(people.saveRoles, { id: ana.user.id, roles: ['fee_earner'] }),
        ben.ask(people.deactivate, { id: ana.user.id }),
      ])
      expect(await administratorsOf(fresh)).toBeGreaterThan(0)
    }
    const self = admin.ask(people.deactivate, { id: admin.user.id })
    await expect(self).rejects.toMatchObject({ reason: 'yourself' })
  })
})

test('a person who loses a role is refused from the next request on, and their open page is closed', async () => {
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const lowered = [
    { role: 'administrator', refused: (person: Client) => person.ask(people.list, {}) },
    {
      role: 'compliance_officer',
      refused: (person: Client) => person.ask(compliance.items, { state: 'open' }),
    },
  ] as const
  for (const { role, refused } of lowered) {
    const omar = await portal.staff(role)
    await refused(omar)
    const live = await fetch(address + portalContract.events.path, { headers: cookieOf(omar.jar) })
    await admin.ask(people.saveRoles, { id: omar.user.id, roles: ['fee_earner'] })
    // Waits for the end of the stream: the open page is told to sign out, and its stream closes.
    expect(await live.text()).toContain('"signed_out"')
    await expect(refused(omar)).rejects.toMatchObject({ code: 'unauthenticated' })
    const signedIn = await omar.ask(accounts.login, { username: omar.user.username, password })
    expect(signedIn).toMatchObject({ role: 'fee_earner' })
    await expect(refused(omar)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('a client is not found as a person whose role could be changed', async () => {
  const { user } = await portal.client()
  const attempt = admin.ask(people.saveRoles, { id: UserId.parse(user.id), roles: ['administrator'] })
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
})

const administratorsOf = async ({ db }: Portal) => {
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) from users where role = 'administrator' and deactivated_at is null`,
  )
  return Number(rows[0]?.count)
}
