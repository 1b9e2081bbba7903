import { expect, test } from 'vitest'
import { answerOf } from '#contract/kit/transport.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { drawStatement } from '#server/demo/sample-documents.ts'
import { auditOf, filesOf } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const marcus = await portal.staff('fee_earner')
const paper = await drawStatement('3 November 2026')
const otherPaper = await drawStatement('4 November 2026')
const reused = { code: 'unprocessable', reason: 'idempotency_key_reused' }

interface Sent {
  bytes?: Uint8Array<ArrayBuffer>
  fields?: Record<string, string>
  sender?: Pick<Client, 'send'>
}

async function sendUnder(key: string, client: Client, { bytes = paper, fields, sender = priya }: Sent = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ clientId: client.user.id, name: 'Transfer', ...fields }))
    form.append(name, value)
  form.append('file', new Blob([bytes], { type: 'application/pdf' }), 'transfer.pdf')
  const headers = { 'idempotency-key': key }
  return answerOf(signatures.send, await sender.send('POST', signatures.send.path, form, headers))
}

const countsOf = async (client: Client) => ({
  requests: (await client.ask(signatures.requests, {})).length,
  news: (await client.ask(notifications.list, {})).length,
  mails: (await mailsTo(portal, client.user.email)).length,
  audited: (await auditOf(portal, client.user.id, 'signature.sent')).length,
  files: filesOf(portal).length,
})

test.each([
  ['document', {}],
  ['deed', { isDeed: 'true', parties: 'Kofi Mensah' }],
])('a %s that is sent for signature again under its key is the first one', async (kind, fields) => {
  const client = await portal.client()
  const first = await sendUnder(`lost-answer-${kind}`, client, { fields })
  const after = await countsOf(client)
  expect(await sendUnder(`lost-answer-${kind}`, client, { fields })).toEqual(first)
  expect(await countsOf(client)).toEqual(after)
})

test('of requests under one key at the same time one is sent, and all are answered with it', async () => {
  const client = await portal.client()
  const before = await countsOf(client)
  const all = await Promise.all([1, 2, 3].map(() => sendUnder('race', client)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  await expect
    .poll(() => countsOf(client))
    .toEqual({
      requests: before.requests + 1,
      news: before.news + 1,
      mails: before.mails + 1,
      audited: before.audited + 1,
      files: before.files + 1,
    })
})

test('a request that was signed since is answered as it is now', async () => {
  const client = await portal.client()
  const first = await sendUnder('signed-since', client)
  await client.ask(signatures.create, typed(first.id))
  expect(await sendUnder('signed-since', client)).toMatchObject({
    id: first.id,
    state: 'signed',
    canWithdraw: false,
  })
})

test('a key that stands for another request is refused, and the keys of one colleague are nothing to another', async () => {
  const [client, other] = [await portal.client(), await portal.client()]
  await sendUnder('reused', client)
  const before = await countsOf(client)
  const others: [Client, Sent][] = [
    [client, { bytes: otherPaper }],
    [client, { fields: { name: 'Another transfer' } }],
    [client, { fields: { isDeed: 'true' } }],
    [client, { fields: { taskId: 'none' } }],
    [other, {}],
  ]
  for (const [to, sent] of others) await expect(sendUnder('reused', to, sent)).rejects.toMatchObject(reused)
  expect(await countsOf(client)).toEqual(before)
  await expect(sendUnder('reused', client, { sender: marcus })).rejects.toMatchObject({ code: 'not_found' })
  await expect(sendUnder('a key with spaces', client)).rejects.toMatchObject({
    reason: 'bad_idempotency_key',
  })
})

test('the keys of the requests of a sender are unique in the database', async () => {
  const client = await portal.client()
  const { id } = await sendUnder('by-constraint', client)
  const copy = portal.pool.query(
    `insert into signature_requests select (jsonb_populate_record(r, jsonb_build_object(
       'document_id', gen_random_uuid(), 'file_key', gen_random_uuid()::text))).*
     from signature_requests r where document_id = $1`,
    [id],
  )
  await expect(copy).rejects.toMatchObject({ code: '23505', constraint: 'signature_requests_idempotency' })
})
