import type { FastifyInstance } from 'fastify'
import type { UserId } from '#contract/accounts.ts'
import { findAccountByName, openStaffAccount } from '#server/features/accounts/service.ts'
import { findFact, saveFact, saveFirm } from '#server/features/settings/service.ts'
import type { Database } from '#server/platform/db.ts'
import type { Ports } from '#server/platform/ports.ts'
import { liveAsClient } from './client.ts'
import { demoClient, demoFirm, demoPassword, demoStaff } from './firm.ts'

interface Tools {
  database: Database
  ports: Ports
  clock: () => Date
}

const done = 'demo_filled'

/** Fills an empty portal with the demo firm and its people. A seeding that broke off is taken up again. */
export async function seedDemo(app: FastifyInstance, { database, ports, clock }: Tools) {
  const { db } = database
  if ((await findFact(db, done)) !== null) return
  await saveFirm(db, demoFirm)
  const passwordHash = await ports.hasher.hash(demoPassword)
  for (const person of demoStaff) {
    if (!(await findAccountByName(db, person.username)))
      await openStaffAccount(db, { ...person, passwordHash, createdAt: clock() })
  }
  const known = await findAccountByName(db, demoClient.username)
  await liveAsClient(app, { db, clock, knownId: (known?.id ?? null) as UserId | null })
  await saveFact(db, done, clock().toISOString())
}

export const demoWelcome = [
  `  Demo accounts (password ${demoPassword} for all):`,
  `    ${demoClient.username}   a client of ${demoFirm.name}, half-way through`,
  '    priya      a solicitor of the firm',
  '    admin      an administrator of the firm',
  '',
]
