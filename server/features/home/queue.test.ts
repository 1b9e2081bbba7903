import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import { ComplianceItemId, compliance } from '#contract/compliance.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { people } from '#contract/firm/people.ts'
import { absences } from '#contract/firm/teams.ts'
import { forms } from '#contract/forms/forms.ts'
import { identity } from '#contract/identity/identity.ts'
import { londonDay } from '#contract/kit/london.ts'
import { matters } from '#contract/matters/matters.ts'
import { messages } from '#contract/messages.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { QueueKind, type QueueState, queue } from '#contract/queue.ts'
import { TaskId } from '#contract/tasks.ts'
import { auditOf, plainPage, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { riskAssessment } from '#server/testing/answers.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { decide, type QueuedItem as Item, openItems } from './testing/queue-items.ts'

const portal = await openPortal()
/** Priya decides all kinds, as in a small firm where the fee earner is also the compliance officer. */
const priya = await portal.staff('fee_earner', { otherRoles: ['compliance_officer'] })
const admin = await portal.staff('administrator', { otherRoles: ['compliance_officer'] })
const nameOfPriya = `${priya.user.firstName} ${priya.user.lastName}`

const kinds = QueueKind.options
const items = openItems(portal, priya)
/** The client is looked after by both. */
const withItem = async (kind: QueueKind) => {
  const { client, item } = await items.withItem(kind)
  await admin.ask(firm.joinTeam, { email: client.user.email })
  return { client, item }
}

const listed = async (state: QueueState, { id }: Item, person: Pick<Client, 'ask'> = priya) =>
  (await person.ask(queue.list, { state })).items.find((item) => item.id === id)
const isListed = async (state: QueueState, item: Item, person?: Pick<Client, 'ask'>) =>
  (await listed(state, item, person)) !== undefined

const dayAfter = (days: number) => londonDay(new Date(portal.now().getTime() + days * 86_400_000))

describe.each(kinds)('a %s that somebody has taken', (kind) => {
  test('goes to one of two concurrent users, and the other is told who has it', async () => {
    const { item } = await withItem(kind)
    const tries = await Promise.allSettled([priya.ask(queue.take, item), admin.ask(queue.take, item)])
    const taken = tries.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const refused = tries.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(taken).toHaveLength(1)
    expect(refused).toMatchObject([{ code: 'conflict', reason: 'taken' }])
    expect(refused[0].message).toMatch(
      new RegExp(`^${taken[0]?.takenBy?.name} has been looking at this \\w+ since \\d\\d:\\d\\d\\.`),
    )
  })

  test('cannot be decided by anybody else, unless they take it over', async () => {
    const { item, client } = await withItem(kind)
    await priya.ask(queue.take, item)
    const isTaken = { code: 'conflict', reason: 'taken', message: expect.stringContaining(nameOfPriya) }
    await expect(decide(admin, client, item)).rejects.toMatchObject(isTaken)
    await expect(admin.ask(queue.snooze, { ...item, until: dayAfter(2) })).rejects.toMatchObject(isTaken)
    const { takenBy } = await admin.ask(queue.take, { ...item, takeOver: true })
    expect(takenBy).toMatchObject({ id: admin.user.id })
    await expect(decide(priya, client, item)).rejects.toMatchObject({ reason: 'taken' })
    await decide(admin, client, item)
    expect(await isListed('waiting', item, admin)).toBe(false)
    const facts = await admin.ask(queue.take, item)
    expect(await priya.ask(queue.take, item), 'nothing is taken once it is decided').toEqual(facts)
  })

  test('stays taken while it is renewed, and is free once it is released or idle', async () => {
    const { item } = await withItem(kind)
    const first = await priya.ask(queue.take, item)
    expect((await priya.ask(queue.take, item)).takenBy).toEqual(first.takenBy)
    expect((await admin.ask(queue.release, item)).takenBy).toEqual(first.takenBy)
    expect((await priya.ask(queue.release, item)).takenBy).toBeNull()
    await priya.ask(queue.take, item)
    portal.wait(10 * 60_000)
    expect((await admin.ask(queue.take, item)).takenBy).toMatchObject({ id: admin.user.id })
  })
})

describe.each(kinds)('a %s that is snoozed', (kind) => {
  test('returns when it is put back, and when its client writes', async () => {
    const { item, client } = await withItem(kind)
    const snooze = () => priya.ask(queue.snooze, { ...item, until: dayAfter(3) })
    await snooze()
    expect([await isListed('waiting', item), await isListed('snoozed', item)]).toEqual([false, true])
    expect(await auditOf(portal, client.user.id, 'queue.snoozed')).toHaveLength(1)
    expect((await priya.ask(queue.unsnooze, item)).snoozedUntil).toBeNull()
    await snooze()
    await client.ask(messages.send, { receiverId: priya.user.id, content: 'Here is what you asked for.' })
    expect([await isListed('waiting', item), await isListed('snoozed', item)]).toEqual([true, false])
  })

  test('is not counted while it is snoozed, and can be assigned to one person, who is notified', async () => {
    const { item, client } = await withItem(kind)
    const [deputy] = await priya
      .ask(queue.people, item)
      .then((all) => all.filter(({ id }) => id === admin.user.id))
    if (!deputy) throw new Error('The administrator may decide it')
    const { assignedTo } = await priya.ask(queue.assign, { ...item, toId: deputy.id })
    expect(assignedTo).toEqual(deputy)
    expect(await listed('mine', item, admin)).toMatchObject({ isYours: true })
    expect([await isListed('mine', item), (await listed('waiting', item))?.isYours]).toEqual([false, false])
    expect((await admin.ask(notifications.list, {}))[0]?.title).toMatch(/has assigned a \w+ to you$/)
    const before = (await admin.ask(queue.list, { state: 'mine' })).total
    await admin.ask(queue.snooze, { ...item, until: dayAfter(3) })
    expect((await admin.ask(queue.list, { state: 'mine' })).total).toBe(before - 1)
    await admin.ask(queue.unsnooze, item)
    expect((await priya.ask(queue.assign, { ...item, toId: null })).assignedTo).toBeNull()
    const wrong = priya.ask(queue.assign, { ...item, toId: client.user.id })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a snooze', () => {
  test('ends on a day after today, within a year', async () => {
    const { item } = await withItem('document')
    for (const until of [dayAfter(-1), dayAfter(0), dayAfter(400)])
      await expect(priya.ask(queue.snooze, { ...item, until })).rejects.toMatchObject({
        code: 'invalid',
        fields: { until: 'Please choose a day after today, within a year' },
      })
  })

  test('until all tasks are done ends then, once, or immediately if they already are', async () => {
    const { item, client } = await withItem('check')
    const snooze = () => priya.ask(queue.snooze, { ...item, returnsWhen: 'tasks_done' })
    expect(await snooze()).toMatchObject({ returnsWhen: 'tasks_done' })
    await client.ask(messages.send, { receiverId: priya.user.id, content: 'Nearly there.' })
    expect(await isListed('waiting', item)).toBe(false)
    const left = "update tasks set status = 'completed', reason = null where client_id = $1 and kind <> $2"
    await portal.pool.query(left, [client.user.id, 'risk_assessment'])
    const task = await taskOf(client, 'risk_assessment')
    await client.ask(forms.complete, { id: task.id, formData: riskAssessment })
    expect(await isListed('waiting', item)).toBe(true)
    // The event that it would wait for has already happened.
    expect(await snooze()).toMatchObject({ snoozedUntil: null, returnsWhen: null })
    expect(await isListed('waiting', item)).toBe(true)
  })

  test('of a document ends when its client sends another', async () => {
    const { item, client } = await withItem('document')
    await priya.ask(queue.snooze, { ...item, until: dayAfter(3) })
    const task = await taskOf(client, 'proof_of_address')
    const { document } = await upload(client, plainPage, { taskId: task.id, filename: 'another.pdf' })
    await readOf(client, document)
    expect(await isListed('waiting', item)).toBe(true)
  })

  test.each(['2026-11-12', '2027-03-28', '2026-12-25'])(
    'until %s returns at eight in the morning by itself, when clocks change as on any day',
    async (until) => {
      const fresh = await openPortal()
      const person = await fresh.staff('fee_earner')
      const client = await fresh.client()
      const task = await taskOf(client, 'proof_of_funds')
      const { document } = await upload(client, plainPage, { taskId: task.id })
      await readOf(client, document)
      const item = { kind: 'document', id: document.id } as const
      const { snoozedUntil } = await person.ask(queue.snooze, { ...item, until })
      expect(snoozedUntil && `${londonDay(snoozedUntil)} ${timeOf(snoozedUntil)}`).toBe(`${until} 08:00`)
      const isWaiting = async () => {
        // Nobody stays signed in for so many days.
        const again = fresh.visitor()
        await again.ask(accounts.login, { username: person.user.username, password: fresh.password })
        return isListed('waiting', item, again)
      }
      fresh.wait((snoozedUntil?.getTime() ?? 0) - fresh.now().getTime() - 1000)
      expect(await isWaiting()).toBe(false)
      fresh.wait(1000)
      expect(await isWaiting()).toBe(true)
    },
  )
})

const timeOf = (time: Date) =>
  time.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })

test("each user's queue has what their roles decide, the longest wait first", async () => {
  const [first, second] = [await withItem('check'), await withItem('document')]
  const owen = await portal.staff('fee_earner')
  expect(await isListed('waiting', first.item, owen)).toBe(false)
  await expect(owen.ask(queue.take, first.item)).rejects.toMatchObject({ code: 'not_found' })
  await expect(owen.ask(queue.people, first.item)).rejects.toMatchObject({ code: 'not_found' })
  const cashier = await portal.staff('cashier')
  expect(await cashier.ask(queue.list, { state: 'waiting' })).toEqual({ total: 0, items: [] })
  await expect(cashier.ask(queue.take, first.item)).rejects.toMatchObject({ code: 'forbidden' })
  const grace = await portal.staff('compliance_officer')
  const { items } = await grace.ask(queue.list, { state: 'waiting' })
  expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['compliance']))
  const order = (await priya.ask(queue.list, { state: 'waiting' })).items.map(({ since }) => since.getTime())
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(await isListed('waiting', second.item)).toBe(true)
})

