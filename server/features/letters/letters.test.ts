import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { letterTemplates, TemplateKey } from '#contract/letter-templates/letter-templates.ts'
import { LetterId, letters } from '#contract/letters/letters.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { merges } from '#contract/merges.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { search } from '#contract/search.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const stranger = await portal.staff('fee_earner')
const administrator = await portal.staff('administrator')

const completion = TemplateKey.parse('completion')
const step = { whose: 'firm', nextStep: 'Complete' } as const
const flat = {
  title: 'Purchase of 12 Elm Road',
  type: 'Purchase',
  priority: 'high',
  description: 'A flat',
} as const
const open = async (client: Client) =>
  (await priya.ask(matters.start, { clientId: client.user.id, ...flat, ...step })).id
type MatterId = Awaited<ReturnType<typeof open>>

const facts: Omit<Input<typeof matters.saveFacts>, 'id'> = {
  type: 'Purchase',
  feeEarnerId: priya.user.id,
  supervisorId: null,
  teamId: null,
  value: 38_500_000,
  dates: [{ kind: 'completion', words: '', on: '2026-12-11', isShared: true }],
  scope: 'undecided',
  scopeReason: '',
  costsEstimate: 174_000,
  costsSoFar: 170_000,
}
const letterOn = (id: MatterId, client: Client, templateKey = completion) => ({
  id,
  templateKey,
  recipientId: client.user.id,
  answers: {
    property: '12 Elm Road, Leeds',
    completed_on: '11 December 2026',
    tax: 'No Stamp Duty Land Tax is due.',
    keys: 'The keys are with the agent.',
  },
})
const sent = (id: MatterId, client: Client) => ({
  ...letterOn(id, client),
  templateVersion: 0,
  delivery: 'document' as 'document' | 'signature',
})
const aboutTitle = { property: '12 Elm Road', title_number: 'WYK 1', tenure: 'freehold' }
const reportOn = (id: MatterId, client: Client) => ({
  ...sent(id, client),
  templateKey: TemplateKey.parse('report-on-title'),
  answers: { ...aboutTitle, restrictions: 'None.', searches: 'Nothing.' },
})
type Wanted = Omit<ReturnType<typeof sent>, 'answers'> & {
  answers: Record<string, string>
  dataDigest?: string
}
/** Sends a letter as it reads now, or as it read earlier if `dataDigest` is given. */
const send = async ({ dataDigest, ...wanted }: Wanted) => {
  const { templateVersion: _, delivery: __, ...letter } = wanted
  const read = dataDigest ?? (await priya.ask(letters.preview, letter)).dataDigest
  return priya.ask(letters.send, { ...wanted, dataDigest: read })
}
const wordsOf = ({ blocks }: { blocks: { text: string }[] }) => blocks.map(({ text }) => text).join('\n')

test('an address that only the client can give leads to their messages', async () => {
  const client = await portal.client()
  const id = await open(client)
  const { missing } = await priya.ask(letters.preview, {
    ...letterOn(id, client),
    templateKey: TemplateKey.parse('deed-of-gift'),
    answers: {},
  })
  expect(missing).toContainEqual({
    field: 'client.address',
    label: 'Client’s address',
    sentence: expect.stringContaining(
      'ask your client to add it in their settings or the client questionnaire',
    ),
    path: `/firm/messages?with=${client.user.id}`,
  })
})

test('a letter takes its data from the case, and names each field that is empty and where to fill it in', async () => {
  const client = await portal.client({ firstName: 'Grace', lastName: 'Whitfield' })
  const id = await open(client)
  const { templateVersion: _, delivery: __, ...report } = reportOn(id, client)
  const before = await priya.ask(letters.preview, report)
  expect(before.missing).toEqual([
    {
      field: 'matter.value',
      label: 'Value',
      sentence: '“Value” is empty. Choose “Edit details” on the case to add it.',
      path: `/firm/cases/${id}`,
    },
  ])
  expect(wordsOf(before)).toContain('The price is [Value].')
  await expect(send(reportOn(id, client))).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'field_missing',
    message: '“Value” is empty. Choose “Edit details” on the case to add it.',
  })
  expect((await priya.ask(letters.ofMatter, { id })).letters).toEqual([])
  await priya.ask(matters.saveFacts, { id, ...facts })
  const after = await priya.ask(letters.preview, letterOn(id, client))
  expect(after.missing).toEqual([])
  expect(wordsOf(after)).toContain('Dear Grace Whitfield')
  expect(wordsOf(after)).toContain('your purchase of 12 Elm Road, Leeds was completed on 11 December 2026.')
  expect(wordsOf(after)).toContain('Our costs so far are £1,700.00, against our estimate of £1,740.00.')
  expect(wordsOf(after)).not.toContain('mortgage')
})

