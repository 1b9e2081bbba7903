import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { activities } from '#contract/activities.ts'
import type { DocumentId } from '#contract/documents/documents.ts'
import { documents } from '#contract/documents/documents.ts'
import { forms } from '#contract/forms/forms.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { consent, signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { secondCheck, secondChecker } from '#server/platform/signing/testing/second-check.ts'
import { verifySeal } from '#server/platform/signing/verification.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { drawing, drawn, send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')

const signedCopy = async ({ jar }: Pick<Client, 'jar'>, id: DocumentId) => {
  const reply = await portal.app.inject({ url: `/api/documents/${id}/signed`, headers: cookieOf(jar) })
  return { status: reply.statusCode, bytes: reply.rawPayload, headers: reply.headers }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('what the firm sends lies under To Sign, is told of, and is not among the uploads', async () => {
  const client = await portal.client()
  const sent = await send(solicitor, client, { name: 'Transfer deed' })
  expect(sent).toMatchObject({
    state: 'open',
    clientName: 'Amara Okafor',
    pages: 1,
    fileType: 'application/pdf',
  })
  const open = await client.ask(signatures.requests, {})
  expect(open.map(({ name, state }) => [name, state])).toEqual([
    ['Client care letter', 'open'],
    ['Transfer deed', 'open'],
  ])
  expect(await client.ask(documents.list, {})).toEqual([])
  expect((await client.ask(documents.pageText, { id: sent.id, page: 1 })).items.length).toBeGreaterThan(5)
  const [news] = await client.ask(notifications.list, {})
  expect(news).toMatchObject({ topic: 'signatures', link: `/signatures?sign=${sent.id}` })
})

test('a drawn signature is stamped, evidenced and sealed, and everybody concerned is told', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  await client.ask(signatures.opened, { id })
  const signature = await client.ask(signatures.create, drawn(id))
  expect(signature).toMatchObject({ documentId: id, userId: client.user.id, method: 'drawn' })
  expect(await client.ask(signatures.list, {})).toEqual([signature])
  const [request] = (await client.ask(signatures.requests, {})).filter((request) => request.id === id)
  expect(request).toMatchObject({ state: 'signed', signedAt: portal.now() })

  const { bytes, headers } = await signedCopy(client, id)
  expect(headers['content-disposition']).toContain('Transfer deed (signed).pdf')
  const { text, pages } = await textOfPdf(bytes)
  expect(pages).toBeGreaterThanOrEqual(2)
  const flat = text.replaceAll(/\s+/g, ' ')
  for (const words of [
    'GREYFRIARS BANK',
    'Signed by Amara Okafor',
    'Evidence of signature',
    'Evidence page 1 of',
    consent.text,
    '9 November 2026 at 09:00:00 GMT (Europe/London)',
    '2026-11-09T09:00:00Z UTC',
    'Signed in with Password',
    '2. Opened',
    'Pages shown 1 of 1 page ',
    'Agreed to sign electronically',
    'https://portal.example/verify',
  ])
    expect(flat).toContain(words)
  const [activity] = await client.ask(activities.list, {})
  expect(activity).toMatchObject({ type: 'document_signed', description: 'Transfer deed signed' })
  const [news] = await solicitor.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Amara Okafor has signed', link: `/firm/signatures?document=${id}` })
})

test(`the seal is valid for an independent tool: ${secondChecker}`, async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, drawn(id))
  const { bytes } = await signedCopy(client, id)
  const file = join(portal.folder, `${id}.pdf`)
  writeFileSync(file, bytes)
  expect(secondCheck(file)).toEqual({ isValid: true, isWhole: true, isIssuerKnown: false })
  bytes[400] = (bytes[400] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(secondCheck(file).isValid).toBe(false)
})

test('a typed signature is an equal alternative, and binds as a drawn one', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, typed(id))
  const { text } = await textOfPdf((await signedCopy(client, id)).bytes)
  expect(text).toContain('Typed on screen, as a signature')
  const [checked] = await client.ask(signatures.ofDocument, { id })
  expect(checked).toMatchObject({
    status: 'Verified',
    method: 'typed',
    signedBy: 'Amara Okafor',
    findings: [],
  })
})

test('the call as it is written, without more, signs as well', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  const body = { documentId: id, signatureData: drawing(), signaturePosition: 'bottom_right' }
  const { status } = await client.send('POST', '/api/signatures', body, {})
  expect(status).toBe(201)
  const { text } = await textOfPdf((await signedCopy(client, id)).bytes)
  expect(text).toContain('did not carry the words of consent')
})