test('the queue of a case has what is for it, snoozed or not, for those who may see the case', async () => {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, {
    clientId: client.user.id,
    title: 'Purchase of a flat',
    type: 'Other',
    priority: 'low',
    description: 'A flat with a lease',
    whose: 'firm',
    nextStep: 'Read the lease',
  })
  const request = { id, clientId: client.user.id, title: 'The lease' }
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, request)
  const { document } = await upload(client, plainPage, { taskId, filename: 'lease.pdf' })
  await readOf(client, document)
  for (const kind of kinds) await withItem(kind)
  const ofCase = (state: QueueState) => priya.ask(queue.list, { state, matterId: id })
  expect(await ofCase('waiting')).toMatchObject({ total: 1, items: [{ id: document.id }] })
  await priya.ask(queue.snooze, { kind: 'document', id: document.id, until: dayAfter(2) })
  expect(await ofCase('waiting')).toEqual({ total: 0, items: [] })
  expect(await ofCase('snoozed')).toMatchObject({ total: 1, items: [{ id: document.id }] })
  const owen = await portal.staff('fee_earner')
  await expect(owen.ask(queue.list, { state: 'waiting', matterId: id })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('an item that somebody was looking at when they left is free at once', async () => {
  const { item } = await withItem('compliance')
  const gone = await portal.staff('compliance_officer')
  await gone.ask(queue.take, item)
  expect((await listed('waiting', item))?.takenBy).toMatchObject({ id: gone.user.id })
  await admin.ask(people.deactivate, { id: gone.user.id })
  expect((await listed('waiting', item))?.takenBy).toBeNull()
  expect((await priya.ask(queue.take, item)).takenBy).toMatchObject({ id: priya.user.id })
})

test('an item assigned to a person who is away is for their cover until they are back', async () => {
  const [away, cover] = [await portal.staff('fee_earner'), await portal.staff('fee_earner')]
  const { item, client } = await withItem('document')
  const assigned = { feeEarnerId: away.user.id, memberIds: [admin.user.id] }
  await admin.ask(firm.assign, { id: client.user.id, ...assigned })
  await admin.ask(queue.assign, { ...item, toId: away.user.id })
  expect(await isListed('waiting', item, cover)).toBe(false)
  const id = away.user.id
  await away.ask(absences.save, { id, from: dayAfter(0), backOn: dayAfter(9), coverId: cover.user.id })
  expect(await listed('mine', item, cover)).toMatchObject({ isYours: true, assignedTo: { id } })
  await cover.ask(queue.take, item)
  const { item: another, client: theirs } = await withItem('check')
  await admin.ask(firm.assign, { id: theirs.user.id, ...assigned })
  await admin.ask(queue.assign, { ...another, toId: away.user.id })
  expect((await cover.ask(notifications.list, {}))[0]?.title).toMatch(/whom you’re covering for$/)
  await away.ask(absences.end, { id })
  expect(await isListed('waiting', item, cover)).toBe(false)
  expect(await isListed('mine', item, away)).toBe(true)
})

test('an accepted check can be withdrawn and waits again, and a compliance decision needs a reason after a minute', async () => {
  const check = await withItem('check')
  // Accepting a check at the same instant as its submission would count as a check that only the firm did.
  portal.wait(1000)
  await decide(priya, check.client, check.item)
  expect(await isListed('waiting', check.item)).toBe(false)
  const taskId = TaskId.parse(check.item.id)
  expect(await priya.ask(identity.reopen, { id: taskId })).toMatchObject({ outcome: 'review' })
  expect(await isListed('waiting', check.item)).toBe(true)
  expect((await taskOf(check.client, 'bank_check')).outcome).toBe('review')
  const [newest] = await check.client.ask(activities.list, {})
  expect(newest?.description).toBe("We're looking at it again: Verify your bank account")

  // Even if it was accepted in the millisecond of its submission, it was submitted.
  const { rows } = await portal.pool.query(
    'update verifications set completed_at = $2 where task_id = $1 returning completed_at',
    [taskId, portal.now()],
  )
  await decide(priya, check.client, check.item)
  expect(rows).toEqual([{ completed_at: portal.now() }])
  expect(await priya.ask(identity.reopen, { id: taskId })).toMatchObject({ outcome: 'review' })

  const { client, item } = await withItem('compliance')
  const id = ComplianceItemId.parse(item.id)
  await decide(priya, client, item)
  expect(await priya.ask(compliance.reopen, { id })).toMatchObject({ decision: null })
  expect(await isListed('waiting', item)).toBe(true)
  await decide(priya, client, item)
  portal.wait(60_000)
  await expect(priya.ask(compliance.reopen, { id })).rejects.toMatchObject({ reason: 'reason_required' })
})
