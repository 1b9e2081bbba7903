import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { documents } from '#contract/documents/documents.ts'
import { identity } from '#contract/identity/identity.ts'
import { messages } from '#contract/messages.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { findPersonalDetails } from '#server/features/accounts/service.ts'
import { openPortal } from '#server/testing/portal.ts'
import {
  drawnBill,
  drawnCoveredPassport,
  drawnDarkness,
  drawnStatement,
} from '#server/testing/sample-documents.ts'
import {
  answer,
  bank,
  capture,
  newest,
  openResident,
  openSession,
  outcomesOf,
  ownPapers,
  press,
  show,
  stageOf,
  toBankUnread,
  toSession,
  toSessionWithoutFace,
} from './testing.ts'

const portal = await openPortal()

const said = (all: Awaited<ReturnType<typeof show>>) => all.messages.map(({ content }) => content)

test('a new client is greeted by name, once, with nothing collected and no consent assumed', async () => {
  const ana = await portal.client()
  const [firstLog, other] = await Promise.all([show(ana), show(ana)])

  expect(firstLog).toEqual(other)
  expect(firstLog).toMatchObject({
    stage: 'welcome',
    road: 'camera',
    consents: [],
    session: null,
    upload: null,
  })
  expect(firstLog.messages).toHaveLength(1)
  expect(newest(firstLog)).toMatchObject({
    content: expect.stringContaining('Hello Amara'),
    options: ["Let's begin"],
  })
  expect(firstLog.suggestedTopics).toHaveLength(5)
})

test('consent says what, why, how long and who, and is kept with its version and time', async () => {
  const ana = await portal.client()
  const questionText = newest(await press(ana, "Let's begin")).content
  for (const words of [
    'identity document',
    'money laundering',
    'at least 5 years',
    'on its own secure system',
  ])
    expect(questionText).toContain(words)

  const { consents } = await press(ana, 'Agree', 'No, a person can do it')

  expect(consents).toEqual([
    { kind: 'processing', isGiven: true, textVersion: expect.any(String), at: portal.now() },
    { kind: 'face_comparison', isGiven: false, textVersion: expect.any(String), at: portal.now() },
  ])
})

test('who does not agree is asked nothing, and may agree later or go on to the dashboard', async () => {
  const ana = await portal.client()
  const refused = await press(ana, "Let's begin", 'I do not agree')
  expect(refused).toMatchObject({ stage: 'consent', consents: [{ isGiven: false }] })
  await expect(ana.ask(onboarding.generateSession, {})).rejects.toMatchObject({ code: 'conflict' })
  expect(await press(ana, 'Agree')).toMatchObject({ stage: 'face_consent' })
})

test('the happy road: a session, the bank details, the review, and nothing is asked twice', async () => {
  const ana = await openResident(portal)
  await press(ana, ...toSessionWithoutFace)
  const token = await openSession(ana)
  expect(newest(await show(ana))).toMatchObject({
    sessionUrl: `/verify-session/${token}`,
    stage: 'upload_document',
  })
  await capture(ana, token)

  const verified = await show(ana)
  expect(verified).toMatchObject({ stage: 'proof_of_funds', session: null })
  expect(verified.messages.at(-2)).toMatchObject({
    badge: { words: 'Checked' },
    facts: expect.arrayContaining([{ label: 'Date of birth', value: '17 April 1990' }]),
  })
  expect(newest(verified)).toMatchObject({ actionType: 'form', formId: 'banking_details' })

  const review = await answer(ana, { kind: 'banking_details', ...bank })
  expect(newest(review).options).toEqual(['Yes, there are changes', 'No, everything is correct'])
  const checked = await press(ana, 'No, everything is correct')
  expect(checked.stage).toBe('review_details')
  expect(said(checked)).toContainEqual(expect.stringMatching(/^Collected data verified\n/))
  const end = await press(ana, 'Yes, this is correct')
  expect(end).toMatchObject({ stage: 'complete', redirectAfter: 1000, progress: { step: 5, minutesLeft: 0 } })
  // The check itself is in review until somebody has compared her face, so the chat doesn't call it finished.
  expect(newest(end).content).toMatch(
    /^Great! Your identity verification is now complete on your side\. Someone at .+ will/,
  )

  expect(await outcomesOf(ana, 'proof_of_identity', 'bank_check')).toEqual([null, null])
  // When three windows end it at once, everything is settled once.
  const ends = await Promise.all([1, 2, 3].map(() => ana.ask(onboarding.complete, {})))
  expect(ends.map(({ user }) => user.isFirstLogin)).toEqual([false, false, false])
  expect(
    await outcomesOf(ana, 'proof_of_identity', 'proof_of_address', 'identity_check', 'bank_check'),
    // Nobody has compared a face: the client left that to a person.
  ).toEqual(['verified', 'verified', 'review', 'verified'])
  expect(await ana.ask(identity.verifications, {})).toHaveLength(2)
  expect((await ana.ask(documents.list, {})).filter(({ taskId }) => taskId)).toHaveLength(2)
  expect(await findPersonalDetails(portal.db, ana.user.id)).toMatchObject({
    fullName: 'Amara Okafor',
    dateOfBirth: '1990-04-17',
    postalCode: 'SW1A 1AA',
  })
})

