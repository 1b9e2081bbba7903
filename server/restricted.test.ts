import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { home } from '#contract/home/home.ts'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { KeyScope } from '#contract/kit/rights.ts'
import { addressOf } from '#contract/kit/transport.ts'
import { mail } from '#contract/mail.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { messages } from '#contract/messages.ts'
import { numbers } from '#contract/numbers.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { readOf, upload } from '#server/features/documents/testing/documents.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { addTask } from '#server/features/tasks/service.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { type Belongings, readMatrix } from './testing/authorization.ts'
import { inspectorWithLongTimeout } from './testing/inspector-with-long-timeout.ts'
import { openPortal } from './testing/portal.ts'
import { drawnStatement } from './testing/sample-documents.ts'

// The documents' contents do not matter here, so none is read.
const inspect = async () => ({ ...stillReading, issues: [] })
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })
const matrix = await readMatrix()
// The first fee earner is responsible for every client of this file, and is not named on the matter.
const priya = await portal.staff('fee_earner')
const nora = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const ana = await portal.client({ firstName: 'Ana', lastName: 'Quist' })

const asked = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries<Endpoint>(contract)
    .filter(
      ([, { method, audience, gives }]) => method === 'GET' && audience !== 'client' && gives !== 'events',
    )
    .map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)

/** Occurs in titles, names, texts and amounts of the matter, and nowhere else. */
const words = ['zanzibar', '739.11', '73911']

const period = { from: '2026-11-01', to: '2026-11-30' }
type Staff = typeof boss
const countsOf = async (person: Staff) =>
  JSON.stringify([
    await person.ask(home.show, {}),
    (await person.ask(firm.client, { id: ana.user.id })).tasks.length,
    (await person.ask(firm.clients, { search: 'Quist' })).clients.map(({ tasks }) => tasks),
    (await person.ask(reviews.list, { state: 'waiting' })).total,
    await person.ask(numbers.show, period),
    person === boss && (await boss.ask(mail.list, {})).length,
  ])

const unnamed = {
  feeEarner: await portal.staff('fee_earner'),
  ownFeeEarner: priya,
  administrator: boss,
  cashier: await portal.staff('cashier'),
  auditor: await portal.staff('auditor', { inspects: [ana.user.id] }),
}
const officer = await portal.staff('compliance_officer')
const counted = [priya, boss, unnamed.auditor]
// Counts the client's first visit before, so that only the matter changes afterwards.
await ana.ask(tasks.list, {})
const before = await Promise.all(counted.map(countsOf))

const things = await openRestricted()

/**
 * Opens a restricted matter with a row of each kind. Only Nora is named on it, and she does not work for its client.
 */
async function openRestricted() {
  const { id: matterId } = await boss.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Zanzibar divorce',
    type: 'Other',
    priority: 'low',
    description: 'Zanzibar',
    whose: 'firm',
    nextStep: 'We look at Zanzibar',
  })
  await boss.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [nora.user.id] })
  await nora.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [nora.user.id] })
  const add = (kind: 'requested_document' | 'payment' | 'appointment', amount: number | null = null) =>
    jobContextOf(portal).transaction((ctx) =>
      addTask(ctx, {
        clientId: ana.user.id,
        kind,
        category: kind === 'payment' ? 'payments' : 'documents',
        title: `Zanzibar ${kind}`,
        description: 'Zanzibar',
        dueOn: '2026-11-01',
        matterId,
        amount,
        currency: amount === null ? null : 'GBP',
        account: amount === null ? null : 'client',
        vat: amount === null ? null : 0,
      }),
    )
  const asks = { document: await add('requested_document'), fee: await add('payment', 73911) }
  await add('appointment')
  const sent = { taskId: asks.document.id, documentType: 'Zanzibar paper', filename: 'zanzibar.pdf' }
  const { document } = await upload(ana, await drawnStatement(), sent)
  await readOf(ana, document)
  const payment = await ana.ask(payments.pay, {
    taskId: asks.fee.id,
    amount: 73911,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  const counts = await Promise.all(counted.map(countsOf))
  const [day] = await ana.ask(appointments.slots, { from: '2026-11-10', to: '2026-11-20' })
  const startTime = day?.times[0] ?? portal.now()
  const appointment = await ana.ask(appointments.book, {
    title: 'About our matter',
    startTime,
    endTime: after(startTime, minutes(30)),
  })
  const { id: messageId } = await ana.ask(messages.send, {
    receiverId: priya.user.id,
    content: 'Hello',
    attachments: [document.id],
  })
  return { matterId, document, payment, appointment, messageId, asks, counts }
}

const belongings = {
  clientId: ana.user.id,
  documentId: things.document.id,
  matterId: things.matterId,
  payment: things.payment,
  messageId: things.messageId,
  adviserId: priya.user.id,
  letterId: things.messageId,
  appointment: things.appointment,
  task: () => things.asks.document,
  password: portal.password,
} as unknown as Belongings

const { token } = await boss.ask(apiKeys.create, {
  name: 'Ledger',
  scopes: [...KeyScope.options],
  lifetime: '30d',
  password: portal.password,
})

async function bodyOf(name: string, endpoint: Endpoint, headers: Record<string, string>) {
  const { path, rest } = addressOf(endpoint, inputOf(name))
  const query = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, String(value)]))
  const reply = await portal.app.inject({ method: 'GET', url: path, headers, query })
  return { status: reply.statusCode, body: reply.body }
}

