import { expect, test } from 'vitest'
import { freePort } from '#server/testing/loopback.ts'
import { openStandIn } from './testing/twilio.ts'
import { openTwilio } from './twilio.ts'

const twilio = await openStandIn()
const sender = openTwilio({ address: twilio.address, fixed: null })
const impatient = openTwilio({ address: twilio.address, fixed: null, timeout: 400 })
const { connection } = twilio
const text = { to: '+447700900123', body: 'Hartley & Rowe: your code is 123 456. Schönen Tag – £' }
const send = (over: Partial<typeof connection> = {}, by = sender) =>
  by.send({ ...connection, ...over }, { ...text, validFor: 1800.7 })

test('a text is posted as Twilio takes it, and known by its reference', async () => {
  twilio.become('delivered')
  const sent = await send()
  expect(sent).toMatchObject({ status: 'sent', reference: expect.stringMatching(/^SM/) })
  expect(twilio.posted.at(-1)).toEqual({
    To: text.to,
    Body: text.body,
    From: connection.sender,
    ValidityPeriod: '1800',
  })
  if (sent.status !== 'sent') return
  expect(await sender.outcome(connection, sent.reference)).toEqual({ status: 'delivered' })
  expect(await sender.find(connection, { ...text, since: new Date() })).toBe(sent.reference)
  const later = new Date(Date.now() + 600_000)
  expect(await sender.find(connection, { ...text, since: later })).toBeNull()
  expect(await sender.find(connection, { ...text, body: 'another', since: new Date(0) })).toBeNull()
})

test('a messaging service is named as one', async () => {
  const service = `MG${'a'.repeat(32)}`
  await send({ sender: service })
  expect(twilio.posted.at(-1)).toMatchObject({ MessagingServiceSid: service })
  expect(twilio.posted.at(-1)).not.toHaveProperty('From')
})

test.each([
  ['a wrong secret', { secret: 'wrong' }, null, 'unreached', 'key'],
  ['another account', { accountSid: `AC${'9'.repeat(32)}` }, null, 'unreached', 'key'],
  ['no number', {}, { status: 400, code: 21211 }, 'refused', 'number'],
  ['somebody who answered STOP', {}, { status: 400, code: 21610 }, 'refused', 'blocked'],
  ['a country that is switched off', {}, { status: 400, code: 21408 }, 'refused', 'country'],
  ['a sender that is not theirs', {}, { status: 400, code: 21606 }, 'unreached', 'sender'],
  ['an account that is suspended', {}, { status: 403, code: 20005 }, 'unreached', 'account'],
  ['too many at once', {}, { status: 429, code: 20429 }, 'unreached', 'busy'],
  ['what nobody has heard of', {}, { status: 400, code: 21999 }, 'refused', 'other'],
  ['a server that fails', {}, { status: 503 }, 'unknown', 'silent'],
  ['a server that says nothing', {}, 'silent', 'unknown', 'silent'],
] as const)('%s is told apart', async (_, over, fault, status, failure) => {
  twilio.fail(fault)
  expect(await send(over, fault === 'silent' ? impatient : sender)).toMatchObject({ status, failure })
  twilio.fail(null)
})

test('where nobody listens, nothing has left', async () => {
  const nobody = openTwilio({ address: `http://127.0.0.1:${await freePort()}`, fixed: null })
  expect(await nobody.send(connection, { ...text, validFor: 60 })).toMatchObject({ status: 'unreached' })
})

test('what did not arrive says why, and an answer that cannot be read is none', async () => {
  const sent = await send()
  if (sent.status !== 'sent') throw new Error('It was not sent')
  twilio.become('undelivered', 30003)
  expect(await sender.outcome(connection, sent.reference)).toEqual({
    status: 'failed',
    failure: 'handset',
    code: 30003,
  })
  twilio.become('sent')
  expect(await sender.outcome(connection, sent.reference)).toEqual({ status: 'under_way' })
  twilio.fail({ status: 500 })
  await expect(sender.outcome(connection, sent.reference)).rejects.toThrow('500')
  await expect(sender.find(connection, { ...text, since: new Date() })).rejects.toThrow('500')
  twilio.fail(null)
})
