import { expect, test } from 'vitest'
import { appointments } from '#contract/appointments/appointments.ts'
import { stillReading } from '#contract/documents/validation.ts'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { queue } from '#contract/queue.ts'
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
const priya = await portal.staff('fee_earner')
const nora = await portal.staff('fee_earner')
const ana = await portal.client({ firstName: 'Ana', lastName: 'Quist' })
const ben = await portal.client()
const inspected = await priya.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
const elsewhere = await priya.ask(matters.start, { ...flatPurchase, clientId: ben.user.id })

/** The case is restricted while its things are made, and then open to everybody who works with the client. */
const things = await openRestrictedMatter(portal, {
  client: ana,
  adviser: priya,
  opener: priya,
  named: nora,
  count: async () => [],
})
await nora.ask(matterParties.saveAccess, { id: things.matterId, isRestricted: false, memberIds: [] })

const unassigned = {
  feeEarner: await portal.staff('fee_earner'),
  administrator: await portal.staff('administrator'),
  auditorOfAnotherClient: await portal.staff('auditor', { inspects: [elsewhere.id] }),
  auditorOfAnotherCase: await portal.staff('auditor', { inspects: [inspected.id] }),
}
const auditor = await portal.staff('auditor', { inspects: [things.matterId] })

const { belongings, ids } = things
const sweep = openSweep({ portal, matrix: await readMatrix(), belongings, word: 'zanzibar' })

/** Whoever keeps the emails going reads every one, but of restricted cases. */
const ofOutbox = (name: string) => name === 'mail.list'

const askers = Object.entries(unassigned).map(([person, { jar }]) => [person, cookieOf(jar)] as const)

test.each(askers)('%s finds nothing of a case that is not theirs at any endpoint', async (_, headers) => {
  const found: string[] = []
  const answers = (await sweep.readAll(headers)).filter(({ name }) => !ofOutbox(name))
  for (const { name, said } of answers)
    for (const word of ['zanzibar', '739.11', ...ids]) if (said.includes(word)) found.push(`${name}: ${word}`)
  expect(found).toEqual([])
  // A person who is refused everywhere would find nothing either.
  expect(answers.length).toBeGreaterThan(5)
})

test.each(askers)('%s can do nothing to a case that is not theirs', async (_, headers) => {
  const found: string[] = []
  const commands = sweep.commandsOn(ids)
  for (const command of commands) {
    const { statusCode, body } = await sweep.command(command, headers)
    // Anything but these would tell that the case is there.
    if (![403, 404].includes(statusCode) && !command.name.startsWith('bulk.'))
      found.push(`${command.name}: ${statusCode}`)
    if (body.toLowerCase().includes('zanzibar')) found.push(`${command.name}: ${body}`)
  }
  expect(found).toEqual([])
  expect(commands.length).toBeGreaterThan(15)
})

test('an auditor of the case reads it wherever its fee earner does', async () => {
  const saidTo = async ({ jar }: typeof priya) =>
    (await sweep.readAll(cookieOf(jar)))
      .filter(({ said }) => said.includes('zanzibar'))
      .map(({ name }) => name)
  const [toAuditor, toFeeEarner] = [await saidTo(auditor), await saidTo(priya)]
  const onlyForRunning = toFeeEarner.filter((name) => !toAuditor.includes(name))
  expect(toAuditor.length).toBeGreaterThan(10)
  expect(onlyForRunning).toEqual(['home.show', 'queue.list', 'handOver.show'])
})

test('no live event of a case goes to an auditor of another, or to anybody who is not assigned', async () => {
  const heard: string[] = []
  const listener = await portal.pool.connect()
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.query('listen portico')
  const item = { kind: 'document', id: things.document.id } as const
  await priya.ask(queue.take, item)
  await priya.ask(queue.release, item)
  await ana.ask(appointments.cancel, { id: things.appointment.id })
  await priya.ask(matters.firmClose, { id: things.matterId })
  // Comes after everything that was signalled before.
  await portal.pool.query("select pg_notify('portico', 'the end')")
  await expect.poll(() => heard).toContain('the end')
  listener.release(true)
  const signalled = heard.filter((payload) => !payload.includes('"topics":["mails"]')).join('\n')
  expect(signalled).toContain(priya.user.id)
  expect(signalled).toContain(auditor.user.id)
  for (const { user } of Object.values(unassigned)) expect(signalled).not.toContain(user.id)
})

test('an administrator who joins the team sees the case', async () => {
  await unassigned.administrator.ask(firm.joinTeam, { email: ana.user.email })
  const { status } = await unassigned.administrator.ask(matters.firmOne, { id: things.matterId })
  expect(status).toBe('closed')
})
