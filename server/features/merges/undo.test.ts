import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { merges, undoHours } from '#contract/merges.ts'
import { payments } from '#contract/payments/payments.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import type { TemplateStep } from '#contract/templates/step.ts'
import { wish } from '#server/features/appointments/testing.ts'
import { jobContextOf, mailsTo } from '#server/features/mail/testing.ts'
import { pay } from '#server/features/payments/testing.ts'
import { send } from '#server/features/signatures/testing/signature-requests.ts'
import { step } from '#server/features/templates/shipped/common.ts'
import { openMatters } from '#server/features/templates/testing/matters.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import { mergesJobs } from './jobs.ts'

const { portal, admin: boss, priya, publish, start, required } = await openMatters()
const fee = { asks: 'payment', title: 'Pay the court fee', description: '{amount}' } as const
const { type } = await publish(step({ key: 'fee', ...fee, amount: 10_000, account: 'office' }))

type Person = Awaited<ReturnType<typeof portal.client>>
const mergeOf = (kept: Person, merged: Person) =>
  boss.ask(merges.merge, { id: kept.user.id, otherId: merged.user.id, isConfirmed: true })

/** A payment of a case that only this client has. */
const courtFeeOf = async (client: Person) => {
  await start(client, type)
  const { id: taskId, amount } = await required(client, fee.title)
  return { taskId, amount: amount ?? 0 }
}

/** A task of a case that only this client has. */
const taskOfCase = async (client: Person, asking: Pick<TemplateStep, 'asks' | 'title' | 'description'>) => {
  const { type: asksFor } = await publish(step({ key: 'only', ...asking }))
  await start(client, asksFor)
  return (await required(client, asking.title)).id
}

/** Two clients with whom the administrator works. */
const pair = async () => {
  const clients = [await portal.client(), await portal.client()] as const
  for (const { user } of clients) await boss.ask(firm.joinTeam, { email: user.email })
  return clients
}

test('an undo tells whoever uses the other account, who was signed out, that they can sign in to it again', async () => {
  const [kept, merged] = await pair()
  const { id } = await mergeOf(kept, merged)
  const mails = async () => (await mailsTo(portal, merged.user.email)).length
  const before = await mails()
  await boss.ask(merges.undo, { id })
  const titlesOf = async ({ user }: Person) => {
    const query = 'select title from notifications where user_id = $1 order by id desc limit 1'
    return (await portal.pool.query(query, [user.id])).rows
  }
  expect(await titlesOf(merged)).toEqual([{ title: 'You can sign in to this account again' }])
  expect(await titlesOf(kept)).toEqual([{ title: 'Your two accounts are separate again' }])
  await expect.poll(mails).toBe(before + 1)

  const invited = await portal.client()
  await boss.ask(firm.joinTeam, { email: invited.user.email })
  await portal.pool.query("update users set password_hash = '' where id = $1", [invited.user.id])
  await boss.ask(merges.undo, { id: (await mergeOf(kept, invited)).id })
  expect(await titlesOf(invited)).toEqual([])
})

test('an undo is refused if something was paid since for a task of the other record', async () => {
  const [kept, merged] = await pair()
  const fees = await courtFeeOf(merged)
  const { id } = await mergeOf(kept, merged)
  const paid = await pay(kept, fees)
  await expect(boss.ask(merges.undo, { id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'used_since',
    message: expect.stringContaining("can't be undone"),
  })
  expect(await kept.ask(payments.list, {})).toMatchObject([{ id: paid.id, taskId: fees.taskId }])
})

test('an undo is refused if a document was sent since for a step of the other record', async () => {
  const [kept, merged] = await pair()
  const taskId = await taskOfCase(merged, { asks: 'signature', title: 'Sign the deed', description: '' })
  const { id } = await mergeOf(kept, merged)
  const request = await send(priya, kept, { taskId })
  await expect(boss.ask(merges.undo, { id })).rejects.toMatchObject({ reason: 'used_since' })
  expect(await kept.ask(signatures.requests, {})).toContainEqual(
    expect.objectContaining({ id: request.id, taskId }),
  )
})

test('an undo is refused if an appointment was booked since for a step of the other record', async () => {
  const [kept, merged] = await pair()
  const taskId = await taskOfCase(merged, { asks: 'appointment', title: 'Meet us', description: '' })
  const { id } = await mergeOf(kept, merged)
  const clientId = kept.user.id
  await priya.ask(firmAppointments.book, { clientId, taskId, ...wish('2026-11-12T10:00:00Z') })
  await expect(boss.ask(merges.undo, { id })).rejects.toMatchObject({
    reason: 'used_since',
    message: expect.stringContaining('booked'),
  })
  expect(await kept.ask(appointments.list, {})).toMatchObject([{ status: 'scheduled' }])
})

test('an earlier payment, or one for a task of the kept record, does not prevent an undo', async () => {
  const [kept, merged] = await pair()
  await pay(merged)
  const own = await courtFeeOf(kept)
  const { id } = await mergeOf(kept, merged)
  await pay(kept, own)
  await boss.ask(merges.undo, { id })
  expect(await kept.ask(payments.list, {})).toMatchObject([{ taskId: own.taskId }])
})

test('an undo restores closed tasks after a release that added a column which every task has', async () => {
  const [kept, merged] = await pair()
  const before = await merged.ask(tasks.list, {})
  const { id, doubled } = await mergeOf(kept, merged)
  expect(doubled.closed).not.toEqual([])
  await portal.pool.query(`alter table tasks add column added text not null default 'nothing'`)
  await boss.ask(merges.undo, { id })
  await portal.pool.query('alter table tasks drop column added')
  const again = portal.visitor()
  await again.ask(accounts.login, { username: merged.user.username, password: portal.password })
  expect(await again.ask(tasks.list, {})).toEqual(before)
})

test('what an undo needs is kept for as long as a merge can be undone', async () => {
  const { id } = await mergeOf(...(await pair()))
  const { eraseMergeRows } = mergesJobs(jobContextOf(portal))
  const placesOf = async () =>
    (await portal.pool.query('select place from client_merge_rows where merge_id = $1', [id])).rows
  portal.wait(hours(undoHours) - minutes(1))
  await eraseMergeRows?.run({})
  expect(await placesOf()).toContainEqual({ place: 'closed_tasks' })
  portal.wait(minutes(2))
  await eraseMergeRows?.run({})
  expect(await placesOf()).toEqual([])
})
