import { expect } from '@playwright/test'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { drawnNumber, drawnSelfie } from '#server/testing/sample-documents.ts'
import { expectAccessible } from './axe.ts'
import {
  choosePicture,
  drawDocument,
  filmOfDocument,
  goOn,
  openSession,
  press,
  takePicture,
} from './camera.ts'
import { journeys, type Visit } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'

const test = journeys({ film: filmOfDocument })

/** A new client on the capture page of their session, with permission to use the camera. */
async function atCapture(visit: Visit, { comparesFaces = false, hasCamera = true } = {}) {
  await visit.signUp({ isNew: true })
  const address = await openSession(visit, { comparesFaces })
  if (hasCamera) await visit.context.grantPermissions(['camera'])
  await visit.page.goto(address)
  await expectHeading(visit.page, 'Which document do you have to hand, Amara?')
  return address
}

test('a client takes every picture with the camera of the phone, and the conversation goes on', async ({
  visit,
}) => {
  const visited = await visit({ device: 'phone' })
  const { page, ask } = visited
  await atCapture(visited, { comparesFaces: true })
  await expectAccessible(page, 'choice of the document')

  await page.getByRole('button', { name: /^Passport/ }).click()
  await page.getByText('Good light and focus. Are all corners inside?').waitFor()
  await expectAccessible(page, 'live picture')
  await page.getByRole('button', { name: 'Capture' }).click()
  await expectAccessible(page, 'picture to look at')
  await page.getByRole('button', { name: 'Retake' }).click()
  await takePicture(page, 'Photograph your passport')
  await takePicture(page, 'Photograph a proof of address')
  // The camera still shows the passport, and the same picture is not accepted twice.
  await choosePicture(page, { title: 'Take a selfie', picture: await drawnSelfie() })
  await choosePicture(page, { title: /^Show the number [2-9]$/, picture: await drawnNumber() })

  await expectHeading(page, "That's everything, Amara")
  await expectAccessible(page, 'hand-in')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expectHeading(page, 'Thank you. We have your photos')
  await expectAccessible(page, 'end')
  expect((await ask(onboarding.show, {})).stage).not.toBe('upload_document')
})

test('a card is taken from both sides, and what cannot be taken now is left out', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await atCapture(visited)
  await page.getByRole('button', { name: /^Driving licence/ }).click()
  await takePicture(page, 'Photograph the front of your driving licence')
  await takePicture(page, 'Now the back of your driving licence')
  await expectHeading(page, 'Photograph a proof of address')
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await expectHeading(page, "That's everything, Amara")
  await page.getByText('Skipped').waitFor()
})

test('by the keyboard alone, from the choice to the end', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await atCapture(visited)
  const pressKey = async (name: string | RegExp) => {
    const button = page.getByRole('button', { name })
    await button.and(page.locator(':enabled')).waitFor()
    // The heading has the focus, and everything in this step follows it.
    for (
      let stop = 0;
      stop < 8 && !(await button.evaluate((element) => element === document.activeElement));
      stop += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  await pressKey(/^Passport/)
  await expectHeading(page, 'Photograph your passport')
  await pressKey('Capture')
  await expectHeading(page, 'Is everything easy to read?')
  await pressKey('Use Photo')
  await goOn(page)
  await expectHeading(page, 'Photograph a proof of address')
  await pressKey('Skip for now')
  await expectHeading(page, "That's everything, Amara")
  await pressKey('Finish')
  await expectHeading(page, 'Thank you. We have your photos')
})

test('without the camera, files will do', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await atCapture(visited, { hasCamera: false })
  await page.getByRole('button', { name: /^Passport/ }).click()
  await page.getByText('Camera Access Error').waitFor()
  await page
    .getByText("Could not access your camera. Please ensure you've granted camera permission.")
    .waitFor()
  await expectAccessible(page, 'camera fault')

  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Choose a file', { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await choose('large.jpg', Buffer.alloc(5 * 1024 * 1024 + 1))
  const refusal = page.getByText('File too large. Maximum file size is 5MB. Please choose a smaller file.')
  await refusal.waitFor()
  await choose('passport.jpg', await drawDocument())
  await page.getByRole('img', { name: 'Preview: Passport' }).waitFor()
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await goOn(page)

  await expectHeading(page, 'Photograph a proof of address')
  await page.getByText('Camera Access Error').waitFor()
  await visited.context.grantPermissions(['camera'])
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await expectHeading(page, 'Is everything easy to read?')
})

