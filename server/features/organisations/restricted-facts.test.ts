import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { companyRegister } from '#contract/organisations/register.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { openCompaniesHouse } from '#server/providers/company-register/companies-house.ts'
import { joineryAtRegister, openStandIn } from '#server/providers/company-register/testing/companies-house.ts'
import { openPortal } from '#server/testing/portal.ts'

const register = await openStandIn()
register.companies.set('09999991', joineryAtRegister)
const portal = await openPortal({
  ports: { companyRegister: openCompaniesHouse({ address: register.address, fixedKey: register.key }) },
})
const [boss, priya, omar] = [
  await portal.staff('administrator'),
  await portal.staff('fee_earner'),
  await portal.staff('fee_earner'),
]
const workshop = { title: 'Workshop', type: 'Purchase', priority: 'high', description: 'Unit 6' } as const
const step = { whose: 'firm', nextStep: 'We check the lease' } as const

const factsOf = (director: string): Omit<Input<typeof organisations.save>, 'id' | 'partyId'> => ({
  kind: 'company',
  number: '09999991',
  registeredAddress: `The office of ${director}`,
  officers: [{ name: director, role: 'director', kind: 'person' }],
  owners: [],
})

/** One company on a case of Priya, and on one of Omar. */
async function onTwoCases() {
  const company = {
    role: 'beneficial_owner',
    kind: 'organisation',
    name: 'Cole Ltd',
    email: '',
    phone: '',
    number: '09999991',
    detail: '',
  } as const
  const open = async (of: typeof priya) => {
    const { user } = await portal.client()
    await boss.ask(firm.joinTeam, { email: user.email })
    const { id } = await boss.ask(matters.start, { clientId: user.id, ...workshop, ...step })
    await boss.ask(bulk.assignMatters, { ids: [id], feeEarnerId: of.user.id, isPreview: false })
    return id
  }
  const [first, second] = [await open(priya), await open(omar)]
  const { id: partyId, personId } = await boss.ask(matterParties.add, { id: first, ...company })
  const added = await boss.ask(matterParties.add, { id: second, ...company, personId })
  const restrict = (isRestricted: boolean) =>
    priya.ask(matterParties.saveAccess, { id: first, isRestricted, memberIds: [] })
  return { secret: { id: first, partyId }, open: { id: second, partyId: added.id }, restrict }
}

const seenBy = async (
  { ask }: Pick<typeof priya, 'ask'>,
  { id }: { id: Input<typeof organisations.list>['id'] },
) => (await ask(organisations.list, { id }))[0]

test('who runs a company, typed on a restricted case, is there for those who know of that case, and nobody else', async () => {
  const { secret, open, restrict } = await onTwoCases()
  await omar.ask(organisations.save, { ...open, ...factsOf('Ann Open') })
  await restrict(true)
  await priya.ask(organisations.save, { ...secret, ...factsOf('Sam Secret') })
  const directorFor = async (person: typeof priya, place: typeof open) =>
    (await seenBy(person, place))?.facts?.officers.map(({ name }) => name)
  expect(await directorFor(omar, open)).toEqual(['Ann Open'])
  expect(JSON.stringify(await omar.ask(organisations.proposed, open))).not.toContain('Secret')
  expect(await directorFor(priya, secret)).toEqual(['Sam Secret'])
  const saved = await omar.ask(organisations.save, { ...open, ...factsOf('Ann Newer') })
  expect(saved.facts?.officers).toMatchObject([{ name: 'Ann Newer' }])
  await priya.ask(organisations.save, { ...secret, ...factsOf('Sam Secret') })
  await restrict(false)
  expect(await directorFor(omar, open)).toEqual(['Sam Secret'])
})

test('what the register said on a restricted case is not shown or taken over on another', async () => {
  const { secret, open, restrict } = await onTwoCases()
  await restrict(true)
  expect((await priya.ask(companyRegister.lookUp, secret)).extract).toMatchObject({
    register: 'Companies House',
  })
  expect((await seenBy(priya, secret))?.extract).not.toBeNull()
  expect(await seenBy(omar, open)).toMatchObject({ facts: null, extract: null })
  await expect(omar.ask(companyRegister.takeOver, { ...open, keys: ['address'] })).rejects.toMatchObject({
    reason: 'list_changed',
  })
  expect((await omar.ask(companyRegister.lookUp, open)).extract).not.toBeNull()
})

test('the migration gives what is known of a company to its only case, and to none where it has two', async () => {
  const { secret, open } = await onTwoCases()
  await priya.ask(organisations.save, { ...secret, ...factsOf('Sam Secret') })
  await priya.ask(companyRegister.lookUp, secret)
  const query = portal.pool.query.bind(portal.pool)
  const migration = await readFile(join(migrationsFolder, '0055_restricted_organisations.sql'), 'utf8')
  const [, , ...updates] = migration.split('--> statement-breakpoint')
  const migrated = async () => {
    for (const table of ['organisation_facts', 'organisation_extracts'])
      await query(`update ${table} set matter_id = null`)
    for (const update of updates) await query(update)
    const of = 'where person_id = (select person_id from matter_parties where id = $1)'
    const [facts, extracts] = ['organisation_facts', 'organisation_extracts'].map(
      (table) => `select matter_id from ${table} ${of}`,
    )
    const { rows } = await query(`${facts} union all ${extracts}`, [secret.partyId])
    return rows.map((row) => row.matter_id)
  }
  expect(await migrated()).toEqual([null, null])
  await boss.ask(matterParties.remove, open)
  expect(await migrated()).toEqual([secret.id, secret.id])
})
