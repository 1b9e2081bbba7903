import { expect, test } from 'vitest'
import { notifications } from '#contract/notifications/notifications.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { openPortal } from '#server/testing/portal.ts'
import { otherNameIn } from './service/signature-plan.ts'
import { send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')
const signer = async () => {
  const client = await portal.client({ firstName: 'Grace', lastName: 'Whitfield' })
  const { id } = await send(solicitor, client)
  return { client, id }
}
const own = { firstName: 'Zoë Mary', lastName: 'Núñez-Okafor' }

test.each([
  'Zoë Mary Núñez-Okafor',
  'zoe mary nunez-okafor',
  'ZOE NUNEZ OKAFOR',
  'Núñez-Okafor, Zoë',
  'Núñez-Okafor Zoë Mary',
  'Z. M. Núñez-Okafor',
  'Z Nunez-Okafor',
])('"%s" is the name of Zoë Mary Núñez-Okafor', (typedName) => {
  expect(otherNameIn(typedName, own)).toBeNull()
})

test.each([
  'Someone Else',
  'Mary Núñez-Okafor',
  'Zoë Okafor',
  'Zoë',
  'Zoe N.',
  'Xavier Núñez-Okafor',
  'Zoë Mary Núñez-Okafor and Someone Else',
  'Zoë Núñez-Okafor as attorney for Someone Else',
  // The first two letters are Greek.
  'Ζοë Núñez-Okafor',
])('"%s" is not the name of Zoë Mary Núñez-Okafor', (typedName) => {
  expect(otherNameIn(typedName, own)).toBe(typedName)
})

test('another name is asked about with 422 name_differs, and nothing is signed', async () => {
  const { client, id } = await signer()
  const body = { ...typed(id), typedName: 'Someone Else' }
  for (const answer of [{}, { nameConfirmed: false }])
    await expect(client.ask(signatures.create, { ...body, ...answer })).rejects.toMatchObject({
      code: 'unprocessable',
      reason: 'name_differs',
      message: 'Your name here is Grace Whitfield. Do you want to sign as “Someone Else”?',
      fields: { typedName: expect.any(String) },
    })
  expect(await client.ask(signatures.list, {})).toEqual([])
  expect((await solicitor.ask(signatures.evidence, { id })).events.map(({ kind }) => kind)).toEqual(['sent'])
})

test('a name that differs and is kept stands as "signed as" in the record, on the sealed page and with the firm', async () => {
  const { client, id } = await signer()
  const body = { ...typed(id), typedName: 'Someone Else', nameConfirmed: true }
  expect(await client.ask(signatures.create, body)).toMatchObject({ signedAs: 'Someone Else' })
  const [checked] = await client.ask(signatures.ofDocument, { id })
  expect(checked).toMatchObject({
    signedBy: 'Grace Whitfield',
    signedAs: 'Someone Else',
    status: 'Verified',
    findings: [],
  })
  const signed = checked?.events.find(({ kind }) => kind === 'signed')
  expect(signed).toMatchObject({
    by: 'Grace Whitfield',
    detail: expect.stringMatching(/^Signed as Someone Else\./),
  })

  const reply = await portal.app.inject({ url: `/api/documents/${id}/signed`, headers: cookieOf(client.jar) })
  const text = (await textOfPdf(reply.rawPayload)).text.replaceAll(/\s+/g, ' ')
  for (const words of [
    'Signed by Grace Whitfield as Someone Else Typed on screen, as a signature',
    'Signed as Someone Else Not the name on the account; Grace Whitfield was asked and confirmed it.',
  ])
    expect(text).toContain(words)
  const [news] = await solicitor.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Grace Whitfield has signed as Someone Else' })
})

test('a confirmation beside the signer’s own name changes nothing', async () => {
  const { client, id } = await signer()
  const body = { ...typed(id), typedName: 'G. WHITFIELD', nameConfirmed: true }
  expect(await client.ask(signatures.create, body)).toMatchObject({ signedAs: null })
})
