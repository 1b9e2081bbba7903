import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { absences } from '#contract/firm/teams.ts'
import { matters } from '#contract/matters/matters.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { signOn } from '#contract/sign-on.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'
import { withProvider } from './testing/people.ts'

const portal = await openPortal()
const { provider, boss, save, employ, come } = await withProvider(portal)

const groupRoles = [
  { group: 'Solicitors', role: 'fee_earner' as const },
  { group: 'Accounts', role: 'cashier' as const },
]
const byGroups = { joining: 'groups' as const, groupRoles }

/** Signs in someone new with these groups. */
const join = async (groups: string[]) => {
  await save(byGroups)
  const employed = employ({ groups })
  return { ...employed, ...(await come(employed.subject)) }
}
const rolesOf = async (id: string) => {
  const { people: all } = await boss.ask(people.list, {})
  return all.find((person) => person.id === id)
}

test('a group opens an account with its role, and no group opens none', async () => {
  const { answer } = await join(['Solicitors', 'Everybody'])
  expect(answer).toMatchObject({ roles: ['fee_earner'] })
  await expect(come(employ({ groups: ['Everybody'] }).subject)).rejects.toMatchObject({ reason: 'no_role' })
})

test('a group that was left takes its role away, and ends what it opened', async () => {
  const { subject, account, browser, answer } = await join(['Solicitors', 'Accounts'])
  expect(answer).toMatchObject({ roles: ['fee_earner', 'cashier'] })
  provider.accounts.set(subject, { ...account, groups: ['Accounts'] })
  const second = await come(subject)
  expect(second.answer).toMatchObject({ roles: ['cashier'] })
  await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(second.browser.ask(firm.clients, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('whoever is left without a role is signed out everywhere and shut out, and administrators are told', async () => {
  const { subject, account, browser } = await join(['Solicitors'])
  const { id } = await browser.ask(accounts.current, {})
  provider.accounts.set(subject, { ...account, groups: ['Everybody'] })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'no_role' })
  await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await rolesOf(id))?.deactivatedAt).not.toBeNull()
  provider.accounts.set(subject, account)
  await expect(come(subject)).rejects.toMatchObject({ reason: 'deactivated' })
  const received = await boss.ask(notifications.list, {})
  expect(JSON.stringify(received)).toContain('can no longer sign in')
})

test('nobody becomes an administrator but by a group that says so, and other roles stay as the portal has them', async () => {
  const { subject, account, browser } = await join(['Solicitors', 'administrator'])
  const { id, roles } = await browser.ask(accounts.current, {})
  expect(roles).toEqual(['fee_earner'])
  await boss.ask(people.saveRoles, { id, roles: ['fee_earner', 'compliance_officer'] })
  expect((await come(subject)).answer).toMatchObject({ roles: ['fee_earner', 'compliance_officer'] })
  await save({ ...byGroups, groupRoles: [...groupRoles, { group: 'Partners', role: 'administrator' }] })
  provider.accounts.set(subject, { ...account, groups: ['Solicitors', 'Partners'] })
  expect((await come(subject)).answer).toMatchObject({
    roles: ['administrator', 'fee_earner', 'compliance_officer'],
  })
})

test('whoever no longer looks after clients by their groups is taken off cases, covers nobody and hears of no client', async () => {
  const { subject, account, browser } = await join(['Solicitors'])
  const { id } = await browser.ask(accounts.current, {})
  const client = await portal.client()
  await boss.ask(firm.joinTeam, { email: client.user.email })
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: id, memberIds: [] })
  const { id: caseId } = await browser.ask(matters.start, { clientId: client.user.id, ...flatPurchase })
  const { facts } = await browser.ask(matters.firmOne, { id: caseId })
  await browser.ask(matters.saveFacts, { id: caseId, ...facts, feeEarnerId: id })
  const away = await portal.staff('fee_earner')
  const days = { from: '2026-11-09', backOn: '2026-12-03' }
  await away.ask(absences.save, { id: away.user.id, ...days, coverId: id })

  provider.accounts.set(subject, { ...account, groups: ['Accounts'] })
  expect((await come(subject)).answer).toMatchObject({ roles: ['cashier'] })
  expect((await boss.ask(matters.firmOne, { id: caseId })).facts.feeEarnerId).toBeNull()
  const acting = 'select acting_id from absences where person_id = $1'
  expect((await portal.pool.query(acting, [away.user.id])).rows).toEqual([{ acting_id: null }])
  expect(JSON.stringify(await away.ask(notifications.list, {}))).toContain('You need another cover')
  // Whoever can still sign in isn't offered a hand-over under People.
  const lost = (await boss.ask(notifications.list, {})).find(({ title }) => title.endsWith('has lost a role'))
  expect(lost?.body).toMatch(/responsible for 1 of your clients\.$/)
  const { whose: _, nextStep: __, ...requested } = flatPurchase
  await client.ask(matters.request, requested)
  const titlesOf = async (person: Pick<typeof boss, 'ask'>) =>
    (await person.ask(notifications.list, {})).map(({ title }) => title)
  expect(await titlesOf(boss)).toContain('A client has requested a new case')
  const after = (await come(subject)).browser
  expect(await titlesOf(after)).not.toContain('A client has requested a new case')
  expect((await client.ask(messages.contacts, {})).map((contact) => contact.id)).not.toContain(id)
})