test('signing the client care letter settles its task', async () => {
  const client = await portal.client()
  const form = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  if (!form) throw new Error('no questionnaire')
  await client.ask(forms.complete, { id: form.id, formData: questionnaire })
  const [letter] = await client.ask(signatures.requests, {})
  if (!letter) throw new Error('no letter')
  const { items } = await client.ask(documents.pageText, { id: letter.id, page: 1 })
  const words = items.map(({ text }) => text).join(' ')
  for (const part of [
    'Dear Amara Okafor',
    '9 November 2026',
    'in a property matter. In your own words: “I am buying my first flat.”',
  ])
    expect(words).toContain(part)
  const taskOf = async () => (await client.ask(tasks.list, {})).find(({ id }) => id === letter.taskId)
  expect(await taskOf()).toMatchObject({ kind: 'care_letter', status: 'pending' })
  await client.ask(signatures.create, typed(letter.id))
  expect(await taskOf()).toMatchObject({ status: 'completed' })
  // A second look finds the same letter.
  expect(await client.ask(signatures.requests, {})).toMatchObject([{ id: letter.id, state: 'signed' }])
})

test('a letter that could not name the matter is replaced by one that does', async () => {
  const client = await portal.client()
  const [first] = await client.ask(signatures.requests, {})
  const form = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  if (!first || !form) throw new Error('no letter')
  await client.ask(forms.complete, { id: form.id, formData: questionnaire })
  const [second, ...others] = await client.ask(signatures.requests, {})
  expect(others).toEqual([])
  expect(second?.id).not.toBe(first.id)
  await expect(client.ask(signatures.create, typed(first.id))).rejects.toMatchObject({
    code: 'conflict',
    reason: 'signature_replaced',
  })
})

test('the firm takes back what is not signed, and keeps what is', async () => {
  const client = await portal.client()
  const [firstRequest, two] = [await send(solicitor, client), await send(solicitor, client)]
  expect(await solicitor.ask(signatures.cancel, { id: firstRequest.id })).toMatchObject({
    state: 'cancelled',
  })
  await expect(client.ask(signatures.create, typed(firstRequest.id))).rejects.toMatchObject({
    reason: 'signature_cancelled',
  })
  await expect(client.ask(documents.pageText, { id: firstRequest.id, page: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
  await client.ask(signatures.create, typed(two.id))
  await expect(solicitor.ask(signatures.cancel, { id: two.id })).rejects.toMatchObject({
    reason: 'already_signed',
  })
  const sent = await solicitor.ask(signatures.sent, {})
  expect(sent.slice(0, 2).map(({ state }) => state)).toEqual(['signed', 'cancelled'])
})

test('a person of the firm sees and sends to their own clients only, and a compliance officer sees all', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  for (const stranger of [await portal.staff('fee_earner'), await portal.staff('administrator')]) {
    const names = (await stranger.ask(signatures.recipients, {})).map(({ id: recipientId }) => recipientId)
    expect(names).not.toContain(client.user.id)
    expect((await stranger.ask(signatures.sent, {})).map((request) => request.id)).not.toContain(id)
    await expect(send(stranger, client)).rejects.toMatchObject({ code: 'not_found' })
    for (const endpoint of [signatures.cancel, signatures.evidence])
      await expect(stranger.ask(endpoint, { id })).rejects.toMatchObject({ code: 'not_found' })
  }
  const officer = await portal.staff('compliance_officer')
  expect((await officer.ask(signatures.evidence, { id })).events.map(({ kind }) => kind)).toEqual(['sent'])
})

test('the public check knows the signed file and the unsigned one, and names nobody', async () => {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  const visitor = portal.visitor()
  await client.ask(signatures.create, drawn(id))
  const { bytes } = await signedCopy(client, id)
  expect(await visitor.ask(signatures.verify, { sha256: sha256(bytes) })).toEqual({
    outcome: 'signed',
    signedAt: portal.now(),
    level: 'B-B',
  })
  const original = await portal.app.inject({
    url: `/api/documents/${id}/file`,
    headers: cookieOf(client.jar),
  })
  expect(await visitor.ask(signatures.verify, { sha256: sha256(original.rawPayload) })).toEqual({
    outcome: 'unsigned',
    signedAt: null,
    level: null,
  })
  const other = Buffer.from(bytes)
  other[500] = (other[500] ?? 0) ^ 1
  expect(verifySeal(other).isWhole).toBe(false)
  expect(await visitor.ask(signatures.verify, { sha256: sha256(other) })).toEqual({
    outcome: 'unknown',
    signedAt: null,
    level: null,
  })
})

test('the demo account starts over with a letter to sign, and nothing else', async () => {
  const client = await portal.client({ username: 'testuser' })
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, typed(id))
  const [letter] = await client.ask(signatures.requests, {})
  await client.send('POST', '/api/admin/reset-testuser', {}, {})
  expect(await client.ask(signatures.list, {})).toEqual([])
  const again = await client.ask(signatures.requests, {})
  expect(again).toMatchObject([{ name: 'Client care letter', state: 'open' }])
  expect(again[0]?.id).not.toBe(letter?.id)
  expect((await client.ask(accounts.current, {})).username).toBe('testuser')
})
