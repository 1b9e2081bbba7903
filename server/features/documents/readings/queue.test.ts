import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { documents } from '#contract/documents/documents.ts'
import { nothingRead, stillReading } from '#contract/documents/validation.ts'
import { Problem } from '#contract/kit/problem.ts'
import { openInspector } from '#inspector/inspector.ts'
import { bombs } from '#inspector/testing/bombs.ts'
import { slowPdf } from '#inspector/testing/hostile.ts'
import { queueJob } from '#server/platform/jobs/queue.ts'
import { days, minutes, seconds } from '#server/platform/time/durations.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { inspectorWithLongTimeout } from '#server/testing/inspector-with-long-timeout.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { mailsTo } from '../../mail/testing.ts'
import { goodBill, plainPage, readOf, send, upload } from '../testing/documents.ts'
import { waitWords } from './answer.ts'

/** The real inspector, whose reader waits until a test lets it go. `given` lists whose files it got. */
const heldReader = () => {
  const inspector = inspectorWithLongTimeout()
  const { promise, resolve } = Promise.withResolvers<void>()
  const given: string[] = []
  const inspect: typeof inspector.inspect = async (bytes, expectation) => {
    given.push(expectation.client?.firstName ?? '')
    await promise
    return inspector.inspect(bytes, expectation)
  }
  return { inspector: { ...inspector, inspect }, given, letGo: resolve }
}

const waiting = async ({ pool }: Portal) =>
  (await pool.query('select document_id from document_readings where ended_at is null')).rows.length

/** Uploads files in order, each after the one before is in the queue. The responses come later. */
const queueUp = async (portal: Portal, clients: Client[]) => {
  const answers = []
  for (const client of clients) {
    const before = await waiting(portal)
    answers.push(upload(client, plainPage))
    await expect.poll(() => waiting(portal)).toBe(before + 1)
    portal.wait(1)
  }
  return { answers: Promise.all(answers) }
}

/** Has everything that is due read now. */
const ring = ({ db }: Portal) => queueJob(db)('readWaiting', {})

test('clients take turns: the first file of one is read before the second of another', async () => {
  const { inspector, given, letGo } = heldReader()
  const portal = await openPortal({ ports: { inspector } })
  const [ana, ben] = [await portal.client({ firstName: 'Ana' }), await portal.client({ firstName: 'Ben' })]
  const { answers } = await queueUp(portal, [ana, ana, ana, ben])
  await expect.poll(() => given).toEqual(['Ana'])

  letGo()

  await answers
  await expect.poll(() => waiting(portal)).toBe(0)
  expect(given).toEqual(['Ana', 'Ben', 'Ana', 'Ana'])
})

test('a client who has had a minute of the reader has one file read at a time, and leaves the other readers to others', async () => {
  const { inspector, given, letGo } = heldReader()
  const connection = await freshDatabase()
  const portal = await openPortal({ connection, ports: { inspector } })
  const { files } = portal.ports
  const second = await openPortal({ connection, ports: { inspector, files } })
  second.wait(seconds(1))
  const [ana, ben] = [await portal.client({ firstName: 'Ana' }), await portal.client({ firstName: 'Ben' })]
  await portal.pool.query(
    'insert into document_readings values (gen_random_uuid(), $1, $2, $2, 1, $2, 60000)',
    [ana.user.id, portal.now()],
  )

  const { answers } = await queueUp(portal, [ana, ana, ana, ben])

  await expect.poll(() => given).toEqual(['Ana', 'Ben'])
  letGo()
  await answers
  await expect.poll(() => waiting(portal)).toBe(0)
  expect(given).toEqual(['Ana', 'Ben', 'Ana', 'Ana'])
})

