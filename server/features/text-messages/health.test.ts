import { expect, test } from 'vitest'
import { guests } from '#contract/guests.ts'
import { portal as kit } from '#contract/kit/portal.ts'
import { textProvider } from '#contract/text-messages.ts'
import { openTextPortal } from './testing/texts.ts'

const { portal, twilio, boss, settings, withAunt, fresh, standing } = await openTextPortal()
const { password } = portal
await boss.ask(textProvider.save, { ...settings, currentPassword: password })
const warnings = async (): Promise<string[]> =>
  (await portal.app.inject({ url: kit.health.path })).json().warnings
const soon = { interval: 300, timeout: 10_000 }
const warning = expect.stringContaining('Twilio didn')

test('the health says that Twilio refused the key, until a test text goes or texts are off', async () => {
  const send = async () => {
    const { textId } = await boss.ask(guests.invite, { ...(await withAunt()), mobile: fresh() })
    await expect.poll(async () => (await standing(textId)).failure, soon).not.toBeNull()
  }
  twilio.fail({ status: 401, code: 20003 })
  await send()
  await expect.poll(warnings, soon).toContainEqual(warning)
  twilio.fail(null)
  const { secret: _, ...kept } = twilio.connection
  await boss.ask(textProvider.test, { ...kept, mobile: fresh() })
  await expect.poll(warnings, soon).not.toContainEqual(warning)
  // A number that takes no texts is nothing that the firm has to put right.
  twilio.fail({ status: 400, code: 21211 })
  await send()
  expect(await warnings()).not.toContainEqual(warning)
  twilio.fail({ status: 401, code: 20003 })
  await send()
  await expect.poll(warnings, soon).toContainEqual(warning)
  await boss.ask(textProvider.removeSecret, { password })
  await expect.poll(warnings, soon).not.toContainEqual(warning)
})
