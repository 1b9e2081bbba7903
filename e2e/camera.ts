import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import type { FrameLocator, Page } from '@playwright/test'
import { MessageId } from '#contract/onboarding/chat.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { temporaryFolder } from '#server/process/testing/portal-process.ts'
import type { Visit } from './journey.ts'

/** Makes a film of a drawn identity document on a table, which repeats one picture. */
export async function filmOfDocument() {
  const file = join(temporaryFolder(), 'document.mjpeg')
  const picture = await drawDocument()
  await writeFile(file, Buffer.concat(Array.from({ length: 10 }, () => picture)))
  return file
}

/** Draws a specimen of a country that does not exist (its code XXX is that of stateless people). */
export const drawDocument = async () => {
  const canvas = createCanvas(1280, 960)
  const context = canvas.getContext('2d')
  const fill = (colour: string, [x, y, width, height]: [number, number, number, number]) => {
    context.fillStyle = colour
    context.fillRect(x, y, width, height)
  }
  fill('#5b4a3a', [0, 0, 1280, 960])
  fill('#d9d2c2', [190, 190, 900, 580])
  fill('#93a5a3', [230, 280, 240, 310])
  context.fillStyle = '#23211f'
  context.font = '26px sans-serif'
  for (const [place, text] of ['SPECIMEN', 'OKAFOR', 'AMARA', 'XXX 533401372', '14 MAR 1991'].entries())
    context.fillText(text, 510, 300 + place * 60)
  context.font = '30px monospace'
  context.fillText('P<XXXOKAFOR<<AMARA<<<<<<<<<<<<<<<<<<<<<<<<<<', 205, 690)
  context.fillText('5334013725XXX9103143F3106025<<<<<<<<<<<<<<06', 205, 735)
  return canvas.encode('jpeg', 92)
}

/** Agrees to everything up to the verification session. Returns the address of its page. */
export async function openSession({ ask }: Pick<Visit, 'ask'>, { comparesFaces = false } = {}) {
  await press({ ask }, "Let's begin")
  await press({ ask }, 'Agree')
  await press({ ask }, comparesFaces ? 'Yes, compare them' : 'No, a person can do it')
  const { data } = await ask(onboarding.generateSession, {})
  if (!data) throw new Error('No session was opened.')
  return data.sessionUrl
}

/** Presses a button of the conversation through the API. */
export async function press({ ask }: Pick<Visit, 'ask'>, option: string) {
  const { messages } = await ask(onboarding.show, {})
  const messageId = MessageId.parse(messages.findLast(({ isUser }) => !isUser)?.id)
  return ask(onboarding.answer, { messageId, answer: { kind: 'option', option } })
}

/** Takes the picture that the page asks for and continues, whatever was found on it. */
export async function takePicture(page: Page, title: string | RegExp) {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await page.getByRole('button', { name: 'Capture', exact: true }).click()
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await goOn(page)
}

/** Chooses an existing picture for what the page asks for, and continues. */
export async function choosePicture(
  page: Page,
  { title, picture }: { title: string | RegExp; picture: Uint8Array },
) {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  const file = { name: 'face.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) }
  await page.getByLabel('Choose a photo', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Use Photo' }).click()
  await goOn(page)
}

/** Continues, whatever was found. */
export async function goOn(page: Page | FrameLocator) {
  const question = page.getByRole('heading', {
    level: 1,
    name: /^(Is everything easy to read|Happy with this photo)\?$/,
  })
  await question.waitFor({ state: 'detached' })
  const button = page.getByRole('button', {
    name: /^(Continue|Continue without waiting|Continue anyway)$/,
  })
  const next = page.getByRole('heading', { level: 1, name: /^(Photograph|Take a selfie|Show|Now|That)/ })
  await Promise.any([button.click(), next.waitFor()])
  await next.waitFor()
}