test('a letter to be read lies with its client’s documents, whole, and they are told', async () => {
  const client = await portal.client()
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const letter = await send(sent(id, client))
  expect(letter).toMatchObject({ name: 'Completion letter', delivery: 'document', state: 'sent' })
  const [document] = await client.ask(documents.list, {})
  expect(document).toMatchObject({
    id: letter.documentId,
    purpose: 'letter',
    documentType: 'Completion letter',
    status: 'verified',
    isAccepted: true,
  })
  await expect(client.ask(documents.remove, { id: letter.documentId })).rejects.toMatchObject({
    code: 'not_found',
  })
  const [notification] = await client.ask(notifications.list, {})
  expect(notification).toMatchObject({
    title: 'A letter from us',
    link: `/documents?document=${letter.documentId}`,
  })
  const copy = (who: Pick<Client, 'jar'>) =>
    portal.app.inject({ url: `/api/firm/letters/${letter.id}/file`, headers: cookieOf(who.jar) })
  const { text } = await textOfPdf((await copy(priya)).rawPayload)
  expect(text.replaceAll(/\s+/g, ' ')).toContain('The keys are with the agent.')
  expect((await copy(stranger)).statusCode).toBe(404)
  expect((await copy(client)).statusCode).toBe(403)
})

test('a letter to be signed is signed as any document is, and the case shows it', async () => {
  const client = await portal.client()
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const letter = await send({ ...sent(id, client), delivery: 'signature' })
  expect(letter.state).toBe('open')
  await client.ask(signatures.create, {
    documentId: letter.documentId,
    typedName: 'Amara Okafor',
    signaturePosition: 'bottom_right',
  })
  expect((await priya.ask(letters.ofMatter, { id })).letters).toMatchObject([{ state: 'signed' }])
  const received = await priya.ask(notifications.list, {})
  expect(received).toContainEqual(expect.objectContaining({ title: 'Amara Okafor has signed' }))
})

test('a letter of a version that was changed meanwhile is not sent unread', async () => {
  const client = await portal.client()
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const changed = {
    key: completion,
    basedOn: 0,
    note: 'Shorter',
    name: 'Completion letter',
    kind: 'letter' as const,
  }
  const published = await administrator.ask(letterTemplates.publish, {
    ...changed,
    text: 'Dear {{client.name}}\n\nDone.',
    questions: [],
  })
  expect(published).toMatchObject({ version: 1, isShipped: false, note: 'Shorter' })
  await expect(send(sent(id, client))).rejects.toMatchObject({
    reason: 'template_changed',
  })
  const letter = await send({ ...sent(id, client), templateVersion: 1 })
  expect(letter.templateVersion).toBe(1)
  const versions = await administrator.ask(letterTemplates.versions, { key: completion })
  expect(versions.map(({ version }) => version)).toEqual([1, 0])
  await administrator.ask(letterTemplates.retire, { key: completion, isRetired: true })
  await expect(send({ ...sent(id, client), templateVersion: 1 })).rejects.toMatchObject({
    reason: 'template_retired',
  })
  await administrator.ask(letterTemplates.retire, { key: completion, isRetired: false })
})

test('a letter of a case that was changed meanwhile is not sent unread', async () => {
  const client = await portal.client()
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const wanted = { ...sent(id, client), templateVersion: 1 }
  const { dataDigest } = await priya.ask(letters.preview, letterOn(id, client))
  await priya.ask(matters.saveFacts, { id, ...facts, costsSoFar: 190_000 })
  await expect(send({ ...wanted, dataDigest })).rejects.toMatchObject({
    reason: 'case_changed',
    message: 'The case has changed. Please read the letter again before you send it.',
  })
  expect((await priya.ask(letters.ofMatter, { id })).letters).toEqual([])
  expect(await send(wanted)).toMatchObject({ state: 'sent' })
})

