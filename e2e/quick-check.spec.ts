import { drawPhoto, type PhotoFacts } from '#inspector/testing/pictures.ts'
import { expectAccessible } from './axe.ts'
import { journeys } from './journey.ts'
import { chooseFile } from './page-actions/documents.ts'
import { openTask } from './page-actions/tasks.ts'

const test = journeys()

const faults: [photo: PhotoFacts, words: string][] = [
  [{ light: 0.25 }, 'This photo looks dark.'],
  [{ blur: 2.5 }, 'This photo looks blurred.'],
  [{ glare: 0.2 }, 'A reflection seems to cover part of this photo.'],
  [{ width: 640, height: 480 }, 'This photo is small, so the print may be hard to read.'],
]

test('a photo is checked before it is sent, and is sent anyway if the client wants', async ({ visit }) => {
  const { page, signUp } = await visit({ device: 'phone' })
  await signUp()
  await page.goto('/')
  const dialog = await openTask(page, 'Upload proof of address', 'Upload')
  for (const [facts, words] of faults) {
    await chooseFile(dialog, await photoOf(facts))
    await dialog.getByText(words).waitFor()
    await expectAccessible(page, words)
    await dialog.getByRole('button', { name: 'Take again' }).click()
  }
  await chooseFile(dialog, await photoOf({ light: 0.25 }))
  await dialog.getByRole('button', { name: 'Send anyway' }).click()
  await dialog.getByRole('button', { name: /^(Done|Keep this one anyway)$/ }).waitFor()
})

const photoOf = async (facts: PhotoFacts) => ({
  name: 'bill.jpg',
  mimeType: 'image/jpeg',
  buffer: await drawPhoto(facts),
})
