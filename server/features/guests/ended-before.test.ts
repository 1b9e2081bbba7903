import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { guests } from '#contract/guests.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { openPortal } from '#server/testing/portal.ts'
import { addGuest } from './testing/two-cases.ts'

test('an upgrade keeps from guests what access that ended before led to, and nothing else', async () => {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const add = () => addGuest(portal, priya)
  const [neverInvited, ended, removed, invitedAgain] = [await add(), await add(), await add(), await add()]
  for (const { request } of [neverInvited, removed]) await request('A payslip')
  for (const { invite } of [ended, removed, invitedAgain]) await invite('A payslip')
  for (const { second } of [ended, invitedAgain]) await priya.ask(guests.end, second)
  await priya.ask(matterParties.remove, removed.second)
  await invitedAgain.invite('A bank statement')
  await portal.pool.query('delete from ended_guest_access')
  const [insertion] = readMigrationFiles({ migrationsFolder }).flatMap(({ sql }) =>
    sql.filter((statement) => statement.includes('INSERT INTO "ended_guest_access"')),
  )
  await portal.pool.query(insertion ?? '')
  const { rows } = await portal.pool.query(
    'select client_id as client, matter_id as matter from ended_guest_access',
  )
  const accessOf = ({ guestId, second }: typeof ended) => ({ client: guestId, matter: second.id })
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(expect.arrayContaining([accessOf(ended), accessOf(removed)]))
})
