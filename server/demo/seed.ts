import type { FastifyInstance } from 'fastify'
import { pages } from '#contract/kit/pages.ts'
import type { Config } from '#server/config.ts'
import { hasAccounts } from '#server/features/accounts/service.ts'
import { findFact, saveFact } from '#server/features/settings/service.ts'
import type { Database } from '#server/platform/db/database.ts'
import { freeMemory } from '#server/platform/diagnostics/idle-memory.ts'
import { demoClient, demoFirm, demoPassword } from './firm.ts'
import type { DemoDependencies } from './import-demo.ts'

const filled = 'demo_filled'
const unfinished = 'unfinished'

/**
 * Fills an empty portal with the demo firm and its people. Continues an interrupted run. Throws if a virus scanner is
 * set and does not answer.
 */
export async function seedDemo(app: FastifyInstance, tools: DemoDependencies) {
  const { db } = tools.database
  const state = await findFact(db, filled)
  if (state !== null && state !== unfinished) return
  // The demo's documents are scanned like any others, and would stay closed.
  await tools.ports.antivirus?.version().catch((cause: unknown) => {
    throw new Error(
      "The virus scanner of PORTICO_CLAMD doesn't answer, and the demo's documents need it. Start clamd, or unset PORTICO_CLAMD.",
      { cause },
    )
  })
  // Saved before the first account, and marks this database as the demo's.
  await saveFact(db, filled, unfinished)
  // Loaded only here: it is needed once in the life of a portal, and is a sixth of all the code a start would load.
  const { importDemo } = await import('./import-demo.ts')
  await importDemo(app, tools)
  await saveFact(db, filled, tools.clock().toISOString())
  freeMemory()
}

/**
 * Refuses to mix the demo with a firm's own data, with a sentence for the operator: everyone knows the passwords of the
 * demo's administrator, and of the accounts created for it.
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
    `${records} was filled with the demo, whose passwords everyone knows. ` +
    `Set ${choice}, or set PORTICO_DEMO=1 to continue with the demo.`
  )
}

const firmSentence = (place: Place) => {
  const { records, choice } = placeOf(place)
  return (
    `${records} holds real accounts, so the demo is not added to it. ` +
    `Set PORTICO_DEMO=0 to continue without the demo, or set ${choice}.`
  )
}

/** Returns what the operator wants to know: who can sign in, and where to read their emails. */
export const demoWelcome = (address: string, { isMailSent }: { isMailSent: boolean }) => [
  `  Demo accounts (password ${demoPassword} for all):`,
  `    ${demoClient.username}   a client of ${demoFirm.name}, half-way through`,
  '    priya      a solicitor of the firm, for homes',
  '    marcus     another, for wills and probate',
  '    admin      an administrator of the firm',
  '    grace      its compliance officer',
  '    owen       its cashier',
  '',
  ...(isMailSent ? [] : mailWelcome(address)),
]

const mailWelcome = (address: string) => [
  '  Emails stay in the demo, and their links work:',
  `    all of them, as admin:          ${address}${pages.firmMails}`,
  `    a client’s own, as that client: ${address}${pages.demoInbox}`,
  '',
]
