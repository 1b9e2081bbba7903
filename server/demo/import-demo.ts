import type { FastifyInstance } from 'fastify'
import {
  addTeamMember,
  findAccountByName,
  openStaffAccount,
  setAccountDates,
} from '#server/features/accounts/service.ts'
import { addPastRequest, hasRequests } from '#server/features/privacy/service.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import type { Database, Db } from '#server/platform/db/database.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import { seedAppointments } from './appointments.ts'
import { seedClient } from './client.ts'
import { seedOtherClients } from './clients.ts'
import { seedMessages } from './conversation.ts'
import { type Draw, openDemoDrawing } from './draw-documents.ts'
import { demoClient, demoFirm, demoLetterTerms, demoPassword, demoStaff, officeTime } from './firm.ts'
import { seedFirmLife } from './firm-life.ts'
import { otherMatters } from './matter-histories.ts'
import { seedMatters } from './matters.ts'
import { seedOtherMatters } from './other-matters.ts'
import { seedSignatures } from './signatures.ts'
import { seedTemplatePurchase } from './template-purchase.ts'
import { seedTemplates } from './templates.ts'

export interface DemoDependencies {
  database: Database
  ports: Ports
  clock: () => Date
}

/** Adds the firm, its people and their history. Leaves existing data as it is. */
export async function importDemo(app: FastifyInstance, tools: DemoDependencies) {
  const drawing = openDemoDrawing()
  try {
    void drawing.wake()
    await seedPortal(app, { ...tools, draw: drawing.draw })
  } finally {
    await drawing.close()
  }
}

async function seedPortal(
  app: FastifyInstance,
  { database, ports, clock, draw }: DemoDependencies & { draw: Draw },
) {
  const { db } = database
  await saveFirm(db, { ...demoFirm, ...demoLetterTerms })
  // The processes that open their documents take a while to start, so this does not wait for them.
  const waking = ports.inspector.wake().then(() => ports.sealer.wake(demoFirm.name))
  const [now, passwordHash] = [clock(), await ports.hasher.hash(demoPassword)]
  for (const person of demoStaff) {
    if (!(await findAccountByName(db, person.username)))
      await openStaffAccount(db, { ...person, passwordHash, createdAt: now, emailConfirmedAt: now })
  }
  const known = await findAccountByName(db, demoClient.username)
  await seedClient(app, { db, clock, draw, knownId: known?.id ?? null })
  await shareClient(db)
  await db.transaction(async (tx) => {
    await seedMatters(tx, clock())
    await seedRequests(tx, clock())
  })
  await seedOtherClients(app, { db, clock, draw })
  await seedOtherMatters(app, { db, clock })
  await seedTemplates(app, { db, clock })
  await seedTemplatePurchase(app, { clock, draw })
  await seedFirmLife(app, { clock })
  await seedMessages(app, { db, clock })
  await seedAppointments(app, { db, clock })
  await waking
  await seedSignatures(app, ports.drawing)
  await seedAccountDates(db, clock())
  // Otherwise five processes would stay awake during the first visit to the portal, for documents that have been read
  // already.
  await Promise.all([ports.inspector.dismiss(), ports.sealer.dismiss(), ports.drawing.dismiss()])
}

/** Puts the partner on the demo client's team, which already has the solicitor. */
async function shareClient(db: Database['db']) {
  const [client, partner] = [
    await findAccountByName(db, demoClient.username),
    await findAccountByName(db, 'admin'),
  ]
  if (client && partner) await addTeamMember(db, { clientId: client.id, memberId: partner.id })
}

/** Adds a complaint that was answered long ago, so that both sides see an example. */
async function seedRequests(db: Db, now: Date) {
  const client = await findAccountByName(db, demoClient.username)
  const administrator = await findAccountByName(db, 'admin')
  if (!client || !administrator || (await hasRequests(db, client.id))) return
  await addPastRequest(db, {
    clientId: client.id,
    kind: 'complaint',
    words: 'I was only told about the search fees after I had asked.',
    wish: 'Please tell buyers about them on the first day.',
    createdAt: officeTime(now, 12, '12:30'),
    answer:
      'You are right, and we are sorry. The fees are now in our client care letter, which every client receives on the first day.',
    answeredAt: officeTime(now, 8, '10:15'),
    answeredBy: administrator.id,
  })
}

/** How many working days ago clients joined and were last seen, for those without an entry in `otherMatters`. */
const knownDates: Record<string, { joined: number; seen: number }> = {
  [demoClient.username]: { joined: 70, seen: 1 },
  'mei.tanaka': { joined: 2, seen: 2 },
}

/** Makes every client of the demo join before their matter was opened. */
async function seedAccountDates(db: Db, now: Date) {
  const all = { ...knownDates }
  for (const { client, opened, next, joint = [] } of otherMatters)
    for (const username of [client, ...joint.map((person) => person.username)])
      all[username] ??= { joined: opened + 1, seen: Math.min(next.since, opened) }
  for (const [username, { joined, seen }] of Object.entries(all)) {
    const account = await findAccountByName(db, username)
    if (account)
      await setAccountDates(db, account.id, {
        createdAt: officeTime(now, joined, '09:35'),
        emailConfirmedAt: officeTime(now, joined, '09:41'),
        lastSeenAt: officeTime(now, seen, '12:50'),
      })
  }
}
