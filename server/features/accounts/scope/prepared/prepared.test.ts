import { asc, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { TeamId } from '#contract/firm/firm.ts'
import type { StaffRole } from '#contract/kit/rights.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { type Database, type Db, onOneConnection, openDatabase } from '#server/platform/db/database.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import { openLog } from '#server/platform/diagnostics/log.ts'
import { afterwards, freshDatabase } from '#server/testing/fresh-database.ts'
import { clientContacts, users } from '../../schema.ts'
import { absences, teamMembers, teams } from '../../staff/schema.ts'
import { type Asking, clientsOf, findInvolvement } from '../store.ts'
import { preparedForStaff } from './store.ts'

let database: Database

beforeAll(async () => {
  database = openDatabase(await freshDatabase(), { log: openLog() })
  afterwards(database.close)
})

const at = new Date('2026-11-02T10:00:00Z')

async function add(role: StaffRole | 'client', more: Partial<typeof users.$inferInsert> = {}) {
  const id: UserId = newId()
  const name = `u${id.replaceAll('-', '')}`
  const email = `${name}@example.com`
  await database.db.insert(users).values({
    id,
    username: name,
    usernameKey: name,
    usernameLook: name,
    email,
    emailKey: email,
    firstName: 'Ffion',
    lastName: 'Rees',
    role,
    passwordHash: '',
    isFirstLogin: false,
    createdAt: at,
    ...more,
  })
  return id
}

/** A read of the clients that somebody may see, which counts how often it is built. */
function openRead() {
  let built = 0
  const read = preparedForStaff(({ db, actor }, { limit }: Placeholders<{ limit: number }>) => {
    built += 1
    return selectOf(db, actor).limit(limit)
  })
  return { read, timesBuilt: () => built }
}

const selectOf = (db: Db, actor: Asking) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, clientsOf(db, actor)))
    .orderBy(asc(users.id))

async function askingAs(role: StaffRole, id: UserId): Promise<Asking> {
  return { id, roles: [role], involvement: await findInvolvement(database.db, id) }
}

const team = async (...members: UserId[]) => {
  const id: TeamId = newId()
  await database.db.insert(teams).values({ id, name: id, nameKey: id })
  await database.db.insert(teamMembers).values(members.map((memberId) => ({ teamId: id, memberId })))
  return id
}

const cover = (personId: UserId, coverId: UserId) =>
  database.db
    .insert(absences)
    .values({ personId, fromDay: '2026-11-01', backOn: '2026-12-01', coverId, actingId: coverId })

test('people of the same roles share one statement, and each gets what is theirs', async () => {
  const { read, timesBuilt } = openRead()
  const [ann, ben] = [await add('fee_earner'), await add('fee_earner')]
  const ofAnn = [await add('client', { feeEarnerId: ann }), await add('client', { feeEarnerId: ann })]
  const ofBen = [await add('client', { feeEarnerId: ben })]
  await onOneConnection(database.db, async (db) => {
    const idsOf = async (id: UserId, limit = 10) =>
      (await read({ db, actor: await askingAs('fee_earner', id) }, { limit })).map((row) => row.id)
    expect(await Promise.all([idsOf(ann), idsOf(ben), idsOf(ann, 1)])).toEqual([ofAnn, ofBen, [ofAnn[0]]])
    expect(timesBuilt()).toBe(1)
  })
})

test('whoever covers for colleagues, is in teams or has another role gets the same as by a statement of their own', async () => {
  const { read, timesBuilt } = openRead()
  const people = await Promise.all(Array.from({ length: 9 }, () => add('fee_earner')))
  const [boss, cara, dan, eve] = people as [UserId, UserId, UserId, UserId]
  for (const person of people) await add('client', { feeEarnerId: person })
  for (const person of people.slice(1, 4)) await cover(person, boss)
  for (const members of [[cara, dan], [cara], [cara, eve]])
    await add('client', { teamId: await team(...members) })
  const contact = await add('client')
  await database.db.insert(clientContacts).values({ clientId: contact, memberId: dan })
  const roles: StaffRole[] = ['fee_earner', 'compliance_officer', 'administrator', 'auditor']
  await onOneConnection(database.db, async (db) => {
    for (const role of roles)
      for (const person of people) {
        const actor = await askingAs(role, person)
        const found = await read({ db, actor }, { limit: 100 })
        expect(found, `${role} ${people.indexOf(person)}`).toEqual(await selectOf(db, actor))
      }
  })
  // Three have a number of their own of colleagues or teams.
  expect(timesBuilt()).toBeLessThanOrEqual(roles.length * 4)
})

test('somebody of whom too much or nothing is known is asked about by a statement of their own', async () => {
  const { read, timesBuilt } = openRead()
  const [busy, plain] = [await add('fee_earner'), await add('fee_earner')]
  for (let left = 40; left > 0; left -= 1) await team(busy)
  const client = await add('client', { feeEarnerId: plain })
  const actor = await askingAs('fee_earner', busy)
  expect(await read({ db: database.db, actor }, { limit: 10 })).toEqual([])
  const unknown: Asking = { id: plain, roles: ['fee_earner'] }
  expect(await read({ db: database.db, actor: unknown }, { limit: 10 })).toEqual([{ id: client }])
  expect(await read({ db: database.db, actor: unknown }, { limit: 10 })).toEqual([{ id: client }])
  expect(timesBuilt()).toBe(3)
})

test('as many kinds of readers as are kept are each built for once', async () => {
  const { read, timesBuilt } = openRead()
  const person = await askingAs('fee_earner', await add('fee_earner'))
  const all: StaffRole[] = ['fee_earner', 'compliance_officer', 'cashier', 'administrator', 'auditor']
  const readers = Array.from({ length: 50 }, (_, at) => ({
    ...person,
    roles: all.filter((_role, bit) => at & (1 << bit)),
    opensAll: at >= 2 ** all.length,
  }))
  await onOneConnection(database.db, async (db) => {
    for (const actor of [...readers, ...readers]) await read({ db, actor }, { limit: 1 })
  })
  expect(timesBuilt()).toBe(readers.length)
})
