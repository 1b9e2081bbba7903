import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { home } from '#contract/home/home.ts'
import { KeyScope } from '#contract/kit/rights.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { letters } from '#contract/letters/letters.ts'
import { mail } from '#contract/mail.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { numbers } from '#contract/numbers.ts'
import { queue } from '#contract/queue.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { plainPage, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { readMatrix } from './testing/authorization.ts'
import { openSweep } from './testing/endpoint-sweep.ts'
import { inspectorWithLongTimeout } from './testing/inspector-with-long-timeout.ts'
import { openPortal } from './testing/portal.ts'
import { openRestrictedMatter } from './testing/restricted-matter.ts'

// The documents' contents do not matter here, so none is read.
const inspect = async () => ({ ...stillReading, issues: [] })
const portal = await openPortal({ ports: { inspector: { ...inspectorWithLongTimeout(), inspect } } })
const matrix = await readMatrix()
// The first fee earner is responsible for every client of this file, and is not named on the matter.
const priya = await portal.staff('fee_earner')
const nora = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const ana = await portal.client({ firstName: 'Ana', lastName: 'Quist' })
// Everybody who looks for the restricted matter may see its client.
await boss.ask(firm.joinTeam, { email: ana.user.email })
const inspected = await boss.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })

/**
 * Occurs in titles, names, texts and amounts of the matter, and nowhere else. Five digits inside of a random id are no
 * amount.
 */
const words = [/zanzibar/, /(?<!\d)739\.11(?!\d)/, /(?<![\da-z]|[\da-z]-)73911(?![\da-z-])/]

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
  auditor: await portal.staff('auditor', { inspects: [inspected.id] }),
}
const officer = await portal.staff('compliance_officer')
const counted = [priya, boss, unnamed.auditor]
// Counts the client's first visit before, so that only the matter changes afterwards.
await ana.ask(tasks.list, {})
const before = await Promise.all(counted.map(countsOf))

const things = await openRestrictedMatter(portal, {
  client: ana,
  adviser: priya,
  opener: boss,
  named: nora,
  count: () => Promise.all(counted.map(countsOf)),
})

const { belongings, ids } = things

const { token } = await boss.ask(apiKeys.create, {
  name: 'Ledger',
  scopes: [...KeyScope.options],
  lifetime: '30d',
  password: portal.password,
})

const sweep = openSweep({ portal, matrix, belongings, word: 'zanzibar' })

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
  for (const { name, said } of await sweep.readAll(headers)) {
    if (isTold(person, name)) continue
    answers += 1
    // The fee earner who meets the client has the appointment in their diary.
    const hidden = person === 'ownFeeEarner' ? ids : [...ids, things.appointment.id]
    for (const word of words) if (word.test(said)) found.push(`${name}: ${word}`)
    for (const id of hidden) if (said.includes(id)) found.push(`${name}: ${id}`)
  }
  expect(found).toEqual([])
  // A person who is refused everywhere would find nothing either.
  expect(answers).toBeGreaterThan(5)
})

/** Commands that name something of the restricted matter, as the matrix has them or by the paths of its letters. */
const commands = sweep.commandsOn(ids)

test.each(askers)('%s can do nothing to a restricted case, and is told nothing of it', async (_, headers) => {
  const found: string[] = []
  for (const command of commands) {
    const { name } = command
    const { statusCode, body } = await sweep.command(command, headers)
    // A bulk action answers with what became of each row; this one is not among them.
    const isRefused = statusCode >= 400 && statusCode < 500
    if (!isRefused && !name.startsWith('bulk.')) found.push(`${name}: ${statusCode}`)
    if (words.some((word) => word.test(body.toLowerCase()))) found.push(`${name}: ${body}`)
  }
  expect(found).toEqual([])
  expect(commands.length).toBeGreaterThan(15)
  expect(await nora.ask(matters.firmOne, { id: things.matterId })).toMatchObject({
    status: 'open',
    facts: { feeEarnerId: null },
  })
})

test('letters, deeds and answers of a restricted case are found by nobody who is not on it', async () => {
  for (const [person, headers] of askers) {
    for (const url of [
      urlOf(letters.ofMatter, { id: things.matterId }),
      urlOf(letters.copy, { id: things.letter.id }),
      urlOf(letters.copy, { id: things.deed.id }),
      urlOf(signatures.evidence, { id: things.deed.documentId }),
      urlOf(signatures.copy, { id: things.deed.documentId }),
    ]) {
      const { statusCode, body } = await portal.app.inject({ url, headers })
      expect([person, url, [403, 404].includes(statusCode)]).toEqual([person, url, true])
      expect(body.toLowerCase()).not.toContain('zanzibar')
    }
  }
  expect(await officer.ask(letters.ofMatter, { id: things.matterId })).toMatchObject({
    letters: [{ id: things.deed.id }, { id: things.letter.id }],
  })
})

test('no live event of it goes to anybody who is not on it', async () => {
  const heard: string[] = []
  const listener = await portal.pool.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen portico')
  const item = { kind: 'document', id: things.document.id } as const
  await nora.ask(queue.take, item)
  await nora.ask(queue.release, item)
  await ana.ask(appointments.cancel, { id: things.appointment.id })
  // Whoever a client meets has it in their diary.
  const toldOf = (topic: string) =>
    heard.filter((payload) => payload.includes(`"${topic}"`)).map((payload) => JSON.parse(payload).userId)
  // Comes after everything that was signalled before.
  await portal.pool.query("select pg_notify('portico', 'the end')")
  await expect.poll(() => heard).toContain('the end')
  listener.release(true)
  expect(new Set(toldOf('documents'))).toEqual(new Set([nora.user.id, officer.user.id]))
  expect(new Set(toldOf('appointments'))).toEqual(
    new Set([ana.user.id, priya.user.id, nora.user.id, officer.user.id]),
  )
})

test('whoever is named on it and does not work with its client sees in its tabs what is of it', async () => {
  const { people, hidden, isPartShown } = await nora.ask(matterTabs.summary, { id: things.matterId })
  expect([people, hidden.map(({ id }) => id), isPartShown]).toEqual([[], [ana.user.id], true])
  const titles = (await nora.ask(matterTabs.tasks, { id: things.matterId })).map(({ title }) => title)
  expect(titles).toEqual(expect.arrayContaining(['Zanzibar request']))
  expect(titles.filter((title) => !title.startsWith('Zanzibar'))).toEqual([])
})

test('whoever is named on it and does not work with its client sees nothing else of that client', async () => {
  const taskId = (await taskOf(ana, 'proof_of_funds')).id
  const { document } = await upload(ana, plainPage, { taskId, filename: 'elsewhere.pdf' })
  await portal.pool.query("update documents set status = 'pending' where id = $1", [document.id])
  const listed = async (person: Staff) =>
    (await person.ask(reviews.list, { state: 'waiting' })).documents.map(({ filename }) => filename)
  expect(await listed(priya)).toContain('elsewhere.pdf')
  expect(await listed(nora)).toContain('zanzibar.pdf')
  expect(await listed(nora)).not.toContain('elsewhere.pdf')
  await expect(nora.ask(reviews.one, { id: document.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('counts are what they were before there was a restricted case', () => {
  expect(things.counts).toEqual(before)
})

test('whoever is named sees each row, and so does the compliance officer', async () => {
  for (const { jar } of [nora, officer]) {
    const answers = await sweep.readAll(cookieOf(jar))
    const saidBy = (name: string) => answers.find((answer) => answer.name === name)?.said
    expect(saidBy('reviews.one')).toContain('zanzibar requested_document')
    expect(saidBy('reviews.list')).toContain('zanzibar.pdf')
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
