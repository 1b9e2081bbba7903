import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { captureLimit } from '#contract/identity/session.ts'
import type { AttachmentType, MessageId } from '#contract/onboarding/chat.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { dataWords } from '#contract/onboarding/user-data.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnBill, drawnDarkness, drawnPassport, drawnStatement } from '#server/testing/sample-documents.ts'
import {
  answer,
  bank,
  newest,
  openResident,
  outcomesOf,
  press,
  sendBytes,
  sendPaper,
  show,
  stageOf,
  toSession,
  withoutCamera,
} from './testing.ts'

const portal = await openPortal()

test('without a camera each paper is sent in the chat, and all of it settles its tasks at the end', async () => {
  const ana = await openResident(portal)
  const log = await press(ana, ...withoutCamera)
  expect(log).toMatchObject({ stage: 'id_verification', road: 'guided' })
  expect(log.upload).toEqual({ attachmentType: 'id', documentType: 'passport' })
  expect(log.suggestedTopics).toHaveLength(3)

  const read = await sendPaper(ana, await drawnPassport())
  expect(read.stage).toBe('id_verification_selfie')
  expect(read.messages.slice(-4).map(({ content, badge }) => badge?.words ?? content)).toEqual([
    'my_photo__1_.jpg',
    "Thank you. I'm reading it now.",
    'Checked',
    expect.stringContaining('selfie'),
  ])
  // The first completed task opens the portal, so nothing is settled before the end.
  expect(await outcomesOf(ana, 'proof_of_identity')).toEqual([null])

  expect(await press(ana, 'Skip this step')).toMatchObject({ stage: 'proof_of_address' })
  expect((await sendPaper(ana, await drawnBill())).stage).toBe('source_of_funds')
  await press(ana, 'Savings')
  expect(newest(await show(ana)).content).toBe('Please upload recent bank statements that show your savings.')
  expect((await sendPaper(ana, await drawnStatement())).stage).toBe('proof_of_funds')
  await answer(ana, { kind: 'banking_details', ...bank })
  await press(ana, 'No, everything is correct', 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  const kinds = [
    'proof_of_identity',
    'proof_of_address',
    'proof_of_funds',
    'identity_check',
    'bank_check',
  ] as const
  // She agreed to a comparison of faces, and there is no selfie yet.
  expect(await outcomesOf(ana, ...kinds)).toEqual(['verified', 'verified', 'verified', 'review', 'verified'])
  expect((await ana.ask(documents.list, {})).map(({ documentType }) => documentType).sort()).toEqual([
    'address_proof',
    'funds_proof',
    'passport',
  ])
})

test.each([
  ['Savings', 'recent bank statements', 'funds_proof'],
  ['Gifted deposit', 'a gift letter signed by', 'gift_letter'],
  ['Mortgage', 'the relevant documents for your mortgage', 'funds_proof'],
  ['Inheritance', 'the relevant documents for your inheritance', 'funds_proof'],
  ['Other', 'the relevant documents that show', 'funds_proof'],
] as const)('for %s the chat asks for %s', async (source, words, attachmentType: AttachmentType) => {
  const ana = await portal.client()
  await press(ana, ...withoutCamera)
  await sendPaper(ana, await drawnBill())
  const message = newest(await press(ana, 'Send it as it is', 'Skip this step', 'Skip this step', source))
  expect(message).toMatchObject({
    content: expect.stringContaining(words),
    attachmentType,
    actionType: 'upload',
  })
})

test('a document that is not verified says what is wrong, and is sent again or as it is', async () => {
  const ana = await portal.client()
  await press(ana, ...withoutCamera)
  const failed = await sendPaper(ana, await drawnDarkness())
  expect(failed.stage).toBe('id_verification')
  const { content, badge, options } = newest(failed)
  expect(content).toMatch(
    /\n• Nothing can be seen .+\n• The picture is too small .+\n• The photo is too dark\. .+\nYou can send another, or send it as it is/,
  )
  expect(badge).toEqual({ tone: 'bad', words: "Couldn't be read" })
  expect(options).toContain('Send it as it is')

  await say(ana, 'Is my data secure?')
  expect(newest(await show(ana)).options).toContain('Send it as it is')
  const another = await sendPaper(ana, await drawnBill())
  expect(another.stage).toBe('id_verification')
  expect(newest(another).content).toContain('This looks like a utility bill, not what we asked for.')
  expect((await press(ana, 'Send it as it is')).stage).toBe('id_verification_selfie')
  await press(ana, 'Skip this step', 'Skip this step', 'Other', 'Skip this step', 'Skip this step')
  const checked = await press(ana, 'No, everything is correct')
  expect(checked.messages.map((message) => message.content)).not.toContain(dataWords.collectedVerified)
  await press(ana, 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  expect(await outcomesOf(ana, 'identity_check', 'proof_of_identity')).toEqual(['review', 'review'])
})

test('a file over 5 MB, or of another kind, is refused in the chat and changes nothing', async () => {
  const ana = await portal.client()
  await press(ana, ...withoutCamera)
  const before = await show(ana)
  const statement = await drawnStatement()
  const large = new Uint8Array(captureLimit + 1)
  large.set(statement)
  expect(await sendBytes(ana, large)).toMatchObject({
    status: 413,
    body: { message: 'The file is too large. Please use a smaller file (max 5MB).' },
  })
  expect((await sendBytes(ana, new TextEncoder().encode('hello'))).status).toBe(415)
  expect(await show(ana)).toEqual(before)
  expect(await ana.ask(documents.list, {})).toEqual([])
})

test('a file that the chat does not ask for is refused', async () => {
  const ana = await portal.client()
  expect((await sendBytes(ana, await drawnStatement())).status).toBe(409)
})

test('of two windows, the first answer counts; the other is told, and finds the same conversation', async () => {
  const ana = await portal.client()
  const { id } = newest(await press(ana, "Let's begin"))
  const both = await Promise.allSettled([
    answer(ana, { kind: 'option', option: 'Agree' }, id),
    answer(ana, { kind: 'option', option: 'I do not agree' }, id),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'conflict', reason: 'moved_on' },
  })
  expect((await show(ana)).consents).toHaveLength(1)
})

test('the same answer sent five times at once is one answer', async () => {
  const ana = await portal.client()
  const { id } = newest(await press(ana, "Let's begin"))
  const agree = () => answer(ana, { kind: 'option', option: 'Agree' }, id)
  const all = await Promise.all(Array.from({ length: 5 }, agree))
  expect(new Set(all.map(({ stage }) => stage))).toEqual(new Set(['face_consent']))
  expect((await show(ana)).consents).toHaveLength(1)
})

test('an answer that was not offered, or to a message of somebody else, is refused', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  await expect(answer(ana, { kind: 'option', option: 'Go to Dashboard' })).rejects.toMatchObject({
    code: 'invalid',
  })
  const { id } = newest(await show(ben))
  await expect(answer(ana, { kind: 'option', option: "Let's begin" }, id)).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await stageOf(ben)).toBe('welcome')
})

