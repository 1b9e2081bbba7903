import type { Appointment } from '#contract/appointments.ts'
import type { Answers } from '#contract/forms.ts'
import { everythingOn } from '#contract/notification-choices.ts'
import type { Payment } from '#contract/payments.ts'
import type { Task } from '#contract/tasks.ts'
import { usualHours } from '#contract/working-hours.ts'
import { after, minutes } from '#server/platform/durations.ts'

/** Who asks: nobody, the client whose thing it is, another client, a fee earner, an administrator. */
export const people = ['visitor', 'owner', 'otherClient', 'feeEarner', 'administrator'] as const
export type Person = (typeof people)[number]

/** What the owner has when the question is put. */
export interface Belongings {
  clientId: string
  sessionId: string
  documentId: string
  task: (kind: Task['kind']) => Task
  payment: Payment
  answers: Answers
  /** The newest message of the owner's conversation, which has come to a verification session. */
  messageId: string
  /** Open, and with the owner's responsible fee earner. */
  caseId: string
  /** Asked for, and not yet opened. */
  pendingCaseId: string
  closedCaseId: string
  /** Of the firm, and on the owner's team. */
  adviserId: string
  /** What the adviser wrote to the owner, with the owner's document. */
  letterId: string
  appointment: Appointment
  /** When somebody of the firm could be met as well. */
  freeTime: Date
  /** A complaint that nobody has answered. */
  requestId: string
  /** Made ready by the password, and not fetched. */
  exportId: string
  /** Of that session: its document was chosen. */
  token: string
  /** The letter of the owner's tasks, not signed yet. */
  sentId: string
  /** What the assistant answered the owner. */
  answerId: string
  password: string
  username: string
  email: string
}

export interface Row {
  /** The owner's own question: the others ask the very same. */
  ask?: (things: Belongings) => Record<string, unknown>
  answers: Record<Person, number>
  /** The question changes what the others would find: each person asks it of a fresh owner. */
  spends?: true
}

const all = (status: number) => ({
  visitor: status,
  owner: status,
  otherClient: status,
  feeEarner: status,
  administrator: status,
})
/** Every signed-in person has one of their own. */
const members = (status = 200) => ({ ...all(status), visitor: 401 })
/** Every client has one of their own; the firm's people do not. */
const clients = (status = 200) => ({ ...members(status), feeEarner: 403, administrator: 403 })
/** One client's thing: for another client it does not exist. */
const owners = (status = 200) => ({ ...clients(status), otherClient: 404 })

/** Those who look after the portal itself; a thing that is not there tells them so, and nobody else. */
const administrators = (status = 200) => ({ ...all(403), visitor: 401, administrator: status })
const nobodys = '0197a4a0-0000-7000-8000-000000000000'
const firmFacts = {
  name: 'Hartley & Rowe',
  regulator: 'Authorised by the SRA',
  telephone: '020 7946 0123',
  hours: 'Monday to Friday',
  email: 'hello@example.com',
  postalAddress: '12 Garden Court, London',
  complaintsTo: 'complaints@example.com',
}
const nobodysKey = 'n'.repeat(43)
/** For the firm: an administrator looks after every client; this fee earner came after them all. */
const overseers = (status = 200) => ({
  visitor: 401,
  owner: 403,
  otherClient: 403,
  feeEarner: 404,
  administrator: status,
})
/** For the firm: a list of what each may look at. */
const firms = (status = 200) => ({ ...overseers(status), feeEarner: status })

const nextStep = { whose: 'client', nextStep: 'Send us your payslips' }
const matter = { title: 'Purchase', type: 'Property', priority: 'low', description: 'A flat' }
/** Of a client and of those who look after them. */
const bothSides = () => ({ ...owners(), feeEarner: 404, administrator: 200 })

const halfAnHour = (startTime: Date) => ({ startTime, endTime: after(startTime, minutes(30)) })

/** Whoever has the address, but for those who are signed in as somebody else. */
const keyholders = (status = 200) => ({ ...all(404), visitor: status, owner: status })

