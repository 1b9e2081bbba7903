import type { FastifyInstance } from 'fastify'
import { accounts } from '#contract/accounts/accounts.ts'
import { compliance } from '#contract/compliance.ts'
import { absences, teams } from '#contract/firm/teams.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { matters } from '#contract/matters/matters.ts'
import { dayIn, plusDays } from '#server/platform/time/zone.ts'
import { demoPassword, zone } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'

/**
 * Adds a team with someone away, and a matter that the compliance officer has flagged. Does nothing the second time.
 */
export async function seedFirmLife(app: FastifyInstance, { clock }: { clock: () => Date }) {
  await seedTeam(app, clock())
  await seedRisk(app)
}

async function signedIn(app: FastifyInstance, username: string) {
  const ask = endpointClient(demoBrowserOn(app).send)
  await ask(accounts.login, { username, password: demoPassword })
  const { id } = await ask(accounts.current, {})
  return { ask, id }
}

async function seedTeam(app: FastifyInstance, now: Date) {
  const alex = await signedIn(app, 'admin')
  const priya = await signedIn(app, 'priya')
  const marcus = await signedIn(app, 'marcus')
  if ((await alex.ask(teams.list, {})).length === 0) {
    await alex.ask(teams.create, { name: 'Private client', memberIds: [priya.id, marcus.id] })
    const today = dayIn(zone, now)
    await marcus.ask(absences.save, {
      id: marcus.id,
      from: today,
      backOn: plusDays(today, 9),
      coverId: priya.id,
    })
  }
  for (const { ask } of [alex, priya, marcus]) await ask(accounts.logout, {})
}

async function seedRisk(app: FastifyInstance) {
  const { ask } = await signedIn(app, 'grace')
  const house = (await ask(matters.firmList, {})).find(({ title }) => title === 'Purchase of Beech House')
  if (house) {
    const { marks } = await ask(compliance.risk, { id: house.id })
    if (marks.length === 0) await ask(compliance.mark, { id: house.id, level: 'high', reason })
  }
  await ask(accounts.logout, {})
}

const reason =
  'An ambassador until last year, and £1.4m without a mortgage. Enhanced checks, and a partner signs off the funds before exchange.'
