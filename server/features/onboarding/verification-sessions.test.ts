import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { sessionMinutes } from '#contract/identity/session.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawnBill, drawnOldBill, drawnPassport } from '#server/testing/sample-documents.ts'
import {
  answer,
  capture,
  newest,
  openSession,
  pollOptions,
  press,
  sendPicture,
  show,
  stageOf,
  toSession,
  toSessionWithoutFace,
  withFace,
} from './testing.ts'

/** The real inspector, made to wait until a test lets it go on. */
const gates: Promise<void>[] = []
const real = inspectorWithLongTimeout()
const woken: string[] = []
const gated: typeof real = {
  ...real,
  wake: async () => {
    woken.push('inspector')
    await real.wake()
  },
  inspect: async (bytes, expectation) => {
    await gates.shift()
    return real.inspect(bytes, expectation)
  },
}
const portal = await openPortal({ ports: { inspector: gated } })

const opened = async () => {
  const ana = await portal.client()
  await press(ana, ...toSession)
  return { ana, token: await openSession(ana) }
}

test('a session is opened once, however often it is asked for at once', async () => {
  const ana = await portal.client()
  await press(ana, ...toSession)
  const all = await Promise.all(Array.from({ length: 5 }, () => ana.ask(onboarding.generateSession, {})))
  expect(new Set(all.map(({ data }) => data?.sessionId)).size).toBe(1)
  expect((await show(ana)).messages.filter(({ sessionUrl }) => sessionUrl)).toHaveLength(1)
})

test('the address of a session is shown again, and nothing that is kept of it opens it', async () => {
  const { ana, token } = await opened()
  expect((await show(ana)).session?.sessionUrl).toContain(token)
  expect((await ana.ask(onboarding.generateSession, {})).data?.sessionUrl).toContain(token)
  const kept = await Promise.all(
    ['capture_sessions', 'verification_sessions', 'conversation_messages', 'audit'].map((table) =>
      portal.pool.query(`select * from ${table}`),
    ),
  )
  expect(JSON.stringify(kept.map(({ rows }) => rows))).not.toContain(token)
  expect(JSON.stringify(kept.map(({ rows }) => rows))).not.toContain('/verify-session/')
})

test('a session whose address cannot be shown any more gives way to a new one', async () => {
  const { ana, token } = await opened()
  await portal.pool.query('update verification_sessions set encrypted_url = $1', ['aa.spoilt'])
  expect((await show(ana)).session).toBeNull()
  expect((await ana.ask(onboarding.generateSession, {})).data?.sessionUrl).not.toContain(token)
  const phone = portal.visitor()
  expect((await phone.ask(onboarding.capture, { token })).state).toBe('replaced')
})

test('a button that is pressed while the portal goes on speaking counts, once', async () => {
  const ana = await portal.client()
  const { id } = newest(await press(ana, ...toSession))
  await openSession(ana)
  expect(newest(await show(ana)).id).not.toBe(id)
  const instead = { kind: 'option' as const, option: 'Upload documents instead' }
  expect((await answer(ana, instead, id)).stage).toBe('select_id_type')
  expect((await answer(ana, instead, id)).stage).toBe('select_id_type')
  const otherwise = { ...instead, option: 'Try again' }
  await expect(answer(ana, otherwise, id)).rejects.toMatchObject({ code: 'conflict' })
})

test('a phone that nobody is signed in on takes the pictures, and the chat goes on by itself', async () => {
  const { ana, token } = await opened()
  expect(await ana.ask(onboarding.status, {})).toMatchObject({
    verificationStatus: 'not_started',
    success: true,
  })
  const phone = portal.visitor()
  expect(await phone.ask(onboarding.capture, { token })).toMatchObject({
    state: 'open',
    firstName: 'Amara',
    prompt: expect.stringMatching(/^[2-9]$/),
  })
  const session = await capture(phone, token, withFace)
  expect(session).toMatchObject({ state: 'submitted' })
  expect(await stageOf(ana)).toBe('proof_of_funds')
  const held = await ana.ask(documents.list, {})
  expect(held.map(({ documentType }) => documentType).sort()).toEqual([
    'address_proof',
    'passport',
    'photo',
    'selfie',
  ])

  // The page may be on a borrowed phone, so it shows nothing that was read. The client's own status has it.
  expect(JSON.stringify(session)).not.toMatch(/53340\d{4}|okafor/i)
  expect(await ana.ask(onboarding.status, {})).toMatchObject({
    verificationStatus: 'manual_review',
    extractedData: {
      personalInfo: { FirstName: 'AMARA', LastName: 'OKAFOR', BirthDate: '1990-04-17' },
      addressInfo: { AddressPostCode: 'SW1A 1AA' },
      documentInfo: { DocumentNumber: expect.stringMatching(/^53340\d{4}$/), ExpiryDate: '2031-06-30' },
    },
    verifiedDocuments: [{ type: 'passport' }, { type: 'address_proof' }],
    completedSteps: expect.arrayContaining([
      { type: 'FRONTSIDE', result: 'Passed' },
      { type: 'SELFIE', result: 'Review' },
      { type: 'LIVENESS', result: 'Review' },
      { type: 'PASSIVE_LIVENESS', result: 'Review' },
    ]),
  })
})

