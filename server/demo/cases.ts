import type { UserId } from '#contract/accounts.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import { addPastCase, hasCases } from '#server/features/cases/service.ts'
import type { Db } from '#server/platform/db.ts'
import { before, days } from '#server/platform/durations.ts'
import { demoClient } from './firm.ts'

/** What the demo client and her solicitor are in the middle of: one case open, one asked for, one over. */
export async function fillCases(db: Db, now: Date) {
  const client = await findAccountByName(db, demoClient.username)
  const solicitor = await findAccountByName(db, 'priya')
  if (!client || !solicitor || (await hasCases(db, client.id))) return
  const amara = { byId: client.id, byName: 'Amara Okafor', isOfFirm: false }
  const priya = { byId: solicitor.id, byName: 'Priya Raman', isOfFirm: true }
  await addTenancy(db, { now, clientId: client.id, amara, priya })
  await addPurchase(db, { now, clientId: client.id, amara, priya })
  await addWill(db, { now, clientId: client.id, amara, priya })
}

interface Person {
  byId: UserId
  byName: string
  isOfFirm: boolean
}
interface Parts {
  now: Date
  clientId: UserId
  amara: Person
  priya: Person
}

const addTenancy = (db: Db, { now, clientId, amara, priya }: Parts) =>
  addPastCase(
    db,
    {
      clientId,
      title: 'Return of a tenancy deposit',
      type: 'Dispute',
      priority: 'low',
      description: 'My landlord kept £600 of my deposit for a carpet that was worn when I moved in.',
      status: 'closed',
      createdAt: before(now, days(96)),
      closedAt: before(now, days(61)),
    },
    [
      { ...amara, kind: 'requested', at: before(now, days(96)) },
      {
        ...priya,
        kind: 'opened',
        at: before(now, days(95)),
        whose: 'firm',
        words: 'We write to the deposit scheme',
      },
      {
        ...priya,
        kind: 'moved',
        at: before(now, days(88)),
        whose: 'third_party',
        thirdParty: 'the deposit scheme',
        words: 'Their adjudicator decides',
      },
      { ...priya, kind: 'noted', at: before(now, days(62)), words: 'The scheme pays back the full £600.' },
      { ...amara, kind: 'closed', at: before(now, days(61)) },
    ],
  )

const addPurchase = (db: Db, { now, clientId, amara, priya }: Parts) =>
  addPastCase(
    db,
    {
      clientId,
      title: 'Purchase of Flat 4, 27 Orchard Row',
      type: 'Property',
      priority: 'high',
      description:
        'I am buying my first flat, on a lease of 118 years, with a mortgage.\nI would like to move before Easter.',
      status: 'open',
      whose: 'client',
      nextStep: 'Read the seller’s answers, and tell us what you would like to ask',
      movedAt: before(now, days(2)),
      createdAt: before(now, days(24)),
    },
    [
      { ...amara, kind: 'requested', at: before(now, days(24)) },
      {
        ...priya,
        kind: 'opened',
        at: before(now, days(23)),
        whose: 'third_party',
        thirdParty: 'the seller’s solicitors',
        words: 'They send the draft contract',
      },
      {
        ...priya,
        kind: 'moved',
        at: before(now, days(13)),
        whose: 'firm',
        words: 'We check the lease and order the searches',
      },
      {
        ...priya,
        kind: 'noted',
        at: before(now, days(6)),
        words: 'The local search is back. Nothing in it worries us.',
      },
      {
        ...priya,
        kind: 'moved',
        at: before(now, days(2)),
        whose: 'client',
        words: 'Read the seller’s answers, and tell us what you would like to ask',
      },
    ],
  )

const addWill = (db: Db, { now, clientId, amara }: Parts) =>
  addPastCase(
    db,
    {
      clientId,
      title: 'A will for the two of us',
      type: 'Wills and probate',
      priority: 'medium',
      description: 'My partner and I would like to make our wills once the flat is ours.',
      status: 'pending',
      createdAt: before(now, days(1)),
    },
    [{ ...amara, kind: 'requested', at: before(now, days(1)) }],
  )