/** Who may ask what: the authorization of the whole portal. An endpoint that is not here fails the tests. */
export const matrix: Record<string, Row> = {
  'portal.health': { answers: all(200) },
  'portal.events': { answers: members() },

  'accounts.current': { answers: members() },
  'accounts.register': {
    ask: ({ username, email, password }) => ({
      firstName: 'A',
      lastName: 'B',
      username: `${username}-2`,
      email: `2-${email}`,
      password,
      confirmPassword: password,
    }),
    answers: all(201),
    spends: true,
  },
  'accounts.login': {
    ask: ({ username, password }) => ({ username, password }),
    answers: all(200),
    spends: true,
  },
  'accounts.logout': { answers: all(200), spends: true },
  'accounts.saveProfile': {
    // Without the password an address can only stay as it is, which is true of the owner alone.
    ask: ({ email }) => ({ firstName: 'A', lastName: 'B', email }),
    answers: { ...members(403), owner: 200 },
    spends: true,
  },
  'accounts.changePassword': {
    ask: ({ password }) => ({
      currentPassword: password,
      newPassword: 'another one',
      confirmPassword: 'another one',
    }),
    answers: members(),
    spends: true,
  },
  'accounts.sessions': { answers: members() },
  'accounts.endSession': {
    ask: ({ sessionId }) => ({ id: sessionId }),
    answers: { ...members(404), owner: 204 },
    spends: true,
  },
  'accounts.endOtherSessions': { answers: members(204), spends: true },
  'accounts.askReset': { ask: ({ email }) => ({ email }), answers: all(200) },
  // A link that nobody was sent.
  'accounts.resetPassword': {
    ask: () => ({ token: 'x', newPassword: 'another horse', confirmPassword: 'another horse' }),
    answers: all(422),
  },
  'accounts.confirmEmail': { ask: () => ({ token: 'x' }), answers: all(422) },
  'accounts.sendConfirmation': { answers: members() },

  'secondFactor.show': { answers: members() },
  'secondFactor.enable': { answers: members(), spends: true },
  // Nobody has begun, and nobody has codes.
  'secondFactor.confirm': { ask: () => ({ code: '123456' }), answers: members(409) },
  'secondFactor.renewCodes': { ask: ({ password }) => ({ password }), answers: members(409) },
  // Only who has just shown a password may show a code.
  'secondFactor.showOf': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators() },
  // It is off.
  'secondFactor.endFor': {
    ask: ({ clientId, password }) => ({ id: clientId, password }),
    answers: administrators(409),
  },
  'secondFactor.signIn': { ask: () => ({ code: '123456' }), answers: all(401) },

  'settings.firm': { answers: all(200) },
  'settings.all': { answers: administrators() },
  'settings.save': {
    ask: () => ({
      ...firmFacts,
      vatNumber: '',
      expectedReply: 'within one working day',
      timeZone: 'Europe/London',
      holidays: 'scotland',
      isFaceComparisonOn: true,
    }),
    answers: administrators(),
  },
  'tasks.list': { answers: clients() },
  'activities.list': { answers: clients() },
  'notifications.list': { answers: members() },
  'notifications.markRead': { answers: members() },
  'notifications.choices': { answers: members() },
  'notifications.saveChoices': { ask: () => everythingOn, answers: members() },

  'mail.list': { answers: administrators() },
  'mail.road': { answers: administrators() },
  'mail.one': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.html': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'mail.sendAgain': { ask: () => ({ id: nobodys }), answers: administrators(404) },

  'documents.list': { answers: clients() },
  'documents.upload': {
    ask: ({ task }) => ({ taskId: task('proof_of_funds').id, documentType: 'Upload proof of funds' }),
    answers: owners(201),
    spends: true,
  },
  'documents.one': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.correct': {
    ask: ({ documentId }) => ({ id: documentId, field: 'fullName', value: 'Amara Okafor' }),
    answers: owners(),
  },
  'documents.remove': { ask: ({ documentId }) => ({ id: documentId }), answers: owners(204), spends: true },
  'documents.file': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.download': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.preview': { ask: ({ documentId }) => ({ id: documentId }), answers: owners() },
  'documents.page': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: owners() },
  'documents.pageText': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: owners() },

  'reviews.list': { answers: firms() },
  'reviews.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'reviews.one': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.accept': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(), spends: true },
  'reviews.reject': {
    ask: ({ documentId }) => ({ id: documentId, reason: 'Please send a sharper photo.' }),
    answers: overseers(),
    spends: true,
  },
  // Nobody has decided yet.
  'reviews.reopen': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers(409) },
  'reviews.file': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.download': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.preview': { ask: ({ documentId }) => ({ id: documentId }), answers: overseers() },
  'reviews.page': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },
  'reviews.pageText': { ask: ({ documentId }) => ({ id: documentId, page: 1 }), answers: overseers() },

  'payments.refunds': { answers: firms() },
  'payments.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  // It was paid once, so nothing is owed back.
  'payments.refund': { ask: ({ payment }) => ({ id: payment.id }), answers: overseers(409) },
  'payments.list': { answers: clients() },
  'payments.pay': {
    ask: ({ task }) => {
      const { id, amount } = task('payment')
      return { taskId: id, amount, currency: 'GBP', paymentMethod: 'card' }
    },
    // The owner has paid already: what matters is that another client learns nothing of it.
    answers: owners(409),
  },
  'payments.processor': { answers: clients() },
  'payments.receipt': { ask: ({ payment }) => ({ id: payment.id }), answers: owners() },

  'forms.complete': {
    ask: ({ task, answers }) => ({ id: task('client_questionnaire').id, formData: answers.formData }),
    answers: owners(),
  },
  'forms.draft': { ask: ({ task }) => ({ id: task('risk_assessment').id }), answers: owners() },
  'forms.saveDraft': {
    ask: ({ task }) => ({ id: task('risk_assessment').id, formData: {}, step: 1 }),
    answers: owners(),
  },
  'forms.answers': { ask: ({ task }) => ({ id: task('client_questionnaire').id }), answers: owners() },
  'forms.answersFile': { ask: ({ task }) => ({ id: task('client_questionnaire').id }), answers: owners() },

  'identity.complete': {
    ask: ({ task }) => ({ taskId: task('identity_check').id, verificationType: 'id', document: 'passport' }),
    answers: owners(),
  },
  'forms.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identity.waiting': { answers: firms() },
  'identity.ofClient': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'identity.accept': {
    ask: ({ clientId, task }) => ({
      id: clientId,
      taskId: task('identity_check').id,
      note: 'Seen in person',
    }),
    answers: overseers(),
    spends: true,
  },
  'identity.askAgain': {
    ask: ({ clientId, task }) => ({ id: clientId, taskId: task('bank_check').id, reason: 'Please check' }),
    // Nothing was submitted yet.
    answers: overseers(409),
  },
  'identity.verifications': { answers: clients() },
  'identity.faceConsent': { answers: clients() },
  'identity.withdrawFaceConsent': { answers: clients() },
  'identity.comparisons': {
    ask: ({ clientId }) => ({ clientId }),
    // This fee earner came after the client, and answers for nobody yet.
    answers: overseers(),
  },

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

  'trials.checkKey': { answers: members() },
  'trials.run': {
    ask: () => ({ documentType: 'bank_statement', imageData: 'data:application/pdf;base64,JVBERi0x' }),
    // In the demo everybody may try; this file is no whole PDF, which the checks have reached.
    answers: members(422),
  },

  'onboarding.show': { answers: clients() },
  'onboarding.answer': {
    ask: ({ messageId }) => ({ messageId, answer: { kind: 'option', option: 'Upload documents instead' } }),
    answers: owners(),
    spends: true,
  },
  'onboarding.upload': {
    // The chat of none of them asks for a file yet: what matters is that a message of another opens nothing.
    ask: ({ messageId }) => ({ messageId }),
    answers: clients(409),
  },
  'onboarding.chat': { ask: () => ({ message: 'Is my data secure?' }), answers: clients() },
  'onboarding.remind': { answers: clients() },
  // Only a conversation that has come so far has a session, and data to compare.
  'onboarding.generateSession': { answers: { ...clients(409), owner: 200 } },
  'onboarding.status': { answers: clients() },
  'onboarding.verifyData': {
    ask: () => ({ userData: {}, verificationSource: 'system_collected' }),
    answers: clients(409),
  },
  'onboarding.complete': { answers: clients() },
  // The address is the key, on a phone that nobody is signed in on too; but nobody else may turn it.
  'onboarding.capture': { ask: ({ token }) => ({ token }), answers: keyholders() },
  'onboarding.chooseDocument': {
    ask: ({ token }) => ({ token, document: 'passport' }),
    answers: keyholders(),
    spends: true,
  },
  'onboarding.takePicture': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(201),
    spends: true,
  },
  'onboarding.skipStep': {
    ask: ({ token }) => ({ token, step: 'ADDRESSDOCUMENT' }),
    answers: keyholders(),
    spends: true,
  },
  // No picture has been taken yet.
  'onboarding.submitSession': { ask: ({ token }) => ({ token }), answers: keyholders(409) },
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
  'firm.clients': { answers: firms() },
  'firm.client': { ask: ({ clientId }) => ({ id: clientId }), answers: overseers() },
  'firm.colleagues': { answers: administrators() },
  'firm.assign': {
    // A client is nobody of the firm: what matters is who may ask.
    ask: ({ clientId }) => ({ id: clientId, feeEarnerId: clientId, memberIds: [] }),
    answers: administrators(422),
  },
  'messages.contacts': { answers: members() },
  'messages.colleagues': {
    ask: ({ clientId }) => ({ id: clientId }),
    answers: { ...members(403), administrator: 200 },
  },
  // The adviser works for the owner alone: to everybody else here they are nobody to write to.
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
  'assistant.messages': { answers: clients() },
  'assistant.ask': { ask: () => ({ content: 'What is left?' }), answers: clients() },
  'assistant.suggestions': { answers: clients() },
  'assistant.rate': {
    ask: ({ answerId }) => ({ id: answerId, verdict: 'helpful' }),
    answers: owners(),
  },
  'assistant.handOver': { answers: clients(201) },
  'assistant.clear': { answers: clients(204), spends: true },
  'knowledge.articles': { answers: firms() },
  'knowledge.save': {
    ask: () => ({ id: 'fees', title: 'Fees', body: '## What it costs\n\nAsk us.', isReviewed: true }),
    answers: firms(),
  },
  'knowledge.restore': { ask: () => ({ id: 'fees' }), answers: firms() },
  'knowledge.model': { answers: firms() },
  'knowledge.switchModel': { ask: () => ({ isOn: true }), answers: { ...firms(), feeEarner: 403 } },
  'knowledge.gaps': { answers: firms() },
  'knowledge.closeGap': { ask: ({ documentId }) => ({ id: documentId }), answers: firms(404) },
  // The password is the owner's own, and so is everybody else's here.
  'privacy.prepareExport': {
    ask: ({ password }) => ({ currentPassword: password }),
    answers: clients(201),
  },
  'privacy.export': { ask: ({ exportId }) => ({ id: exportId }), answers: owners(), spends: true },
  'privacy.requests': { answers: clients() },
  'privacy.askErasure': { answers: clients(201), spends: true },
  'privacy.complain': { ask: () => ({ words: 'Nobody calls me back.' }), answers: clients(201) },
  'privacy.firmRequests': { answers: administrators() },
  'privacy.answer': {
    ask: ({ requestId }) => ({ id: requestId, answer: 'We are sorry.' }),
    answers: administrators(),
    spends: true,
  },
  'people.list': { answers: administrators() },
  'people.invite': {
    ask: ({ email }) => ({ email: `new-${email}`, role: 'fee_earner' }),
    answers: administrators(201),
  },
  'people.resend': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  'people.withdraw': { ask: () => ({ id: nobodys }), answers: administrators(404) },
  // A client is nobody of the firm.
  'people.changeRole': {
    ask: ({ clientId }) => ({ id: clientId, role: 'administrator' }),
    answers: administrators(404),
  },
  'people.deactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  'people.reactivate': { ask: ({ clientId }) => ({ id: clientId }), answers: administrators(404) },
  // The link is the key, and nobody has one that opens anything.
  'people.look': { ask: () => ({ token: nobodysKey }), answers: all(404) },
  'people.join': {
    ask: ({ username, password }) => ({
      token: nobodysKey,
      firstName: 'A',
      lastName: 'B',
      username: `${username}-3`,
      password,
      confirmPassword: password,
    }),
    answers: all(404),
  },
  // The demo is set up already, so that its address for that is closed.
  'setup.begin': {
    ask: () => ({ setupCode: 'ABCD', firmName: 'Hartley & Rowe', username: 'somebody' }),
    answers: all(404),
  },
  'setup.complete': {
    ask: ({ username, email, password }) => ({
      setupCode: 'ABCD',
      firm: firmFacts,
      administrator: {
        firstName: 'A',
        lastName: 'B',
        username: `${username}-4`,
        email: `4-${email}`,
        password,
        confirmPassword: password,
      },
      factor: { key: 'A'.repeat(32), code: '123456' },
    }),
    answers: all(404),
  },
  'dashboard.resetTestUser': { answers: clients(403) },
}
