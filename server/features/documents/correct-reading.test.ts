import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, decide, goodBill, openAdaeze, readOf, upload } from './testing/documents.ts'

const portal = await openPortal()

const openBill = async () => {
  const ada = await openAdaeze(portal)
  const sent = await upload(ada, goodBill, { documentType: 'utility_bill' })
  const document = await readOf(ada, sent.document)
  return { ada, document, id: document.id }
}

test('a misread value is corrected: both values are kept, and the verdict stays as it was', async () => {
  const { ada, document, id } = await openBill()
  const read = document.validation.metadata.fullName ?? ''
  expect(read).not.toBe('')

  const corrected = await ada.ask(documents.correct, { id, field: 'fullName', value: 'Mrs Adaéze Okafor' })

  expect(corrected).toEqual({
    ...document,
    corrections: [{ field: 'fullName', read, value: 'Mrs Adaéze Okafor' }],
  })
  expect(await ada.ask(documents.one, { id })).toEqual(corrected)
  expect(await ada.ask(documents.list, {})).toEqual([corrected])
  expect(await auditOf(portal, ada.user.id, 'document.corrected')).toEqual([
    { documentId: id, field: 'fullName' },
  ])
})

test('of one field the last correction counts, and what was read takes it back', async () => {
  const { ada, document, id } = await openBill()
  const correct = (field: 'documentDate' | 'issuer', value: string) =>
    ada.ask(documents.correct, { id, field, value })
  await correct('documentDate', '2026-11-02')
  await correct('issuer', 'Octopus Energy Ltd')

  const { corrections } = await correct('documentDate', '2026-11-01')

  expect(corrections.map(({ field, value }) => [field, value])).toEqual([
    ['issuer', 'Octopus Energy Ltd'],
    ['documentDate', '2026-11-01'],
  ])
  const back = await correct('documentDate', document.validation.metadata.documentDate ?? '')
  expect(back.corrections.map(({ field }) => field)).toEqual(['issuer'])
})

test('what was not read cannot be corrected, nor what the firm has accepted', async () => {
  const { ada, id } = await openBill()
  const passport = ada.ask(documents.correct, { id, field: 'documentNumber', value: '925665416' })
  await expect(passport).rejects.toMatchObject({ code: 'unprocessable', reason: 'not_read' })
  await decide(portal, id, 'accept')
  const late = ada.ask(documents.correct, { id, field: 'fullName', value: 'Ada Okafor' })
  await expect(late).rejects.toMatchObject({ code: 'conflict', reason: 'document_accepted' })
})

test('a correction says something, and of a date it is a day of the calendar', async () => {
  const { ada, id } = await openBill()
  const post = (body: object) => ada.send('POST', `/api/documents/${id}/corrections`, body, {})
  const cases: [body: object, field: string][] = [
    [{ field: 'fullName', value: ' ' }, 'value'],
    [{ field: 'fullName', value: 'x'.repeat(301) }, 'value'],
    [{ field: 'fullName', value: 'A\u202eB' }, 'value'],
    [{ field: 'documentDate', value: '3 November 2026' }, 'value'],
    [{ field: 'documentDate', value: '2026-02-30' }, 'value'],
    [{ field: 'valid', value: 'true' }, 'field'],
    [{ field: 'fullName', value: 'Ada', status: 'verified' }, 'status'],
  ]
  for (const [body, field] of cases) {
    const reply = await post(body)
    expect([reply.status, Object.keys((reply.body as { fields: object }).fields)]).toEqual([400, [field]])
  }
  expect((await ada.ask(documents.one, { id })).corrections).toEqual([])
})

test("the document of one client is not another's to correct", async () => {
  const { ada, id } = await openBill()
  const other = await portal.client()
  const attempt = other.ask(documents.correct, { id, field: 'fullName', value: 'Somebody Else' })
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  expect((await ada.ask(documents.one, { id })).corrections).toEqual([])
})

test('corrections at once are all kept', async () => {
  const { ada, id } = await openBill()
  const fields = ['fullName', 'issuer', 'address'] as const
  await Promise.all(fields.map((field) => ada.ask(documents.correct, { id, field, value: `My ${field}` })))
  const { corrections } = await ada.ask(documents.one, { id })
  expect(corrections.map(({ field }) => field).toSorted()).toEqual(fields.toSorted())
})
