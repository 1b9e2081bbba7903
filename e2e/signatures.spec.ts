import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import { journeys, type Visit } from './journey.ts'
import { expectFocusIn, tabTo, typeInto } from './page-actions/keys.ts'
import { expectHeading, expectNoSidewaysScroll, expectToast } from './page-actions/seen.ts'
import { agree, draw, save, sealing } from './page-actions/signatures.ts'

const test = journeys()

const card = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name })
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

async function asSolicitor({ ask, page }: Visit) {
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.goto('/firm/signatures')
  await expectHeading(page, 'E-Signatures')
}

/** Sends a PDF to a client on the firm's own page. */
async function sendDocument(page: Page, { email, name }: { email: string; name: string }) {
  await page.getByRole('button', { name: 'Send for signature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send for signature' })
  const client = dialog.getByLabel('Client', { exact: true })
  const offer = client.locator('option').filter({ hasText: email })
  await client.selectOption({ value: (await offer.getAttribute('value')) ?? '' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  const buffer = Buffer.from(await drawStatement('3 November 2026'))
  await (await chooser).setFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer })
  await dialog.getByLabel('Name of the document').fill(name)
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expectToast(page, { title: 'Sent for signature' })
  await dialog.waitFor({ state: 'detached' })
}

test('the firm sends, the client signs by drawing, and both see it without loading a page again', async ({
  visit,
}) => {
  const [firm, client] = [await visit(), await visit({ device: 'phone' })]
  const person = await client.signUp()
  await asSolicitor(firm)
  await client.page.goto('/signatures')
  await expectHeading(client.page, 'E-Signatures')
  await tab(client.page, /^To Sign 1$/).waitFor()

  await sendDocument(firm.page, { email: person.email, name: 'Transfer deed' })
  const deed = card(client.page, 'Transfer deed')
  await deed.getByText('Sent by Priya Raman').waitFor()
  await tab(client.page, /^To Sign 2$/).waitFor()
  await expectNoSidewaysScroll(client.page)

  await deed.getByRole('button', { name: /^Sign Document/ }).click()
  const dialog = client.page.getByRole('dialog', { name: 'Transfer deed' })
  await dialog.getByRole('img', { name: 'Page 1 of 1' }).waitFor()
  await dialog.getByText('GREYFRIARS BANK').waitFor({ state: 'attached' })
  await save(dialog)
  await dialog.getByText('Please draw your signature before saving.').waitFor()
  await draw(client.page, dialog)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('img', { name: 'Signature pad, empty' }).waitFor()
  await draw(client.page, dialog)
  // Switching to the other tab and back loses nothing that was drawn.
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByRole('tab', { name: 'Draw' }).click()
  await dialog.getByRole('img', { name: 'Signature pad, drawn' }).waitFor()
  await agree(dialog)
  await save(dialog)
  await expectToast(client.page, { title: 'Signature Saved' }, { within: sealing })
  await dialog.waitFor({ state: 'detached' })
  await tab(client.page, /^Signed Documents 1$/).click()
  await card(client.page, 'Transfer deed').getByText('Signed', { exact: true }).waitFor()

  const row = firm.page.getByRole('row').filter({ hasText: 'Transfer deed' }).first()
  await row.getByText('Signed', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Details of Transfer deed' }).click()
  const evidence = firm.page.getByRole('dialog', { name: 'Transfer deed' })
  await evidence.getByText('Nothing has changed since it was signed').waitFor()
  await evidence.getByRole('cell', { name: 'Verified' }).waitFor()
})

test('without a mouse, a client types a signature, takes the copy, and a stranger checks it', async ({
  visit,
}) => {
  const { page, signUp } = await visit()
  await signUp()
  const { keyboard } = page
  await page.goto('/signatures')
  await tabTo(page.getByRole('button', { name: 'Sign Document Client care letter' }))
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Client care letter' })
  await expectFocusIn(dialog)
  const paper = dialog.getByRole('region', { name: 'Client care letter, to read' })
  await tabTo(paper)
  // A page that is still loading may be laid out anew, which stops the scrolling that has begun.
  await dialog.getByText('Page 1 is loading…').waitFor({ state: 'detached' })
  await dialog.getByRole('img', { name: 'Page 1 of 2' }).waitFor()
  await keyboard.press('End')
  await page.waitForFunction((seen) => (seen?.scrollTop ?? 0) > 100, await paper.elementHandle())
  await tabTo(dialog.getByRole('tab', { name: 'Draw' }))
  await keyboard.press('ArrowRight')
  await typeInto(dialog.getByLabel('Your full name'), 'Amara Okafor')
  await tabTo(dialog.getByRole('checkbox'))
  await keyboard.press('Space')
  await tabTo(dialog.getByRole('button', { name: 'Save Signature' }))
  await keyboard.press('Enter')
  await expectToast(page, { title: 'Signature Saved' }, { within: sealing })
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Nothing to sign').waitFor()

  await tab(page, /^Signed Documents 1$/).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Client care letter, signed' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Client care letter (signed).pdf')
  const signed = await download.path()

  const stranger = await visit({ device: 'phone' })
  await checkFile(stranger.page, signed)
  await stranger.page.getByText('This is the signed document, unchanged').waitFor()
  await expectNoSidewaysScroll(stranger.page)
  expect(await stranger.page.getByRole('main').innerText()).not.toContain('Amara')
  const buffer = Buffer.from(await drawStatement('3 November 2026'))
  await checkFile(stranger.page, { name: 'other.pdf', mimeType: 'application/pdf', buffer })
  await stranger.page.getByText("We don't recognise this file").waitFor()
})

async function checkFile(page: Page, file: Parameters<Awaited<ReturnType<typeof choosing>>['setFiles']>[0]) {
  await page.goto('/verify')
  await (await choosing(page)).setFiles(file)
}

const choosing = async (page: Page) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  return chooser
}

test('two windows, one document: the second reads that it is already signed', async ({ visit }) => {
  const awaited = [/status of 409 .*\/api\/signatures$/]
  const { page, context, signUp } = await visit({ awaited })
  await signUp()
  const other = await context.newPage()
  const open = async (page: Page) => {
    await page.goto('/signatures')
    await page.getByRole('button', { name: 'Sign Document Client care letter' }).click()
    const dialog = page.getByRole('dialog', { name: 'Client care letter' })
    await dialog.getByRole('tab', { name: 'Type' }).click()
    await dialog.getByLabel('Your full name').fill('Amara Okafor')
    await agree(dialog)
    return dialog
  }
  const [first, second] = [await open(page), await open(other)]
  // A background window does not render, so neither dialog can be waited for to be stable before the click.
  const pressed = [first, second].map((dialog) =>
    dialog.getByRole('button', { name: 'Save Signature' }).dispatchEvent('click'),
  )
  await Promise.all(pressed)
  await Promise.all([first.waitFor({ state: 'detached' }), second.waitFor({ state: 'detached' })])
  for (const opened of [page, other]) await tab(opened, /^Signed Documents 1$/).waitFor()
})
