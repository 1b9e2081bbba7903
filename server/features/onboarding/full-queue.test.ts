import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { inspectorWithFullQueue } from '#server/testing/inspector-with-long-timeout.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnBill, drawnPassport } from '#server/testing/sample-documents.ts'
import {
  capture,
  newest,
  openResident,
  openSession,
  press,
  sendPaper,
  show,
  stageOf,
  toSession,
  toSessionWithoutFace,
  withoutCamera,
} from './testing.ts'

const portal = await openPortal({ ports: { inspector: inspectorWithFullQueue() } })

test('a document that nobody can open in time is taken by the chat, which goes on once it was opened and read', async () => {
  const ana = await openResident(portal)
  await press(ana, ...withoutCamera)
  expect((await sendPaper(ana, await drawnPassport())).stage).toBe('id_verification_selfie')
  await press(ana, 'Skip this step')
  expect((await sendPaper(ana, await drawnBill())).stage).toBe('source_of_funds')
  const kept = await ana.ask(documents.list, {})
  expect(kept.map(({ pages }) => pages)).toEqual([1, 1])
})

test('a damaged document that was taken unopened is asked for again', async () => {
  const ana = await openResident(portal)
  await press(ana, ...withoutCamera)
  const photo = await drawPhoto()
  const half = photo.subarray(0, photo.length / 2)
  const { stage, messages } = await sendPaper(ana, Uint8Array.from([...half, ...Buffer.alloc(50)]))
  expect(stage).toBe('id_verification')
  expect(messages.some(({ badge }) => badge?.words === 'Checked')).toBe(false)
  expect(newest(await show(ana)).options).toContain('Send it as it is')
})

test('the pictures of a session that nobody can open in time are taken all the same', async () => {
  const ana = await openResident(portal)
  await press(ana, ...toSessionWithoutFace)
  await capture(portal.visitor(), await openSession(ana))
  await expect.poll(() => stageOf(ana)).toBe('proof_of_funds')
})

test('the same picture for two purposes of a session is not accepted, even where it could not be compared at once', async () => {
  const ana = await openResident(portal)
  await press(ana, ...toSession)
  const token = await openSession(ana)
  await capture(ana, token, { FRONTSIDE: drawnPassport, ADDRESSDOCUMENT: drawnBill, SELFIE: drawnPassport })
  const { steps } = await ana.ask(onboarding.capture, { token })
  expect(steps.find(({ type }) => type === 'SELFIE')?.result).not.toBe('Passed')
})