test('a case counts and lists all of its letters, a page at a time', async () => {
  const client = await portal.client()
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const { documents: countBefore } = (await priya.ask(matterTabs.summary, { id })).counts
  const letter = await send({ ...sent(id, client), templateVersion: 1 })
  await portal.db.execute(sql`
    insert into letters select (jsonb_populate_record(l, jsonb_build_object('id', gen_random_uuid()))).*
    from letters l, generate_series(1, 200) where l.id = ${letter.id}`)
  const { letters: newest } = await priya.ask(letters.ofMatter, { id })
  expect(newest).toHaveLength(200)
  const before = LetterId.parse(newest.at(-1)?.id)
  const { letters: older } = await priya.ask(letters.ofMatter, { id, before })
  expect(new Set([...newest, ...older].map((letter) => letter.id)).size).toBe(201)
  const other = await open(await portal.client())
  expect((await priya.ask(letters.ofMatter, { id: other, before })).letters).toEqual([])
  expect((await priya.ask(matterTabs.summary, { id })).counts.documents).toBe((countBefore ?? 0) + 201)
})

test('somebody who is no client of the case, or no longer, is not written to', async () => {
  const [first, second] = [await portal.client(), await portal.client()]
  const id = await open(first)
  await priya.ask(matters.saveFacts, { id, ...facts })
  const nobody = { email: '', phone: '', number: '', detail: '' }
  const party = await priya.ask(matterParties.add, {
    id,
    ...nobody,
    role: 'joint_client',
    kind: 'person',
    name: 'Kofi Mensah',
    clientId: second.user.id,
  })
  await priya.ask(matterParties.add, {
    id,
    ...nobody,
    role: 'giver_of_funds',
    kind: 'person',
    name: 'May Jones',
  })
  const { recipients, notOffered } = await priya.ask(letters.ofMatter, { id })
  expect(recipients.map((recipient) => recipient.id)).toEqual([first.user.id, second.user.id])
  expect(notOffered, 'the giver has no account').toEqual(['May Jones'])
  await priya.ask(matterParties.remove, { id, partyId: party.id })
  await expect(
    send({ ...sent(id, first), recipientId: second.user.id, templateVersion: 1, dataDigest: '' }),
  ).rejects.toMatchObject({ fields: { recipientId: expect.stringContaining('no longer a client') } })
})

test('letters of a restricted case are found by nobody who is not named on it', async () => {
  const [client, { user: twin }] = [await portal.client(), await portal.client()]
  for (const { email } of [client.user, twin]) await administrator.ask(firm.joinTeam, { email })
  const id = await open(client)
  await priya.ask(matters.saveFacts, { id, ...facts })
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  const before = (await administrator.ask(notifications.list, {})).length
  const wanted = { ...sent(id, client), templateVersion: 1 }
  const signed = await send({ ...wanted, delivery: 'signature' })
  const read = await send(wanted)
  await client.ask(signatures.create, {
    documentId: signed.documentId,
    typedName: 'Amara Okafor',
    signaturePosition: 'bottom_right',
  })
  const gone = { code: 'not_found' }
  await expect(administrator.ask(letters.ofMatter, { id })).rejects.toMatchObject(gone)
  await expect(administrator.ask(letters.preview, letterOn(id, client))).rejects.toMatchObject(gone)
  await expect(administrator.ask(signatures.evidence, { id: signed.documentId })).rejects.toMatchObject(gone)
  const listed = (await administrator.ask(signatures.sent, {})).map((request) => request.id)
  expect(listed).not.toContain(signed.documentId)
  expect(await administrator.ask(notifications.list, {})).toHaveLength(before)
  const found = JSON.stringify(await administrator.ask(search.find, { words: 'Completion letter' }))
  expect(found).not.toContain(read.documentId)
  expect((await priya.ask(letters.ofMatter, { id })).letters).toHaveLength(2)
  const pair = { id: client.user.id, otherId: twin.id }
  const lettersSeen = async ({ ask }: Pick<typeof priya, 'ask'>) =>
    (await ask(merges.preview, pair)).joined.filter(({ title }) => title === 'Letters')
  expect(await lettersSeen(administrator)).toMatchObject([{ kept: 0 }])
})
