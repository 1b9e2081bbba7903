import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { DocumentId } from '#contract/documents/documents.ts'
import { Problem } from '#contract/kit/problem.ts'
import { padSize } from '#contract/signatures/mark.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { activePdfs } from '#inspector/testing/hostile.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { openPortal } from '#server/testing/portal.ts'
import { drawing, drawn, send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')
const client = await portal.client()
const plain = await drawStatement('3 November 2026')

const filesKept = async () => {
  let kept = 0
  for await (const { isStaged } of portal.ports.files.list()) kept += isStaged ? 0 : 1
  return kept
}
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (refused: unknown) => refused,
  )
  if (!(error instanceof Problem)) throw new Error(`It was not refused: ${String(error)}`)
  return error
}

async function encrypted() {
  const pdf = await PDFDocument.load(plain)
  pdf.encrypt({ ownerPassword: 'owner', permissions: { modifying: false } })
  return new Uint8Array(await pdf.save())
}

async function signedBefore() {
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, typed(id))
  const reply = await portal.app.inject({
    url: `/api/documents/${id}/signed`,
    headers: cookieOf(client.jar),
  })
  return new Uint8Array(reply.rawPayload)
}

test('what could not be signed soundly is refused when the firm sends it, with a sentence, and nothing is kept', async () => {
  const sealed = await signedBefore()
  const [active] = Object.values(activePdfs)
  const papers = {
    pdf_password: await encrypted(),
    already_sealed: sealed,
    active_content: new Uint8Array(active ?? []),
    file_damaged: plain.slice(0, plain.length / 2),
    file_empty: new Uint8Array(),
  }
  const before = await filesKept()
  const listed = (await solicitor.ask(signatures.sent, {})).length
  for (const [reason, bytes] of Object.entries(papers)) {
    const problem = await refusalOf(send(solicitor, client, { bytes }))
    expect([reason, problem.reason]).toEqual([reason, reason])
    expect(problem.code).toBe('unprocessable')
    expect(problem.message).toMatch(/^[A-Z].*\.$/)
  }
  const picture = Buffer.from(drawing().split(',')[1] ?? '', 'base64')
  const notPdf = await refusalOf(
    send(solicitor, client, { bytes: new Uint8Array(picture), filename: 'a.png' }),
  )
  expect(notPdf).toMatchObject({ code: 'unsupported', reason: 'type_not_allowed' })
  expect(await filesKept()).toBe(before)
  expect(await solicitor.ask(signatures.sent, {})).toHaveLength(listed)
})

const { id: open } = await send(solicitor, client)
const half = drawing().slice(0, -400)
const pictures: [what: string, picture: string, reason: string][] = [
  ['a blank pad', drawing({ isBlank: true }), 'signature_blank'],
  ['a picture of another shape', drawing({ width: 300, height: 300 }), 'wrong_shape'],
  ['more pixels than a pad has', drawing({ width: 4000, height: 2000 }), 'file_damaged'],
  ['half a picture', half.slice(0, half.length - ((half.split(',')[1] ?? '').length % 4)), 'file_damaged'],
  [
    'a JPEG called PNG',
    `data:image/png;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xe0]).toString('base64')}`,
    'not_a_picture',
  ],
  ['an SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`, 'not_a_picture'],
  ['letters that are no base64', 'data:image/png;base64,%%%%', 'not_a_picture'],
  ['an address of elsewhere', 'https://example.com/a.png', 'not_a_picture'],
]

test.each(pictures)('no signature is made of %s', async (_, signatureData, reason) => {
  const input = { ...drawn(open), signatureData }
  const problem = await refusalOf(client.ask(signatures.create, input))
  expect([problem.reason, Object.keys(problem.fields)]).toEqual([reason, ['signatureData']])
  expect((await client.ask(signatures.list, {})).map(({ documentId }) => documentId)).not.toContain(open)
})

test('a signature is refused without a mark or with two, at another place, with an unknown field or with old words of consent', async () => {
  const post = async (change: Record<string, unknown>) =>
    (await client.send('POST', '/api/signatures', { ...drawn(open), ...change }, {})).status
  expect(await post({ signatureData: undefined })).toBe(400)
  expect(await post({ typedName: 'Amara' })).toBe(400)
  expect(await post({ signaturePosition: 'top_left' })).toBe(400)
  expect(await post({ userId: client.user.id })).toBe(400)
  expect(await post({ signatureData: `data:image/png;base64,${'A'.repeat(700_000)}` })).toBe(400)
  expect(await post({ consentVersion: '2020-01-01' })).toBe(409)
  expect(await post({ documentId: '0197a4a0-0000-7000-8000-000000000001' })).toBe(404)
})

test('a document that one client uploaded cannot be signed, nor another client’s', async () => {
  const other = await portal.client()
  expect(await refusalOf(other.ask(signatures.create, typed(open)))).toMatchObject({ code: 'not_found' })
})

/** Returns a page full of print up to its edges. */
async function fullPage() {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (let y = 8; y < 842; y += 9) page.drawText('Every line counts. '.repeat(12), { x: 4, y, size: 7, font })
  return new Uint8Array(await pdf.save())
}

const pagesOf = async (id: DocumentId) => {
  const reply = await portal.app.inject({
    url: `/api/documents/${id}/signed`,
    headers: cookieOf(client.jar),
  })
  return textOfPdf(reply.rawPayload)
}

test('the stamp hides nothing: where the last page is full, it gets a page of its own', async () => {
  const [roomy, full] = [
    await send(solicitor, client),
    await send(solicitor, client, { bytes: await fullPage() }),
  ]
  for (const { id } of [roomy, full]) await client.ask(signatures.create, drawn(id))
  const [beside, apart] = [await pagesOf(roomy.id), await pagesOf(full.id)]
  // One page and its evidence, compared with one page, the stamp and its evidence.
  expect(apart.pages).toBe(beside.pages + 1)
  expect(apart.text).toContain('Every line counts.')
})

test('a pad of a dense screen is taken as it is', async () => {
  const { id } = await send(solicitor, client)
  const signatureData = drawing({ width: padSize.width * 3, height: padSize.height * 3 })
  expect(await client.ask(signatures.create, { ...drawn(id), signatureData })).toMatchObject({
    method: 'drawn',
  })
})