test('an answer whose reply cannot be saved is not saved either, and is given again', async () => {
  const ana = await portal.client()
  const before = await press(ana, "Let's begin")
  await portal.db.execute(sql`create function no_reply() returns trigger language plpgsql as
    $$ begin if not new.is_user then raise exception 'lost'; end if; return new; end $$`)
  await portal.db.execute(
    sql`create trigger no_reply before insert on conversation_messages for each row execute function no_reply()`,
  )
  await expect(answer(ana, { kind: 'option', option: 'Agree' })).rejects.toMatchObject({ code: 'internal' })
  await portal.db.execute(sql`drop trigger no_reply on conversation_messages`)
  expect(await show(ana)).toEqual(before)
  expect(await press(ana, 'Agree')).toMatchObject({ stage: 'face_consent', consents: [{ isGiven: true }] })
})

const say = (client: Awaited<ReturnType<typeof portal.client>>, message: string, id?: MessageId) =>
  client.ask(onboarding.chat, { message, ...(id && { id }) })

test('typed words that mean an option are that answer; a question is answered and moves nothing', async () => {
  const ana = await portal.client()
  expect(await say(ana, 'ok')).toMatchObject({ success: true, shouldContinueFlow: true })
  expect(await stageOf(ana)).toBe('consent')
  const log = await say(ana, 'Is my data secure?')
  expect(log).toMatchObject({ shouldContinueFlow: false, response: expect.stringContaining('encrypted') })
  expect(log.response).toContain('From: Is my data secure')
  const after = await show(ana)
  expect(after.stage).toBe('consent')
  expect(newest(after)).toMatchObject({ content: log.response, options: ['Agree', 'I do not agree'] })
  expect(after.messages.filter(({ isUser, isDisabled }) => !isUser && !isDisabled)).toHaveLength(1)
  await say(ana, 'I agree')
  expect(await stageOf(ana)).toBe('face_consent')
})

test('typed words that were sent again are said once', async () => {
  const ana = await portal.client()
  const id = newId<MessageId>()
  const [first, two] = [
    await say(ana, 'What documents do I need?', id),
    await say(ana, 'What documents do I need?', id),
  ]
  expect(two).toEqual(first)
  expect((await show(ana)).messages.filter(({ isUser }) => isUser)).toHaveLength(1)
})

test('who has been idle for five minutes is reminded once, and can still answer', async () => {
  const ana = await portal.client()
  await press(ana, "Let's begin")
  const count = async () => (await ana.ask(onboarding.remind, {})).messages.length
  const before = await count()
  portal.wait(minutes(4))
  expect(await count()).toBe(before)
  portal.wait(minutes(1))
  expect(await count()).toBe(before + 1)
  portal.wait(minutes(10))
  expect(await count()).toBe(before + 1)
  expect(newest(await show(ana))).toMatchObject({
    actionType: 'reminder',
    options: ['Agree', 'I do not agree'],
  })
  expect(await press(ana, 'Agree')).toMatchObject({ stage: 'face_consent' })
})

test('the camera is still there for who changes their mind', async () => {
  const ana = await portal.client()
  expect(await press(ana, ...toSession, 'Upload documents instead', 'Use my camera')).toMatchObject({
    stage: 'upload_document',
    road: 'camera',
  })
})
