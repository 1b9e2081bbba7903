import type { UserId } from '#contract/accounts/accounts.ts'
import { findAccountByName } from '#server/features/accounts/service.ts'
import { addPastMatter, hasMatters, type PastEvent } from '#server/features/matters/service.ts'
import type { Db } from '#server/platform/db/database.ts'
import { demoClient, demoPurchase, officeTime, weekdayIn } from './firm.ts'

/** Adds matters of the demo client and her solicitor: one open, one requested, one closed. */
export async function seedMatters(db: Db, now: Date) {
  const client = await findAccountByName(db, demoClient.username)
  const solicitor = await findAccountByName(db, 'priya')
  if (!client || !solicitor || (await hasMatters(db, client.id))) return
  const supervisor = (await findAccountByName(db, 'admin'))?.id ?? null
  const amara = { byId: client.id, byName: 'Amara Okafor', isOfFirm: false }
  const priya = { byId: solicitor.id, byName: 'Priya Raman', isOfFirm: true }
  await addTenancy(db, { now, clientId: client.id, amara, priya })
  await addPurchase(db, { now, clientId: client.id, amara, priya, supervisor })
  await addWill(db, { now, clientId: client.id, amara, priya })
}

type PastParty = NonNullable<Parameters<typeof addPastMatter>[2]['parties']>[number]

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
  addPastMatter(
    db,
    {
      clientId,
      title: 'Return of a tenancy deposit',
      type: 'Dispute',
      priority: 'low',
      description: 'My landlord kept £600 of my deposit for a carpet that was worn when I moved in.',
      status: 'closed',
      createdAt: officeTime(now, 69, '11:05'),
      closedAt: officeTime(now, 43, '12:10'),
    },
    {
      events: [
        { ...amara, kind: 'requested', at: officeTime(now, 69, '11:05') },
        {
          ...priya,
          kind: 'opened',
          at: officeTime(now, 68, '09:40'),
          assignee: 'firm',
          words: 'We are writing to the deposit scheme',
        },
        {
          ...priya,
          kind: 'moved',
          at: officeTime(now, 63, '14:15'),
          assignee: 'third_party',
          thirdParty: 'the deposit scheme',
          words: 'Their adjudicator is deciding',
        },
        {
          ...priya,
          kind: 'noted',
          at: officeTime(now, 44, '15:30'),
          words: 'The scheme has paid back the full £600.',
        },
        { ...amara, kind: 'closed', at: officeTime(now, 43, '12:10') },
      ],
    },
  )

const addPurchase = (
  db: Db,
  { now, clientId, amara, priya, supervisor }: Parts & { supervisor: UserId | null },
) =>
  addPastMatter(
    db,
    {
      clientId,
      title: `Purchase of ${demoPurchase.short}`,
      type: 'Purchase',
      priority: 'high',
      description:
        'I am buying my first flat, on a lease of 118 years, with a mortgage.\nI would like to move before Easter.',
      status: 'open',
      assignee: 'client',
      nextStep: 'Read the seller’s answers in your messages, and tell us what you would like to ask',
      assignedAt: officeTime(now, 2, '15:05'),
      createdAt: officeTime(now, 17, '12:25'),
      feeEarnerId: priya.byId,
      supervisorId: supervisor,
      value: 38_500_000,
      dates: [
        { kind: 'target_exchange', words: '', on: weekdayIn(now, 28), isShared: true },
        { kind: 'completion', words: '', on: weekdayIn(now, 42), isShared: true },
        { kind: 'own', words: 'Mortgage offer ends', on: weekdayIn(now, 130), isShared: true },
      ],
      scope: 'yes',
      scopeReason: 'We act in the purchase of land.',
      costsEstimate: 174_000,
      costsSoFar: 69_600,
      costsAt: officeTime(now, 4, '11:35'),
    },
    {
      events: purchaseEvents({ now, amara, priya }),
      notes: [
        {
          byId: priya.byId,
          byName: priya.byName,
          at: officeTime(now, 4, '11:40'),
          words: 'Ground rent doubles in 2041: check with the lender before we report on the lease.',
        },
      ],
      parties: purchaseParties,
    },
  )

const purchaseEvents = ({ now, amara, priya }: Pick<Parts, 'now' | 'amara' | 'priya'>): PastEvent[] => [
  { ...amara, kind: 'requested', at: officeTime(now, 17, '12:25') },
  {
    ...priya,
    kind: 'opened',
    at: officeTime(now, 16, '09:50'),
    assignee: 'third_party',
    thirdParty: 'the seller’s solicitors',
    words: 'They are sending us the draft contract',
  },
  { ...priya, kind: 'staged', at: officeTime(now, 16, '09:55'), stage: 'instruction' },
  { ...priya, kind: 'staged', at: officeTime(now, 14, '10:20'), stage: 'identity_and_funds' },
  { ...priya, kind: 'staged', at: officeTime(now, 11, '16:10'), stage: 'contract_pack' },
  {
    ...priya,
    kind: 'moved',
    at: officeTime(now, 9, '14:30'),
    assignee: 'firm',
    words: 'We are checking the lease and the first search',
  },
  {
    ...priya,
    kind: 'staged',
    at: officeTime(now, 9, '14:40'),
    stage: 'searches',
    words: 'the local search is back, and the drainage search follows once the fees are paid',
  },
  {
    ...priya,
    kind: 'noted',
    at: officeTime(now, 4, '11:20'),
    words:
      'The local search is back. There is nothing in it to worry about. The drainage search follows once you have paid the search fees.',
  },
  {
    ...priya,
    kind: 'moved',
    at: officeTime(now, 2, '15:05'),
    assignee: 'client',
    words: 'Read the seller’s answers in your messages, and tell us what you would like to ask',
  },
]

const purchaseParties: PastParty[] = [
  {
    role: 'giver_of_funds',
    kind: 'person',
    name: 'Ngozi Okafor',
    email: '',
    phone: '',
    number: '',
    detail: 'Aunt, gives part of the deposit',
  },
  {
    role: 'lender',
    kind: 'organisation',
    name: 'Dulwich Building Society',
    email: 'completions@dulwich-bs.example',
    phone: '020 7946 0881',
    number: '',
    detail: 'Mortgage offer for £308,000',
  },
  {
    role: 'other_side',
    kind: 'person',
    name: 'Margaret Fell',
    email: '',
    phone: '',
    number: '',
    detail: 'Seller',
  },
  {
    role: 'other_sides_lawyer',
    kind: 'organisation',
    name: 'Penrose Lane LLP',
    email: 'conveyancing@penrose-lane.example',
    phone: '020 7946 0772',
    number: '',
    detail: 'Acts for the seller',
  },
]

const addWill = (db: Db, { now, clientId, amara }: Parts) =>
  addPastMatter(
    db,
    {
      clientId,
      title: 'A will for the two of us',
      type: 'Wills and probate',
      priority: 'medium',
      description: 'My partner and I would like to make our wills once the flat is ours.',
      status: 'pending',
      createdAt: officeTime(now, 1, '12:40'),
    },
    { events: [{ ...amara, kind: 'requested', at: officeTime(now, 1, '12:40') }] },
  )
