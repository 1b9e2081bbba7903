import { expect, test } from 'vitest'
import { nextTask } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { firstReviewReason } from '#contract/documents/review-words.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { needsAnother, verdictFor } from '#contract/documents/verdict.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { taskState, tasks } from '#contract/tasks.ts'
import { readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnDarkness, drawnNumber, drawnPassport } from '#server/testing/sample-documents.ts'
import {
  answer,
  bank,
  capture,
  openResident,
  openSession,
  outcomesOf,
  press,
  sendPaper,
  show,
  toSession,
  withFace,
  withoutCamera,
} from './testing.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

test('an identity whose face was asked for is verified only when a person has compared each picture', async () => {
  const ana = await openResident(portal)
  await press(ana, ...toSession)
  const token = await openSession(ana)
  const { prompt } = await ana.ask(onboarding.capture, { token })
  await capture(ana, token, withFace)
  expect(await ana.ask(onboarding.status, {})).toMatchObject({ verificationStatus: 'manual_review' })

  await answer(ana, { kind: 'banking_details', ...bank })
  await press(ana, 'No, everything is correct', 'Yes, this is correct')
  const said = (await show(ana)).messages.map(({ content }) => content).join('\n')
  expect(said).toContain('will compare them with your document')
  expect(said).not.toMatch(/we've checked your documents|verification is now complete/i)
  await ana.ask(onboarding.complete, {})
  expect(await outcomesOf(ana, 'proof_of_identity', 'identity_check')).toEqual(['verified', 'review'])

  const held = await ana.ask(documents.list, {})
  const [selfie, number, passport] = ['selfie', 'photo', 'passport'].map((type) =>
    held.find(({ documentType }) => documentType === type),
  )
  if (!selfie || !number || !passport) throw new Error('three pictures were sent')
  for (const picture of [selfie, number])
    expect(verdictFor(picture)).toMatchObject({ kind: 'received', label: "Received, we'll compare it" })

  const { documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId: ana.user.id })
  expect(waiting.map(({ id }) => id).sort()).toEqual([selfie.id, number.id].sort())
  expect(waiting.map(firstReviewReason)).toEqual(
    Array(2).fill('Compare it with the portrait on their document.'),
  )
  const review = await priya.ask(reviews.one, { id: number.id })
  expect(review.numberAsked).toBe(prompt)
  expect(review.beside.map(({ id }) => id).sort()).toEqual([passport.id, selfie.id].sort())

  await priya.ask(reviews.accept, { id: selfie.id })
  expect(await outcomesOf(ana, 'identity_check')).toEqual(['review'])
  await priya.ask(reviews.accept, { id: number.id })
  expect(await outcomesOf(ana, 'identity_check')).toEqual(['verified'])

  await priya.ask(reviews.reopen, { id: number.id })
  expect(await outcomesOf(ana, 'identity_check')).toEqual(['review'])
})

test('a refused picture of a face is asked for again, by its task, and the new one takes its place', async () => {
  const ana = await openResident(portal)
  await press(ana, ...toSession)
  const token = await openSession(ana)
  await ana.ask(onboarding.capture, { token })
  await capture(ana, token, withFace)
  await answer(ana, { kind: 'banking_details', ...bank })
  await press(ana, 'No, everything is correct', 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  const typed = async (type: string) =>
    (await ana.ask(documents.list, {})).filter(({ documentType }) => documentType === type)
  const [number] = await typed('photo')
  if (!number) throw new Error('a picture with a number was sent')

  await priya.ask(reviews.reject, { id: number.id, reason: 'The number is covered by your hand.' })
  const check = await taskOf(ana, 'identity_check')
  expect(taskState(check)).toBe('Needs another')
  expect(check.reason).toMatch(/^The number is covered by your hand\. Please show the number \d+\.$/)
  expect(nextTask(await ana.ask(tasks.list, {}))).toMatchObject({ id: check.id })

  const { document } = await upload(ana, await drawnNumber(), {
    documentType: 'photo',
    filename: 'number.jpg',
  })
  expect((await typed('photo')).map(({ id }) => id)).toEqual([document.id])
  expect(taskState(await taskOf(ana, 'identity_check'))).toBe('In review')
  await readOf(ana, document)
  const { documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId: ana.user.id })
  expect(waiting.map(({ id }) => id)).toContain(document.id)
  expect(waiting.map(({ id }) => id)).not.toContain(number.id)
  for (const { id } of waiting) await priya.ask(reviews.accept, { id })
  expect(taskState(await taskOf(ana, 'identity_check'))).toBe('Verified')
})

test('a selfie that is sent as it is, with its fault, is for the firm to look at, and the client is asked for no other', async () => {
  const ana = await openResident(portal)
  await press(ana, ...withoutCamera)
  await sendPaper(ana, await drawnPassport())
  expect((await sendPaper(ana, await drawnDarkness())).stage).toBe('id_verification_selfie')
  await press(ana, 'Send it as it is')
  await ana.ask(onboarding.complete, {})

  const selfie = (await ana.ask(documents.list, {})).find(({ documentType }) => documentType === 'selfie')
  if (!selfie) throw new Error('a selfie was sent')
  expect(needsAnother(selfie)).toBe(false)
  const { documents: waiting } = await priya.ask(reviews.list, { state: 'waiting', clientId: ana.user.id })
  expect(waiting.map(({ id }) => id)).toContain(selfie.id)
})