test('the clients of somebody whom their groups shut out are handed over, once', async () => {
  const { subject, account, browser } = await join(['Solicitors'])
  const { id } = await browser.ask(accounts.current, {})
  const client = await portal.client()
  await boss.ask(firm.joinTeam, { email: client.user.email })
  await boss.ask(firm.assign, { id: client.user.id, feeEarnerId: id, memberIds: [] })
  provider.accounts.set(subject, { ...account, groups: ['Everybody'] })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'no_role' })
  expect(await rolesOf(id)).toMatchObject({ clients: 1 })
  const [notice] = await boss.ask(notifications.list, {})
  expect(notice?.body).toMatch(
    /responsible for 1 of your clients: please hand this client over under People\.$/,
  )
  const successor = await portal.staff('fee_earner')
  const { id: handTo } = successor.user
  const left = await boss.ask(people.deactivate, { id, handTo })
  expect(left).toMatchObject({ clients: 0, deactivatedAt: expect.any(Date) })
  expect((await successor.ask(firm.client, { id: client.user.id })).feeEarnerId).toBe(handTo)
  await boss.ask(people.deactivate, { id, handTo })
  const news = (await successor.ask(notifications.list, {})).map(({ title }) => title)
  expect(news.filter((title) => title === 'You have a new client')).toHaveLength(1)
  const trail = "select details from audit where event = 'person.clients_handed_over' and subject_id = $1"
  expect((await portal.pool.query(trail, [id])).rows).toEqual([{ details: { handTo, handed: '1' } }])
})

test('the invitations of an administrator whose groups take that role away are withdrawn', async () => {
  await save({ ...byGroups, groupRoles: [...groupRoles, { group: 'Partners', role: 'administrator' }] })
  const { subject, account } = employ({ groups: ['Solicitors', 'Partners'] })
  const { browser } = await come(subject)
  await browser.ask(people.invite, { email: 'invited@firm.example', roles: ['compliance_officer'] })
  const invited = async () => (await boss.ask(people.list, {})).invitations.map(({ email }) => email)
  expect(await invited()).toContain('invited@firm.example')
  provider.accounts.set(subject, { ...account, groups: ['Solicitors'] })
  await come(subject)
  expect(await invited()).not.toContain('invited@firm.example')
})

test('an invitation gives no role that groups decide about', async () => {
  await save(byGroups)
  const { subject, account } = employ({ groups: ['Accounts'] })
  await boss.ask(people.invite, { email: account.email, roles: ['administrator', 'fee_earner'] })
  expect((await come(subject)).answer).toMatchObject({ roles: ['administrator', 'cashier'] })
})

test('a provider that says nothing of groups lets nobody in, and takes no role away', async () => {
  const { subject, account, browser } = await join(['Solicitors'])
  const { id } = await browser.ask(accounts.current, {})
  const { groups: _, ...silent } = account
  provider.accounts.set(subject, silent)
  await expect(come(subject)).rejects.toMatchObject({ reason: 'groups_missing' })
  await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await rolesOf(id)).toMatchObject({ roles: ['fee_earner'], deactivatedAt: null })
})

test('the last administrator loses no role to a group', async () => {
  const alone = await openPortal()
  const theirs = await withProvider(alone)
  const { id, email } = theirs.boss.user
  await theirs.confirm(id)
  const { subject } = theirs.employ({ email, groups: ['Everybody'] })
  await theirs.save({ groupRoles: [{ group: 'Partners', role: 'administrator' }] })
  await expect(theirs.come(subject)).rejects.toMatchObject({ reason: 'last_administrator' })
  expect((await theirs.boss.ask(accounts.current, {})).roles).toEqual(['administrator'])
})

test('the secret is kept sealed, never told, and not shown to another provider', async () => {
  const kept = await save(byGroups)
  expect(kept).toMatchObject({ hasSecret: true })
  expect(JSON.stringify(kept)).not.toContain(provider.clientSecret)
  const { rows } = await portal.pool.query('select * from sign_on_provider')
  expect(JSON.stringify(rows)).not.toContain(provider.clientSecret)
  await expect(save({ issuer: 'https://elsewhere.example', clientSecret: undefined })).rejects.toMatchObject({
    fields: { clientSecret: expect.any(String) },
  })
  await expect(save({ issuer: 'http://elsewhere.example' })).rejects.toMatchObject({
    fields: { issuer: expect.any(String) },
  })
  expect(await save({ ...byGroups, clientSecret: undefined })).toMatchObject({ hasSecret: true })
})

test('the test of the connection says step by step what works', async () => {
  const { issuer, clientId } = await save(byGroups)
  const states = (checks: { step: string; state: string }[]) =>
    checks.map(({ step, state }) => `${step} ${state}`)
  expect(states(await boss.ask(signOn.test, { issuer, clientId }))).toEqual([
    'address good',
    'flow good',
    'keys good',
    'secret good',
  ])
  const wrong = await boss.ask(signOn.test, { issuer, clientId, clientSecret: 'not this one' })
  expect(states(wrong).at(-1)).toBe('secret bad')
  expect(states(await boss.ask(signOn.test, { issuer: 'http://127.0.0.1:1', clientId }))).toEqual([
    'address bad',
  ])
})
