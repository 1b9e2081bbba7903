import type { Page } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import type { Visit } from '../journey.ts'

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
  await dialog.getByRole('button', { name: /^(Invite your witness|Make a new link)$/ }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link for your witness' }).inputValue()
  const [code = ''] = /\d{3} \d{3}/.exec(await dialog.innerText()) ?? []
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
