import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { letterTemplates } from '#contract/letter-templates/letter-templates.ts'
import { letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { auditOf, filesOf } from '#server/features/documents/testing/documents.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const marcus = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')
const questions = [{ key: 'keys', label: 'Where the keys are' }]
const published = (name: string, kind: 'letter' | 'deed') =>
  administrator.ask(letterTemplates.add, {
    name,
    kind,
    text: 'Dear {{client.name}}\n\n{{ask.keys}}',
    questions,
  })
const letter = await published('Letter about the keys', 'letter')
const deed = await published('Deed about the keys', 'deed')

type Wanted = Input<typeof letters.send>
type Delivery = Wanted['delivery']

/** A letter that its sender has read on a new case, and its client. */
async function readLetter(delivery: Delivery, template = letter) {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: client.user.id })
  const written = {
    id,
    templateKey: template.key,
    recipientId: client.user.id,
    answers: { keys: 'The keys are with the agent.' },
  }
  const { dataDigest } = await priya.ask(letters.preview, written)
  const wanted: Wanted = { ...written, templateVersion: template.version, dataDigest, delivery }
  return { client, wanted }
}

const sendUnder = (key: string, wanted: Wanted, sender: Pick<Client, 'ask'> = priya) =>
  sender.ask(letters.send, wanted, { 'idempotency-key': key })
const reused = { code: 'unprocessable', reason: 'idempotency_key_reused' }

/** What the client and the firm have of it. */
async function countsOf(client: Client, { id }: Wanted) {
  const [listed, news, mails, sentLetters, sentDeeds, requests] = [
    await priya.ask(letters.ofMatter, { id }),
    await client.ask(notifications.list, {}),
    await mailsTo(portal, client.user.email),
    await auditOf(portal, client.user.id, 'letter.sent'),
    await auditOf(portal, client.user.id, 'signature.sent'),
    await client.ask(signatures.requests, {}),
  ]
  return {
    letters: listed.letters.length,
    news: news.length,
    mails: mails.length,
    audited: sentLetters.length + sentDeeds.length,
    requests: requests.length,
    files: filesOf(portal).length,
  }
}

test.each([
  ['to be read', 'document', letter],
  ['to be signed', 'signature', letter],
  ['with a deed', 'signature', deed],
] as const)(
  'a letter %s that is sent again under its key is the first one',
  async (_, delivery, template) => {
    const { client, wanted } = await readLetter(delivery, template)
    const key = `lost-answer-${delivery}-${template.kind}`
    const first = await sendUnder(key, wanted)
    const after = await countsOf(client, wanted)
    expect(await sendUnder(key, wanted)).toEqual(first)
    expect(await countsOf(client, wanted)).toEqual(after)
  },
)

test.each([
  ['document', letter],
  ['signature', deed],
] as const)('of letters under one key at the same time one is sent: as a %s', async (delivery, template) => {
  const { client, wanted } = await readLetter(delivery, template)
  const before = await countsOf(client, wanted)
  const both = await Promise.all([1, 2].map(() => sendUnder(`race-${delivery}`, wanted)))
  expect(both[1]).toEqual(both[0])
  const signed = delivery === 'signature' ? 1 : 0
  await expect
    .poll(() => countsOf(client, wanted))
    .toEqual({
      letters: 1,
      news: before.news + 1,
      mails: before.mails + 1,
      audited: 1 + signed,
      requests: before.requests + signed,
      files: before.files + 1,
    })
})

test('a letter that was sent is answered again although its template and its case have changed since', async () => {
  const own = await published('Letter that is changed', 'letter')
  const { client, wanted } = await readLetter('signature', own)
  const first = await sendUnder('changed-since', wanted)
  await administrator.ask(letterTemplates.retire, { key: own.key, isRetired: true })
  await client.ask(signatures.create, {
    documentId: first.documentId,
    typedName: 'Amara Okafor',
    signaturePosition: 'bottom_right',
  })
  expect(await sendUnder('changed-since', wanted)).toEqual({ ...first, state: 'signed' })
})

test('a key that stands for another letter is refused, and the keys of one colleague are nothing to another', async () => {
  const { client, wanted } = await readLetter('document')
  const { wanted: elsewhere } = await readLetter('document')
  const first = await sendUnder('reused', wanted)
  const before = await countsOf(client, wanted)
  const others: Wanted[] = [
    { ...wanted, answers: { keys: 'The keys are under the mat.' } },
    { ...wanted, delivery: 'signature' },
    { ...wanted, taskId: null },
    elsewhere,
  ]
  for (const other of others) await expect(sendUnder('reused', other)).rejects.toMatchObject(reused)
  expect(await countsOf(client, wanted)).toEqual(before)
  await administrator.ask(firm.joinTeam, { email: client.user.email })
  expect((await sendUnder('reused', wanted, administrator)).id).not.toBe(first.id)
  await expect(sendUnder('reused', wanted, marcus)).rejects.toMatchObject({ code: 'not_found' })
  await expect(sendUnder('a key with spaces', wanted)).rejects.toMatchObject({
    reason: 'bad_idempotency_key',
  })
})

test('the keys of the letters of a sender are unique in the database', async () => {
  const { wanted } = await readLetter('document')
  const { id } = await sendUnder('by-constraint', wanted)
  const copy = portal.pool.query(
    `insert into letters select (jsonb_populate_record(l, '{"id": "0197a4a0-0000-7000-8000-00000000000a"}')).*
     from letters l where id = $1`,
    [id],
  )
  await expect(copy).rejects.toMatchObject({ code: '23505', constraint: 'letters_idempotency' })
})