test('what a client has compared again comes after whatever was never read, and counts as reading', async () => {
  const inspector = inspectorWithLongTimeout()
  const given: string[] = []
  let held = Promise.resolve()
  const inspect: typeof inspector.inspect = async (bytes, expectation) => {
    given.push(expectation.client?.firstName ?? '')
    await held
    return inspector.inspect(bytes, expectation)
  }
  const portal = await openPortal({ ports: { inspector: { ...inspector, inspect } } })
  const ana = await portal.client({ firstName: 'Ana' })
  const [ben, cai] = [await portal.client({ firstName: 'Ben' }), await portal.client({ firstName: 'Cai' })]
  const { document } = await upload(ana, goodBill, { documentType: 'utility_bill' })
  await readOf(ana, document)
  await portal.pool.query('update document_readings set duration = 1000')
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  const { answers: first } = await queueUp(portal, [cai])
  const { firstName, lastName, email } = ana.user
  await ana.ask(accounts.saveProfile, { firstName, lastName, email, address: '1 Old Street', city: 'London' })
  const { answers: second } = await queueUp(portal, [ben])

  resolve()
  await Promise.all([first, second])
  await expectDone(portal, 'judgeAgain')

  expect(given).toEqual(['Ana', 'Cai', 'Ben', 'Ana'])
  const { rows } = await portal.pool.query('select duration from document_readings where document_id = $1', [
    document.id,
  ])
  expect(rows[0].duration).toBeGreaterThan(1000)
})

