import { expect } from '@playwright/test'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { answerOf } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { payments } from '#contract/payments/payments.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { demoPassword } from '#server/demo/firm.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { journeys, type Visit } from './journey.ts'
import { expectHeading, expectNoSidewaysScroll } from './page-actions/seen.ts'
import { openTask } from './page-actions/tasks.ts'
import { photograph } from './test-documents.ts'

const test = journeys()

/** Strings that a page must show as text (OWASP's filter evasion cheat sheet, and one for our own frame). */
const payloads = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<style>@import "//x"</style>',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;//x">',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  '" autofocus onfocus=alert(1) x="',
  '<details open ontoggle=alert(1)>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
]

test("a client's name is shown as text wherever it appears", async ({ visit }) => {
  const { page, signUp } = await visit()
  const { lastName } = await signUp()
  await page.goto('/settings')
  for (const payload of payloads) {
    await page.getByLabel('First name').fill(payload)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('complementary').getByText(`${payload} ${lastName}`, { exact: true }).waitFor()
    await expectHarmless(page)
  }
  await page.goto('/')
  await expectHeading(page, `Welcome, ${payloads.at(-1)}!`)
})

test('a name of one long word leaves the firm’s pages of a client and their case as wide as the window', async ({
  visit,
}) => {
  const [client, { page, ask }] = [await visit(), await visit({ device: 'phone' })]
  const name = { firstName: 'N'.repeat(80), lastName: 'M'.repeat(80) }
  const { user } = await client.signUp(name)
  await ask(accounts.login, { username: 'priya', password: demoPassword })
  await page.goto(`/firm/clients/${user.id}`)
  await expectHeading(page, `${name.firstName} ${name.lastName}`)
  await expectNoSidewaysScroll(page)
  const about = { title: 'A will', type: 'Wills', priority: 'low', description: 'A will' } as const
  const next = { whose: 'client', nextStep: 'Tell us about your family' } as const
  const { id } = await ask(matters.start, { clientId: user.id, ...about, ...next })
  await page.goto(`/firm/cases/${id}`)
  const link = page.getByRole('link', { name: /^Write to N+ M+$/ })
  const { x = 0, width = 0 } = (await link.boundingBox()) ?? {}
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await expectNoSidewaysScroll(page)
})

test('file names are shown as text in lists, previews and activities', async ({ visit }) => {
  const { page, ask, context, signUp } = await visit()
  await signUp()
  const photo = await photograph()
  // A slash would be a path separator, and browsers encode a quotation mark as %22.
  const names = payloads.map((payload) => `${payload.replaceAll('/', '⁄').replaceAll('"', '%22')}.jpg`)
  for (const name of names) await uploadAs(context, name, photo.buffer)
  await page.goto('/documents')
  const kept = (await ask(documents.list, {})).map(({ filename }) => filename)
  expect(kept.toSorted()).toEqual(names.toSorted())
  for (const name of kept) await page.getByText(name, { exact: true }).first().waitFor()
  const [newest = ''] = kept
  await page.getByLabel(`Preview ${newest}`).click()
  await page.getByRole('dialog').getByRole('img', { name: newest }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel(`Delete ${newest}`).click()
  await page.getByText(`permanently remove ${newest}.`, { exact: false }).waitFor()
  // The sender also chooses the document's type.
  const [said = ''] = payloads
  await uploadAs(context, 'said.jpg', photo.buffer, said)
  await page.goto('/')
  await page.getByText(`${said} uploaded`).waitFor()
  await expectHarmless(page)
})

test("a form's answers are shown as text on the page and on the receipt", async ({ visit }) => {
  const { page, ask, signUp } = await visit()
  await signUp({ firstName: '<img src=x onerror=alert(1)>' })
  const all = await ask(tasks.list, {})
  const description = payloads.join('\n')
  await ask(forms.complete, { id: idOf(all, 'client_questionnaire'), formData: { ...answers, description } })
  await ask(payments.pay, {
    taskId: idOf(all, 'payment'),
    amount: 34_250,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  await page.goto('/')
  const form = await openTask(page, 'Client Questionnaire', 'View')
  for (const payload of payloads) await form.getByText(payload, { exact: false }).first().waitFor()
  await expectHarmless(page)
  await form.getByRole('button', { name: 'Close' }).click()
  const receipt = await openTask(page, 'Pay search fees', 'View')
  await receipt.getByText('<img src=x onerror=alert(1)> Okafor').waitFor()
  await expectHarmless(page)
})

test('an address never leads out of the portal, or into a script', async ({ visit }) => {
  const { page, signUp } = await visit()
  await signUp()
  await page.goto('/')
  const home = page.url()
  for (const next of [
    '//x.example',
    '/\\x.example',
    'https:x.example',
    'javascript:alert(1)',
    '/%2f%2fx.example',
  ]) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await expectHeading(page, 'Welcome, Amara!')
    expect(page.url()).toBe(home)
  }
})

/** Expects that no payload became an element. Anything it ran would be among the console errors. */
const expectHarmless = async (page: Visit['page']) => {
  const born = page.locator(
    'img[src="x"], body script:not([src]), iframe[srcdoc], base, meta[http-equiv], details, a[href^="javascript:"], [onerror], [onload], [onfocus], [ontoggle]',
  )
  expect(await born.count()).toBe(0)
}

// A legal document is not read by the inspector. Otherwise twenty photographs would delay the journey.
const uploadAs = async (context: Visit['context'], name: string, bytes: Buffer, documentType = 'legal') => {
  const form = new FormData()
  form.append('documentType', documentType)
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const reply = await context.request.post(documents.upload.path, { multipart: form })
  return answerOf(documents.upload, { status: reply.status(), body: await reply.json() })
}

const idOf = (all: Task[], kind: Task['kind']) => {
  const task = all.find((candidate) => candidate.kind === kind)
  if (!task) throw new Error(`the template has no ${kind}`)
  return task.id
}

const answers = {
  ...questionnaire,
  fullName: payloads[0],
  occupation: payloads[1],
  address: `${payloads[2]}\nLondon\nSW1A 1AA`,
}