test('the address of a session opens nothing for another client, nor for the firm', async () => {
  const { token } = await opened()
  const strangers = [await portal.client(), await portal.staff('administrator')]
  for (const stranger of strangers) {
    const asking = [
      () => stranger.ask(onboarding.capture, { token }),
      () => stranger.ask(onboarding.chooseDocument, { token, document: 'passport' }),
      () => stranger.ask(onboarding.submitSession, { token }),
    ]
    for (const ask of asking) await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
    expect((await sendPicture(stranger, token, 'FRONTSIDE')).status).toBe(404)
  }
  const guessed = portal.visitor().ask(onboarding.capture, { token: 'A'.repeat(43) })
  await expect(guessed).rejects.toMatchObject({ code: 'not_found' })
})

test('a session that has expired says so and takes nothing; the chat opens a new one', async () => {
  const { ana, token } = await opened()
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  portal.wait(minutes(sessionMinutes))
  const phone = portal.visitor()
  expect(await phone.ask(onboarding.capture, { token })).toMatchObject({ state: 'expired' })
  expect(await sendPicture(phone, token, 'FRONTSIDE')).toMatchObject({
    status: 409,
    body: { reason: 'session_expired' },
  })
  expect((await show(ana)).session).toBeNull()
  expect(await ana.ask(onboarding.status, {})).toMatchObject({ verificationStatus: 'expired' })
  expect(await stageOf(ana)).toBe('upload_document')
  expect(await openSession(ana)).not.toBe(token)
  expect(await phone.ask(onboarding.capture, { token })).toMatchObject({ state: 'replaced' })
})

test('a bill with an address that is new to us does not keep an identity from being verified', async () => {
  const ana = await portal.client()
  await press(ana, ...toSessionWithoutFace)
  await capture(ana, await openSession(ana))
  const [sent] = (await ana.ask(documents.list, {})).filter(
    ({ documentType }) => documentType === 'address_proof',
  )
  expect(sent).toMatchObject({ status: 'pending', validation: { valid: true, confidence: 0.75 } })
  expect((await show(ana)).messages.at(-2)).toMatchObject({ badge: { tone: 'good', words: 'Checked' } })
})

test('a session that the chat has left takes nothing any more', async () => {
  const { ana, token } = await opened()
  await press(ana, 'Upload documents instead')
  expect(await ana.ask(onboarding.capture, { token })).toMatchObject({ state: 'replaced' })
  await expect(ana.ask(onboarding.chooseDocument, { token, document: 'passport' })).rejects.toMatchObject({
    reason: 'session_over',
  })
})

test('a session is submitted once, and only when every picture is there or left out', async () => {
  const { ana, token } = await opened()
  await ana.ask(onboarding.chooseDocument, { token, document: 'drivers_license' })
  const submit = () => ana.ask(onboarding.submitSession, { token })
  await expect(submit()).rejects.toMatchObject({ code: 'conflict', reason: 'steps_missing' })
  await expect(ana.ask(onboarding.skipStep, { token, step: 'FRONTSIDE' })).rejects.toMatchObject({
    code: 'unprocessable',
  })
  expect((await sendPicture(ana, token, 'FRONTSIDE')).status).toBe(201)
  for (const step of ['BACKSIDE', 'ADDRESSDOCUMENT', 'SELFIE', 'LIVENESS'] as const)
    await ana.ask(onboarding.skipStep, { token, step })
  expect((await Promise.all([submit(), submit()])).map(({ state }) => state)).toEqual([
    'submitted',
    'submitted',
  ])
  expect((await sendPicture(ana, token, 'FRONTSIDE')).status).toBe(409)
  const submitted = (await show(ana)).messages.filter(({ content }) =>
    content.includes('checking your documents'),
  )
  expect(submitted).toHaveLength(1)
})

