import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { self } from '#contract/organisations/ownership.ts'
import { companyRegister, differencesOf } from '#contract/organisations/register.ts'
import { openCompaniesHouse } from '#server/providers/company-register/companies-house.ts'
import { joineryAtRegister, openStandIn } from '#server/providers/company-register/testing/companies-house.ts'
import { openPortal } from '#server/testing/portal.ts'

const register = await openStandIn()
register.companies.set('09999991', joineryAtRegister)
const portal = await openPortal({
  ports: { companyRegister: openCompaniesHouse({ address: register.address, fixedKey: null }) },
})
const boss = await portal.staff('administrator')
const workshop = { title: 'Purchase', type: 'Purchase', priority: 'high', description: 'Unit 6' } as const
const company = {
  role: 'beneficial_owner',
  kind: 'organisation',
  name: 'Cole & Daughters Joinery Ltd',
  email: '',
  phone: '',
  number: '9999991',
  detail: '',
} as const

async function withCompany(facts: Partial<Record<'number', string>> = {}) {
  const { user } = await portal.client()
  const step = { whose: 'firm', nextStep: 'We check' } as const
  const { id } = await boss.ask(matters.start, { clientId: user.id, ...workshop, ...step })
  const { id: partyId } = await boss.ask(matterParties.add, { id, ...company, ...facts })
  return { id, partyId }
}

test('without a key the register is not asked, and a wrong key is told before it is saved', async () => {
  const place = await withCompany()
  expect((await boss.ask(organisations.list, { id: place.id }))[0]?.canLookUp).toBe(false)
  await expect(boss.ask(companyRegister.lookUp, place)).rejects.toMatchObject({ reason: 'register_off' })
  expect(await boss.ask(companyRegister.test, { key: 'wrong' })).toMatchObject({ isGood: false })
  expect(await boss.ask(companyRegister.test, { key: register.key })).toEqual({
    isGood: true,
    words: 'Companies House answers, and accepts the key.',
  })
  expect(register.requests.some((path) => path.includes('09999991'))).toBe(false)
  await expect(boss.ask(companyRegister.save, { key: register.key })).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'reauth_required',
  })
  const other = await portal.staff('administrator')
  const saved = await boss.ask(companyRegister.save, { key: register.key, currentPassword: portal.password })
  expect(await other.ask(notifications.list, {})).toMatchObject([
    { title: 'The key of Companies House has changed' },
  ])
  expect(saved).toEqual({ register: 'Companies House', hasKey: true, isFixed: false })
  const kept = await portal.pool.query('select sealed_secret from company_register_key')
  expect(kept.rows[0].sealed_secret).not.toContain(register.key)
})

test('without its key the register is asked no more', async () => {
  await boss.ask(companyRegister.save, { key: register.key, currentPassword: portal.password })
  const { id } = await withCompany()
  const canLookUp = async () => (await boss.ask(organisations.list, { id }))[0]?.canLookUp
  expect(await canLookUp()).toBe(true)
  expect(await boss.ask(companyRegister.removeSecret, { password: portal.password })).toMatchObject({
    hasKey: false,
  })
  expect(await canLookUp()).toBe(false)
})

test('what the register says is kept beside what was typed, and a person takes entries over', async () => {
  await boss.ask(companyRegister.save, { key: register.key, currentPassword: portal.password })
  const place = await withCompany()
  const stakes = [{ of: self, share: { from: 40, to: 40 }, control: '' }]
  await boss.ask(organisations.save, {
    ...place,
    kind: 'company',
    number: '9999991',
    registeredAddress: '',
    officers: [],
    owners: [{ key: 'eleanor', name: 'Eleanor Cole', kind: 'person', number: '', stakes }],
  })
  portal.wait(60_000)
  const lookedUpAt = portal.now()
  const { extract, facts, source } = await boss.ask(companyRegister.lookUp, place)
  expect(source?.kind).toBe('typed')
  expect(extract).toMatchObject({ register: 'Companies House', at: lookedUpAt, status: 'active' })
  if (!extract) throw new Error('The register said nothing')
  const differences = differencesOf(facts, extract)
  // Eleanor's 40% is within the band that the register gives.
  expect(differences.map(({ register: said }) => said)).not.toContain('Eleanor Jane Cole, 25–50%')
  const keys = differences.flatMap(({ key, register: said }) => (said?.startsWith('Ravi Shah') ? [key] : []))
  portal.wait(60_000)
  const taken = await boss.ask(companyRegister.takeOver, { ...place, keys })
  expect(taken.facts?.officers).toEqual([{ name: 'Ravi Shah', role: 'director', kind: 'person' }])
  expect(taken.facts?.owners.map(({ name }) => name)).toEqual(['Eleanor Cole'])
  expect(taken.source).toMatchObject({ kind: 'register', register: 'Companies House', at: lookedUpAt })
  await expect(boss.ask(companyRegister.takeOver, { ...place, keys })).rejects.toMatchObject({
    reason: 'list_changed',
  })
})

test('what the register said of another number is neither shown nor kept', async () => {
  await boss.ask(companyRegister.save, { key: register.key, currentPassword: portal.password })
  const place = await withCompany()
  const saveNumber = (number: string) =>
    boss.ask(organisations.save, {
      ...place,
      kind: 'company',
      number,
      registeredAddress: '',
      officers: [],
      owners: [],
    })
  expect((await boss.ask(companyRegister.lookUp, place)).extract?.status).toBe('active')
  expect((await saveNumber('01234567')).extract).toBeNull()
  await expect(boss.ask(companyRegister.takeOver, { ...place, keys: ['address'] })).rejects.toMatchObject({
    reason: 'list_changed',
  })
  expect((await saveNumber('9999991')).extract?.status).toBe('active')
  const count = async () =>
    (await portal.pool.query('select count(*)::int as count from organisation_extracts')).rows[0].count
  const before = await count()
  register.during(() => saveNumber('01234567'))
  await expect(boss.ask(companyRegister.lookUp, place)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'number_changed',
  })
  expect(await count()).toBe(before)
})

test.each([
  ['a number that nobody has', { number: '00000001' }, null, 'register_unknown_company', /no company/],
  ['no number', { number: '' }, null, 'number_missing', /enter the company number/],
  ['a number of another register', { number: 'HRB 4711/9' }, null, 'number_missing', /isn’t a number/],
  ['a register that is down', {}, { status: 503 }, 'register_unreachable', /later/],
  ['a count that is used up', {}, { status: 429 }, 'register_too_many', /too often/],
])('%s has its sentence, and nothing is kept', async (_, facts, fault, reason, message) => {
  await boss.ask(companyRegister.save, { key: register.key, currentPassword: portal.password })
  const place = await withCompany(facts)
  register.fail(fault)
  await expect(boss.ask(companyRegister.lookUp, place)).rejects.toMatchObject({
    reason,
    message: expect.stringMatching(message),
  })
  register.fail(null)
  expect((await boss.ask(organisations.list, { id: place.id }))[0]?.extract).toBeNull()
})
