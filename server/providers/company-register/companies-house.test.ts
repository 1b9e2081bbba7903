import { expect, test } from 'vitest'
import { openCompaniesHouse } from './companies-house.ts'
import { joineryAtRegister, openStandIn } from './testing/companies-house.ts'

const register = await openStandIn()
register.companies.set('09999991', joineryAtRegister)
register.companies.set('OC301234', { profile: { company_name: 'DOCK LANE LLP', type: 'llp' } })
const { find } = openCompaniesHouse({ address: register.address, fixedKey: null })
const from = (fault: Parameters<typeof register.fail>[0]) => {
  register.fail(fault)
  return find(register.key, '09999991').finally(() => register.fail(null))
}

test('a company comes with all pages of its officers and owners, without those who have left', async () => {
  expect(await find(register.key, '09999991')).toEqual({
    company: {
      name: 'Cole & Daughters Joinery Ltd',
      number: '09999991',
      kind: 'company',
      status: 'active',
      address: '6 Dock Lane, Bristol, BS1 4XX',
      officers: [
        { name: 'Eleanor Jane Cole', role: 'director', kind: 'person' },
        { name: 'Secretaries R Us Limited', role: 'secretary', kind: 'organisation' },
        { name: 'Ravi Shah', role: 'director', kind: 'person' },
      ],
      owners: [
        { name: 'Eleanor Jane Cole', kind: 'person', number: '', share: { from: 25, to: 50 }, control: '' },
        {
          name: 'Cole Group Ltd',
          kind: 'organisation',
          number: '01234567',
          share: { from: 50, to: 75 },
          control: 'Appoints and removes those who run it',
        },
        {
          name: 'Bristol City Council',
          kind: 'organisation',
          number: '',
          share: null,
          control: 'Significant influence or control',
        },
        {
          name: 'A person whose details are protected',
          kind: 'person',
          number: '',
          share: null,
          control: 'Control that the register does not explain',
        },
      ],
    },
  })
})

test('a company without a list of owners has none', async () => {
  expect(await find(register.key, 'OC301234')).toMatchObject({
    company: { kind: 'llp', officers: [], owners: [], address: '' },
  })
})

test('a number that nobody has and a key that is not known are told apart', async () => {
  expect(await find(register.key, '00000001')).toEqual({ failure: 'unknown_company', retryAfter: null })
  expect(await find('another key', '09999991')).toEqual({ failure: 'key_refused', retryAfter: null })
})

test('whoever has asked too often is told how long to wait', async () => {
  const reset = String(Math.floor(Date.now() / 1000) + 120)
  const answer = await from({ status: 429, headers: { 'x-ratelimit-reset': reset } })
  expect(answer).toMatchObject({ failure: 'too_many', retryAfter: expect.any(Number) })
  expect((answer as { retryAfter: number }).retryAfter).toBeGreaterThan(100)
  expect(await from({ status: 429 })).toEqual({ failure: 'too_many', retryAfter: null })
})

test.each([
  ['a register that is not well', { status: 502 }, 'unreachable'],
  ['a page in place of an answer', { status: 200, body: '<html>' }, 'unreadable'],
  ['another shape', { status: 200, body: '{"items":3}' }, 'unreadable'],
  ['an answer without an end', { status: 200, body: ' '.repeat(3 * 1024 * 1024) }, 'unreachable'],
  [
    'a way to somewhere else',
    { status: 302, headers: { location: 'https://elsewhere.test' } },
    'unreachable',
  ],
])('%s is data', async (_, fault, failure) => {
  expect(await from(fault)).toEqual({ failure, retryAfter: null })
})

test('nothing listening is data', async () => {
  const { find: nobody } = openCompaniesHouse({ address: 'http://127.0.0.1:1', fixedKey: null })
  expect(await nobody('key', '09999991')).toEqual({ failure: 'unreachable', retryAfter: null })
})

test('a register that says nothing is given up', async () => {
  const hurried = openCompaniesHouse({ address: register.address, fixedKey: null, timeout: 300 })
  register.fail('silent')
  const answer = await hurried.find(register.key, '09999991').finally(() => register.fail(null))
  expect(answer).toEqual({ failure: 'unreachable', retryAfter: null })
})