test('who said no to comparing faces is asked for no picture of theirs', async () => {
  const ana = await portal.client()
  await press(ana, "Let's begin", 'Agree', 'No, a person can do it')
  const token = await openSession(ana)
  const { steps } = await ana.ask(onboarding.chooseDocument, { token, document: 'identity' })
  expect(steps.map(({ type }) => type)).toEqual(['FRONTSIDE', 'BACKSIDE', 'ADDRESSDOCUMENT'])
  expect((await sendPicture(ana, token, 'SELFIE')).status).toBe(422)
})

test('a picture that is not good enough is named at once, and may be taken again', async () => {
  const { ana, token } = await opened()
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  const address = async () =>
    (await ana.ask(onboarding.capture, { token })).steps.find(({ type }) => type === 'ADDRESSDOCUMENT')
  await sendPicture(ana, token, 'ADDRESSDOCUMENT', await drawnOldBill())
  await expect
    .poll(address, pollOptions)
    .toMatchObject({ state: 'done', result: 'Failed', issues: [expect.stringContaining('3 March 2026')] })
  await sendPicture(ana, token, 'ADDRESSDOCUMENT', await drawnBill())
  await expect.poll(address, pollOptions).toMatchObject({ result: 'Passed', issues: [] })
})

test('a picture that its client deletes has to be taken again, and is not waited for', async () => {
  const { ana, token } = await opened()
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  await sendPicture(ana, token, 'FRONTSIDE')
  const [document] = await ana.ask(documents.list, {})
  if (!document) throw new Error('no document was kept')
  await ana.ask(documents.remove, { id: document.id })
  const { steps } = await ana.ask(onboarding.capture, { token })
  expect(steps[0]).toMatchObject({
    state: 'done',
    result: 'Failed',
    issues: [expect.stringContaining('deleted')],
  })
})

test('a session that is submitted before its pictures are read is decided when the last one is', async () => {
  const { ana, token } = await opened()
  const { promise, resolve } = Promise.withResolvers<void>()
  gates.push(promise)
  const { steps } = await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  await sendPicture(ana, token, 'FRONTSIDE', await drawnPassport())
  for (const { type } of steps.slice(1)) await ana.ask(onboarding.skipStep, { token, step: type })
  await ana.ask(onboarding.submitSession, { token })
  const waiting = await show(ana)
  expect(waiting).toMatchObject({ stage: 'verification_progress' })
  expect(newest(waiting).actionType).toBe('typing')
  expect(await ana.ask(onboarding.status, {})).toMatchObject({
    verificationStatus: 'processing',
    verificationDetails: { referenceNumber: expect.stringMatching(/^LOC-/) },
  })
  resolve()
  await expect.poll(() => stageOf(ana), pollOptions).toBe('proof_of_funds')
})

const guessOf = (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`

test('a session whose page awaits a picture starts the inspector, one that is over or guessed does not', async () => {
  const { ana, token } = await opened()
  const phone = portal.visitor()
  woken.length = 0
  await phone.ask(onboarding.capture, { token })
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  await phone.ask(onboarding.capture, { token })
  expect(woken).toEqual(['inspector'])
  await expect(phone.ask(onboarding.capture, { token: guessOf(token) })).rejects.toMatchObject({
    code: 'not_found',
  })
  portal.wait(minutes(sessionMinutes))
  await phone.ask(onboarding.capture, { token })
  expect(woken).toEqual(['inspector'])
})

test('a chat that asks for a file starts the inspector', async () => {
  const ana = await portal.client()
  await press(ana, ...toSession)
  await press(ana, 'Upload documents instead')
  woken.length = 0
  expect(newest(await press(ana, 'Passport')).actionType).toBe('upload')
  expect(woken).toEqual(['inspector'])
})

test('a picture starts no process for a stranger without the address of a session', async () => {
  const { ana, token } = await opened()
  const stranger = portal.visitor()
  woken.length = 0
  expect((await sendPicture(stranger, guessOf(token), 'FRONTSIDE', await drawnPassport())).status).toBe(404)
  expect((await sendPicture(stranger, 'x', 'FRONTSIDE', await drawnPassport())).status).toBe(404)
  expect(woken).toEqual([])
  await ana.ask(onboarding.chooseDocument, { token, document: 'passport' })
  expect((await sendPicture(ana, token, 'FRONTSIDE', await drawnPassport())).status).toBe(201)
  expect(woken).toEqual(['inspector'])
})