test('what is not verified is told with its issues and tips, and a new session makes it good', async () => {
  const ana = await portal.client()
  await press(ana, ...toSession)
  const first = await openSession(ana)
  await capture(ana, first, { FRONTSIDE: drawnBill, ADDRESSDOCUMENT: drawnDarkness })
  const failed = await show(ana)
  expect(failed.stage).toBe('verification_failed')
  const { content, options } = newest(failed)
  expect(content).toContain('• Passport: This looks like a utility bill.')
  expect(content).toMatch(
    /\n• Proof of address: Nothing can be seen .+\n• Proof of address: The picture is too small .+\n\.\.\.and 1 more issue\nSome tips:\n• /,
  )
  expect(content).not.toContain('too dark')
  expect(options).toEqual(['Try again', 'Upload documents instead', 'Contact support', 'Go to Dashboard'])

  await press(ana, 'Try again')
  const second = await openSession(ana)
  expect(second).not.toBe(first)
  await capture(ana, second)
  expect(await stageOf(ana)).toBe('proof_of_funds')
})

test('who leaves after a failure keeps the identity task, and the firm is told', async () => {
  const ana = await openResident(portal)
  const admin = await portal.staff('administrator')
  await press(ana, ...toSession)
  await capture(ana, await openSession(ana), { ...ownPapers, FRONTSIDE: drawnStatement })
  await press(ana, 'Contact support', 'Go to Dashboard')
  await ana.ask(onboarding.complete, {})

  expect(await outcomesOf(ana, 'identity_check', 'proof_of_identity', 'proof_of_address')).toEqual([
    null,
    null,
    'verified',
  ])
  const reply = await admin.send('GET', '/api/notifications', undefined, {})
  expect(JSON.stringify(reply.body)).toContain("An identity couldn't be verified")
  expect(JSON.stringify(reply.body)).toContain('New message from Amara Okafor')
  const [question] = await ana.ask(messages.list, {})
  expect(question?.content).toContain('at the step “identity not verified”')
})

test('what only a person can judge goes on as manual review', async () => {
  const ana = await portal.client()
  await press(ana, ...toSession)
  await capture(ana, await openSession(ana), { ...ownPapers, FRONTSIDE: drawnCoveredPassport })

  const review = await show(ana)
  expect(review.stage).toBe('proof_of_funds')
  expect(review.messages.at(-2)).toMatchObject({ badge: { tone: 'wait', words: 'Received' } })
  await answer(ana, { kind: 'banking_details', ...bank })
  await press(ana, 'No, everything is correct', 'Yes, this is correct')
  await ana.ask(onboarding.complete, {})
  expect(await outcomesOf(ana, 'identity_check', 'proof_of_identity')).toEqual(['review', 'review'])
})

test('a demo account that starts over is greeted anew, without consent', async () => {
  const ana = await portal.client({ username: testUsername })
  await toBankUnread(ana)
  await ana.ask(dashboard.resetTestUser, {})
  expect(await show(ana)).toMatchObject({ stage: 'welcome', consents: [], session: null, collected: {} })
  expect((await ana.ask(accounts.current, {})).username).toBe(testUsername)
})

test('nothing is made up of a name, a day or an address that was not read', async () => {
  const ana = await portal.client()
  await toBankUnread(ana)
  const review = await press(ana, 'Skip this step')
  expect(review.messages.flatMap(({ facts }) => facts ?? [])).toEqual([
    { label: 'Full name', value: 'Amara Okafor' },
    { label: 'Document', value: 'Passport' },
  ])
  expect((await show(ana)).collected).toMatchObject({ firstName: 'Amara', lastName: 'Okafor' })
  expect((await show(ana)).collected).not.toHaveProperty('dateOfBirth')
})
