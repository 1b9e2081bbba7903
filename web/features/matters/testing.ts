import { UserId } from '#contract/accounts/accounts.ts'
import type { matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import {
  type FirmMatter,
  type FirmMatterFile,
  type Matter,
  MatterEvent,
  MatterId,
} from '#contract/matters/matters.ts'
import type { KnownClient } from '#contract/matters/party.ts'
import { progressOfStages } from '#contract/matters/stages.ts'
import { idOf } from '#web/testing.tsx'

export const matterOf = (n: number, facts: Partial<Matter> = {}): Matter => ({
  id: MatterId.parse(idOf(n)),
  title: 'Purchase of a flat',
  reference: `HR-2026-${String(n).padStart(5, '0')}`,
  status: 'open',
  type: 'Property',
  priority: 'high',
  description: 'I am buying my first flat.',
  reason: null,
  move: {
    whose: 'client',
    thirdParty: null,
    nextStep: 'Send us your payslips',
    taskId: null,
    since: new Date('2026-11-03T09:00:00Z'),
  },
  stages: [],
  feeEarner: null,
  supervisor: null,
  people: [],
  dates: [],
  costs: null,
  clients: [],
  createdAt: new Date('2026-11-01T09:00:00Z'),
  closedAt: null,
  heldTasks: [],
  ...facts,
})

export const eventOf = (n: number, facts: Partial<MatterEvent> = {}): MatterEvent => ({
  id: MatterEvent.shape.id.parse(idOf(500 + n)),
  kind: 'requested',
  at: new Date('2026-11-01T09:00:00Z'),
  by: { name: 'Amara Okafor', isOfFirm: false },
  words: null,
  stage: null,
  move: null,
  ...facts,
})

export const firmMatterOf = (n: number, facts: Partial<FirmMatter> = {}): FirmMatter => {
  const { heldTasks: _, ...matter } = matterOf(n)
  return { ...matter, client: { id: UserId.parse(idOf(50)), name: 'Amara Okafor' }, ...facts }
}

/** A purchase as the firm sees it, at its first stage and without any details. */
export const firmFileOf = (n: number, facts: Partial<FirmMatterFile> = {}): FirmMatterFile => ({
  ...firmMatterOf(n, { type: 'Purchase', stages: progressOfStages('Purchase', []) }),
  client: { ...firmMatterOf(n).client, email: 'amara.okafor@example.com' },
  events: [],
  facts: {
    type: 'Purchase',
    feeEarnerId: null,
    supervisorId: null,
    teamId: null,
    value: null,
    dates: [],
    scope: 'undecided',
    scopeReason: '',
    costsEstimate: null,
    costsSoFar: null,
  },
  notes: [],
  parties: [],
  guestIds: [],
  hiddenIds: [],
  access: { isRestricted: false, memberIds: [] },
  openTasks: [],
  named: [],
  closedRoles: [],
  teams: [],
  ...facts,
})

/** A client to choose, of whom only the name is known. */
export const knownClientOf = (id: UserId, name: string, facts: Partial<KnownClient> = {}): KnownClient => ({
  id,
  name,
  email: '',
  dateOfBirth: null,
  references: [],
  ...facts,
})

/** The summary of a case without people, tasks or documents. */
export const emptySummary: Output<typeof matterTabs.summary> = {
  people: [],
  hidden: [],
  isPartShown: false,
  counts: { tasks: 0, documents: 0 },
}
