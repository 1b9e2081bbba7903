import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { guests } from '#contract/guests.ts'
import { matters } from '#contract/matters/matters.ts'
import { documentsAsked, withGuests } from '#server/features/guests/testing/guests.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const { invited } = withGuests(portal, priya)

type Person = Awaited<ReturnType<typeof portal.client>>
const sees = async ({ ask }: Pick<Person, 'ask'>, { user }: Person) =>
  ask(firm.client, { id: user.id }).then(
    () => true,
    () => false,
  )
/** A client of Priya's who lists her among the others who work with them too, as earlier releases left it. */
const listedTwice = async () => {
  const client = await portal.client()
  await boss.ask(firm.joinTeam, { email: client.user.email })
  await portal.pool.query('insert into client_contacts (client_id, member_id) values ($1, $2)', [
    client.user.id,
    priya.user.id,
  ])
  return client
}
const contactsOf = async (clientId: string) => {
  const { rows } = await portal.pool.query('select member_id from client_contacts where client_id = $1', [
    clientId,
  ])
  return rows.map(({ member_id: id }) => id)
}

test('whoever was listed twice loses the client with the responsibility when many are assigned', async () => {
  const client = await listedTwice()
  await boss.ask(bulk.assignClients, {
    ids: [client.user.id],
    isPreview: false,
    feeEarnerId: omar.user.id,
  })
  expect([await sees(omar, client), await sees(boss, client), await sees(priya, client)]).toEqual([
    true,
    true,
    false,
  ])
})

test('whoever was listed twice loses the client when their only case is handed over', async () => {
  const client = await listedTwice()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: client.user.id })
  const wanted = { id, fromId: priya.user.id, toId: omar.user.id, note: '', isClientTold: false }
  await priya.ask(handOver.hand, wanted)
  expect([await sees(omar, client), await sees(priya, client)]).toEqual([true, false])
})

test('inviting a guest again lists whoever is responsible for them once', async () => {
  const { id, partyId } = await invited()
  await priya.ask(guests.end, { id, partyId })
  await priya.ask(guests.invite, { id, partyId, documents: documentsAsked })
  const { rows } = await portal.pool.query(
    'select 1 from client_contacts c join users u on u.id = c.client_id and u.fee_earner_id = c.member_id where u.is_guest',
  )
  expect(rows).toEqual([])
})

test('an upgrade lists each person once, and leaves the others of a team', async () => {
  const client = await listedTwice()
  await portal.pool.query(await readFile(join(migrationsFolder, '0059_contacts_once.sql'), 'utf8'))
  expect(await contactsOf(client.user.id)).toEqual([boss.user.id])
  expect(await sees(priya, client)).toBe(true)
})
