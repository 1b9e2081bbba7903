import { expect } from '@playwright/test'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { filmOfDocument, goOn, openSession, takePicture } from './camera.ts'
import { journeys, type Visit } from './journey.ts'
import { goOutside, outside, readCode } from './outside.ts'
import { expectHeading } from './page-actions/seen.ts'

const test = journeys({ film: filmOfDocument })

/** A new client in the conversation, with an open verification session. */
async function atSession(visit: Visit) {
  await visit.signUp({ isNew: true })
  const address = await openSession(visit)
  await visit.context.grantPermissions(['camera'])
  await visit.page.goto('/onboarding')
  await visit.page.getByRole('button', { name: 'Start Verification' }).waitFor()
  return address
}

const stageOf = async ({ ask }: Visit) => (await ask(onboarding.show, {})).stage

test('in the window over the conversation, from the first picture to the next question', async ({
  visit,
}) => {
  const visited = await visit()
  const { page } = visited
  await atSession(visited)
  await page.getByRole('button', { name: 'Start Verification' }).click()
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: /^Passport/ }).click()
  await frame.getByRole('button', { name: 'Capture' }).click()
  await frame.getByRole('button', { name: 'Use Photo' }).click()
  await goOn(frame)
  await frame.getByRole('button', { name: 'Skip for now' }).click()
  await frame.getByRole('button', { name: 'Finish' }).click()
  await page.locator('iframe').waitFor({ state: 'detached' })
  expect(await stageOf(visited)).not.toBe('upload_document')
})

test('the conversation on the computer goes on by itself when the phone is done', async ({ visit }) => {
  const computer = await visit()
  const phone = await visit({ device: 'phone' })
  const address = await atSession(computer)
  await phone.context.grantPermissions(['camera'])
  await phone.page.goto(address)
  await phone.page.getByRole('button', { name: /^Passport/ }).click()
  await takePicture(phone.page, 'Photograph your passport')
  await phone.page.getByRole('button', { name: 'Skip for now' }).click()
  await phone.page.getByRole('button', { name: 'Finish' }).click()
  await expectHeading(phone.page, 'Thank you. We have your photos')
  await computer.page.getByRole('button', { name: 'Start Verification' }).waitFor({ state: 'detached' })
  expect(await stageOf(computer)).not.toBe('upload_document')
})

test('the code beside the session, read by the camera of a phone, opens that session there', async ({
  visit,
}) => {
  const [computer, phone] = [await visit({ colours: 'dark' }), await visit({ device: 'phone' })]
  const path = await atSession(computer)
  const { origin } = new URL(computer.page.url())
  for (const device of [computer, phone]) await goOutside(device, origin)
  await computer.page.goto(`${outside}/onboarding`)
  await computer.page.getByRole('button', { name: 'Start Verification' }).click()
  const code = computer.page.getByRole('img', { name: 'QR code to continue on your phone' })
  const read = await readCode(await code.screenshot())
  expect(read).toBe(`${outside}${path}`)
  await phone.page.goto(read ?? '')
  await phone.page.getByRole('button', { name: /^Passport/ }).click()
  await expectHeading(phone.page, 'Photograph your passport')
})