/** Returns the authorization matrix's input for the restricted matter. Empty if the endpoint needs something else. */
function inputOf(name: string): Record<string, unknown> {
  if (name === 'search.find') return { words: 'zanzibar' }
  try {
    return matrix[name]?.ask?.(belongings) ?? {}
  } catch {
    return {}
  }
}

const ids = [
  things.matterId,
  things.document.id,
  things.payment.id,
  things.asks.fee.id,
  things.asks.document.id,
]
/**
 * Messages are known to both their sender and recipient, so the client's own fee earner sees them with their
 * attachments.
 */
const isTold = (person: string, name: string) => person === 'ownFeeEarner' && name.startsWith('messages.')

const askers: [string, Record<string, string>][] = [
  ...Object.entries(unnamed).map(
    ([person, { jar }]) => [person, cookieOf(jar)] as [string, Record<string, string>],
  ),
  ['key', { authorization: `Bearer ${token}` }],
]

test.each(askers)('%s finds nothing of a restricted case at any endpoint', async (person, headers) => {
  const found: string[] = []
  let answers = 0
  for (const [name, endpoint] of asked) {
    if (isTold(person, name)) continue
    const { status, body } = await bodyOf(name, endpoint, headers)
    if (status !== 200) continue
    answers += 1
    const said = body.toLowerCase()
    // The fee earner who meets the client has the appointment in their diary.
    const hidden = person === 'ownFeeEarner' ? ids : [...ids, things.appointment.id]
    for (const word of [...words, ...hidden]) if (said.includes(word)) found.push(`${name}: ${word}`)
  }
  expect(found).toEqual([])
  // A person who is refused everywhere would find nothing either.
  expect(answers).toBeGreaterThan(5)
})

test('counts are what they were before there was a restricted case', () => {
  expect(things.counts).toEqual(before)
})

test('whoever is named sees each row, and so does the compliance officer', async () => {
  for (const { jar } of [nora, officer]) {
    const one = await bodyOf('reviews.one', reviews.one, cookieOf(jar))
    expect(one).toMatchObject({ status: 200, body: expect.stringContaining('Zanzibar requested_document') })
    const list = await bodyOf('reviews.list', reviews.list, cookieOf(jar))
    expect(list.body).toContain('zanzibar.pdf')
  }
  await expect(priya.ask(reviews.accept, { id: things.document.id })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await nora.ask(reviews.accept, { id: things.document.id })).toMatchObject({ status: 'verified' })
})

test('whoever is taken off a restricted case finds its rows no more, from their next request on', async () => {
  const second = await portal.staff('fee_earner')
  const memberIds = [nora.user.id, second.user.id]
  await nora.ask(matterParties.saveAccess, { id: things.matterId, isRestricted: true, memberIds })
  const { document, matterId } = things
  expect(await second.ask(reviews.one, { id: document.id })).toMatchObject({ id: document.id })
  await nora.ask(matterParties.saveAccess, { id: matterId, isRestricted: true, memberIds: [nora.user.id] })
  await expect(second.ask(reviews.one, { id: document.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(second.ask(matters.firmOne, { id: matterId })).rejects.toMatchObject({ code: 'not_found' })
  const download = await second.send('GET', `/api/firm/documents/${document.id}/download`, undefined, {})
  expect(download.status).toBe(404)
})
