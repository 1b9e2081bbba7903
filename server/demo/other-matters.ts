import type { FastifyInstance } from 'fastify'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { endpointClient } from '#contract/kit/transport.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { organisations } from '#contract/organisations/organisations.ts'
import { addTeamMember, findAccountByName } from '#server/features/accounts/service.ts'
import { addPastMatter, hasMatters } from '#server/features/matters/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoPassword, officeTime, weekdayIn } from './firm.ts'
import { demoBrowserOn } from './front-door.ts'
import { type OtherMatter, otherMatters, staffNames } from './matter-histories.ts'

interface SeedDependencies {
  db: Db
  clock: () => Date
}

/** Adds the other clients' matters: eight of seven types. Does nothing the second time. */
export async function seedOtherMatters(app: FastifyInstance, { db, clock }: SeedDependencies) {
  const idOf = async (username: string) => {
    const account = await findAccountByName(db, username)
    if (!account) throw new Error(`The demo has nobody called ${username}.`)
    return account.id
  }
  const signedIn = async (username: string) => {
    const ask = endpointClient(demoBrowserOn(app).send)
    await ask(accounts.login, { username, password: demoPassword })
    return ask
  }
  const staff = { priya: await signedIn('priya'), marcus: await signedIn('marcus') }
  const partner = await signedIn('admin')
  const people = { priya: await idOf('priya'), marcus: await idOf('marcus'), alex: await idOf('admin') }

  for (const matter of otherMatters.toSorted((a, b) => b.opened - a.opened)) {
    const clientId = await idOf(matter.client)
    if (await hasMatters(db, clientId)) continue
    const feeEarnerId = people[matter.by]
    // The partner works with Priya's clients, and so does not see those of Marcus.
    await addTeamMember(db, { clientId, memberId: people.alex })
    if (matter.by === 'marcus') await partner(firm.assign, { id: clientId, feeEarnerId, memberIds: [] })
    const supervisorId = matter.by === 'marcus' ? people.priya : people.alex
    const id = await db.transaction((tx) =>
      addPast(tx, { matter, now: clock(), clientId, feeEarnerId, supervisorId }),
    )
    const ask = staff[matter.by]
    for (const { username, name } of matter.joint ?? []) {
      if (matter.by === 'priya')
        await addTeamMember(db, { clientId: await idOf(username), memberId: people.alex })
      await ask(matterParties.add, {
        id,
        clientId: await idOf(username),
        role: 'joint_client',
        kind: 'person',
        name,
        email: `${username}@example.com`,
        phone: '',
        number: '',
        detail: '',
      })
    }
    if (matter.organisation) {
      const [first] = await ask(organisations.list, { id })
      if (first) await ask(organisations.save, { id, partyId: first.partyId, ...matter.organisation })
    }
    if (matter.isRestricted) {
      const memberIds = [feeEarnerId, people.alex]
      await ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
    }
  }
  for (const ask of [staff.priya, staff.marcus, partner]) await ask(accounts.logout, {})
}

interface Doing {
  matter: OtherMatter
  now: Date
  clientId: UserId
  feeEarnerId: UserId
  supervisorId: UserId
}

function addPast(db: Db, doing: Doing) {
  const { matter, now, clientId, feeEarnerId, supervisorId } = doing
  const { title, type, description, next, closed, dates = [] } = matter
  const at = (ago: number, time: string) => officeTime(now, ago, time)
  const opened = at(matter.opened, '10:05')
  const move = { assignee: next.whose, thirdParty: next.thirdParty ?? null, nextStep: next.step }
  const ending = closed === undefined ? null : at(closed, '16:15')
  return addPastMatter(
    db,
    {
      clientId,
      title,
      type,
      description,
      priority: matter.priority ?? 'medium',
      createdAt: opened,
      feeEarnerId,
      supervisorId,
      value: matter.value ?? null,
      dates: dates.map(({ inDays, ...date }) => ({ ...date, on: weekdayIn(now, inDays) })),
      scope: matter.scope[0],
      scopeReason: matter.scope[1],
      costsEstimate: matter.costs[0],
      costsSoFar: matter.costs[1],
      costsAt: ending ?? at(1, '11:30'),
      ...(ending
        ? { status: 'closed', closedAt: ending }
        : { status: 'open', ...move, assignedAt: at(next.since, '15:20') }),
    },
    historyOf(doing),
  )
}

/** What happened in the matter, what was noted, and who else is in it. */
const historyOf = ({ matter, now, feeEarnerId }: Doing): Parameters<typeof addPastMatter>[2] => {
  const { stages, next, closed, parties = [], notes = [] } = matter
  const at = (ago: number, time: string) => officeTime(now, ago, time)
  const by = { byId: feeEarnerId, byName: staffNames[matter.by], isOfFirm: true }
  const ending = closed === undefined ? null : at(closed, '16:15')
  return {
    events: [
      {
        ...by,
        kind: 'opened',
        at: at(matter.opened, '10:05'),
        assignee: 'firm',
        words: 'We have opened your case',
      },
      ...stages.map(([stage, ago, words]) => ({
        ...by,
        kind: 'staged' as const,
        at: at(ago, '10:40'),
        stage,
        words: words ?? null,
      })),
      ending
        ? { ...by, kind: 'closed', at: ending }
        : {
            ...by,
            kind: 'moved',
            at: at(next.since, '15:20'),
            assignee: next.whose,
            thirdParty: next.thirdParty ?? null,
            words: next.step,
          },
    ],
    notes: notes.map((words) => ({
      byId: feeEarnerId,
      byName: by.byName,
      at: at(1, '16:40'),
      words,
    })),
    parties: parties.map(({ role, kind = 'organisation', name, number = '', detail }) => ({
      role,
      kind,
      name,
      number,
      detail,
      email: '',
      phone: '',
    })),
  }
}
