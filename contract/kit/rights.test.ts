import { expect, test } from 'vitest'
import { api } from '../api.ts'
import type { Endpoint } from './endpoint.ts'
import { type Action, rights, rolesFor, StaffRole } from './rights.ts'

const actions = Object.values(api)
  .flatMap((contract) => Object.values<Endpoint>(contract))
  .flatMap(({ action }) => (action === null ? [] : [action]))

/** Rights that let somebody see more at an endpoint that others may use as well. */
const widening: Action[] = ['messages.oversee']

test('every right of the table is required by some endpoint, and every endpoint requires one that a role has', () => {
  const given = StaffRole.options.flatMap((role) => rights[role].may)
  expect([...new Set(given)].sort()).toEqual([...new Set([...actions, ...widening])].sort())
})

test('somebody with several roles acts by those that allow the action', () => {
  expect(rolesFor(['cashier', 'fee_earner'], 'documents.read')).toEqual(['fee_earner'])
  expect(rolesFor(['cashier', 'fee_earner'], 'payments.read')).toEqual(['cashier', 'fee_earner'])
  expect(rolesFor(['cashier'], 'documents.read')).toEqual([])
})

test('an auditor changes nothing', () => {
  const changing = Object.values(api)
    .flatMap((contract) => Object.values<Endpoint>(contract))
    .filter(({ method }) => method !== 'GET')
    .flatMap(({ action }) => action ?? [])
  for (const action of rights.auditor.may) expect(changing).not.toContain(action)
})

test('the line of a role that opens every client says whether it opens restricted cases', () => {
  for (const { sees, opensRestricted = false, line } of Object.values(rights)) {
    const isSaid = /includ\w+ restricted|except (those of )?restricted/.exec(line)?.[0]
    expect(isSaid?.startsWith('includ'), line).toBe(sees === 'all' ? opensRestricted : undefined)
  }
})
