import { usualHours } from '#contract/working-hours.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { all, bothSides, clients, firms, members, overseers, owners, type Row } from './row.ts'

const nobodys = '0197a4a0-0000-7000-8000-000000000000'
const nextStep = { whose: 'client', nextStep: 'Send us your payslips' }
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' }
const halfAnHour = (startTime: Date) => ({ startTime, endTime: after(startTime, minutes(30)) })

export const togetherRows: Record<string, Row> = {
  'signatures.create': {
    ask: ({ sentId }) => ({
      documentId: sentId,
      typedName: 'Amara Okafor',
      signaturePosition: 'bottom_right',
    }),
    answers: owners(201),
    spends: true,
  },
  'signatures.list': { answers: clients() },
  'signatures.requests': { answers: clients() },
  'signatures.ofDocument': { ask: ({ sentId }) => ({ id: sentId }), answers: owners() },
  'signatures.opened': { ask: ({ sentId }) => ({ id: sentId }), answers: owners() },
  // It is not signed yet: what matters is that nobody else learns of it.
  'signatures.signedCopy': { ask: ({ sentId }) => ({ id: sentId }), answers: owners(409) },
  'signatures.verify': { ask: () => ({ sha256: '0'.repeat(64) }), answers: all(200) },
  'signatures.recipients': { answers: firms() },
  'signatures.sent': { answers: firms() },
  // This fee earner came after the client, and answers for nobody yet.
  'signatures.send': {
    ask: ({ clientId }) => ({ clientId, name: 'Transfer deed' }),
    answers: overseers(201),
  },
  'signatures.evidence': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(),
  },
  'signatures.copy': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(),
  },
  // A letter belongs to its task, and is not taken back.
  'signatures.cancel': {
    ask: ({ sentId }) => ({ id: sentId }),
    answers: overseers(409),
  },
  'cases.list': { answers: clients() },
  'cases.one': { ask: ({ caseId }) => ({ id: caseId }), answers: owners() },
  'cases.request': { ask: () => matter, answers: clients(201) },
  'cases.close': { ask: ({ caseId }) => ({ id: caseId }), answers: owners(), spends: true },
  'cases.firmList': { answers: firms() },
  'cases.firmOne': { ask: ({ caseId }) => ({ id: caseId }), answers: overseers() },
  'cases.clients': { answers: firms() },
  'cases.start': {
    ask: ({ clientId }) => ({ clientId, ...matter, ...nextStep }),
    answers: overseers(201),
  },
  'cases.open': {
    ask: ({ pendingCaseId }) => ({ id: pendingCaseId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
  'cases.reject': {
    ask: ({ pendingCaseId }) => ({ id: pendingCaseId, reason: 'We act for the other side.' }),
    answers: overseers(),
    spends: true,
  },
  'cases.move': { ask: ({ caseId }) => ({ id: caseId, ...nextStep }), answers: overseers() },
  'cases.note': { ask: ({ caseId }) => ({ id: caseId, note: 'All is well.' }), answers: overseers() },
  'cases.firmClose': { ask: ({ caseId }) => ({ id: caseId }), answers: overseers(), spends: true },
  'cases.reopen': {
    ask: ({ closedCaseId }) => ({ id: closedCaseId, ...nextStep }),
    answers: overseers(),
    spends: true,
  },
  'messages.contacts': { answers: members() },
  'messages.colleagues': {
    ask: ({ clientId }) => ({ id: clientId }),
    answers: { ...members(403), administrator: 200 },
  },
  // The adviser works for owners alone: to everybody else here they are nobody to write to.
  'messages.list': {
    ask: ({ adviserId }) => ({ contactId: adviserId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.send': {
    ask: ({ adviserId }) => ({ receiverId: adviserId, content: 'Good morning' }),
    answers: { ...members(404), owner: 201 },
  },
  'messages.markRead': {
    ask: ({ letterId }) => ({ id: letterId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.typing': {
    ask: ({ adviserId }) => ({ receiverId: adviserId }),
    answers: { ...members(404), owner: 200 },
  },
  'messages.attachment': {
    ask: ({ letterId, documentId }) => ({ id: letterId, documentId }),
    answers: { ...members(404), owner: 200, administrator: 200 },
  },
  'appointments.list': { answers: clients() },
  'appointments.people': { answers: clients() },
  'appointments.slots': { ask: () => ({ from: '2026-11-12' }), answers: clients() },
  'appointments.book': {
    ask: ({ freeTime }) => ({ ...halfAnHour(freeTime), title: 'x' }),
    answers: clients(201),
    spends: true,
  },
  'appointments.change': {
    ask: ({ appointment: { id, startTime } }) => ({ id, ...halfAnHour(startTime), title: 'x' }),
    answers: bothSides(),
  },
  'appointments.calendarFile': { ask: ({ appointment: { id } }) => ({ id }), answers: bothSides() },
  'appointments.cancel': {
    ask: ({ appointment: { id } }) => ({ id }),
    answers: bothSides(),
    spends: true,
  },
  'firmAppointments.list': { ask: () => ({ from: '2026-11-01', to: '2026-11-30' }), answers: firms() },
  'firmAppointments.clients': { answers: firms() },
  'firmAppointments.slots': {
    ask: ({ clientId }) => ({ clientId, from: '2026-11-12' }),
    answers: overseers(),
  },
  'firmAppointments.book': {
    ask: ({ clientId, freeTime }) => ({ clientId, ...halfAnHour(freeTime), title: 'x' }),
    answers: overseers(201),
    spends: true,
  },
  'firmAppointments.diary': { answers: firms() },
  'firmAppointments.saveHours': { ask: () => ({ hours: usualHours }), answers: firms() },
  'firmAppointments.addDaysOff': {
    ask: () => ({ firstDay: '2026-12-01', lastDay: '2026-12-01' }),
    answers: firms(201),
  },
  // Of nobody: to the firm it is not there.
  'firmAppointments.removeDaysOff': {
    ask: () => ({ id: nobodys }),
    answers: firms(404),
  },
}
