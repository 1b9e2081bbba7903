import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { before, days, hours } from '#server/platform/time/durations.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { filesOf, goodBill, upload } from './testing/documents.ts'

/** Sweeps the files of a portal as if this many milliseconds had passed since they were written. */
async function sweep(portal: Portal, later: number) {
  portal.wait(Date.now() + later - portal.now().getTime())
  await queueJob(portal.db)('sweepFiles', {})
  await expectDone(portal, 'sweepFiles')
}
const quarantineOf = ({ folder }: Portal) => {
  try {
    return readdirSync(join(folder, 'files/orphaned'))
  } catch {
    return []
  }
}
async function statusOf(portal: Portal, client: Client, id: string) {
  // The session is over by then.
  await client.ask(accounts.login, { username: client.user.username, password: portal.password })
  return (await client.send('GET', `/api/documents/${id}/file`, undefined, {})).status
}

test("a portal that was given another one's files leaves them all alone, known or not", async () => {
  const ours = await openPortal()
  const ana = await ours.client()
  const kept = (await upload(ana, goodBill)).document
  for (let more = 0; more < 4; more++) await upload(ana, goodBill)
  const files = filesOf(ours)
  const theirs = await openPortal({ ports: { files: ours.ports.files } })
  // With one of its own among them, as if somebody had used the portal before the mistake was noticed.
  await upload(await theirs.client(), goodBill)

  await sweep(theirs, days(365))

  expect(filesOf(ours)).toEqual(expect.arrayContaining(files))
  expect(quarantineOf(ours)).toEqual([])
  expect(await statusOf(ours, ana, kept.id)).toBe(200)
})

test('files whose rows an older database lacks are put aside, and are back once it has them again', async () => {
  const portal = await openPortal()
  const ana = await portal.client()
  const { id } = (await upload(ana, goodBill)).document
  await portal.pool.query('create table later as select * from documents')
  await portal.pool.query('delete from documents')
  await sweep(portal, hours(2))
  expect([filesOf(portal), quarantineOf(portal).length]).toEqual([[], 1])
  // The mistake is noticed after three weeks.
  await sweep(portal, days(21))
  await portal.pool.query('insert into documents select * from later')

  await sweep(portal, days(22))

  expect(quarantineOf(portal)).toEqual([])
  expect(await statusOf(portal, ana, id)).toBe(200)
})

test('a file that nobody missed for thirty days is gone for good', async () => {
  const portal = await openPortal()
  const ana = await portal.client()
  const { id } = (await upload(ana, goodBill)).document
  const { key } = await portal.ports.files.put([Buffer.from('left behind')], { limit: 100 })
  const old = before(new Date(), days(90))
  utimesSync(join(portal.folder, 'files', key), old, old)
  await sweep(portal, 0)
  await sweep(portal, days(29))
  expect(quarantineOf(portal)).toHaveLength(1)
  await sweep(portal, days(31))
  expect(quarantineOf(portal)).toEqual([])
  expect(await statusOf(portal, ana, id)).toBe(200)
})
