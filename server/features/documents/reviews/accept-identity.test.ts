import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { identity } from '#contract/identity/identity.ts'
import { taskState } from '#contract/tasks.ts'
import { holdIdentityDocument } from '#server/testing/held-document.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnNumber, drawnSelfie } from '#server/testing/sample-documents.ts'
import { auditOf, taskOf, upload } from '../testing/documents.ts'

// These tests are not about what the pictures show, so nothing is read from them.
const inspect = async () => ({ ...stillReading, issues: [] })
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')
const note = 'Saw the passport in the office.'
const selfieFile = { documentType: 'selfie', filename: 'selfie.jpg' }
const numberFile = { documentType: 'photo', filename: 'number.jpg' }

/** Opens a client who sent a selfie and a picture with a number, and submitted their identity. */
const openPictured = async () => {
  const ana = await portal.client()
  await holdIdentityDocument(portal, ana)
  const { document: selfie } = await upload(ana, await drawnSelfie(), selfieFile)
  const { document: number } = await upload(ana, await drawnNumber(), numberFile)
  const { id: taskId } = await taskOf(ana, 'identity_check')
  await ana.ask(identity.complete, { taskId, verificationType: 'id', document: 'passport' })
  const accept = (change: { isWithoutRejected?: boolean } = {}) =>
    priya.ask(identity.accept, { id: ana.user.id, taskId, note, ...change })
  const stateOf = async () => taskState(await taskOf(ana, 'identity_check'))
  return { ana, selfie: selfie.id, number: number.id, accept, stateOf }
}

test('an identity is not accepted while a picture of it is undecided', async () => {
  const { ana, selfie, number, accept, stateOf } = await openPictured()
  const sent = await priya.ask(reviews.ofClient, { id: ana.user.id })
  expect(sent.map(({ isOfIdentity }) => isOfIdentity)).toEqual([true, true, true])
  const undecided = { code: 'conflict', reason: 'picture_undecided' }
  await expect(accept()).rejects.toMatchObject(undecided)
  await priya.ask(reviews.accept, { id: selfie })
  await expect(accept({ isWithoutRejected: true })).rejects.toMatchObject(undecided)
  expect(await stateOf()).toBe('In review')
  await priya.ask(reviews.accept, { id: number })
  await accept()
  expect(await stateOf()).toBe('Verified')
})

test('a rejected picture holds the identity up, unless the firm leaves it out, which takes it from the client', async () => {
  const { ana, selfie, number, accept, stateOf } = await openPictured()
  await priya.ask(reviews.accept, { id: selfie })
  await priya.ask(reviews.reject, { id: number, reason: 'The number is covered.' })
  await expect(accept()).rejects.toMatchObject({ code: 'conflict', reason: 'picture_rejected' })
  expect(await stateOf()).toBe('Needs another')
  await accept({ isWithoutRejected: true })
  expect(await stateOf()).toBe('Verified')
  expect((await ana.ask(documents.list, {})).map(({ id }) => id)).not.toContain(number)
  expect(await auditOf(portal, ana.user.id, 'document.superseded')).toEqual([{ documentId: number }])
})

test('an accepted identity waits again when a picture of it is rejected, or to be compared again', async () => {
  for (const again of [reviews.reopen, null]) {
    const { ana, selfie, number, accept, stateOf } = await openPictured()
    for (const id of [selfie, number]) await priya.ask(reviews.accept, { id })
    await accept()
    await priya.ask(reviews.reopen, { id: number })
    expect(await stateOf()).toBe('In review')
    const [check] = await priya.ask(identity.ofClient, { id: ana.user.id })
    expect(check).toMatchObject({ outcome: 'review', acceptedBy: null, note: null })
    if (again === null) await priya.ask(reviews.reject, { id: number, reason: 'It is another person.' })
    expect(await stateOf()).toBe(again ? 'In review' : 'Needs another')
  }
})
