import type { FastifyInstance } from 'fastify'
import type { UserId } from '#contract/accounts.ts'
import type { Config } from '#server/config.ts'
import {
  addTeamMember,
  findAccountByName,
  hasAccounts,
  openStaffAccount,
} from '#server/features/accounts/service.ts'
import { findFact, saveFact, saveFirm } from '#server/features/settings/service.ts'
import type { Database } from '#server/platform/db.ts'
import type { Ports } from '#server/platform/ports.ts'
import { seedAppointments } from './appointments.ts'
import { fillCases } from './cases.ts'
import { liveAsClient } from './client.ts'
import { liveAsOthers } from './clients.ts'
import { liveInMessages } from './conversation.ts'
import { demoClient, demoFirm, demoLetterTerms, demoPassword, demoStaff } from './firm.ts'
import { fillRequests } from './requests.ts'
import { liveSigning } from './signatures.ts'

interface Tools {
  database: Database
  ports: Ports
  clock: () => Date
}

/** The demo client knows both people of the firm. */
async function shareClient(db: Database['db']) {
  const [client, partner] = [
    await findAccountByName(db, demoClient.username),
    await findAccountByName(db, 'admin'),
  ]
  if (client && partner) await addTeamMember(db, { clientId: client.id, memberId: partner.id })
}

const filled = 'demo_filled'
const unfinished = 'unfinished'

/** Fills an empty portal with the demo firm and its people. A seeding that broke off is taken up again. */
export async function seedDemo(app: FastifyInstance, { database, ports, clock }: Tools) {
  const { db } = database
  const state = await findFact(db, filled)
  if (state !== null && state !== unfinished) return
  // Before the first account: from here on these records are nobody's but the demo's.
  await saveFact(db, filled, unfinished)
  await saveFirm(db, { ...demoFirm, ...demoLetterTerms })
  // Their documents are opened in processes that take a while to start: meanwhile their lives begin.
  const waking = ports.inspector.wake().then(() => ports.sealer.wake(demoFirm.name))
  const [now, passwordHash] = [clock(), await ports.hasher.hash(demoPassword)]
  for (const person of demoStaff) {
    if (!(await findAccountByName(db, person.username)))
      await openStaffAccount(db, { ...person, passwordHash, createdAt: now, emailConfirmedAt: now })
  }
  const known = await findAccountByName(db, demoClient.username)
  await liveAsClient(app, { db, clock, knownId: (known?.id ?? null) as UserId | null })
  await shareClient(db)
  await db.transaction(async (tx) => {
    await fillCases(tx, clock())
    await fillRequests(tx, clock())
  })
  await liveAsOthers(app, { db, clock })
  await liveInMessages(app, { db, clock })
  await seedAppointments(app, { db, clock })
  await waking
  await liveSigning(app)
  await saveFact(db, filled, clock().toISOString())
}

/**
 * Keeps the demo and a firm's own records apart, by a sentence for the operator: everybody knows the
 * passwords of the demo's administrator, and of whom they were once opened for.
 */
export async function refuseMixing({ db }: Pick<Database, 'db'>, config: Place & { isDemo: boolean }) {
  const isDemos = (await findFact(db, filled)) !== null
  if (isDemos && !config.isDemo) throw new Error(demoSentence(config))
  if (config.isDemo && !isDemos && (await hasAccounts(db))) throw new Error(firmSentence(config))
}

type Place = Pick<Config, 'dataFolder' | 'databaseUrl'>
const placeOf = ({ dataFolder, databaseUrl }: Place) =>
  databaseUrl === null
    ? { records: `The data folder ${dataFolder}`, choice: 'PORTICO_DATA to another folder or an empty one' }
    : { records: 'The database of DATABASE_URL', choice: 'DATABASE_URL to another database or an empty one' }

const demoSentence = (place: Place) => {
  const { records, choice } = placeOf(place)
  return (
    `${records} was filled with the demo, whose passwords everybody knows. ` +
    `Set ${choice}, or set PORTICO_DEMO=1 to go on with the demo.`
  )
}

const firmSentence = (place: Place) => {
  const { records, choice } = placeOf(place)
  return (
    `${records} holds accounts of its own, so the demo is not added to it. ` +
    `Set PORTICO_DEMO=0 to go on without the demo, or set ${choice}.`
  )
}

export const demoWelcome = [
  `  Demo accounts (password ${demoPassword} for all):`,
  `    ${demoClient.username}   a client of ${demoFirm.name}, half-way through`,
  '    priya      a solicitor of the firm',
  '    admin      an administrator of the firm',
  '',
]