test('while nothing is read, mails are sent and everything else that was put off is done', async () => {
  const { inspector, letGo } = heldReader()
  const portal = await openPortal({ ports: { inspector } })
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { answers } = await queueUp(portal, Array(12).fill(ana))

  await ben.send('POST', '/api/forgotten-password', { email: ben.user.email }, {})

  const subjects = async () => (await mailsTo(portal, ben.user.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContain('Choose a new password')
  const sent = async () => (await mailsTo(portal, ben.user.email)).every(({ state }) => state !== 'waiting')
  await expect.poll(sent).toBe(true)
  expect(await waiting(portal)).toBe(12)
  letGo()
  await answers
})

test('files that unpack too far are refused one by one, and leave nothing for the reader', async () => {
  const inspector = inspectorWithLongTimeout()
  // Without the time of an answer, after which a busy machine would take the file unopened.
  const accept: typeof inspector.accept = (bytes, facts) => inspector.accept(bytes, facts)
  const portal = await openPortal({ ports: { inspector: { ...inspector, accept } } })
  const ana = await portal.client()
  const bomb = bombs['zeros packed twice']?.() ?? Buffer.alloc(0)
  for (let count = 0; count < 15; count++)
    expect(await send(ana, bomb)).toMatchObject({ status: 422, body: { reason: 'too_complex' } })
  expect(await waiting(portal)).toBe(0)
  expect(await ana.ask(documents.list, {})).toEqual([])
})

test('a file that takes the reader too long is given up once, and waits for a person', async () => {
  let readings = 0
  const impatient = openInspector({ quickLimit: minutes(1), readLimit: 300 })
  const inspect: typeof impatient.inspect = (...args) => {
    readings += 1
    return impatient.inspect(...args)
  }
  const portal = await openPortal({ ports: { inspector: { ...impatient, inspect } } })
  const ana = await portal.client()
  const { document } = await upload(ana, slowPdf())
  expect(await readOf(ana, document)).toMatchObject({
    status: 'pending',
    validation: {
      valid: false,
      confidence: 0,
      metadata: { verificationFlags: { requiresManualReview: true } },
    },
  })

  portal.wait(minutes(60))
  await ring(portal)
  await queueJob(portal.db)('readDocument', { documentId: document.id })
  await readOf(ana, (await upload(ana, plainPage)).document)

  expect(await waiting(portal)).toBe(0)
  expect(readings).toBe(2)
})

/** Leaves a reading as a process does that ended in the middle of it for the `times`th time. */
const cutOff = async ({ pool }: Portal, id: string, times: number) => {
  await pool.query("update documents set validation = null, status = 'pending' where id = $1", [id])
  await pool.query(
    'update document_readings set ended_at = null, attempts = $2, due_at = queued_at where document_id = $1',
    [id, times],
  )
}

test('a file in whose middle the portal died is opened once more, and then never again', async () => {
  let readings = 0
  const inspector = inspectorWithLongTimeout()
  const inspect: typeof inspector.inspect = (...args) => {
    readings += 1
    return inspector.inspect(...args)
  }
  const portal = await openPortal({ ports: { inspector: { ...inspector, inspect } } })
  const ana = await portal.client()
  const { document } = await upload(ana, plainPage)
  await readOf(ana, document)
  expect(readings).toBe(1)

  await cutOff(portal, document.id, 1)
  await ring(portal)
  await readOf(ana, document)
  expect(readings).toBe(2)

  await cutOff(portal, document.id, 2)
  await ring(portal)
  expect((await readOf(ana, document)).validation).toEqual({
    ...stillReading,
    issues: [],
    metadata: {
      ...nothingRead,
      verificationFlags: { ...nothingRead.verificationFlags, requiresManualReview: true },
    },
  })
  expect(readings).toBe(2)
})

test('a reading that failed is rung for again when it is due', async () => {
  const inspector = inspectorWithLongTimeout()
  let failures = 1
  const inspect: typeof inspector.inspect = async (...args) => {
    if (failures-- > 0) throw new Problem('unavailable', 'The reader is busy.')
    return inspector.inspect(...args)
  }
  const portal = await openPortal({ ports: { inspector: { ...inspector, inspect } } })
  // Always ahead of the database's clock, so that a postponed reading doesn't start at once.
  portal.wait(days(20 * 365))
  const ana = await portal.client()
  const { document } = await upload(ana, plainPage)
  const due = () =>
    portal.pool.query(
      `select due_at = run_at as "isRung" from document_readings
       join graphile_worker.jobs on key = 'read:' || document_id where document_readings.attempts = 0 and ended_at is null`,
    )
  await expect.poll(async () => (await due()).rows).toEqual([{ isRung: true }])

  portal.wait(seconds(2))
  await ring(portal)
  expect((await readOf(ana, document)).validation).not.toBeNull()
})

test('an upload that would wait too long is answered at once, with when it is likely to be read', async () => {
  let { promise, resolve } = Promise.withResolvers<void>()
  const inspector = inspectorWithLongTimeout()
  const inspect: typeof inspector.inspect = async (...args) => {
    await promise
    return inspector.inspect(...args)
  }
  const portal = await openPortal({ ports: { inspector: { ...inspector, inspect } } })
  const [ana, ben, cai] = [await portal.client(), await portal.client(), await portal.client()]
  // Nothing has been read yet, so a short time is assumed.
  const first = await upload(ana, plainPage)
  expect(first).toMatchObject({ validation: stillReading, wait: 'It should take less than a minute.' })
  resolve()
  await readOf(ana, first.document)
  for (const _ of [2, 3]) await readOf(ana, (await upload(ana, plainPage)).document)
  await portal.pool.query('update document_readings set duration = 40000')
  ;({ promise, resolve } = Promise.withResolvers<void>())

  const waitOf = async (client: Client) => (await upload(client, plainPage)).wait
  expect(await waitOf(ben)).toBe('It should take less than a minute.')
  portal.wait(1)
  expect(await waitOf(ben)).toBe('It should take about a minute.')
  portal.wait(1)
  // A client who has used no reading time comes before another client's second file, and after the first.
  expect(await waitOf(cai)).toBe('It should take about a minute.')
  portal.wait(1)
  expect(await waitOf(cai)).toBe('It should take about three minutes.')
  portal.wait(1)
  // A client who has used two minutes comes last and is told why.
  expect(await waitOf(ana)).toBe(
    "You've sent a lot for us to read, so other clients' files come first. It should take about three minutes.",
  )
  resolve()
  await expect.poll(() => waiting(portal)).toBe(0)
})

test.each([
  [seconds(3), 'It should take less than a minute.'],
  [seconds(70), 'It should take about a minute.'],
  [seconds(110), 'It should take about two minutes.'],
  [minutes(11), 'It should take about 11 minutes.'],
  [minutes(64), 'It should take about an hour.'],
  [minutes(170), 'It should take about three hours.'],
])('%i milliseconds are told in words', (wait, sentence) => {
  expect(waitWords(wait)).toBe(sentence)
})
