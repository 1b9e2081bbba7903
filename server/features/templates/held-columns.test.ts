import { expect, test } from 'vitest'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { imports } from '#contract/imports/imports.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { importCsv, settled } from '#server/features/imports/testing/files.ts'
import { openBank } from '#server/features/payments/testing.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

const { bank, processor } = openBank()
const { portal, admin, priya, publish, start, join, required } = await openMatters({
  ports: { processor },
})
const fee = step({
  key: 'fee',
  asks: 'payment',
  title: 'Pay court fees',
  description: '{amount}',
  amount: 27_300,
  account: 'client',
})
const check = step({ key: 'check', asks: 'identity_check', title: 'Verify your identity', description: '' })
const after = reading('letter', { waitsFor: ['terms'] })
const { type, save } = await publish(fee, reading('terms'), check)
const next = { whose: 'firm', nextStep: 'We read the will' } as const

/** Works out both columns of every task anew, and lists those that say otherwise. */
const listWrong = async () => {
  const { rows } = await portal.pool.query<{ title: string }>(`
    select title from tasks t
    where is_of_closed <> coalesce((
        select bool_and(m.status = 'closed') from matter_tasks l join matters m on m.id = l.matter_id
        where l.task_id = t.id), false)
      or is_being_paid <> exists (
        select from payments p join tasks o on o.id = p.task_id
        where p.status = 'checking' and (o.id = t.id or o.shared_id = t.shared_id))`)
  return rows.map(({ title }) => title)
}
const countOfClosed = async ({ user }: Client) => {
  const { rows } = await portal.pool.query<{ count: number }>(
    'select count(*)::int from tasks where client_id = $1 and is_of_closed',
    [user.id],
  )
  return rows[0]?.count
}

const close = (id: MatterId) => priya.ask(matters.firmClose, { id })
const reopen = (id: MatterId) => priya.ask(matters.reopen, { id, ...next })

test('the columns agree with the cases after one is closed and reopened, by either side, alone or in bulk', async () => {
  const client = await portal.client()
  const { id } = await start(client, type)
  expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
  await close(id)
  expect([await countOfClosed(client), await listWrong()]).toEqual([3, []])
  await reopen(id)
  expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
  await client.ask(matters.close, { id })
  expect([await countOfClosed(client), await listWrong()]).toEqual([3, []])
  await reopen(id)
  await priya.ask(bulk.closeMatters, { ids: [id], isPreview: true })
  expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
  await priya.ask(bulk.closeMatters, { ids: [id], isPreview: false })
  expect([await countOfClosed(client), await listWrong()]).toEqual([3, []])
})

test('a task of two cases is of closed ones once both are closed, also if both are closed at once', async () => {
  const client = await portal.client()
  const [first, second] = [await start(client, type), await start(client, type)]
  // The identity check is of both.
  await close(first.id)
  expect([await countOfClosed(client), await listWrong()]).toEqual([2, []])
  await close(second.id)
  expect([await countOfClosed(client), await listWrong()]).toEqual([5, []])
  for (let round = 0; round < 4; round += 1) {
    await Promise.all([reopen(first.id), reopen(second.id)])
    expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
    await Promise.all([close(first.id), close(second.id)])
    expect([await countOfClosed(client), await listWrong()]).toEqual([5, []])
  }
  // A new case asks for what the closed ones left undone.
  await start(client, type)
  expect([await countOfClosed(client), await listWrong()]).toEqual([4, []])
})

test('the columns agree with the cases after a closed one has withdrawn what nobody has started', async () => {
  const client = await portal.client()
  const { id } = await start(client, type)
  await close(id)
  const taskIds = (await priya.ask(matterTemplates.unneeded, { id })).map((task) => task.id)
  expect(taskIds).not.toEqual([])
  await priya.ask(matterTemplates.closeUnneeded, { id, taskIds })
  expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
  await reopen(id)
  expect([await countOfClosed(client), await listWrong()]).toEqual([0, []])
})

test('the columns agree with the cases after a person has joined and left one', async () => {
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  await join(id, ben, 'joint_client')
  await close(id)
  expect([(await countOfClosed(ben)) ?? 0, await listWrong()]).toEqual([3, []])
  await reopen(id)
  const { parties } = await priya.ask(matters.firmOne, { id })
  const party = parties.find(({ clientId }) => clientId === ben.user.id)
  if (!party) throw new Error('he is not on the case')
  await priya.ask(matterParties.remove, { id, partyId: party.id })
  expect([await countOfClosed(ben), await listWrong()]).toEqual([0, []])
})

test('the columns agree with the cases after two records are merged, and after that is undone', async () => {
  const [kept, merged] = [await portal.client(), await portal.client()]
  for (const { user } of [kept, merged]) await admin.ask(firm.joinTeam, { email: user.email })
  const [first, second] = [await start(kept, type), await start(merged, type)]
  await close(second.id)
  const { id } = await admin.ask(merges.merge, {
    id: kept.user.id,
    otherId: merged.user.id,
    isConfirmed: true,
  })
  expect([await countOfClosed(kept), await listWrong()]).toEqual([3, []])
  await close(first.id)
  await reopen(second.id)
  expect([await countOfClosed(kept), await listWrong()]).toEqual([3, []])
  await admin.ask(merges.undo, { id })
  expect([await countOfClosed(kept), await countOfClosed(merged), await listWrong()]).toEqual([3, 0, []])
})

