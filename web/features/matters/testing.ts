import { type Matter, MatterEvent, MatterId } from '#contract/matters/matters.ts'
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
