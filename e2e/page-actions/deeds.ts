import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { witness, witnessStatement } from '#contract/signatures/witness.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import type { Visit } from '../journey.ts'
import { agree, save, sealing } from './signatures.ts'

interface Deed {
  clientId: string
  name: string
  parties: string
}

/** Sends a deed through the API, as a solicitor of the demo. */
export async function sendDeed({ ask, context }: Visit, { clientId, name, parties }: Deed) {
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  const form = new FormData()
  for (const [field, value] of Object.entries({ clientId, name, parties, isDeed: 'true' }))
    form.append(field, value)
  const bytes = await drawStatement('3 November 2026')
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'deed.pdf')
  const reply = await context.request.post(signatures.send.path, { multipart: form })
  return answerOf(signatures.send, { status: reply.status(), body: await reply.json() })
}

/** Opens a deed to sign. Returns its dialog. */
export async function openDeed(page: Page, name: string) {
  await page.goto('/signatures')
  await page.getByRole('button', { name: `Sign Document ${name}` }).click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('heading', { name: 'Your witness' }).waitFor()
  return dialog
}

/** Invites a witness as the signer does. Returns the link and the code that the signer passes on. */
export async function inviteWitness(dialog: Awaited<ReturnType<typeof openDeed>>) {
  const page = dialog.page()
  const invited = page.waitForResponse(
    (reply) => reply.request().method() === 'POST' && /\/api\/documents\/[^/]+\/witness$/.test(reply.url()),
  )
  await dialog.getByRole('button', { name: /^(Invite your witness|Make a new link)$/ }).click()
  const reply = await invited
  const { path } = answerOf(witness.invite, { status: reply.status(), body: await reply.json() })
  // The live event may show the card again, with the link before this one, while the response is on its way.
  const link = new URL(path, page.url()).href
  await expect(dialog.getByRole('textbox', { name: 'Link for your witness' })).toHaveValue(link)
  const [code = ''] = /\b\d{3} \d{3}\b/.exec(await dialog.innerText()) ?? []
  return { link, code }
}

export async function enterCode(page: Page, { link, code }: { link: string; code: string }) {
  await page.goto(link)
  await page.getByLabel('Six-digit code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Your full name').waitFor()
}

export async function introduce(page: Page, name: string) {
  await page.getByLabel('Your full name').fill(name)
  await page.getByLabel('Your address').fill('4 Mill Lane\nLeeds LS1 2AB')
  await page.getByLabel('Your occupation').fill('Nurse')
  await page.getByRole('button', { name: 'I’m ready to witness' }).click()
}

/** Whoever may not be a witness reads why not. */
export async function expectNoWitness(page: Page, name: string, why: RegExp) {
  await introduce(page, name)
  await page.getByText(why).waitFor()
}

/** A deed typed in a name that isn't the signer's is not signed. */
export async function expectOtherNameRefused(dialog: Awaited<ReturnType<typeof openDeed>>, name: string) {
  await dialog.getByRole('tab', { name: 'Type' }).click()
  await dialog.getByLabel('Your full name').fill(name)
  await agree(dialog)
  await save(dialog)
  await dialog.getByText('This is a deed, so it has to be signed in your own name').waitFor()
}

/** The witness's turn, once the signer has signed; `beforeSigning` looks at what they have filled in. */
export async function signAsWitness(page: Page, name: string, beforeSigning?: () => Promise<void>) {
  await page.getByRole('heading', { name: /has signed\. Now it’s your turn$/ }).waitFor()
  await page.getByRole('checkbox', { name: witnessStatement.text }).check()
  await page.getByRole('tab', { name: 'Type' }).click()
  await page.getByLabel('Your full name').fill(name)
  await beforeSigning?.()
  await page.getByRole('button', { name: 'Sign as witness' }).click()
  await page.getByText('Thank you. The deed is signed and sealed').waitFor({ timeout: sealing })
}