test('the camera is released as soon as there is a picture', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    globalThis.cameras = []
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      globalThis.cameras.push(...stream.getTracks())
      return stream
    }
  })
  await atCapture(visited)
  await page.getByRole('button', { name: /^Passport/ }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await expectHeading(page, 'Is everything easy to read?')
  // The page lets go of it after it has drawn the heading.
  const states = () => page.evaluate(() => globalThis.cameras.map(({ readyState }) => readyState))
  await expect.poll(async () => [...new Set(await states())]).toEqual(['ended'])
})

test('a picture survives a lost connection and is sent again automatically', async ({ visit }) => {
  const lost = [/ERR_INTERNET_DISCONNECTED/]
  const visited = await visit({ device: 'phone', awaited: lost })
  const { page, context } = visited
  await atCapture(visited)
  await page.getByRole('button', { name: /^Passport/ }).click()
  await page.getByRole('button', { name: 'Capture' }).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await page.getByText('Not sent yet').waitFor()
  await expectAccessible(page, 'picture that is not sent')
  await context.setOffline(false)
  await goOn(page)
  await expectHeading(page, 'Photograph a proof of address')
})

test('the computer shows what the phone does, without a click there', async ({ visit }) => {
  const computer = await visit()
  const phone = await visit({ device: 'phone' })
  const address = await atCapture(computer)
  await phone.context.grantPermissions(['camera'])
  // Nobody is signed in on the phone. It has only the address.
  await phone.page.goto(address)
  await phone.page.getByRole('button', { name: /^Passport/ }).click()
  await expectHeading(computer.page, 'Photograph your passport')
  await takePicture(phone.page, 'Photograph your passport')
  await expectHeading(computer.page, 'Photograph a proof of address')
  await phone.page.getByRole('button', { name: 'Skip for now' }).click()
  await phone.page.getByRole('button', { name: 'Finish' }).click()
  await expectHeading(phone.page, 'Thank you. We have your photos')
  await phone.page.getByText('Go back to the device you started on').waitFor()
  await expectHeading(computer.page, 'Thank you. We have your photos')
})

test('a user signed in as someone else cannot open the address of a session', async ({ visit }) => {
  const refused = [/status of 404/]
  const first = await visit()
  const second = await visit({ awaited: refused })
  const address = await atCapture(first)
  await second.signUp({ isNew: true })
  await second.page.goto(address)
  await expectHeading(second.page, "We don't recognise this link")
  expect(await second.page.getByText('Amara').count()).toBe(0)
  await expectAccessible(second.page, 'unknown address')
})

test('a session that was replaced by another way says so, and what to do', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await atCapture(visited)
  await press(visited, 'Upload documents instead')
  await expectHeading(page, 'This session has been replaced by a newer one')
  await page.getByText('Use the newest link from the chat in your portal.').waitFor()
})

test('a link that was cut off says what to do, and stays a 404', async ({ visit }) => {
  const { page } = await visit({ awaited: [/status of 404/] })
  const reply = await page.goto('/verify-session/not-a-token')
  expect(reply?.status()).toBe(404)
  await expectHeading(page, "We don't recognise this link")
})

test('the page in a frame tells the page around it how the session stands', async ({ visit }) => {
  const visited = await visit()
  const { page } = visited
  await atCapture(visited)
  const address = page.url()
  await page.goto('/privacy')
  await page.evaluate((src) => {
    globalThis.heard = []
    addEventListener('message', ({ data }) => globalThis.heard.push(data))
    const frame = Object.assign(document.createElement('iframe'), {
      src,
      allow: 'camera',
      width: 800,
      height: 700,
    })
    document.body.replaceChildren(frame)
  }, address)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('button', { name: /^Passport/ }).click()
  await frame.getByRole('button', { name: 'Capture' }).waitFor()
  await press(visited, 'Upload documents instead')
  await frame.getByRole('button', { name: 'Back to the chat' }).click()
  const heardWords = () => page.evaluate(() => globalThis.heard)
  await expect.poll(heardWords).toEqual([
    { from: 'verification-session', says: 'replaced' },
    { from: 'verification-session', says: 'closing' },
  ])
})

for (const [name, viewport] of Object.entries({
  'a phone of 320 px': { width: 320, height: 568 },
  'a phone on its side': { width: 844, height: 390 },
}))
  test(`nothing reaches over the edge on ${name}`, async ({ visit }) => {
    const visited = await visit({ device: 'phone', viewport })
    const { page } = visited
    await atCapture(visited, { comparesFaces: true })
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: /^National ID card/ }).click()
    await page.getByRole('button', { name: 'Capture' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Capture' }).click()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Use Photo' }).click()
    await goOn(page)
    await expectNoSidewaysScroll(page)
  })

declare global {
  /** Every camera track that the page received. */
  var cameras: MediaStreamTrack[]
  /** The messages from a page in a frame. */
  var heard: unknown[]
}