test('the columns agree with the cases after an import, and after that is undone', async () => {
  const header =
    'Client Ref,Forename,Surname,Email,Phone,Fee Earner,Matter No,Matter Title,Matter Type,Opened'
  const rows = `HELD1,Ada,Held,ada@held.example,,,HELD1/1,Sale of a mill,${type},03/02/2026`
  const done = await importCsv(admin, `${header}\r\n${rows}\r\n`)
  expect([done.newCases, await listWrong()]).toEqual([1, []])
  const imported = (await admin.ask(matters.firmList, {})).find(({ reference }) => reference === 'HELD1/1')
  if (!imported) throw new Error('the case was not imported')
  await admin.ask(matters.firmClose, { id: imported.id })
  expect(await listWrong()).toEqual([])
  await admin.ask(imports.undo, { id: done.id })
  await settled(admin, done.id, 'undone')
  expect(await listWrong()).toEqual([])
})

/** Pays the fee of the case. The bank's answer is lost, so the payment is checked. */
async function payUnanswered(client: Client) {
  const due = await required(client, fee.title)
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  const { id } = await client.ask(payments.pay, {
    taskId: due.id,
    amount: due.amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  Object.assign(bank, { mood: 'answers', canFind: true })
  return id
}
const countPaid = async (...clients: Client[]) => {
  const { rows } = await portal.pool.query<{ count: number }>(
    'select count(*)::int from tasks where is_being_paid and client_id = any($1)',
    [clients.map(({ user }) => user.id)],
  )
  return rows[0]?.count
}

test('the columns agree with a payment while it is checked, and for everybody who shares the fee', async () => {
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  await join(id, ben, 'joint_client')
  await payUnanswered(client)
  expect([await countPaid(client, ben), await listWrong()]).toEqual([2, []])
  await close(id)
  expect((await ben.ask(tasks.list, {})).map(({ title }) => title)).toContain(fee.title)
})

test('the columns agree with a payment for whoever joins while it is checked, and leaves again', async () => {
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  await payUnanswered(client)
  await join(id, ben, 'joint_client')
  expect([await countPaid(client, ben), await listWrong()]).toEqual([2, []])
  await portal.pool.query('update tasks set shared_id = null where client_id = $1', [ben.user.id])
  expect([await countPaid(client, ben), await listWrong()]).toEqual([1, []])
})

test('the columns agree with a payment that is deleted, or whose task is', async () => {
  const [client, ben] = [await portal.client(), await portal.client()]
  const { id } = await start(client, type)
  const paymentId = await payUnanswered(client)
  await join(id, ben, 'joint_client')
  await portal.pool.query("delete from tasks where client_id = $1 and kind = 'payment'", [client.user.id])
  expect([await countPaid(ben), await listWrong()]).toEqual([0, []])
  const other = await portal.client()
  await start(other, type)
  const otherId = await payUnanswered(other)
  await portal.pool.query('delete from payments where id = any($1)', [[paymentId, otherId]])
  expect([await countPaid(other), await listWrong()]).toEqual([0, []])
})

test('the columns agree with the cases after a row is moved to another task', async () => {
  const client = await portal.client()
  const { id } = await start(client, type)
  const own = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'proof_of_address')
  await close(id)
  await portal.pool.query("update matter_tasks set task_id = $1 where matter_id = $2 and step_key = 'fee'", [
    own?.id,
    id,
  ])
  expect([await countOfClosed(client), await listWrong()]).toEqual([3, []])
})

test('the functions that keep the columns read the portal’s own tables, whatever a session looks up first', async () => {
  const { rows } = await portal.pool.query(
    "select proname, proconfig from pg_proc where proname like 'follow\\_%' and proconfig is null",
  )
  expect(rows).toEqual([])
})

test('a step that opens while its case is being closed is held, and neither of the two fails', async () => {
  await save([fee, reading('terms'), check, after])
  for (let round = 0; round < 6; round += 1) {
    const client = await portal.client()
    const { id } = await start(client, type)
    // Found before, because a case that was closed already would have taken it off the list.
    const { id: taskId } = await required(client, 'Read terms')
    const accepting = client.ask(tasks.accept, { id: taskId })
    const [sent, closed] = await Promise.allSettled([accepting, close(id)])
    expect(closed.status).toBe('fulfilled')
    const refusal = sent.status === 'rejected' ? sent.reason.reason : 'case_closed'
    expect(refusal).toBe('case_closed')
    expect(await listWrong()).toEqual([])
    const open = (await client.ask(tasks.list, {})).filter(({ title }) => title.startsWith('Read '))
    expect(open.filter(({ status }) => status !== 'completed')).toEqual([])
  }
})
