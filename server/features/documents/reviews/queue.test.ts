import { describe, expect, test } from 'vitest'
import type { DocumentId } from '#contract/documents/documents.ts'
import { type ReviewState, reviews } from '#contract/documents/reviews.ts'
import { londonDay } from '#contract/kit/london.ts'
import { messages } from '#contract/messages.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, plainPage, readOf, taskOf, upload } from '../testing/documents.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')
const nameOfPriya = `${priya.user.firstName} ${priya.user.lastName}`

/** A client of Priya's with a document that waits for a decision. */
async function withDocument() {
  const client = await portal.client({ firstName: 'Noor', lastName: 'Haddad' })
  const task = await taskOf(client, 'proof_of_funds')
  const { document } = await upload(client, plainPage, { taskId: task.id, filename: 'page.pdf' })
  await readOf(client, document)
  return { client, id: document.id }
}

const isListed = async (state: ReviewState, id: DocumentId, person = priya) => {
  const { documents, total } = await person.ask(reviews.list, { state })
  expect(total).toBe(documents.length)
  return documents.some((document) => document.id === id)
}

const dayAfter = (days: number) => londonDay(new Date(portal.now().getTime() + days * 86_400_000))

describe('a document that somebody has taken', () => {
  test('goes to one of two who take it at once; the other reads who has it', async () => {
    const { id } = await withDocument()
    const tries = await Promise.allSettled([priya.ask(reviews.take, { id }), admin.ask(reviews.take, { id })])
    const taken = tries.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const refused = tries.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(taken).toHaveLength(1)
    expect(refused).toMatchObject([{ code: 'conflict', reason: 'taken' }])
    expect(refused[0].message).toBe(
      `${taken[0]?.takenBy?.name} has been looking at this document since ${refused[0].message.match(/\d\d:\d\d/)}. You can take it over.`,
    )
  })

  test('is decided by nobody else, unless they take it over', async () => {
    const { id } = await withDocument()
    await priya.ask(reviews.take, { id })
    const isTaken = { code: 'conflict', reason: 'taken', message: expect.stringContaining(nameOfPriya) }
    await expect(admin.ask(reviews.accept, { id })).rejects.toMatchObject(isTaken)
    await expect(admin.ask(reviews.reject, { id, reason: 'Too dark.' })).rejects.toMatchObject(isTaken)
    await expect(admin.ask(reviews.snooze, { id, until: dayAfter(2) })).rejects.toMatchObject(isTaken)
    const { takenBy } = await admin.ask(reviews.take, { id, takeOver: true })
    expect(takenBy).toMatchObject({ id: admin.user.id })
    await expect(priya.ask(reviews.accept, { id })).rejects.toMatchObject({ reason: 'taken' })
    expect(await admin.ask(reviews.accept, { id })).toMatchObject({ status: 'verified', takenBy: null })
    await expect(priya.ask(reviews.take, { id })).rejects.toMatchObject({ reason: 'not_waiting' })
  })

  test('stays with whoever renews it, and is free once it is released or has been left alone', async () => {
    const { id } = await withDocument()
    const first = await priya.ask(reviews.take, { id })
    expect((await priya.ask(reviews.take, { id })).takenBy).toEqual(first.takenBy)
    expect((await admin.ask(reviews.release, { id })).takenBy).toEqual(first.takenBy)
    expect((await priya.ask(reviews.release, { id })).takenBy).toBeNull()
    await priya.ask(reviews.take, { id })
    portal.wait(10 * 60_000)
    expect((await admin.ask(reviews.take, { id })).takenBy).toMatchObject({ id: admin.user.id })
  })
})

describe('a snoozed document', () => {
  test('comes back when it is put back, and when its client writes or sends something', async () => {
    const { id, client } = await withDocument()
    const snooze = () => priya.ask(reviews.snooze, { id, until: dayAfter(3) })
    await snooze()
    expect((await priya.ask(reviews.unsnooze, { id })).snoozedUntil).toBeNull()
    await snooze()
    await client.ask(messages.send, { receiverId: priya.user.id, content: 'Here is what you asked for.' })
    expect(await isListed('waiting', id)).toBe(true)
    await snooze()
    const task = await taskOf(client, 'proof_of_address')
    const { document } = await upload(client, plainPage, { taskId: task.id, filename: 'another.pdf' })
    await readOf(client, document)
    expect(await isListed('waiting', id)).toBe(true)
  })

  test('has a day after today, within a year', async () => {
    const { id } = await withDocument()
    for (const until of [dayAfter(-1), dayAfter(0), dayAfter(400)])
      await expect(priya.ask(reviews.snooze, { id, until })).rejects.toMatchObject({
        code: 'invalid',
        fields: { until: 'Please choose a day after today, within a year' },
      })
  })

  test('leaves the queue until eight in the morning of its day, and is there again by itself', async () => {
    const { id, client } = await withDocument()
    const until = dayAfter(3)
    const { snoozedUntil } = await priya.ask(reviews.snooze, { id, until })
    expect(snoozedUntil && `${londonDay(snoozedUntil)} ${timeOf(snoozedUntil)}`).toBe(`${until} 08:00`)
    expect([await isListed('waiting', id), await isListed('snoozed', id)]).toEqual([false, true])
    expect(await auditOf(portal, client.user.id, 'document.snoozed')).toHaveLength(1)
    portal.wait((snoozedUntil?.getTime() ?? 0) - portal.now().getTime())
    // Nobody stays signed in over so many days.
    const later = await portal.staff('administrator')
    expect([await isListed('waiting', id, later), await isListed('snoozed', id, later)]).toEqual([
      true,
      false,
    ])
    expect((await later.ask(reviews.one, { id })).snoozedUntil).toBeNull()
  })
})

const timeOf = (time: Date) =>
  time.toLocaleTimeString('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' })
