import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawn, send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')
const client = await portal.client()

type Made = Awaited<ReturnType<typeof send>>
const copyOf = async ({ id }: Pick<Made, 'id'>) => {
  const reply = await portal.app.inject({
    url: `/api/documents/${id}/signed`,
    headers: cookieOf(client.jar),
  })
  const { text, pages } = await textOfPdf(reply.rawPayload)
  return { text, pages, flat: text.replaceAll(/\s+/g, '') }
}
const paperOf = async (size: [number, number], change: (document: PDFDocument) => void = () => {}) => {
  const document = await PDFDocument.create()
  document.addPage(size).drawText('The deed', { x: 30, y: size[1] - 60 })
  change(document)
  return new Uint8Array(await document.save())
}
const turned = (angle: number) => (document: PDFDocument) => document.getPage(0).setRotation(degrees(angle))
const withForm = (document: PDFDocument) => {
  const field = document.getForm().createTextField('buyer')
  field.setText('Amara Okafor')
  field.addToPage(document.getPage(0), { x: 30, y: 400, width: 200, height: 30 })
}

/** One page each, and whether the stamp needs a page of its own. */
const papers: [what: string, bytes: Promise<Uint8Array<ArrayBuffer>>, isApart: boolean][] = [
  ['a landscape page', paperOf([842, 595]), false],
  ['a page with a form', paperOf([595, 842], withForm), false],
  ['a page that lies on its side', paperOf([595, 842], turned(90)), true],
  ['a page of five metres', paperOf([14_400, 14_400]), true],
  ['a page smaller than the stamp', paperOf([100, 60]), true],
]

test.each(papers)('%s is signed, and its stamp can be read', async (_, bytes, isApart) => {
  const request = await send(solicitor, client, { bytes: await bytes })
  // The signer has seen the page before, and the room on it is found in a picture of it.
  await client.ask(documents.pageText, { id: request.id, page: 1 }).catch(() => {})
  await client.ask(signatures.create, drawn(request.id))
  expect(await client.ask(signatures.ofDocument, { id: request.id })).toMatchObject([
    { status: 'Verified', findings: [] },
  ])
  const { pages, flat } = await copyOf(request)
  expect(flat).toContain('SignedbyAmaraOkafor')
  // The page, the stamp if it is apart, and two pages of evidence.
  expect(pages).toBe(isApart ? 4 : 3)
})

test('a page that is added for the signature names the document that was signed', async () => {
  const bytes = await paperOf([100, 60])
  const request = await send(solicitor, client, { bytes, name: 'Deed of gift' })
  await client.ask(signatures.create, drawn(request.id))
  const { flat } = await copyOf(request)
  expect(flat).toContain('SignaturepageDeedofgiftThispagewasaddedtothedocumentwhenitwassigned.')
})

test('a name of many letters is printed whole, in any alphabet that the portal has', async () => {
  for (const [typedName, times] of [
    ['Ирина Ångström', 5],
    ['Wolfeschlegelsteinhausen '.repeat(6).trim(), 4],
  ] as const) {
    const request = await send(solicitor, client)
    await client.ask(signatures.create, { ...typed(request.id), typedName, nameConfirmed: true })
    const { flat } = await copyOf(request)
    // The mark on the stamp and in the evidence, and the confirmed name in the evidence: as a fact and as an event. The
    // stamp has a line for that name too, which is cut if it is too long.
    expect(flat.split(typedName.replaceAll(' ', '')).length - 1).toBe(times)
  }
})

test('a name that would come out as empty boxes is printed whole or refused with another way', async () => {
  const request = await send(solicitor, client)
  const typedName = '王小明'
  const attempt = client.ask(signatures.create, { ...typed(request.id), typedName, nameConfirmed: true })
  const [signed] = await Promise.allSettled([attempt])
  // The machine's fonts decide which of the two it is.
  const said =
    signed.status === 'fulfilled' ? (await copyOf(request)).flat : (signed.reason as Problem).message
  expect(said).toMatch(/王小明|Please draw your signature instead/)
})
