import { expect, onTestFinished, test } from 'vitest'
import { guests } from '#contract/guests.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { mobileIn, TextMessageId, textMessages, textProvider } from '#contract/text-messages.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openTwilio } from '#server/providers/text-messages/twilio.ts'
import { openPortal } from '#server/testing/portal.ts'
import { handleText, lease, pauses } from './jobs.ts'
import { openTextPortal } from './testing/texts.ts'

const { portal, twilio, boss, settings, jobContext, sendAll, withAunt, fresh, standing, stateOf, bodiesTo } =
  await openTextPortal()
const { connection } = twilio
const soon = { interval: 20 }

test.each([
  ['07700 900123', '+447700900123'],
  ['+44 (0)7700 900-123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['447700900123', '+447700900123'],
  ['07624 900123', '+447624900123'],
  ['+33 6 12 34 56 78', '+33612345678'],
  ['020 7946 0123', null],
  ['070 1234 5678', null],
  ['07600 900123', null],
  ['07700 90012', null],
  ['+44 20 7946 0123', null],
  ['call me', null],
])('%s is read as the mobile number %s', (typed, number) => expect(mobileIn(typed)).toBe(number))

test('before texts are set up none is offered, and a code is refused rather than lost', async () => {
  expect(await boss.ask(textMessages.offer, {})).toEqual({ isOffered: false, isKept: false })
  const place = await withAunt()
  await expect(boss.ask(guests.invite, { ...place, mobile: fresh() })).rejects.toMatchObject({
    reason: 'texts_off',
  })
  expect(await boss.ask(guests.list, { id: place.id })).toEqual([])
})

test('the connection is tested by a text before it is saved, and its secret is shown to nobody', async () => {
  const mobile = fresh()
  const { isOn: _, ...typed } = settings
  expect(await boss.ask(textProvider.test, { ...typed, secret: 'wrong', mobile })).toMatchObject({
    state: 'bad',
    words: expect.stringContaining("doesn't accept the account SID or the API key"),
  })
  expect(await boss.ask(textProvider.test, { ...typed, mobile })).toMatchObject({ state: 'good' })
  expect(bodiesTo(mobile)).toHaveLength(1)
  await expect(boss.ask(textProvider.save, { ...settings, secret: '', sender: '' })).rejects.toMatchObject({
    fields: { secret: expect.any(String), sender: expect.any(String) },
  })
  const asksPassword = { code: 'forbidden', reason: 'reauth_required' }
  await expect(boss.ask(textProvider.save, settings)).rejects.toMatchObject(asksPassword)
  const colleague = await portal.staff('administrator')
  const saved = await boss.ask(textProvider.save, { ...settings, currentPassword: portal.password })
  const [latest] = await colleague.ask(notifications.list, {})
  expect(latest?.title).toBe('How text messages are sent has changed')
  const renamed = { ...settings, sender: 'Other' }
  await expect(boss.ask(textProvider.save, renamed)).rejects.toMatchObject(asksPassword)
  expect(saved).toMatchObject({ isOn: true, hasSecret: true, accountSid: connection.accountSid })
  expect(JSON.stringify(saved)).not.toContain(connection.secret)
  const { rows } = await portal.pool.query(
    `select t::text as text from text_providers t
     union all select details::text from audit where event like 'text_provider.%'`,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { text } of rows) expect(text).not.toContain(connection.secret)
  // The secret of one key is not used for another.
  const other = { ...settings, secret: undefined, keySid: `SK${'b'.repeat(32)}` }
  await expect(boss.ask(textProvider.save, other)).rejects.toMatchObject({
    fields: { secret: expect.any(String) },
  })
  expect(await boss.ask(textProvider.save, { ...settings, secret: undefined })).toMatchObject({ isOn: true })
})

test('a guest’s code goes by text, the link by email, and the trail says where', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  const { code, textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(() => stateOf(textId), soon).toBe('sent')
  const [body] = bodiesTo(mobile)
  expect(body).toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  expect(body?.length).toBeLessThanOrEqual(160)
  portal.wait(minutes(1))
  await sendAll()
  expect(await stateOf(textId)).toBe('delivered')
  const rows = await portal.pool.query(
    `select t::text as text from text_messages t where id = $1
     union all select details::text from audit where event = 'text_message.requested'
     union all select paragraphs::text from mails`,
    [textId],
  )
  const all = JSON.stringify(rows.rows)
  expect(all).toContain(mobileIn(mobile))
  expect(all).toContain('send you by text')
  // Both as shown and as written. Three digits of the code alone occur in many numbers.
  const shown = JSON.stringify(await boss.ask(textMessages.list, {}))
  for (const words of [code, `${code.slice(0, 3)} ${code.slice(3)}`]) {
    expect(all).not.toContain(words)
    expect(shown).not.toContain(words)
  }
})

test('a text whose sending went unanswered is looked for, and not sent twice', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  const patient = portal.ports.texts
  onTestFinished(() => {
    portal.ports.texts = patient
  })
  portal.ports.texts = openTwilio({ address: twilio.address, fixed: null, timeout: 400 })
  twilio.fail('silent')
  const { textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(async () => (await standing(textId)).failure, soon).toContain("doesn't answer")
  portal.ports.texts = patient
  expect(bodiesTo(mobile)).toHaveLength(1)
  portal.wait(pauses[0] ?? 0)
  // It is still unknown whether the provider has accepted it.
  twilio.fail({ status: 503 })
  await sendAll()
  expect(await stateOf(textId)).toBe('waiting')
  portal.wait(pauses[1] ?? 0)
  twilio.fail(null)
  await Promise.all(Array.from({ length: 8 }, () => handleText(jobContext, TextMessageId.parse(textId))))
  expect(await stateOf(textId)).toBe('sent')
  expect(bodiesTo(mobile)).toHaveLength(1)
})

test('a portal that dies between sending and noting it does not send again', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  twilio.fail({ status: 429, code: 20429 })
  const { textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(async () => (await standing(textId)).failure, soon).toContain('too often')
  twilio.fail(null)
  portal.wait(pauses[0] ?? 0)
  const { texts } = portal.ports
  const dying = {
    ...jobContext,
    ports: {
      ...portal.ports,
      texts: {
        ...texts,
        send: async (...given: Parameters<typeof texts.send>) => {
          await texts.send(...given)
          throw new Error('the process was killed')
        },
      },
    },
  }
  await expect(handleText(dying, TextMessageId.parse(textId))).rejects.toThrow('killed')
  expect(bodiesTo(mobile)).toHaveLength(1)
  await sendAll()
  portal.wait(lease)
  await sendAll()
  expect(await stateOf(textId)).toBe('sent')
  expect(bodiesTo(mobile)).toHaveLength(1)
})

test('whoever had a text sent is told in a sentence that it did not arrive', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  twilio.become('undelivered', 30003)
  const { textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(() => stateOf(textId), soon).toBe('sent')
  portal.wait(minutes(1))
  await sendAll()
  twilio.become('delivered')
  expect(await standing(textId)).toMatchObject({
    state: 'failed',
    failure: 'The phone was switched off or out of reach. (Twilio 30003)',
  })
  const notice = { title: "A text with a code didn't arrive", link: `/firm/cases/${place.id}` }
  expect(await boss.ask(notifications.list, {})).toContainEqual(expect.objectContaining(notice))
})

test('an attempt that was overtaken gives nothing up and tells nobody', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  twilio.fail({ status: 429, code: 20429 })
  const { textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(async () => (await standing(textId)).failure, soon).toContain('too often')
  twilio.fail(null)
  portal.wait(pauses[0] ?? 0)
  const [question, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { texts } = portal.ports
  const send: typeof texts.send = async () => {
    question.resolve()
    await answer.promise
    return { status: 'refused', failure: 'other', code: null }
  }
  const slow = { ...jobContext, ports: { ...portal.ports, texts: { ...texts, send } } }
  const overtaken = handleText(slow, TextMessageId.parse(textId))
  await question.promise
  portal.wait(lease)
  await sendAll()
  answer.resolve()
  await overtaken
  expect(await stateOf(textId)).toBe('sent')
  const links = (await boss.ask(notifications.list, {})).map(({ link }) => link)
  expect(links).not.toContain(`/firm/cases/${place.id}`)
})

test('a newer code stops an older one that waits, and what is over is not sent', async () => {
  const [place, mobile] = [await withAunt(), fresh()]
  twilio.fail({ status: 429, code: 20429 })
  const first = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(async () => (await standing(first.textId)).failure, soon).toContain('too often')
  const second = await boss.ask(guests.renew, { id: place.id, partyId: place.partyId, mobile })
  expect(await standing(first.textId)).toMatchObject({ state: 'failed', failure: /newer code/ })
  await expect.poll(async () => (await standing(second.textId)).failure, soon).toContain('too often')
  twilio.fail(null)
  await portal.pool.query('update text_messages set expires_at = created_at where id = $1', [second.textId])
  portal.wait(pauses[0] ?? 0)
  await sendAll()
  expect(await stateOf(second.textId)).toBe('failed')
  expect(bodiesTo(mobile)).toEqual([])
})

test('a landline is refused where it was typed, and one number is not filled with texts', async () => {
  const place = await withAunt()
  await expect(boss.ask(guests.invite, { ...place, mobile: '020 7946 0123' })).rejects.toMatchObject({
    fields: { mobile: expect.stringContaining('mobile number') },
  })
  const mobile = fresh()
  const again = { id: place.id, partyId: place.partyId, mobile }
  await boss.ask(guests.invite, { ...place, mobile })
  for (let times = 1; times < 5; times += 1) await boss.ask(guests.renew, again)
  await expect(boss.ask(guests.renew, again)).rejects.toMatchObject({ reason: 'too_many_texts' })
})

test('nobody but whoever had it sent learns how a text stands', async () => {
  const { textId } = await boss.ask(guests.invite, { ...(await withAunt()), mobile: fresh() })
  const other = await portal.staff('administrator')
  await expect(other.ask(textMessages.standing, { id: TextMessageId.parse(textId) })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the demo sends none: the outbox keeps them, and the trail says who has read a code there', async () => {
  const demo = await openPortal({ ports: { texts: openTwilio({ address: twilio.address, fixed: null }) } })
  const admin = await demo.staff('administrator')
  await expect(admin.ask(textProvider.save, settings)).rejects.toMatchObject({ reason: 'demo' })
  expect(await admin.ask(textMessages.offer, {})).toEqual({ isOffered: true, isKept: true })
  const before = twilio.posted.length
  const { code, textId } = await admin.ask(guests.invite, {
    ...(await withAunt(demo, admin)),
    mobile: fresh(),
  })
  const find = async () => (await admin.ask(textMessages.list, {})).find(({ id }) => id === textId)
  await expect.poll(async () => (await find())?.state, soon).toBe('kept')
  expect(await find()).toMatchObject({ hasCode: true, words: expect.stringContaining('••• •••') })
  expect(await admin.ask(textMessages.code, { id: TextMessageId.parse(textId) })).toEqual({ code })
  const { rows } = await demo.pool.query("select * from audit where event = 'text_message.code_read'")
  expect(rows).toHaveLength(1)
  expect(twilio.posted).toHaveLength(before)
})
