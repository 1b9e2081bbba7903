import { type Case, CaseEvent, CaseId } from '#contract/cases.ts'
import { idOf } from '#web/testing.tsx'

export const caseOf = (n: number, facts: Partial<Case> = {}): Case => ({
  id: CaseId.parse(idOf(n)),
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
    since: new Date('2026-11-03T09:00:00Z'),
  },
  createdAt: new Date('2026-11-01T09:00:00Z'),
  closedAt: null,
  ...facts,
})

export const eventOf = (n: number, facts: Partial<CaseEvent> = {}): CaseEvent => ({
  id: CaseEvent.shape.id.parse(idOf(500 + n)),
  kind: 'requested',
  at: new Date('2026-11-01T09:00:00Z'),
  by: { name: 'Amara Okafor', isOfFirm: false },
  words: null,
  move: null,
  ...facts,
})
