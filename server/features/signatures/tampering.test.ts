import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DocumentId } from '#contract/documents/documents.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { genesis, link } from './events.ts'
import { signatures as rows, signatureEvents, signatureRequests } from './schema.ts'
import { drawn, send } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')

async function signedDocument() {
  const client = await portal.client()
  const { id } = await send(solicitor, client)
  await client.ask(signatures.create, drawn(id))
  return { client, id, request: await requestOf(id) }
}

const requestOf = async (id: DocumentId) => {
  const [request] = await portal.db
    .select()
    .from(signatureRequests)
    .where(eq(signatureRequests.documentId, id))
  if (!request?.signedKey) throw new Error('not signed')
  return { ...request, signedKey: request.signedKey }
}
const check = async (client: Client, id: DocumentId) => {
  const [checked] = await client.ask(signatures.ofDocument, { id })
  return { status: checked?.status, findings: checked?.findings }
}
const flipOneByte = (key: string) => {
  const path = join(portal.folder, 'files', key)
  const bytes = readFileSync(path)
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

test('a signature that nobody touched is Verified, for the client and for the firm', async () => {
  const { client, id } = await signedDocument()
  expect(await check(client, id)).toEqual({ status: 'Verified', findings: [] })
  const { signatures: seen } = await solicitor.ask(signatures.evidence, { id })
  expect(seen.map(({ status }) => status)).toEqual(['Verified'])
  // The record holds that both looked, and stays intact.
  const { events } = await solicitor.ask(signatures.evidence, { id })
  expect(events.filter(({ kind }) => kind === 'verified')).toHaveLength(2)
  expect(await check(client, id)).toEqual({ status: 'Verified', findings: [] })
})

test('one changed byte of the signed copy makes it Altered', async () => {
  const { client, id, request } = await signedDocument()
  flipOneByte(request.signedKey)
  expect(await check(client, id)).toEqual({ status: 'Altered', findings: ['The signed copy was changed.'] })
})

test('one changed byte of the document as it was sent makes it Altered', async () => {
  const { client, id, request } = await signedDocument()
  flipOneByte(request.fileKey)
  expect(await check(client, id)).toEqual({
    status: 'Altered',
    findings: ['The document as it was sent was changed.'],
  })
})

test('another sealed file in its place makes it Altered, even where every digest is changed with it', async () => {
  const [first, two] = [await signedDocument(), await signedDocument()]
  const { signedKey, signedSha256 } = two.request
  await portal.db.delete(signatureRequests).where(eq(signatureRequests.documentId, two.id))
  await portal.db
    .update(signatureRequests)
    .set({ signedKey, signedSha256 })
    .where(eq(signatureRequests.documentId, first.id))
  expect((await check(first.client, first.id)).status).toBe('Altered')
})

test.each([
  ['the time of an event', sql`update signature_events set at = at - interval '1 day' where number = 1`],
  ['who did it', sql`update signature_events set actor_name = 'Somebody Else' where kind = 'signed'`],
  [
    'a detail',
    sql`update signature_events set details = details || '{"version":"2020-01-01"}' where kind = 'consented'`,
  ],
  ['an event that is left out', sql`delete from signature_events where kind = 'consented'`],
  ['the first event', sql`delete from signature_events where number = 1`],
])('a changed record makes it Altered: %s', async (_, change) => {
  const { client, id } = await signedDocument()
  await portal.db.execute(sql`${change} and document_id = ${id}`)
  expect((await check(client, id)).status).toBe('Altered')
})

test('a changed signature makes it Altered', async () => {
  const { client, id } = await signedDocument()
  const [kept] = await portal.db.select().from(rows).where(eq(rows.documentId, id))
  if (!kept) throw new Error('not signed')
  const write = (change: Partial<typeof kept>) =>
    portal.db
      .update(rows)
      .set({ ...kept, ...change })
      .where(eq(rows.documentId, id))
  for (const change of [{ signedBy: 'Somebody Else' }, { picture: 'AAAA' }, { createdAt: new Date(0) }]) {
    await write(change)
    expect(await check(client, id)).toEqual({
      status: 'Altered',
      findings: ['The stored signature was changed.'],
    })
  }
  await write({})
  expect((await check(client, id)).status).toBe('Verified')
})

test('a record that is rewritten as a whole does not match what the seal says of it', async () => {
  const { client, id, request } = await signedDocument()
  const events = await portal.db
    .select()
    .from(signatureEvents)
    .where(eq(signatureEvents.documentId, id))
    .orderBy(signatureEvents.number)
  let head = genesis(id, request.sha256)
  for (const event of events) {
    const caller = { address: '203.0.113.9', agent: event.agent }
    const doer = { id: event.actorId, name: event.actorName }
    const place = { documentId: id, head, number: event.number - 1, doer }
    const [written] = link({ now: event.at, caller }, [event], place)
    if (!written) throw new Error('nothing linked')
    await portal.db.update(signatureEvents).set(written).where(eq(signatureEvents.id, event.id))
    head = written.hash
  }
  expect(await check(client, id)).toEqual({
    status: 'Altered',
    findings: ['The record of what happened is not the one that was sealed.'],
  })
})
