import { expect, test } from 'vitest'
import { guests } from '#contract/guests.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { textMessages, textProvider } from '#contract/text-messages.ts'
import { openTextPortal } from './testing/texts.ts'

const { portal, twilio, boss, settings, withAunt, fresh, standing, bodiesTo } = await openTextPortal()
const { connection } = twilio
const soon = { interval: 20 }

test('with its secret removed nothing more is sent, and whoever waits for a text is told so at once', async () => {
  await boss.ask(textProvider.save, { ...settings, currentPassword: portal.password })
  const [place, mobile, colleague] = [await withAunt(), fresh(), await portal.staff('administrator')]
  twilio.fail({ status: 429, code: 20429 })
  const { textId } = await boss.ask(guests.invite, { ...place, mobile })
  await expect.poll(async () => (await standing(textId)).failure, soon).toContain('too often')
  twilio.fail(null)
  const { password } = portal
  await expect(boss.ask(textProvider.removeSecret, { password: 'a guess' })).rejects.toMatchObject({
    fields: { password: expect.any(String) },
  })
  const removed = await boss.ask(textProvider.removeSecret, { password })
  expect(removed).toMatchObject({ isOn: false, hasSecret: false, accountSid: connection.accountSid })
  // Not only when it would have been tried again: the clock stands still.
  await expect.poll(async () => (await standing(textId)).state, soon).toBe('failed')
  expect(await standing(textId)).toMatchObject({
    state: 'failed',
    failure: 'Text messages have been switched off.',
  })
  expect(bodiesTo(mobile)).toHaveLength(0)
  expect((await boss.ask(notifications.list, {}))[0]).toMatchObject({
    title: "A text with a code didn't arrive",
    body: expect.stringContaining('Please pass the code on yourself'),
  })
  expect((await colleague.ask(notifications.list, {})).map(({ title }) => title)).toContain(
    'The secret of Twilio has been removed',
  )
  const trail = "select details from audit where event = 'text_provider.secret_removed'"
  expect((await portal.pool.query(trail)).rows).toEqual([{ details: { account: connection.accountSid } }])
  expect((await boss.ask(textMessages.offer, {})).isOffered).toBe(false)
})
