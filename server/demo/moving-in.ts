import type { FastifyInstance } from 'fastify'
import type { UserId } from '#contract/accounts.ts'
import { addTeamMember, findAccountByName, openStaffAccount } from '#server/features/accounts/service.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import { seedAppointments } from './appointments.ts'
import { fillCases } from './cases.ts'
import { liveAsClient } from './client.ts'
import { liveAsOthers } from './clients.ts'
import { liveInMessages } from './conversation.ts'
import { type Draw, openDemoDrawing } from './draw-documents.ts'
import { demoClient, demoFirm, demoLetterTerms, demoPassword, demoStaff } from './firm.ts'
import { fillRequests } from './requests.ts'
import { liveSigning } from './signatures.ts'

export interface Tools {
  database: Database
  ports: Ports
  clock: () => Date
}

/** The firm, its people and what they have done so far. What is there already is left as it is. */
export async function moveIn(app: FastifyInstance, tools: Tools) {
  const drawing = openDemoDrawing()
  try {
    void drawing.wake()
    await live(app, { ...tools, draw: drawing.draw })
  } finally {
    await drawing.close()
  }
}

async function live(app: FastifyInstance, { database, ports, clock, draw }: Tools & { draw: Draw }) {
  const { db } = database
  await saveFirm(db, { ...demoFirm, ...demoLetterTerms })
  // Their documents are opened in processes that take a while to start: meanwhile their lives begin.
  const waking = ports.inspector.wake().then(() => ports.sealer.wake(demoFirm.name))
  const [now, passwordHash] = [clock(), await ports.hasher.hash(demoPassword)]
  for (const person of demoStaff) {
    if (!(await findAccountByName(db, person.username)))
      await openStaffAccount(db, { ...person, passwordHash, createdAt: now, emailConfirmedAt: now })
  }
  const known = await findAccountByName(db, demoClient.username)
  await liveAsClient(app, { db, clock, draw, knownId: (known?.id ?? null) as UserId | null })
  await shareClient(db)
  await db.transaction(async (tx) => {
    await fillCases(tx, clock())
    await fillRequests(tx, clock())
  })
  await liveAsOthers(app, { db, clock, draw })
  await liveInMessages(app, { db, clock })
  await seedAppointments(app, { db, clock })
  await waking
  await liveSigning(app, ports.drawing)
  // Five processes would stay awake through the first look at the portal, for papers that are read by now.
  await Promise.all([ports.inspector.dismiss(), ports.sealer.dismiss(), ports.drawing.dismiss()])
}

/** The demo client knows both people of the firm. */
async function shareClient(db: Database['db']) {
  const [client, partner] = [
    await findAccountByName(db, demoClient.username),
    await findAccountByName(db, 'admin'),
  ]
  if (client && partner) await addTeamMember(db, { clientId: client.id, memberId: partner.id })
}
