import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import type { StepType } from '#contract/identity/session.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { drawnBill, drawnStatement } from '#server/testing/sample-documents.ts'
import { isRead, openSession, pollOptions, press, sendPicture, toSessionWithoutFace } from './testing.ts'

const portal = await openPortal()

async function openCard() {
  const ana = await portal.client()
  await press(ana, ...toSessionWithoutFace)
  const token = await openSession(ana)
  await ana.ask(onboarding.chooseDocument, { token, document: 'identity' })
  const take = async (step: StepType, bytes: Uint8Array<ArrayBuffer>) => {
    answerOf(onboarding.takePicture, await sendPicture(ana, token, step, bytes))
    await expect.poll(() => isRead(ana, token), pollOptions).toBe(true)
  }
  await take('FRONTSIDE', await drawnBill())
  await take('BACKSIDE', await drawnStatement())
  return { ana, token }
}

const sentBy = async (client: Client) =>
  (await client.ask(documents.list, {})).map(({ documentType }) => documentType)

test('who chooses another document has the photos of the previous one set aside, from both sides', async () => {
  const { ana, token } = await openCard()
  expect(await sentBy(ana)).toEqual(['identity', 'identity'])
  await ana.ask(onboarding.chooseDocument, { token, document: 'identity' })
  expect(await sentBy(ana)).toEqual(['identity', 'identity'])
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  expect(await sentBy(ana)).toEqual([])
})
