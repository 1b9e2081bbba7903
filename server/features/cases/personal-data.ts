import { registerTable } from '#server/platform/audit/personal-data.ts'
import { caseEvents, cases } from './schema.ts'

export const personalData = [
  registerTable(cases, {
    title: 'Your cases',
    whose: cases.clientId,
    columns: {
      id: true,
      clientId: 'Your own reference number.',
      reference: true,
      title: true,
      type: true,
      priority: true,
      description: true,
      status: true,
      reason: true,
      whose: true,
      thirdParty: true,
      nextStep: true,
      movedAt: true,
      createdAt: true,
      closedAt: true,
    },
  }),
  registerTable(caseEvents, {
    title: 'What happened in your cases',
    whose: { column: caseEvents.caseId, to: cases.id, whose: cases.clientId },
    columns: {
      id: true,
      caseId: true,
      kind: true,
      at: true,
      byId: 'The reference number of the person who did it; their name is given.',
      byName: true,
      isOfFirm: true,
      words: true,
      whose: true,
      thirdParty: true,
    },
  }),
]
